// Jobs, reports and answers as text.
#include "colony/jobs/job.h"

#include "colony/jobs/job_executor.h"
#include "colony/messages.h"

#include "job_helpers.h"
#include "store/json.h"

#include <rapidcheck/gtest.h>

namespace rookery::colony {
namespace {

Job pair_job() {
    Job job{"m1-p1", new_ticket(), 12'345, test_pair(3)};
    auto& task = std::get<PairTask>(job.task);
    task.players[0].evaluator = "classical";
    task.players[0].level = 3;
    task.players[0].settings = {{"lmr_base", 5}, {"x", -7}};
    task.players[0].variant.terms = "all-mobility+danger*150";
    task.players[0].variant.weights = {{"material.knight", "350:-340"}};
    task.controls[0] = *arena::parse_time_control("40/60+0.5");
    task.controls[1] = *arena::parse_time_control("nodes=100,depth=7");
    task.nodes_per_second = 1'000'000;
    task.adjudication.draw = arena::Adjudication::Draw{30, 5, 7};
    task.opening = arena::chess960_opening(17);
    task.opening.name.clear();
    return job;
}
Job selfplay_job() { return {"s9-g0", new_ticket(), 12'345, test_selfplay(8, 3)}; }

TEST(Job, SurvivesItsText) {
    for (const Job& job : {pair_job(), selfplay_job()}) {
        const auto read = parse_job(to_text(job));
        ASSERT_TRUE(read.ok()) << read.error();
        EXPECT_EQ(to_text(*read), to_text(job));
        EXPECT_EQ(read->id, job.id);
        EXPECT_EQ(read->ticket, job.ticket);
        EXPECT_EQ(read->bench, job.bench);
        EXPECT_EQ(read->task.index(), job.task.index());
    }
    const auto read = std::get<PairTask>(parse_job(to_text(pair_job()))->task);
    const auto written = std::get<PairTask>(pair_job().task);
    EXPECT_EQ(read.players, written.players);
    EXPECT_EQ(read.controls, written.controls);
    EXPECT_EQ(read.opening, written.opening);
    EXPECT_EQ(read.games, written.games);
    EXPECT_EQ(read.adjudication.draw->moves, 5);
    EXPECT_EQ(read.adjudication.max_moves, 60);
    const auto games = std::get<SelfplayTask>(parse_job(to_text(selfplay_job()))->task);
    EXPECT_EQ(games.seed, 0xFEDC'BA98'7654'3210U);
    EXPECT_EQ(games.settings.soft_nodes, 100U);
    EXPECT_EQ(games.settings.hash_mib, 1U);
}

// The job with one thing changed.
template <class Change>
Result<Job, std::string> changed(const Job& job, Change change) {
    Json json = Json::parse(to_text(job));
    change(json);
    return parse_job(json.dump());
}

TEST(Job, InvalidJobsAreRefused) {
    const Job job = pair_job();
    EXPECT_TRUE(changed(job, [](Json&) {}).ok());
    const std::pair<const char*, Json> fields[] = {
        {"kind", "shell"},
        {"kind", 3},
        {"id", "../p1"},
        {"id", ""},
        {"id", "a.b"},
        {"ticket", "short"},
        {"bench", -1},
        {"players", Json::array()},
        {"rate", -5},
        {"controls", {"3+1"}},
        {"fen", "nonsense"},
        {"chess960", 2},
        {"moves", {"e2e5"}},
        {"draw_moves", -1},
        {"games", Json::array()},
        {"max_moves", 1000000},
        {"weights", "x"},
        {"command", "/bin/sh"},
        {"rate", 0},
    };
    for (const auto& [name, value] : fields)
        EXPECT_FALSE(changed(job, [&, key = name, to = value](Json& json) { json[key] = to; }).ok())
            << name << ' ' << value.dump();
    const std::pair<const char*, Json> of_player[] = {
        {"searcher", "/usr/bin/x"},
        {"searcher", "a b"},
        {"evaluator", "../x"},
        {"level", 99},
        {"hash", 1 << 20},
        {"hash", 0},
        {"seed", -1},
        {"settings", {"a"}},
        {"settings", {"a=b"}},
        {"settings", {"a=1 2"}},
        {"settings", {"=1"}},
        {"weights", {"m=/etc/passwd"}},
        {"terms", "all;rm"},
        {"threads", 4},
        {"settings", {"a=99999999999"}},
        {"Weights", "file"},
    };
    for (const auto& [name, value] : of_player)
        EXPECT_FALSE(
            changed(job, [&, key = name, to = value](Json& json) { json["players"][1][key] = to; })
                .ok())
            << name << ' ' << value.dump();
    EXPECT_FALSE(changed(job, [](Json& json) {
                     json["games"][1]["white"] = json["games"][0]["white"];
                 }).ok());
    EXPECT_FALSE(changed(job, [](Json& json) { json["controls"][0] = "0.1/move"; }).ok())
        << "by the wall clock";
    for (const char* name : {"soft_nodes", "games", "longest"})
        EXPECT_FALSE(changed(selfplay_job(), [&](Json& json) { json[name] = 0; }).ok()) << name;
    EXPECT_FALSE(changed(selfplay_job(), [](Json& json) { json["seed"] = "xyz"; }).ok());
    for (const char* text : {"", "{", "[]", "3", "null", R"({"kind":"pair"})"})
        EXPECT_FALSE(parse_job(text).ok()) << text;
    EXPECT_FALSE(parse_job(std::string(longest_job + 1, ' ')).ok());
}

TEST(Job, PlayersOfNoTableAreFoundOut) {
    EXPECT_EQ(validate(Task(test_pair(1)), test_searchers), std::nullopt);
    PairTask task = test_pair(1);
    task.players[1].searcher = "abacus";
    EXPECT_NE(validate(Task(task), test_searchers), std::nullopt);
    task = test_pair(1);
    task.players[0].settings = {{"no_such_number", 1}};
    EXPECT_NE(validate(Task(task), test_searchers), std::nullopt);
    task.players[0] = test_player("colony");
    EXPECT_NE(validate(Task(task), test_searchers), std::nullopt);
}

TEST(Job, OnlyWhatEverybodyPlaysAlikeIsDealtOut) {
    arena::SearcherSpec spec{"one", "pvs", 1, {16, 1}};
    arena::MatchSettings settings;
    settings.controls = {*arena::parse_time_control("nodes=100"),
                         *arena::parse_time_control("depth=3")};
    EXPECT_TRUE(remote_players({spec, spec}, settings).ok());
    arena::SearcherSpec other = spec;
    other.resources.threads = 2;
    EXPECT_FALSE(remote_players({spec, other}, settings).ok());
    other = spec;
    other.weights = "file";
    EXPECT_FALSE(remote_players({spec, other}, settings).ok());
    EXPECT_FALSE(
        remote_players({spec, arena::EngineSpec{"fish", "/usr/games/fish"}}, settings).ok());
    settings.controls[0] = *arena::parse_time_control("3+0.03");
    EXPECT_TRUE(remote_players({spec, spec}, settings).ok())
        << "by the wall clock, see task_test.cpp";
    settings.nodes_per_second = 1e6;
    EXPECT_TRUE(remote_players({spec, spec}, settings).ok());
    settings.controls[0] = *arena::parse_time_control("0.1/move");
    EXPECT_FALSE(remote_players({spec, spec}, settings).ok());
}

TEST(JobMessages, SurviveTheirText) {
    const JobReport report{
        JobReport::Kind::Done, new_ticket(), {std::string("\0\xFF x", 4), ""}, "why"};
    EXPECT_EQ(*parse_job_report(to_text(report)), report);
    const JobAnswer answer{"m1-p1", new_ticket(), JobAnswer::Kind::Pass};
    EXPECT_EQ(*parse_job_answer(to_text(answer)), answer);
    const JobReport failed{JobReport::Kind::Failed, new_ticket(), {}, std::string(5000, '\xC3')};
    EXPECT_TRUE(parse_job_report(to_text(failed)).ok()) << "cut, and made valid";
}

TEST(JobMessages, NonsenseIsRefused) {
    const std::string ticket = new_ticket();
    for (const std::string& text :
         {std::string(), std::string("+OK"), std::string("{}"),
          R"({"say":"done","ticket":")" + ticket + R"(","results":["0"],"why":""})",
          R"({"say":"done","ticket":")" + ticket + R"(","results":["zz"],"why":""})",
          R"({"say":"won","ticket":")" + ticket + R"(","results":[],"why":""})",
          std::string(R"({"say":"done","ticket":"","results":[],"why":""})")})
        EXPECT_FALSE(parse_job_report(text).ok()) << text;
    EXPECT_FALSE(parse_job_answer(R"({"job":"A","ticket":")" + ticket + R"(","say":"go"})").ok());
    EXPECT_FALSE(parse_job_answer(R"({"job":"a","ticket":")" + ticket + R"(","say":"stop"})").ok());
}

TEST(JobMessages, SubjectNamesTheSender) {
    EXPECT_EQ(sender_of(report_subject("attic", "m1-p1")).worker, "attic");
    EXPECT_EQ(sender_of(report_subject("attic", "m1-p1")).job, "m1-p1");
    for (const char* subject :
         {"rk.result.a", "rk.result.a.b.c", "rk.result.A.b", "rk.alive.a.b", "rk.result..x", ""})
        EXPECT_EQ(sender_of(subject).job, "") << subject;
}

TEST(JobMessages, ServerReportsLostConnections) {
    const auto news = [](const std::string& type, const std::string& user) {
        return R"({"type":")" + type + R"(","server":{"name":"x"},"client":{"user":")" + user +
               R"("},"reason":"Client Closed"})";
    };
    const std::string member = MemberId{"attic", std::string(32, 'a'), Role::Worker}.text();
    const std::string type = "io.nats.server.advisory.v1.client_disconnect";
    EXPECT_EQ(gone_member(news(type, member)), "attic");
    EXPECT_EQ(gone_member(news("io.nats.server.advisory.v1.client_connect", member)), std::nullopt);
    EXPECT_EQ(gone_member(news(type, "somebody")), std::nullopt);
    for (const char* text : {"", "[]", "{}", R"({"type":3})"})
        EXPECT_EQ(gone_member(text), std::nullopt);
}

TEST(Hex, SurvivesAndRefuses) {
    EXPECT_EQ(bytes_of_hex(hex_of(std::string("\0\x7F\xFF", 3))), std::string("\0\x7F\xFF", 3));
    for (const char* bad : {"0", "0g", "AB", " 1"})
        EXPECT_EQ(bytes_of_hex(bad), std::nullopt) << bad;
}

// Changed bytes are refused or read without a crash, and a job that was read can be written again.
RC_GTEST_PROP(Job, DamagedTextIsRefusedOrMakesSense, ()) {
    std::string text = *rc::gen::arbitrary<bool>() ? to_text(pair_job()) : to_text(selfplay_job());
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i)
        text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
    if (const auto job = parse_job(text)) RC_ASSERT(parse_job(to_text(*job)).ok());
    (void)parse_job_report(text);
    (void)parse_job_answer(text);
    (void)gone_member(text);
}

}  // namespace
}  // namespace rookery::colony
