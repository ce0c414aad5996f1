// The network that travels inside the program.
#pragma once

#include "eval/network/network.h"

#include <memory>

namespace rookery::network {

[[nodiscard]] std::shared_ptr<const Network> own_network();

}  // namespace rookery::network
