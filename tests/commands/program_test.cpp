#include "commands/cli.h"

#include "store/json.h"
#include "ui/messages.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rookery {
namespace {

struct Ran {
    int exit_code = 0;
    std::string out;
    std::string err;
};

Ran run(std::vector<std::string> arguments, ProgramKind kind = ProgramKind::Full) {
    arguments.insert(arguments.begin(), "rookery");
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Ran ran;
    ran.exit_code =
        run_program(static_cast<int>(pointers.size()), pointers.data(), {kind, all_searchers()});
    std::fflush(stdout);
    ran.out = testing::internal::GetCapturedStdout();
    ran.err = testing::internal::GetCapturedStderr();
    return ran;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Program, ShowsHelpAndVersion) {
    for (const auto& arguments : {std::vector<std::string>{"--help"}, {"-h"}, {"help"}}) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.exit_code, exit_ok);
        for (const char* word : {"console", "play", "uci", "perft", "Example:", "Exit codes:"})
            EXPECT_TRUE(has(ran.out, word)) << word;
    }
    EXPECT_EQ(run({"--version"}).out.rfind("Rookery ", 0), 0u);
}

TEST(Program, ExplainsEveryCommand) {
    for (const char* command : {"console", "play", "uci", "perft", "bench", "speedtest", "suite",
                                "tune", "selfplay", "lab"}) {
        const Ran ran = run({command, "--help"});
        EXPECT_EQ(ran.exit_code, exit_ok);
        EXPECT_TRUE(has(ran.out, "Example: rookery ")) << command;
        EXPECT_EQ(run({"help", command}).out, ran.out);
    }
}

TEST(Program, SuggestsTheNearestCommand) {
    const Ran near = run({"pefrt", "5"});
    EXPECT_EQ(near.exit_code, exit_usage);
    EXPECT_EQ(near.err, "rookery: unknown command 'pefrt'; did you mean perft?\n"
                        "'rookery --help' lists the commands.\n");
    EXPECT_EQ(near.out, "");
    const Ran far = run({"\x1b[2Jfoo"});
    EXPECT_EQ(far.exit_code, exit_usage);
    EXPECT_TRUE(has(far.err, "'rookery --help' lists the commands"));
    EXPECT_FALSE(has(far.err, "\x1b"));
}

