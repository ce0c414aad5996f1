// Makes mate tables: one ending after the other, each on all threads, into the files of a folder.
#pragma once

#include "base/result.h"
#include "tablebases/endings.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

struct MateTableOrder {
    std::filesystem::path folder;  // must be there
    // Those that they need are made, too. A dead ending gets no file.
    std::vector<const Ending*> endings;
    std::size_t threads = 1;
};

struct MateTablesMade {
    std::vector<const Ending*> made;
    std::size_t kept = 0;              // files that were there already
    std::vector<std::string> damaged;  // what was wrong with files that were replaced
    bool stopped = false;              // before all were made
};

// The endings and those they need, without dead ones, in the order in which they are made.
[[nodiscard]] std::vector<const Ending*> with_needs(const std::vector<const Ending*>& endings);

// A file that is there and not damaged stays, so that a stopped run can go on. The error is a file
// that cannot be written. `progress` is called by this thread.
[[nodiscard]] Result<MateTablesMade, std::string>
make_mate_tables(const MateTableOrder& order, const std::stop_token& stop,
                 const std::function<void(std::string_view doing)>& progress);

}  // namespace rookery
