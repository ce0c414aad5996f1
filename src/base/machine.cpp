#include "base/machine.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace rookery {
namespace {

bool pin_to(const std::vector<int>& processors) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int processor : processors) {
        if (processor < 0 || processor >= CPU_SETSIZE) return false;
        CPU_SET(static_cast<unsigned>(processor), &set);
    }
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

std::optional<std::size_t> read_bytes(const char* path) {
    std::ifstream file(path);
    std::size_t bytes = 0;
    if (file >> bytes) return bytes;
    return std::nullopt;  // no such file, or "max"
}

// The memory a container leaves us, which the figures of the machine do not show.
std::optional<std::size_t> left_in_container_mib() {
    const auto most = read_bytes("/sys/fs/cgroup/memory.max");
    const auto used = read_bytes("/sys/fs/cgroup/memory.current");
    if (!most || !used) return std::nullopt;
    return (*most - std::min(*used, *most)) >> 20;
}

}  // namespace

std::vector<int> usable_processors() {
    std::vector<int> processors;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return processors;
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
        if (CPU_ISSET(static_cast<unsigned>(processor), &set)) processors.push_back(processor);
    return processors;
}

PinnedThread::PinnedThread(const std::vector<int>& processors) {
    if (processors.empty()) return;
    std::vector<int> before = usable_processors();
    if (pin_to(processors)) before_ = std::move(before);
}

PinnedThread::~PinnedThread() {
    if (pinned()) pin_to(before_);
}

std::optional<std::size_t> available_memory_mib() {
    std::ifstream file("/proc/meminfo");
    std::string name, rest;
    std::size_t kib = 0;
    while (file >> name >> kib) {
        if (name == "MemAvailable:") {
            const std::size_t mib = kib / 1024;
            return std::min(mib, left_in_container_mib().value_or(mib));
        }
        std::getline(file, rest);
    }
    return std::nullopt;
}

}  // namespace rookery
