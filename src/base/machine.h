// The processors and the memory of this machine.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace rookery {

// The processors this program may use, in ascending order; empty where the system does not tell.
[[nodiscard]] std::vector<int> usable_processors();

// As long as it lives, the thread that made it runs on these processors only, and so do the threads
// and programs that this thread starts. An empty list changes nothing.
class PinnedThread {
  public:
    explicit PinnedThread(const std::vector<int>& processors);
    ~PinnedThread();
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;

    [[nodiscard]] bool pinned() const { return !before_.empty(); }

  private:
    std::vector<int> before_;  // empty if nothing was changed
};

// The memory the machine can still give; nothing where the system does not tell.
[[nodiscard]] std::optional<std::size_t> available_memory_mib();

}  // namespace rookery
