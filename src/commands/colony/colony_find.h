// How a member looks for its colony's server, when that is not where the invitation says.
#pragma once

#include "colony/bus/find_server.h"

#include <string>
#include <vector>

namespace rookery {

// By the networks given, as ADDRESS/BITS, or by those of this machine where none are.
[[nodiscard]] Result<colony::Whereabouts, std::string> find_near(const colony::BusSettings& settings,
                                                                 const std::vector<std::string>& networks);

}  // namespace rookery
