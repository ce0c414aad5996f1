// The tables of the results store, and how older files are brought up to date.
#pragma once

#include "arena/store/sqlite.h"

#include <span>
#include <string_view>

namespace rookery::arena {

// Marks the file as ours ("Rook"), so that no other database is written into by mistake.
inline constexpr std::int64_t application_id = 0x526F6F6B;

// Step i makes version i + 1 of version i; version 0 is an empty file. Steps are only ever added.
[[nodiscard]] std::span<const char* const> migrations();

// Takes all steps that are missing in one transaction, so that a file is never left between two
// versions. `doing` begins the errors.
[[nodiscard]] std::optional<StoreError>
migrate(sqlite3* database, std::span<const char* const> steps, std::string_view doing);

}  // namespace rookery::arena
