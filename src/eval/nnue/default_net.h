// The default net, which is built into the program.
#pragma once

#include "eval/nnue/network.h"

#include <memory>

namespace rookery::nnue {

[[nodiscard]] std::shared_ptr<const Network> default_net();

}  // namespace rookery::nnue
