#include "arena/players/exit_status.h"

#include <fmt/format.h>

#include <cstring>

namespace rookery::arena {

std::string describe(const ExitStatus& status) {
    if (status.signal == 0) return fmt::format("ended with status {}", status.code);
    const char* name = sigabbrev_np(status.signal);
    const char* words = sigdescr_np(status.signal);
    if (name == nullptr || words == nullptr)
        return fmt::format("was killed by signal {}", status.signal);
    return fmt::format("was killed by SIG{} ({})", name, words);
}

}  // namespace rookery::arena
