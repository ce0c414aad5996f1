// The status of a colony as text, JSON and metrics.
#include "colony/live/colony_status.h"
#include "colony/live/worker.h"
#include "store/json.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

namespace rookery::colony {
namespace {

const Time noon = std::chrono::system_clock::from_time_t(1'700'000'000);

MemberStatus member(const char* name, Role role = Role::Worker) {
    return {.member = {.id = {name, std::string(32, 'a'), role},
                       .issued = noon,
                       .expires = noon + std::chrono::days(10)}};
}

WorkerRecord at_work(Activity activity, std::uint64_t speed) {
    WorkerRecord record;
    record.last = {.version = "1.0",
                   .bench = 42,
                   .threads = 4,
                   .speed = speed,
                   .activity = activity,
                   .search = "home-1-1",
                   .nodes = 7,
                   .up_ms = 4000,
                   .busy_ms = 3000,
                   .timed_speed = activity == Activity::Searching ? 250'000u : 0u};
    return record;
}

ColonyStatus some_colony() {
    ColonyStatus status{.name = "home", .server = 77, .now = noon};
    for (const char* name : {"attic", "barn", "cellar", "den", "eaves"})
        status.members.push_back(member(name));
    status.members[0].worker = at_work(Activity::Searching, 1'000'000);
    status.members[1].quarantine = "it lied\n\x1b[31m";
    status.members[2].refusal = "its engine is another";
    status.members[3].member.state = MemberState::Revoked;
    status.members[4].member.expires = noon;
    status.members.push_back(member("home", Role::Coordinator));
    return status;
}

std::vector<std::string> states(const ColonyStatus& status) {
    std::vector<std::string> all;
    for (const MemberStatus& one : status.members) all.push_back(state_of(one, status.now));
    return all;
}

TEST(ColonyStatus, EveryMemberHasAState) {
    EXPECT_EQ(states(some_colony()), (std::vector<std::string>{"searching", "quarantine", "refused",
                                                               "revoked", "expired", ""}));
    EXPECT_EQ(state_of(member("x"), noon), "away");
}

TEST(ColonyStatus, PeopleSeeWhoDoesWhatAndNothingHarmsTheirTerminal) {
    const auto lines = text_lines(some_colony(), 500);
    ASSERT_EQ(lines.size(), 9u);
    EXPECT_EQ(lines[0], "colony home: the server runs, process 77");
    EXPECT_EQ(lines[1], "1 worker there, 4 threads, 1000000 nodes a second");
    EXPECT_TRUE(std::regex_match(
        lines[3],
        std::regex("attic +worker +searching +4 +1000000 +75 % +yes  2023-11-24  home-1-1")))
        << lines[3];
    EXPECT_NE(lines[4].find("quarantine: it lied"), std::string::npos);
    EXPECT_NE(lines[5].find("sent away: its engine is another"), std::string::npos);
    for (const std::string& line : lines) {
        EXPECT_EQ(line.find('\x1b'), std::string::npos);
        EXPECT_EQ(line.find('\n'), std::string::npos);
    }
    for (const std::string& line : text_lines(some_colony(), 40)) EXPECT_LE(line.size(), 40u);
}

TEST(ColonyStatus, JsonHoldsAll) {
    const auto json = Json::parse(json_text(some_colony()));
    EXPECT_EQ(json.at("colony"), "home");
    EXPECT_EQ(json.at("server"), true);
    const auto& attic = json.at("members").at(0);
    EXPECT_EQ(attic.at("state"), "searching");
    EXPECT_EQ(attic.at("speed"), 1'000'000);
    EXPECT_EQ(attic.at("utilisation"), 0.75);
    EXPECT_EQ(attic.at("nodes"), 7);
    EXPECT_EQ(attic.at("timed_speed"), 250'000);
    EXPECT_EQ(json.at("members").at(1).at("quarantine"), "it lied\n\x1b[31m");
    EXPECT_EQ(json.at("members").at(2).at("refusal"), "its engine is another");
    EXPECT_FALSE(json.at("members").at(3).contains("speed"));
}

// As Prometheus reads it: for each metric its help and its type, then its values.
TEST(ColonyStatus, PrometheusCanReadIt) {
    std::istringstream text(prometheus_text(some_colony()));
    const std::regex value("(rookery_colony_[a-z_]+)(\\{[a-z]+=\"[a-z0-9-]*\"(,[a-z]+=\"[a-z0-9-]*"
                           "\")*\\})? ([0-9.e+]+)");
    std::map<std::string, double> values;
    std::string described;
    std::string typed;
    for (std::string line; std::getline(text, line);) {
        std::smatch parts;
        if (std::regex_match(line, parts, std::regex("# HELP ([a-z_]+) .+\\."))) {
            described = parts[1];
        } else if (std::regex_match(line, parts, std::regex("# TYPE ([a-z_]+) (gauge|counter)"))) {
            typed = parts[1];
            EXPECT_EQ(typed, described);
            EXPECT_EQ(parts[2] == "counter", typed.ends_with("_total")) << typed;
        } else {
            ASSERT_TRUE(std::regex_match(line, parts, value)) << line;
            EXPECT_EQ(parts[1], typed);
            EXPECT_TRUE(values.emplace(parts[1].str() + parts[2].str(), std::stod(parts[4])).second)
                << line << " twice";
        }
    }
    EXPECT_EQ(values.at("rookery_colony_server_up"), 1);
    EXPECT_EQ(values.at("rookery_colony_worker_present{worker=\"attic\"}"), 1);
    EXPECT_EQ(values.at("rookery_colony_worker_present{worker=\"barn\"}"), 0);
    EXPECT_EQ(values.at("rookery_colony_worker_quarantined{worker=\"barn\"}"), 1);
    EXPECT_EQ(values.at("rookery_colony_worker_refused{worker=\"cellar\"}"), 1);
    EXPECT_EQ(values.at("rookery_colony_worker_timed{worker=\"attic\"}"), 1);
    EXPECT_EQ(values.at("rookery_colony_worker_timed{worker=\"barn\"}"), 0);
    EXPECT_EQ(values.at("rookery_colony_worker_busy_seconds_total{worker=\"attic\"}"), 3);
    EXPECT_EQ(values.at("rookery_colony_worker_speed_nodes_per_second{worker=\"attic\"}"),
              1'000'000);
    EXPECT_EQ(values.at("rookery_colony_members{role=\"worker\",state=\"revoked\"}"), 1);
    EXPECT_EQ(values.at("rookery_colony_worker_activity{worker=\"attic\",activity=\"searching\"}"),
              1);
    EXPECT_EQ(values.at("rookery_colony_certificate_expiry_timestamp_seconds{member=\"eaves\"}"),
              1'700'000'000);
}

}  // namespace
}  // namespace rookery::colony
