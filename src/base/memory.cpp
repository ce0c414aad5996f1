#include "base/memory.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace rookery {
namespace {

std::optional<std::size_t> number_in(const char* path) {
    std::ifstream file(path);
    std::size_t bytes = 0;
    if (file >> bytes) return bytes;
    return std::nullopt;  // no such file, or "max"
}

// What a container leaves us; the machine's own figures do not show that.
std::optional<std::size_t> left_in_container_mib() {
    const auto most = number_in("/sys/fs/cgroup/memory.max");
    const auto used = number_in("/sys/fs/cgroup/memory.current");
    if (!most || !used) return std::nullopt;
    return (*most - std::min(*used, *most)) >> 20;
}

}  // namespace

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
