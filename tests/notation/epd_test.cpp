#include "notation/epd.h"

#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/input.h"
#include "notation/san.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace rookery {
namespace {

Epd epd_of(std::string_view line) {
    auto epd = parse_epd(line);
    EXPECT_TRUE(epd.ok()) << line << ": " << (epd ? "" : epd.error().what);
    return epd ? *epd : Epd{Position::start(), {}, {}};
}

std::vector<std::string> moves_of(const Epd& epd, std::string_view opcode) {
    std::vector<std::string> names;
    const auto moves = epd_moves(epd, opcode);
    if (!moves) return {"(" + moves.error().what + ")"};
    for (Move move : *moves) names.push_back(to_coordinate(epd.position, move));
    return names;
}

using Names = std::vector<std::string>;

TEST(Epd, ReadsOperations) {
    const Epd epd =
        epd_of("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";");
    EXPECT_EQ(to_fen(epd.position), "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
    ASSERT_EQ(epd.operations.size(), 2u);
    EXPECT_EQ(epd.operations[0], (EpdOperation{"bm", {"Qd1+"}}));
    EXPECT_EQ(epd.operations[1], (EpdOperation{"id", {"BK.01"}}));
    EXPECT_EQ(epd.text_of("id"), "BK.01");
    EXPECT_EQ(epd.text_of("c0"), "");
    EXPECT_EQ(epd.find("am"), nullptr);
    EXPECT_EQ(moves_of(epd, "bm"), Names{"d6d1"});
    EXPECT_EQ(moves_of(epd, "am"), Names{});
}

TEST(Epd, StringsMayHoldAnything) {
    const Epd epd =
        epd_of(R"(4k3/8/8/8/8/8/8/4K3 w - - a "foo\"bar";; ; b "foo\\\\"; c0 "x; y" 2;)");
    ASSERT_EQ(epd.operations.size(), 3u);
    EXPECT_EQ(epd.operations[0], (EpdOperation{"a", {"foo\"bar"}}));
    EXPECT_EQ(epd.operations[1], (EpdOperation{"b", {"foo\\\\"}}));
    EXPECT_EQ(epd.operations[2], (EpdOperation{"c0", {"x; y", "2"}}));
    EXPECT_EQ(epd_of(R"(4k3/8/8/8/8/8/8/4K3 w - - c0 "he said "yes"!";)").text_of("c0"),
              "he said \"yes\"!");
}

TEST(Epd, CountersComeFromOperationsOrTheFen) {
    const Epd operations = epd_of("4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; fmvn 40; ce 5;");
    EXPECT_EQ(operations.position.halfmove_clock(), 12);
    EXPECT_EQ(operations.position.fullmove_number(), 40);
    EXPECT_EQ(operations.operations.size(), 1u);
    const Epd fen = epd_of("4k3/8/8/8/8/8/8/4K3 w - - 7 9 ce 5;");
    EXPECT_EQ(fen.position.halfmove_clock(), 7);
    EXPECT_EQ(fen.position.fullmove_number(), 9);
    EXPECT_EQ(fen.text_of("ce"), "5");
    EXPECT_EQ(parse_epd("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;").error().what,
              "hmvc needs one number up to 150");
    EXPECT_FALSE(parse_epd("4k3/8/8/8/8/8/8/4K3 w - - fmvn 1 2;").ok());
}

TEST(Epd, PerftSuites) {
    const Epd epd =
        epd_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400");
    EXPECT_EQ(epd.text_of("D1"), "20");
    EXPECT_EQ(epd.text_of("D2"), "400");
    EXPECT_EQ(epd.operations.size(), 2u);
}

TEST(Epd, MateSuites) {
    EXPECT_EQ(epd_of("8/1k1K4/8/8/6R1/8/8/8 w - - bm #4;").mate_distance(), 4);
    EXPECT_EQ(epd_of("8/1k1K4/8/8/6R1/8/8/8 w - - dm 11;").mate_distance(), 11);
    EXPECT_EQ(epd_of("8/1k1K4/8/8/6R1/8/8/8 b - - bm #-3;").mate_distance(), -3);
    EXPECT_EQ(epd_of("8/1k1K4/8/8/6R1/8/8/8 w - - bm Rg1;").mate_distance(), std::nullopt);
    EXPECT_EQ(epd_of("8/1k1K4/8/8/6R1/8/8/8 w - - bm #x;").mate_distance(), std::nullopt);
}

TEST(Epd, LooseFormsAreRead) {
    const Epd epd =
        epd_of("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ");
    EXPECT_EQ(moves_of(epd, "bm"), Names{"d6d1"});
    EXPECT_EQ(epd.text_of("id"), "BK.01");
    EXPECT_EQ(epd_of("4k3/8/8/8/8/8/8/4K3 w ; bm Ke2").operations.size(), 1u);
    EXPECT_EQ(epd_of("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2; 1 Ke2! Kd7; id x; *").operations,
              (std::vector<EpdOperation>{{"bm", {"Ke2"}}, {"id", {"x"}}}));
    const Epd glued = epd_of("4k3/8/8/8/8/8/8/4K3 w - -3 12 ; bm Ke2");
    EXPECT_EQ(to_fen(glued.position), "4k3/8/8/8/8/8/8/4K3 w - - 3 12");
    EXPECT_FALSE(parse_fen("4k3/8/8/8/8/8/8/4K3 w - -3 12").ok());
}

TEST(Epd, AlternativesAndLines) {
    const Epd epd = epd_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
                           "bm e4 d2d4 Ng1-f3; pv e4 e5 Nf3 Nc6; am Nf4;");
    EXPECT_EQ(moves_of(epd, "bm"), (Names{"e2e4", "d2d4", "g1f3"}));
    EXPECT_EQ(moves_of(epd, "pv"), (Names{"e2e4", "e7e5", "g1f3", "b8c6"}));
    EXPECT_EQ(moves_of(epd, "am"), Names{"(am Nf4: no knight of yours can go to f4)"});
}

TEST(Epd, AmbiguityIsRefusedExceptInWhatIsToBeAvoided) {
    const Epd epd = epd_of("4k3/8/8/8/8/2N5/8/4K1N1 w - - am Ne2 Kf1; bm Ne2;");
    EXPECT_EQ(moves_of(epd, "am"), (Names{"g1e2", "c3e2", "e1f1"}));
    EXPECT_EQ(moves_of(epd, "bm"), Names{"(bm Ne2: several moves fit: Nge2, Nce2)"});
}

TEST(Epd, RefusalsSayWhere) {
    const auto refusal = [](std::string_view line) { return parse_epd(line).error(); };
    EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 w - - c0 \"open;").what, "a quotation is not closed");
    EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 w - - c0 \"open;").offset, 29u);
    EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 w - - | x").what, "an operation begins with a letter");
    EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 w - - | x").offset, 26u);
    EXPECT_EQ(refusal("8/8/8/8/8/8/8/4K3 w - - bm Ke2;").what, "Black has no king");
    EXPECT_NE(refusal("4k3/8/8/8/8/8/8/4K3 w bm - Ke2;").what.find("castling rights"),
              std::string::npos);
    EXPECT_NE(refusal("4k3/8/8/8/8/8/8/4K3 w - - 400 1 bm Ke2;").what.find("halfmove clock"),
              std::string::npos);
}

