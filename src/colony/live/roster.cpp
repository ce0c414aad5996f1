#include "colony/live/roster.h"

#include "base/text.h"
#include "colony/setup/private_file.h"
#include "colony/strict_json.h"
#include "search/bench.h"
#include "search/pvs/pvs_searcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <mutex>

namespace rookery::colony {
namespace {

std::string difference_of_protocols(const BuildId& ours, int protocol, const std::string& version) {
    return fmt::format(
        "it speaks protocol {} (version {}), we speak {} (version {}): upgrade the {}", protocol,
        printable(version), ours.protocol, ours.version,
        protocol < ours.protocol ? "worker" : "coordinator");
}

}  // namespace

std::optional<std::string> difference(const BuildId& ours, const Heartbeat& theirs) {
    if (ours.protocol != theirs.protocol)
        return difference_of_protocols(ours, theirs.protocol, theirs.version);
    if (ours.bench != theirs.bench)
        return fmt::format("its engine is another: bench {} (version {}), ours {} (version {}); "
                           "build both from the same "
                           "source",
                           theirs.bench, printable(theirs.version), ours.bench, ours.version);
    return std::nullopt;
}

bool Roster::receive(std::string_view member, std::string_view text, Instant now) {
    auto message = parse_heartbeat(text);
    const auto [place, is_new] = workers_.try_emplace(std::string(member));
    WorkerRecord& record = place->second;
    record.name = member;
    if (!message) {
        // Another protocol may have other fields.
        if (const auto other = protocol_version_of(text);
            other && other->protocol != ours_.protocol) {
            record.heard = now;
            record.mismatch = difference_of_protocols(ours_, other->protocol, other->version);
            record.last = {.version = other->version, .protocol = other->protocol};
            return true;
        }
        // Another member can have the server's own answers sent to a subject: only a member whose
        // messages could never be read is not used.
        ++record.refused;
        if (is_new) record.mismatch = "its messages cannot be read: it " + message.error();
        if (record.mismatch) record.heard = now;
        return false;
    }
    record.heard = now;
    record.mismatch = difference(ours_, *message);
    record.last = std::move(*message);
    return true;
}

void Roster::forget(std::string_view member) {
    const auto found = workers_.find(member);
    // The quarantine stays.
    if (found == workers_.end()) return;
    if (found->second.quarantine)
        found->second.heard = {};
    else
        workers_.erase(found);
}

void Roster::quarantine(std::string_view member, const std::string& why) {
    WorkerRecord& record = workers_[std::string(member)];
    record.name = member;
    if (!record.quarantine) record.quarantine = why;
}

void Roster::pardon(std::string_view member) {
    const auto found = workers_.find(member);
    if (found != workers_.end()) found->second.quarantine.reset();
}

std::optional<WorkerRecord> Roster::find(std::string_view member) const {
    const auto found = workers_.find(member);
    if (found == workers_.end()) return std::nullopt;
    return found->second;
}

std::vector<std::string> Roster::quarantined() const {
    std::vector<std::string> names;
    for (const auto& [name, record] : workers_)
        if (record.quarantine) names.push_back(name);
    return names;
}

bool Roster::is_trusted(std::string_view member) const {
    const auto found = workers_.find(member);
    return found != workers_.end() && !found->second.quarantine && !found->second.mismatch;
}

std::vector<WorkerRecord> Roster::present(Instant now) const {
    std::vector<WorkerRecord> there;
    for (const auto& [name, record] : workers_)
        if (record.quarantine || now - record.heard <= silence) there.push_back(record);
    return there;
}

std::vector<WorkerRecord> Roster::fit(Instant now) const {
    std::vector<WorkerRecord> fit;
    for (const auto& [name, record] : workers_) {
        // A job is given back when there is a search.
        const Activity doing = record.last.activity;
        const bool is_free = doing != Activity::Draining && doing != Activity::Resting;
        if (now - record.heard <= silence && is_free && is_trusted(name)) fit.push_back(record);
    }
    std::ranges::stable_sort(fit, std::greater<>(),
                             [](const WorkerRecord& record) { return record.last.speed; });
    return fit;
}

std::optional<SelfTest> own_self_test(const std::stop_token& stop) {
    // The result would be the same for every caller.
    static std::mutex mutex;
    static std::optional<SelfTest> known;
    const std::scoped_lock lock(mutex);
    if (known) return known;
    const auto searcher = make_own_pvs();
    const SelfTest self = test_self(*searcher, stop);
    if (stop.stop_requested()) return std::nullopt;
    known = self;
    return known;
}

std::optional<BuildId> own_build_id(const std::stop_token& stop) {
    const auto self = own_self_test(stop);
    return self ? std::optional(self->build_id) : std::nullopt;
}

SelfTest test_self(Searcher& searcher, const std::stop_token& stop) {
    const std::clock_t before = std::clock();
    const BenchResult result = run_bench(searcher, bench_roots(), bench_depth, {}, stop);
    const double used = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    // Where the system does not know processor time, wall time is used.
    const BenchResult undisturbed{result.nodes,
                                  used > 0 ? std::min(used, result.seconds) : result.seconds};
    return {{ROOKERY_VERSION, protocol_version, result.nodes},
            result.nodes_per_second(),
            undisturbed.nodes_per_second()};
}

namespace {

constexpr const char* format = "rookery member notes 1";
constexpr std::size_t max_size = 1 << 20;
constexpr std::size_t longest_reason = 1000;
constexpr std::int64_t last_second = 9'000'000'000;

}  // namespace

void MemberNote::describe(JsonFields& fields) {
    std::int64_t seconds = std::chrono::system_clock::to_time_t(since);
    if (!fields.is_reading()) reason = reason.substr(0, longest_reason);
    fields.text("name", name);
    fields.text("reason", reason, longest_reason);
    fields.number("since", seconds, 0, last_second);
    if (!is_valid_name(name)) fields.refuse(name_problem(name));
    since = std::chrono::system_clock::from_time_t(seconds);
}

std::string text_of(const std::vector<MemberNote>& notes) {
    Json rows = Json::array();
    for (const MemberNote& one : notes) rows.push_back(json_of(one));
    return text_of_json(Json{{"format", format}, {"members", std::move(rows)}}, 1);
}

Result<std::vector<MemberNote>, std::string> parse_member_notes(std::string_view text) {
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    JsonFields fields(*json);
    fields.constant("format", format, "are no notes that this version can read");
    std::vector<MemberNote> list;
    for (const Json& row : fields.array("members")) {
        auto one = read_message<MemberNote>(row);
        if (!one) return failure(one.error());
        list.push_back(std::move(*one));
    }
    return fields.finish(std::move(list));
}

MemberNotes MemberNotes::quarantine_beside(const std::filesystem::path& invitation) {
    std::filesystem::path path = invitation;
    return MemberNotes(path.replace_extension(".quarantine.json"));
}

MemberNotes MemberNotes::refusals_beside(const std::filesystem::path& invitation) {
    std::filesystem::path path = invitation;
    return MemberNotes(path.replace_extension(".refused.json"));
}

Result<std::vector<MemberNote>, std::string> MemberNotes::read() const {
    std::error_code error;
    if (!std::filesystem::exists(path_, error)) return std::vector<MemberNote>();
    const auto text = read_private_file(path_, max_size);
    if (!text) return failure(text.error());
    auto list = parse_member_notes(*text);
    if (!list) return failure(fmt::format("{} {}", path_.string(), list.error()));
    return list;
}

std::optional<std::string> MemberNotes::put(const MemberNote& note) const {
    auto list = read();
    if (!list) return list.error();
    const auto same = std::ranges::find(*list, note.name, &MemberNote::name);
    if (same != list->end())
        *same = note;
    else
        list->push_back(note);
    return replace_private_file(path_, text_of(*list));
}

Result<bool, std::string> MemberNotes::remove(std::string_view name) const {
    auto list = read();
    if (!list) return failure(list.error());
    if (std::erase_if(*list, [&](const MemberNote& one) { return one.name == name; }) == 0)
        return false;
    if (auto problem = replace_private_file(path_, text_of(*list)))
        return failure(std::move(*problem));
    return true;
}

namespace {

constexpr std::string_view helping = "helps";

// Empty for a worker that is there and busy with something else.
std::string standing_of(const WorkerRecord& worker) {
    if (worker.quarantine) return fmt::format("is in quarantine: {}", *worker.quarantine);
    if (worker.mismatch) return fmt::format("cannot help: {}", *worker.mismatch);
    switch (worker.last.activity) {
        case Activity::Idle:
        case Activity::Searching: return std::string(helping);
        case Activity::Job:
        case Activity::Draining:
        case Activity::Resting: break;
    }
    return {};
}

bool is_helped(const std::map<std::string, std::string>& standings) {
    return std::ranges::any_of(standings, [](const auto& one) { return one.second == helping; });
}

}  // namespace

std::vector<std::string> RosterDiff::changes(const std::vector<WorkerRecord>& present) {
    std::map<std::string, std::string> now;
    for (const WorkerRecord& worker : present)
        if (std::string standing = standing_of(worker); !standing.empty())
            now.emplace(worker.name, std::move(standing));
    std::vector<std::string> changes;
    for (const auto& [name, standing] : now)
        if (const auto before = known_.find(name);
            before == known_.end() || before->second != standing)
            changes.push_back(fmt::format("colony: {} {}", name, standing));
    for (const auto& [name, standing] : known_)
        if (!now.contains(name)) changes.push_back(fmt::format("colony: {} is gone", name));
    if (is_helped(known_) && !is_helped(now))
        changes.emplace_back("colony: no worker helps any more; searching alone");
    known_ = std::move(now);
    return changes;
}

}  // namespace rookery::colony
