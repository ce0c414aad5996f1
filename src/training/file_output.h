// Bytes to a file descriptor, all of them or the reason.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include <unistd.h>

namespace rookery::training {

// In place of everything from that byte on, so that what failed half-way can be written again.
[[nodiscard]] inline std::optional<std::string> write_from(int file, std::uint64_t offset, std::string_view bytes) {
    if (::ftruncate(file, static_cast<off_t>(offset)) != 0) return std::string(std::strerror(errno));
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return std::string(std::strerror(errno));
        bytes.remove_prefix(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return std::nullopt;
}

}  // namespace rookery::training
