// A job's player as JSON, and back.
#pragma once

#include "colony/jobs/job_player.h"
#include "colony/strict_json.h"

namespace rookery::colony {

[[nodiscard]] Json json_of(const JobPlayer& player);
// What is wrong is held against the whole job.
[[nodiscard]] JobPlayer read_player(StrictObject& job, const Json& json);

}  // namespace rookery::colony
