// Who is there, what each can do and is doing, and with whom we can work.
//
// Fed with the members' messages; knows no bus and no clock of its own.
#pragma once

#include "colony/messages/messages.h"
#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// What a member must have in common with us, or its results would be another engine's.
struct BuildId {
    std::string version;
    int protocol = protocol_version;
    std::uint64_t bench = 0;
};

// Why we cannot work together and what to do about it; nothing if we can.
[[nodiscard]] std::optional<std::string> difference(const BuildId& ours,
                                                    const AliveMessage& theirs);

struct WorkerRecord {
    std::string name;
    AliveMessage last;
    std::chrono::steady_clock::time_point heard;
    std::optional<std::string> mismatch;    // why it is not used
    std::optional<std::string> quarantine;  // what it was caught at
    std::uint64_t refused = 0;              // messages that could not be read
};

class Register {
  public:
    using Instant = std::chrono::steady_clock::time_point;
    // Who has said nothing for so long is gone: three messages missed.
    static constexpr std::chrono::milliseconds silence = std::chrono::milliseconds(3500);

    explicit Register(BuildId ours) : ours_(std::move(ours)) {}

    // What a member said on its subject; false if it cannot be read, which changes nothing of what
    // is known of it.
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
    const BuildId ours_;
    std::map<std::string, WorkerRecord, std::less<>> workers_;
};

// What a member says of itself before it joins: which engine it is, and how fast.

struct SelfTest {
    BuildId build_id;
    std::uint64_t speed = 0;  // nodes a second of one thread, as it came out
    // The same by processor time: what others did meanwhile does not count. For games by the wall
    // clock, which are played when nobody else does anything.
    std::uint64_t undisturbed_speed = 0;
};

// Runs `bench`, which takes a second or two. The program should do nothing else meanwhile.
[[nodiscard]] SelfTest test_self(Searcher& searcher, const std::stop_token& stop = {});

// Which engine this program is, and how fast here.

// Found out once in the life of the program, which takes a second or two; everybody who asks later
// gets the same. Nothing if told to stop before that.
[[nodiscard]] std::optional<SelfTest> own_self_test(const std::stop_token& stop);
[[nodiscard]] std::optional<BuildId> own_build_id(const std::stop_token& stop);

}  // namespace rookery::colony