TEST(Epd, Writes) {
    Epd epd{Position::start(), {}, {}};
    epd.operations = {{"bm", {"e4", "Nf3"}},
                      {"id", {"x.1"}},
                      {"c0", {"say \"hi\" \\ bye"}},
                      {"zz", {"", "a b"}},
                      {"draw", {}}};
    EXPECT_EQ(to_epd(epd), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 Nf3; "
                           R"(id "x.1"; c0 "say \"hi\" \\ bye"; zz "" "a b"; draw;)");
    const auto counters = parse_fen("4k3/8/8/8/8/8/8/4K3 b - - 3 50");
    EXPECT_EQ(to_epd({counters->position, {}, {}}), "4k3/8/8/8/8/8/8/4K3 b - - hmvc 3; fmvn 50;");
}

RC_GTEST_PROP(Epd, WhatIsWrittenIsReadAgain,
              (std::uint64_t seed, const std::vector<std::string>& operands)) {
    Random random(seed);
    Epd epd{test::random_position(random, 60), {}, {{"op", {}}, {"id", {}}}};
    for (std::string operand : operands) {
        std::replace(operand.begin(), operand.end(), '\n', ' ');
        std::replace(operand.begin(), operand.end(), '\r', ' ');
        epd.operations[random.below(2)].operands.push_back(operand);
    }
    const auto again = parse_epd(to_epd(epd));
    RC_ASSERT(again.ok());
    RC_ASSERT(again->position == epd.position);
    RC_ASSERT(again->operations == epd.operations);
}

