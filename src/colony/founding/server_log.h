// What the server has written down about those whom it did not let in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>

namespace rookery::colony {

// Connections that were refused for their certificate: none, one of another authority, expired, or of nobody who is a
// member now. Who did not even try to show one, or hung up, does not count.
[[nodiscard]] std::uint64_t count_refused_connections(std::istream& log);
// Of the colony in that folder, since its present log began; none if there is no log.
[[nodiscard]] std::uint64_t count_refused_connections(const std::filesystem::path& folder);

}  // namespace rookery::colony