TEST(Program, RefusesBadUsage) {
    const std::vector<std::vector<std::string>> lines = {
        {"--bogus"},
        {"perft"},
        {"perft", "abc"},
        {"perft", "-1"},
        {"perft", "100"},
        {"perft", "3", "--threads", "0"},
        {"perft", "3", "--threads", "1025"},
        {"perft", "3", "--hash", "-5"},
        {"perft", "3", "--hash", "99999999999999"},
        {"perft", "3", "--bogus"},
        {"perft", "3", "4"},
        {"perft", "3", "--fen", "rubbish"},
        {"play", "--opponent", "nobody"},
        {"play", "--white", "--black"},
        {"play", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"},
    };
    for (const auto& line : lines) {
        const Ran ran = run(line);
        EXPECT_EQ(ran.exit_code, exit_usage) << line.back();
        EXPECT_EQ(ran.err.rfind("rookery: ", 0), 0u) << line.back() << ": " << ran.err;
    }
}

TEST(Program, CountsPerft) {
    EXPECT_EQ(run({"perft", "0"}).out.rfind("nodes  1\n", 0), 0u);
    EXPECT_EQ(run({"perft", "3"}).out.rfind("nodes  8902\n", 0), 0u);
    EXPECT_EQ(run({"perft", "4", "--threads", "3", "--hash", "1"}).out.rfind("nodes  197281\n", 0),
              0u);
    const Ran divided = run({"perft", "2", "--divide"});
    EXPECT_EQ(divided.out.rfind("a2a3: 20\na2a4: 20\nb1a3: 20\n", 0), 0u);
    EXPECT_TRUE(has(divided.out, "\n\nnodes  400\n"));
}

TEST(Program, TakesFensWithAndWithoutQuotes) {
    const std::string nodes = "nodes  191\n";
    EXPECT_EQ(run({"perft", "2", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"})
                  .out.rfind(nodes, 0),
              0u);
    EXPECT_EQ(run({"perft", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "2"})
                  .out.rfind(nodes, 0),
              0u);
    EXPECT_EQ(
        run({"perft", "2", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "w", "-", "-", "0", "1"})
            .out.rfind(nodes, 0),
        0u);
    EXPECT_EQ(
        run({"perft", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "w", "-", "-", "0", "1", "2"})
            .out.rfind(nodes, 0),
        0u);
}

TEST(Program, SaysWhatItMendedInAFen) {
    const Ran ran = run({"perft", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"});
    EXPECT_EQ(ran.exit_code, exit_ok);
    EXPECT_TRUE(has(ran.err, "castling right was dropped"));
}

TEST(Program, RefusesATableThatDoesNotFit) {
    const Ran ran = run({"perft", "1", "--hash", "16777216"});
    EXPECT_EQ(ran.exit_code, exit_failed);
    EXPECT_TRUE(has(ran.err, "--hash 16777216: only "));
}

TEST(Program, WritesCastlingAsAsked) {
    const std::string fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    EXPECT_TRUE(has(run({"perft", "1", "--divide", "--fen", fen}).out, "e1g1: 1\n"));
    EXPECT_TRUE(has(run({"perft", "1", "--divide", "--chess960", "--fen", fen}).out, "e1h1: 1\n"));
}

TEST(Program, BenchCountsTheSameNodesTwice) {
    const auto nodes = [](const Ran& ran) {
        return ran.out.substr(0, ran.out.find(" nps")).substr(0, ran.out.find(" nodes"));
    };
    const Ran first = run({"bench", "--depth", "4"});
    EXPECT_EQ(first.exit_code, exit_ok);
    EXPECT_TRUE(has(first.out, " nodes "));
    EXPECT_EQ(nodes(first), nodes(run({"bench", "--depth", "4", "--hash", "16"})));
    EXPECT_EQ(run({"bench", "--searcher", "nobody"}).exit_code, exit_usage);
    EXPECT_EQ(nodes(first), nodes(run({"bench", "4"})));
    const Ran unknown = run({"bench", "perft_sped"});
    EXPECT_EQ(unknown.exit_code, exit_usage);
    EXPECT_NE(unknown.err.find("did you mean perft?"), std::string::npos) << unknown.err;
    EXPECT_NE(unknown.err.find("speedtest, perft, suite"), std::string::npos) << unknown.err;
    EXPECT_EQ(run({"bench", "0"}).exit_code, exit_usage);
    EXPECT_EQ(run({"bench", "4", "--depth", "5"}).exit_code, exit_usage);
}

TEST(Program, SpeedTestComparesThreads) {
    const Ran text = run({"speedtest", "--threads", "2", "--seconds", "0.2", "--hash", "1"});
    EXPECT_EQ(text.exit_code, exit_ok);
    EXPECT_TRUE(has(text.out, "one thread"));
    EXPECT_TRUE(has(text.out, "2 threads"));
    EXPECT_TRUE(has(text.out, "times one thread"));
    const Ran alone = run({"speedtest", "--threads", "1", "--seconds", "0.1"});
    EXPECT_FALSE(has(alone.out, "scaling"));
    EXPECT_EQ(run({"speedtest", "--searcher", "nobody"}).exit_code, exit_usage);
    EXPECT_EQ(run({"speedtest", "--seconds", "0"}).exit_code, exit_usage);
}

TEST(Program, SpeedTestWritesJson) {
    const Ran ran = run({"speedtest", "--threads", "1", "--seconds", "0.1", "--json"});
    EXPECT_EQ(ran.exit_code, exit_ok);
    const auto json = Json::parse(ran.out);
    EXPECT_GT(json.at("nodes").get<std::uint64_t>(), 0u);
    EXPECT_EQ(json.at("threads"), 1);
    EXPECT_EQ(json.at("one_thread").at("nodes"), json.at("nodes"));
    EXPECT_EQ(json.at("scaling"), 1.0);
    EXPECT_EQ(json.at("stopped"), false);
}

TEST(Program, ListsNoExperiments) {
    const std::string engine = run({"uci", "uci"}).out;
    const std::string play = run({"play", "--help"}).out;
    EXPECT_TRUE(has(engine, " var mcts-ab")) << engine;
    for (const SearcherEntry& entry : all_searchers()) {
        if (!entry.experiment) continue;
        EXPECT_FALSE(has(engine, std::string(entry.name))) << entry.name;
        EXPECT_FALSE(has(play, std::string(entry.name))) << entry.name;
        EXPECT_EQ(run({"play", "--opponent", std::string(entry.name)}).exit_code, exit_usage);
    }
}

TEST(Program, EngineHasNoGameCommands) {
    for (const char* command : {"play", "console"})
        EXPECT_EQ(run({command}, ProgramKind::Engine).exit_code, exit_usage) << command;
}

}  // namespace
}  // namespace rookery