TEST(Lines, SkipsWhatSaysNothing) {
    using namespace std::string_view_literals;
    constexpr std::string_view text =
        "\xEF\xBB\xBF# remark\r\n\r\n  one  \r\n# two\nthree\n\0\n\0"sv;
    MemorySource source(text);
    LineReader lines(source);
    EXPECT_EQ(lines.next(), "one");
    EXPECT_EQ(lines.line_number(), 3u);
    EXPECT_EQ(lines.next(), "three");
    EXPECT_EQ(lines.line_number(), 5u);
    EXPECT_EQ(lines.next(), std::nullopt);
    EXPECT_EQ(lines.next(), std::nullopt);
}

TEST(Lines, LongLinesAreCutAndManyBlocksRead) {
    std::string text(200000, 'a');
    text += "\nb\n";
    for (int i = 0; i < 50000; ++i) text += "line\n";
    MemorySource source(text);
    LineReader lines(source);
    EXPECT_EQ(lines.next()->size(), LineReader::longest_line);
    EXPECT_EQ(lines.next(), "b");
    std::size_t count = 0;
    while (const auto line = lines.next()) count += *line == "line" ? 1u : 0u;
    EXPECT_EQ(count, 50000u);
}

struct Counts {
    std::size_t lines = 0;
    std::size_t refused = 0;
    std::size_t with_moves = 0;
    std::size_t bad_moves = 0;
};

Counts read_file(const std::filesystem::path& path) {
    Counts counts;
    auto source = FileSource::open(path.string());
    if (!source) return counts;
    LineReader lines(*source);
    while (const auto line = lines.next()) {
        ++counts.lines;
        const auto epd = parse_epd(*line);
        if (!epd) {
            ++counts.refused;
            ADD_FAILURE() << path << ':' << lines.line_number() << ' ' << describe(epd.error());
            continue;
        }
        const auto again = parse_epd(to_epd(*epd));
        EXPECT_TRUE(again.ok() && again->position == epd->position &&
                    again->operations == epd->operations)
            << *line;
        if (epd->mate_distance()) continue;
        for (const char* opcode : {"bm", "am"}) {
            const auto moves = epd_moves(*epd, opcode);
            if (!moves) {
                ++counts.bad_moves;
                ADD_FAILURE() << path << ':' << lines.line_number() << ' ' << moves.error().what;
            } else if (!moves->empty()) {
                ++counts.with_moves;
            }
        }
    }
    return counts;
}

