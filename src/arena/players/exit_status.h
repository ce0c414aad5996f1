// How a process ended, in words.
#pragma once

#include <string>

namespace rookery::arena {

struct ExitStatus {
    int code = 0;    // where no signal ended it
    int signal = 0;  // 0: it ended by itself

    [[nodiscard]] bool is_clean() const { return code == 0 && signal == 0; }
};

// "ended with status 3", "was killed by SIGSEGV (Segmentation fault)".
[[nodiscard]] std::string describe(const ExitStatus& status);

}  // namespace rookery::arena
