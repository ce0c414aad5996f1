// Says which matches are being run, to all programs on this machine.
//
// A file beside the database, of which each match has one byte to lock. The system takes such locks
// away when a program ends, however it ends, so no lock is ever left behind; the file itself stays
// and is always empty.
#pragma once

#include <cstdint>
#include <filesystem>

namespace rookery::arena {

class MatchLocks {
  public:
    explicit MatchLocks(std::filesystem::path path) : path_(std::move(path)) {}
    MatchLocks(const MatchLocks&) = delete;
    MatchLocks& operator=(const MatchLocks&) = delete;
    ~MatchLocks();

    enum class Outcome : std::uint8_t { Taken, HeldElsewhere, Failed };
    // Harmless if we have it already.
    [[nodiscard]] Outcome take(std::int64_t match);
    void release(std::int64_t match);
    // By somebody else: another program, or another object in this one.
    [[nodiscard]] bool held_elsewhere(std::int64_t match);

  private:
    bool open_to_write();

    std::filesystem::path path_;
    int file_ = -1;
    bool writable_ = false;
};

}  // namespace rookery::arena