TEST(EpdData, SuitesAreReadCompletely) {
    ROOKERY_NEED_DATA(data);
    struct Suite {
        const char* file;
        std::size_t lines;
        std::size_t with_moves;
    };
    const Suite suites[] = {
        {"epd/arasan21.epd", 200, 200},      {"epd/bratko-kopec.epd", 24, 24},
        {"epd/eet.epd", 100, 100},           {"epd/lct2.epd", 35, 36},
        {"epd/wac.epd", 300, 300},           {"epd/zugts.epd", 30, 30},
        {"mate/classic280.epd", 280, 0},     {"mate/KRvK1000.epd", 1000, 0},
        {"perft/perftsuite126.epd", 126, 0}, {"perft/ethereal_fischer960.epd", 960, 0}};
    for (const Suite& suite : suites) {
        const Counts counts = read_file(data / suite.file);
        EXPECT_EQ(counts.lines, suite.lines) << suite.file;
        EXPECT_EQ(counts.with_moves, suite.with_moves) << suite.file;
        EXPECT_EQ(counts.refused, 0u) << suite.file;
        EXPECT_EQ(counts.bad_moves, 0u) << suite.file;
    }
}

// Four of its lines lost a blank ("- -1 12"), one move is misspelt (Bcx3) and one to be avoided
// ambiguous (Ne5), which spoils nothing.
TEST(EpdData, ADamagedSuiteIsReadAsFarAsItCanBe) {
    ROOKERY_NEED_DATA(data);
    auto source = FileSource::open((data / "epd" / "kaufman.epd").string());
    ASSERT_TRUE(source.ok());
    LineReader lines(*source);
    std::vector<std::string> problems;
    std::size_t count = 0;
    while (const auto line = lines.next()) {
        ++count;
        const auto epd = parse_epd(*line);
        ASSERT_TRUE(epd.ok()) << *line << ' ' << epd.error().what;
        if (count == 4) {
            EXPECT_EQ(epd->position.fullmove_number(), 12);
        }
        for (const char* opcode : {"bm", "am"})
            if (const auto moves = epd_moves(*epd, opcode); !moves)
                problems.push_back(moves.error().what);
    }
    EXPECT_EQ(count, 25u);
    EXPECT_EQ(problems, Names{"bm Bcx3: 'Bcx3' is not a move"});
}

// Not EPD, but its first part is a position and its second a move.
TEST(EpdData, ExchangeSuiteIsRefusedAsEpdButItsPartsAreRead) {
    ROOKERY_NEED_DATA(data);
    auto source = FileSource::open((data / "epd" / "see.epd").string());
    ASSERT_TRUE(source.ok());
    LineReader lines(*source);
    std::size_t count = 0;
    while (const auto line = lines.next()) {
        ++count;
        EXPECT_FALSE(parse_epd(*line).ok());
        const std::size_t bar = line->find('|');
        const auto parsed = parse_fen(line->substr(0, bar));
        ASSERT_TRUE(parsed.ok()) << *line;
        const std::string_view move = line->substr(bar + 1, line->find('|', bar + 1) - bar - 1);
        EXPECT_TRUE(parse_san(parsed->position, move).ok()) << *line;
    }
    EXPECT_EQ(count, 71u);
}

TEST(EpdData, SeedsOfOtherFuzzers) {
    ROOKERY_NEED_DATA(data);
    for (const char* folder :
         {"fuzz/python-chess/epd", "fuzz/python-chess/fen", "fuzz/chess-library/fen"})
        for (const auto& entry : std::filesystem::directory_iterator(data / folder)) {
            auto source = FileSource::open(entry.path().string());
            ASSERT_TRUE(source.ok());
            LineReader lines(*source);
            const auto line = lines.next();
            ASSERT_TRUE(line.has_value());
            const std::string name = entry.path().filename().string();
            const bool other_game = name == "empty" || name == "horde" ||
                                    name.find("3check") != name.npos ||
                                    name.find("-zh") != name.npos;
            const auto epd = parse_epd(*line);
            EXPECT_EQ(epd.ok(), !other_game) << name << ": " << *line;
        }
}

}  // namespace
}  // namespace rookery
