// Why the store could not do something.
#pragma once

#include <cstdint>
#include <string>

namespace rookery::arena {

enum class StoreProblem : std::uint8_t {
    CannotOpen,    // no such folder, no permission, a read-only disk
    Missing,       // asked for reading, and there is no such file
    NotADatabase,  // the file is something else, or another program's database
    Newer,         // written by a later version of this program
    Damaged,
    Locked,     // another program is running this match
    Busy,       // somebody has been writing for longer than we wait
    NotFound,   // no such match or game
    Duplicate,  // this game is there already; nothing was changed
    Failed,     // anything else: disk full, say
};

struct StoreError {
    StoreProblem problem = StoreProblem::Failed;
    std::string what;  // a sentence that names the file
};

}  // namespace rookery::arena
