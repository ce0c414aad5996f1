// How much memory the machine can still give.
#pragma once

#include <cstddef>
#include <optional>

namespace rookery {

// In MiB; nothing where the system does not tell.
[[nodiscard]] std::optional<std::size_t> available_memory_mib();

}  // namespace rookery
