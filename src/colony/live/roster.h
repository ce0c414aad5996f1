// The roster: which workers are there, what each can do and is doing, and which can be used.
//
// The caller passes in the members' messages and the time.
#pragma once

#include "base/result.h"
#include "colony/messages.h"
#include "colony/setup/members.h"
#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// The identity of an engine. Members with another one would give results of another engine.
struct BuildId {
    std::string version;
    int protocol = protocol_version;
    std::uint64_t bench = 0;
};

// Why the two cannot work together and what to do about it; nothing if they can.
[[nodiscard]] std::optional<std::string> difference(const BuildId& ours, const Heartbeat& theirs);

struct WorkerRecord {
    std::string name;
    Heartbeat last;
    std::chrono::steady_clock::time_point heard;
    std::optional<std::string> mismatch;    // why it is not used
    std::optional<std::string> quarantine;  // the reason, if it is distrusted
    std::uint64_t refused = 0;              // messages that could not be read
};

class Roster {
  public:
    using Instant = std::chrono::steady_clock::time_point;
    // A worker that has been silent for so long is gone: three heartbeats are missing.
    static constexpr std::chrono::milliseconds silence = std::chrono::milliseconds(3500);

    explicit Roster(BuildId ours) : ours_(std::move(ours)) {}

    // Takes a heartbeat of that member; false if it cannot be read.
    bool receive(std::string_view member, std::string_view text, Instant now);
    // The server reports that its connection is gone.
    void forget(std::string_view member);
    // Lasts until it is pardoned.
    void quarantine(std::string_view member, const std::string& why);
    void pardon(std::string_view member);
    [[nodiscard]] bool is_trusted(std::string_view member) const;
    // Nothing if it has never sent a heartbeat.
    [[nodiscard]] std::optional<WorkerRecord> find(std::string_view member) const;
    [[nodiscard]] std::vector<std::string> quarantined() const;

    // All workers that are there, by name.
    [[nodiscard]] std::vector<WorkerRecord> present(Instant now) const;
    // Workers that can be used, the fastest first.
    [[nodiscard]] std::vector<WorkerRecord> fit(Instant now) const;

  private:
    const BuildId ours_;
    std::map<std::string, WorkerRecord, std::less<>> workers_;
};

// Which engine a member is, and how fast.
struct SelfTest {
    BuildId build_id;
    std::uint64_t speed = 0;  // nodes a second of one thread, as it came out
    // The same by processor time, without the time of other programs. For games by the wall clock,
    // which are played on an idle machine.
    std::uint64_t undisturbed_speed = 0;
};

// Runs `bench`, which takes a second or two. The program should do nothing else meanwhile.
[[nodiscard]] SelfTest test_self(Searcher& searcher, const std::stop_token& stop = {});

// The test runs once in a program; later calls return the same result. Nothing if it was stopped.
[[nodiscard]] std::optional<SelfTest> own_self_test(const std::stop_token& stop);
[[nodiscard]] std::optional<BuildId> own_build_id(const std::stop_token& stop);

// Notes of a coordinator about members, in a file beside its invitation: they outlive the program,
// and others can read them.
struct MemberNote {
    std::string name;
    std::string reason;
    Time since;  // whole seconds

    void describe(JsonFields& fields);
    friend bool operator==(const MemberNote&, const MemberNote&) = default;
};

[[nodiscard]] std::string text_of(const std::vector<MemberNote>& notes);
[[nodiscard]] Result<std::vector<MemberNote>, std::string>
parse_member_notes(std::string_view text);

// One note for each member. Two coordinators that write at the same moment may lose a note, which
// is then made again.
class MemberNotes {
  public:
    // Distrusted members: for home.rookery in home.quarantine.json.
    [[nodiscard]] static MemberNotes quarantine_beside(const std::filesystem::path& invitation);
    // Members that were refused because they run another engine: home.refused.json.
    [[nodiscard]] static MemberNotes refusals_beside(const std::filesystem::path& invitation);

    // None if there is no file.
    [[nodiscard]] Result<std::vector<MemberNote>, std::string> read() const;
    // Replaces an older note about that member. The problem, if it did not work.
    [[nodiscard]] std::optional<std::string> put(const MemberNote& note) const;
    // False if there was no note about that member.
    [[nodiscard]] Result<bool, std::string> remove(std::string_view name) const;

  private:
    explicit MemberNotes(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

// Describes changes of the roster, each once: workers that begin or stop to help.
class RosterDiff {
  public:
    // The changes since the last call, as text.
    [[nodiscard]] std::vector<std::string> changes(const std::vector<WorkerRecord>& present);

  private:
    std::map<std::string, std::string> known_;  // name, and its last description
};

}  // namespace rookery::colony
