#include "colony/founding/server_log.h"

#include "colony/founding/server_config.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>

namespace rookery::colony {
namespace {

constexpr std::array<std::string_view, 3> refusals = {"authentication error", "client didn't provide a certificate",
                                                      "failed to verify"};

}  // namespace

std::uint64_t count_refused_connections(std::istream& log) {
    std::uint64_t count = 0;
    for (std::string line; std::getline(log, line);) {
        const bool is_refusal = std::ranges::any_of(
            refusals, [&](std::string_view words) { return line.find(words) != std::string::npos; });
        if (is_refusal && line.find("[ERR]") != std::string::npos) ++count;
    }
    return count;
}

std::uint64_t count_refused_connections(const std::filesystem::path& folder) {
    std::ifstream log(folder / server_log_file);
    return count_refused_connections(log);
}

}  // namespace rookery::colony
