// Who is there at this moment.
#pragma once

#include "colony/founding/invitation.h"
#include "colony/live/register.h"

#include <chrono>
#include <vector>

namespace rookery::colony {

// Listens for a little longer than members are silent between two signs of life. The invitation is a coordinator's or
// a watcher's. The error is that of the bus.
[[nodiscard]] Result<std::vector<WorkerRecord>, std::string>
take_attendance(const Invitation& invitation, std::chrono::milliseconds patience = std::chrono::milliseconds(1300));

}  // namespace rookery::colony
