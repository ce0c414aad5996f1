// Keeping threads on processors of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace rookery {

// Those this program may use, in ascending order; empty where the system does not say.
[[nodiscard]] std::vector<int> usable_processors();

// Keeps the thread that made it on some processors, and every thread and program begun there
// meanwhile; where it may run afterwards is as before. No processors: nothing is done.
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

// How much memory the machine can still give.

// In MiB; nothing where the system does not tell.
[[nodiscard]] std::optional<std::size_t> available_memory_mib();

}  // namespace rookery
