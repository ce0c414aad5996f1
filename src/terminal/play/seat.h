// Who sits at one side of the board: a person, or a searcher.
#pragma once

#include "search/searcher.h"

#include <memory>
#include <string>

namespace rookery {

struct Seat {
    std::string name;
    std::string spec;                    // by which a saved game finds it again: "person" or a searcher
    std::unique_ptr<Searcher> searcher;  // none: a person

    [[nodiscard]] bool is_person() const { return searcher == nullptr; }
};

}  // namespace rookery
