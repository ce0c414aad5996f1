// Where the games of a tuning begin.
#pragma once

#include "arena/openings/opening.h"
#include "base/result.h"

#include <functional>
#include <optional>
#include <string>

namespace rookery {

using TrialOpenings = std::function<Result<arena::Opening, std::string>(std::size_t)>;

struct OpeningSource {
    std::string name;                  // "study", "random", or the file's
    std::optional<std::size_t> count;  // how many there are; nothing where they never end
    // By seed; for the judgement others than for the tuning, as far as there are enough.
    std::function<TrialOpenings(std::uint64_t seed)> for_tuning, for_judging;
};

// "study" are the ten of the study in their order, "random" are random moves, all else is a file.
[[nodiscard]] Result<OpeningSource, std::string> opening_source(const std::string& name);

}  // namespace rookery
