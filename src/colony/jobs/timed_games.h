// Games by the wall clock, on machines that are not equally fast.
//
// Such a game is meant for one machine, the reference: the coordinator's own. A worker stretches or shrinks the time
// that its players may think by how much slower or faster one of its threads is, and says how long they thought in the
// time of the reference. The referee, the record and whoever looks at the game again know only that time, so the same
// sums come out everywhere.
//
// How long a player thinks depends on what else the machine does. So these games go only to workers that watch for
// others who use it (worker --idle-only), in queues of their own, and a pair that was disturbed does not count.
#pragma once

#include "colony/jobs/job.h"

#include <cstdint>

namespace rookery::colony {

// A machine that is faster or slower by more than that is another kind of machine: no factor makes their games alike.
inline constexpr double most_stretch = 16;

// What is forgiven unless --grace says otherwise, in the time of the reference: a thread that waits for its turn once
// must not lose the game, and who thinks too long by plan still does.
inline constexpr arena::Duration usual_grace = std::chrono::milliseconds(40);

[[nodiscard]] inline bool is_timed(const PairTask& task) { return task.reference_speed > 0; }
[[nodiscard]] inline bool is_timed(const Task& task) {
    const auto* pair = std::get_if<PairTask>(&task);
    return pair != nullptr && is_timed(*pair);
}

// How much longer a machine needs for the same. Speeds are of one thread, in nodes a second, and not 0.
[[nodiscard]] inline double stretch_of(std::uint64_t reference_speed, std::uint64_t own_speed) {
    return static_cast<double>(reference_speed) / static_cast<double>(own_speed);
}
// Whether a machine of that speed can play such games; one of speed 0 plays none.
[[nodiscard]] inline bool can_keep_time(std::uint64_t reference_speed, std::uint64_t own_speed) {
    if (reference_speed == 0 || own_speed == 0) return false;
    const double stretch = stretch_of(reference_speed, own_speed);
    return stretch <= most_stretch && stretch >= 1 / most_stretch;
}

}  // namespace rookery::colony
