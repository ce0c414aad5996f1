#include "commands/memory.h"

#include <fstream>
#include <string>

namespace rookery {

std::optional<std::size_t> available_memory_mib() {
    std::ifstream file("/proc/meminfo");
    std::string name, rest;
    std::size_t kib = 0;
    while (file >> name >> kib) {
        if (name == "MemAvailable:") return kib / 1024;
        std::getline(file, rest);
    }
    return std::nullopt;
}

}  // namespace rookery
