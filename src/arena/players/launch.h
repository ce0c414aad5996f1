// Starts a program, from a program with many threads.
#pragma once

#include "arena/players/child_process.h"

#include <sys/types.h>

#include <string>

namespace rookery::arena {

// The ends of the pipes that become a program's standard input, output and error output.
struct StandardStreams {
    int input = -1;
    int output = -1;
    int errors = -1;
};

struct LaunchResult {
    pid_t process = -1;
    std::string problem;  // empty if it runs
};

// Returns once the program runs or has failed to. It leads a process group of its own, has no other
// open files than these, and is killed when the calling *thread* ends: that is how Linux counts.
[[nodiscard]] LaunchResult launch_program(const ChildSetup& setup, const StandardStreams& streams);

// A pipe that programs started by us do not inherit, with both ends above the standard streams.
struct Pipe {
    int read_end = -1;
    int write_end = -1;
};
[[nodiscard]] bool open_pipe(Pipe& pipe);
void close_file(int& file);

}  // namespace rookery::arena
