// The network that travels inside the program.
#pragma once

#include "eval/nnue/network.h"

#include <memory>

namespace rookery::network {

[[nodiscard]] std::shared_ptr<const Network> default_net();

}  // namespace rookery::network
