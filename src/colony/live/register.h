// Who is there, what each can do and is doing, and with whom we can work.
//
// Fed with the members' messages; knows no bus and no clock of its own.
#pragma once

#include "colony/messages/messages.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// What a member must have in common with us, or its results would be another engine's.
struct Kinship {
    std::string version;
    int protocol = protocol_version;
    std::uint64_t bench = 0;
};

// Why we cannot work together and what to do about it; nothing if we can.
[[nodiscard]] std::optional<std::string> difference(const Kinship& ours, const AliveMessage& theirs);

struct WorkerRecord {
    std::string name;
    AliveMessage last;
    std::chrono::steady_clock::time_point heard;
    std::optional<std::string> mismatch;     // why it is not used
    std::optional<std::string> quarantine;   // what it was caught at
    std::uint64_t refused = 0;               // messages that could not be read
};

class Register {
  public:
    using Instant = std::chrono::steady_clock::time_point;
    // Who has said nothing for so long is gone: three messages missed.
    static constexpr std::chrono::milliseconds silence = std::chrono::milliseconds(3500);

    explicit Register(Kinship ours) : ours_(std::move(ours)) {}

    // What a member said on its subject; false if it cannot be read, which changes nothing of what is known of it.
    bool hear(std::string_view member, std::string_view text, Instant now);
    // The server says that it is gone.
    void forget(std::string_view member);
    // Lasts until he is pardoned.
    void quarantine(std::string_view member, const std::string& why);
    void pardon(std::string_view member);
    [[nodiscard]] bool is_trusted(std::string_view member) const;
    // Nothing if never heard of.
    [[nodiscard]] std::optional<WorkerRecord> find(std::string_view member) const;
    [[nodiscard]] std::vector<std::string> quarantined() const;

    // All that are there, by name.
    [[nodiscard]] std::vector<WorkerRecord> present(Instant now) const;
    // Those one can give work to, the fastest first.
    [[nodiscard]] std::vector<WorkerRecord> fit(Instant now) const;

  private:
    const Kinship ours_;
    std::map<std::string, WorkerRecord, std::less<>> workers_;
};

}  // namespace rookery::colony
