#include "commands/colony_choice.h"

#include <fmt/format.h>

namespace rookery {

void ColonyChoice::add_to(Command command, const Context& context) {
    access = context.colony;
    if (access == nullptr) return;
    command.flag("--colony", wanted, "Let the workers of a colony play (see docs/colony.md)");
    command.option("--invitation", invitation, "FILE",
                   "A coordinator's, to a colony elsewhere (default: the one on this machine)");
    command
        .option(
            "--priority", priority, "WHICH",
            fmt::format("How urgent the games are to workers: low, normal or high (default: {})",
                        usual_priority))
        .one_of({"low", "normal", "high"});
}

std::optional<std::string> ColonyChoice::problem() const {
    if (priority.empty() || is_chosen()) return std::nullopt;
    return "--priority goes with --colony: it says whose games workers play first";
}

int ColonyChoice::rank() const {
    const std::string& chosen = priority.empty() ? usual_priority : priority;
    return chosen == "high" ? 0 : chosen == "low" ? 2 : 1;
}

}  // namespace rookery
