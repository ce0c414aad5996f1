#include "engine/engine.h"

#include "base/random.h"
#include "engine/engine_helpers.h"
#include "eval/nnue/network_file.h"
#include "eval/nnue/nnue_helpers.h"
#include "knowledge/polyglot.h"
#include "notation/coordinate.h"
#include "support/chess_helpers.h"
#include "support/fake_tables.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include <filesystem>
#include <fstream>
#include <new>

namespace rookery {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::Witness;

SearchRequest with_clock(std::chrono::milliseconds left) {
    SearchRequest request;
    request.clock = GameTime{left, 0ms, 0, 0ms};
    return request;
}

SearchRequest to_depth(int depth) {
    SearchRequest request;
    request.limits.depth = depth;
    return request;
}

// The move that is played begins the last line that is no bound.
void expect_reported(const Answer& answer) {
    ASSERT_FALSE(answer.lines.empty());
    const LineReport* last = nullptr;
    for (const LineReport& line : answer.lines)
        if (line.line == 1 && line.bound == LineReport::Bound::Exact) last = &line;
    ASSERT_NE(last, nullptr);
    if (answer.result.best) {
        ASSERT_FALSE(last->moves.empty());
        EXPECT_EQ(last->moves.front(), answer.result.best);
    }
}

TEST(Engine, AnswersEverySearchOnce) {
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    for (int i = 1; i <= 5; ++i) engine.search(to_depth(i));
    engine.await_all();
    ASSERT_EQ(witness.answers().size(), 5u);
    for (const Answer& answer : witness.answers()) expect_reported(answer);
}

// A book with two moves for the start, one of which is never drawn.
class BookOfTwo {
  public:
    BookOfTwo()
        : path_(testing::TempDir() + "rookery_engine_" + std::to_string(getpid()) + ".bin") {
        std::ofstream file(path_, std::ios::binary);
        for (const auto& [text, weight] : {std::pair("a2a3", 0), std::pair("h2h4", 7)}) {
            const Move move = *parse_coordinate(Position::start(), text);
            std::array<char, polyglot::entry_size> bytes{};
            polyglot::write_entry({polyglot::key_of(Position::start()), polyglot::code_of(move),
                                   static_cast<std::uint16_t>(weight), 0},
                                  bytes);
            file.write(bytes.data(), bytes.size());
        }
    }
    ~BookOfTwo() { std::filesystem::remove(path_); }
    BookOfTwo(const BookOfTwo&) = delete;
    BookOfTwo& operator=(const BookOfTwo&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    const std::string path_;
};

constexpr Move h2h4{Square::H2, Square::H4};

TEST(Engine, PlaysFromItsBookWhereThatIsAsked) {
    const BookOfTwo book;
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    std::size_t answers = 0;
    const auto move_for = [&](const SearchRequest& request) {
        engine.search(request);
        if (request.infinite) engine.stop();
        engine.await_all();
        EXPECT_EQ(witness.answers().size(), ++answers);
        expect_reported(witness.answers().back());
        return witness.answers().back().result.best;
    };
    ASSERT_EQ(engine.set_option("BookFile", book.path()), std::nullopt);
    EXPECT_NE(move_for(to_depth(1)), h2h4);
    ASSERT_EQ(engine.set_option("OwnBook", "true"), std::nullopt);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(move_for(to_depth(1)), h2h4);
    EXPECT_EQ(witness.notices().back(), "book move, weight 7 of 7");
    // An analysis is searched.
    SearchRequest analysis;
    analysis.infinite = true;
    EXPECT_NE(move_for(analysis), h2h4);
    ASSERT_EQ(engine.set_option("MultiPV", "2"), std::nullopt);
    EXPECT_NE(move_for(to_depth(1)), h2h4);
    ASSERT_EQ(engine.set_option("MultiPV", "1"), std::nullopt);
    // So is a position that the book does not have, or that comes too late.
    Game game;
    ASSERT_TRUE(game.play(Move(Square::E2, Square::E4)));
    engine.set_game(game);
    EXPECT_TRUE(move_for(to_depth(1)));
    engine.set_game(
        Game(test::position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9")));
    EXPECT_EQ(move_for(to_depth(1)), h2h4);
    ASSERT_EQ(engine.set_option("BookDepth", "8"), std::nullopt);
    EXPECT_NE(move_for(to_depth(1)), h2h4);
}

TEST(Engine, ABookThatCannotBeReadChangesNothing) {
    const BookOfTwo book;
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    ASSERT_EQ(engine.set_option("OwnBook", "true"), std::nullopt);
    ASSERT_EQ(engine.set_option("BookFile", book.path()), std::nullopt);
    EXPECT_EQ(engine.set_option("BookFile", "/nowhere.bin"),
              "option BookFile: /nowhere.bin cannot be read");
    engine.search(to_depth(1));
    engine.await_all();
    EXPECT_EQ(witness.answers().back().result.best, h2h4);
    // It becomes shorter while it is in use.
    std::filesystem::resize_file(book.path(), 8);
    engine.search(to_depth(1));
    ASSERT_EQ(engine.set_option("BookFile", "<empty>"), std::nullopt);
    engine.search(to_depth(1));
    engine.await_all();
    ASSERT_EQ(witness.answers().size(), 3u);
    for (std::size_t i = 1; i < 3; ++i) EXPECT_NE(witness.answers()[i].result.best, h2h4);
}

TEST(Engine, PlaysFromTheDefaultBookIfAsked) {
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    engine.search(to_depth(2));
    ASSERT_EQ(engine.set_option("OwnBook", "true"), std::nullopt);
    engine.search(to_depth(2));
    engine.await_all();
    const auto notices = witness.notices();
    ASSERT_EQ(notices.size(), 1u);
    EXPECT_TRUE(notices.front().starts_with("book move, weight "));
}

// Reports which colony helps it.
class TalkingSearcher final : public Searcher {
  public:
    explicit TalkingSearcher(std::string colony) : colony_(std::move(colony)) {}

    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root&, const Limits&, std::stop_token,
                        SearchListener& listener) override {
        listener.on_notice("helped by " + colony_);
        return {};
    }

  private:
    const std::string colony_;
};

TEST(Engine, NoticesOfTheSearcherArePassedOnAndTheColonyIsTheChosenOne) {
    constexpr SearcherEntry talking[] = {
        {.name = "talking",
         .summary = "talks",
         .create = [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
             return std::make_unique<TalkingSearcher>(setup.colony);
         },
         .is_helped = true}};
    Witness witness;
    Engine engine({talking}, 1, witness);
    engine.search(to_depth(1));
    EXPECT_EQ(engine.set_option("Colony", "attic.rookery"), std::nullopt);
    engine.search(to_depth(1));
    engine.await_all();
    EXPECT_EQ(witness.notices(),
              (std::vector<std::string>{"helped by ", "helped by attic.rookery"}));
}

TEST(Engine, PondersUntilTheMoveIsPlayed) {
    Witness witness;
    Engine engine({test::obedient_searcher}, 1, witness);
    SearchRequest request = with_clock(20ms);
    request.ponder = true;
    engine.search(request);
    ASSERT_TRUE(witness.await_line());
    std::this_thread::sleep_for(60ms);  // longer than its clock, which must not run
    EXPECT_EQ(witness.answers().size(), 0u);
    engine.ponder_hit();  // now it does, and ends the search without a stop
    EXPECT_TRUE(witness.await_answers(1));
}

TEST(Engine, ClocksRunFromThePonderHit) {
    Witness witness;
    Engine engine({test::obedient_searcher}, 1, witness);
    SearchRequest request;
    request.move_time = 300ms;
    request.ponder = true;
    engine.search(request);
    ASSERT_TRUE(witness.await_line());
    std::this_thread::sleep_for(350ms);
    const auto hit = std::chrono::steady_clock::now();
    engine.ponder_hit();
    ASSERT_TRUE(witness.await_answers(1));
    // Its time counts from the ponder hit, not from the request.
    EXPECT_GE(std::chrono::steady_clock::now() - hit, 280ms);
}

TEST(Engine, APonderHitAfterTheSearchAnswersAtOnce) {
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    SearchRequest request = to_depth(1);
    request.clock = GameTime{1h, 0ms, 0, 0ms};
    request.ponder = true;
    engine.search(request);
    ASSERT_TRUE(witness.await_line());
    EXPECT_EQ(witness.answers().size(), 0u);
    engine.ponder_hit();
    EXPECT_TRUE(witness.await_answers(1));
}

TEST(Engine, WithoutAnyLimitAPonderHitEndsTheSearch) {
    Witness witness;
    Engine engine({test::obedient_searcher}, 1, witness);
    SearchRequest request;
    request.ponder = true;
    engine.search(request);
    engine.ponder_hit();
    EXPECT_TRUE(witness.await_answers(1));
}

TEST(Engine, APonderHitInTimeLetsASearchWaitInTheQueue) {
    Witness witness;
    Engine engine({test::obedient_searcher}, 1, witness);
    SearchRequest first;
    first.move_time = 50ms;
    engine.search(first);
    SearchRequest second;
    second.move_time = 10ms;
    second.ponder = true;
    engine.search(second);
    engine.ponder_hit();
    EXPECT_TRUE(witness.await_answers(2));
}

TEST(Engine, OptionsDoNotEndAnAnalysis) {
    Witness witness;
    Engine engine({test::obedient_searcher}, 1, witness);
    SearchRequest request;
    request.infinite = true;
    engine.search(request);
    ASSERT_TRUE(witness.await_line());
    EXPECT_FALSE(engine.set_option("MultiPV", "3"));
    EXPECT_FALSE(engine.set_option("Clear Hash", ""));
    engine.await_ready();
    EXPECT_EQ(witness.answers().size(), 0u);
    engine.stop();
    EXPECT_TRUE(witness.await_answers(1));
}

void race(int rounds) {
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    Random random(7);
    std::size_t ordered = 0;
    for (int round = 0; round < rounds; ++round) {
        SearchRequest request = with_clock(std::chrono::milliseconds(random.below(4)));
        request.ponder = !random.one_in(3);
        request.infinite = !request.ponder;
        engine.search(request);
        ++ordered;
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(5000)));
        if (request.ponder && random.one_in(2))
            engine.ponder_hit();
        else
            engine.stop();
        if (random.one_in(8)) engine.stop();
        ASSERT_TRUE(witness.await_answers(ordered)) << round;
        ASSERT_EQ(witness.answer_count(), ordered);
    }
}

TEST(Engine, StopAndPonderHitRaces) { race(200); }
TEST(Engine, StopAndPonderHitRacesLong) { race(10'000); }

TEST(Engine, ChoosesSearcherAndEvaluator) {
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    engine.search(to_depth(5));
    EXPECT_FALSE(engine.set_option("evaluator", "MATERIAL"));
    EXPECT_EQ(engine.settings().evaluator, "material");
    engine.search(to_depth(5));
    EXPECT_FALSE(engine.set_option("Searcher", "random"));
    engine.search(to_depth(5));
    EXPECT_FALSE(engine.set_option("Searcher", "pvs"));
    EXPECT_FALSE(engine.set_option("Evaluator", "network"));
    engine.search(to_depth(5));
    engine.await_all();
    const auto answers = witness.answers();
    ASSERT_EQ(answers.size(), 4u);
    EXPECT_NE(answers[0].result.nodes, answers[1].result.nodes);
    EXPECT_EQ(answers[2].result.nodes, 1u);
    EXPECT_EQ(answers[3].result.nodes, answers[0].result.nodes);
    EXPECT_TRUE(engine.set_option("Searcher", "oracle").has_value());
    EXPECT_TRUE(engine.set_option("Evaluator", "").has_value());
    EXPECT_TRUE(witness.notices().empty());
}

// Network files: a valid one is used, an invalid one is refused and changes nothing.
class EvalFile : public ::testing::Test {
  protected:
    ~EvalFile() override { std::filesystem::remove(path); }

    [[nodiscard]] std::uint64_t nodes() {
        engine.new_game();
        engine.search(to_depth(5));
        engine.await_all();
        return witness.answers().back().result.nodes;
    }

    Witness witness;
    Engine engine{{test::real_searchers}, 1, witness};
    const std::string path = ::testing::TempDir() +
                             ::testing::UnitTest::GetInstance()->current_test_info()->name() +
                             ".rooknet";
};

TEST_F(EvalFile, AnotherNetworkSearchesAnotherTree) {
    const std::uint64_t own = nodes();
    std::ofstream(path, std::ios::binary) << nnue::bytes_of(*test::random_network(5));
    EXPECT_EQ(engine.set_option("EvalFile", path), std::nullopt);
    EXPECT_NE(nodes(), own);
    EXPECT_EQ(engine.set_option("EvalFile", "<empty>"), std::nullopt);
    EXPECT_EQ(nodes(), own);
    EXPECT_TRUE(witness.notices().empty());
}

TEST_F(EvalFile, AWrongFileIsRefusedWithTheReason) {
    const std::uint64_t own = nodes();
    const auto missing = engine.set_option("EvalFile", path);
    ASSERT_TRUE(missing.has_value());
    EXPECT_EQ(*missing, "option EvalFile: " + path + " cannot be read");
    const std::string good = nnue::bytes_of(*test::random_network(5));
    std::string damaged = good;
    damaged[good.size() / 2] = static_cast<char>(damaged[good.size() / 2] ^ 1);
    for (const auto& [bytes, why] :
         {std::pair(std::string("an ordinary file"), "it is not a network of Rookery"),
          std::pair(good.substr(0, 1000), "it is cut off"), std::pair(damaged, "it is damaged")}) {
        std::ofstream(path, std::ios::binary) << bytes;
        const auto problem = engine.set_option("EvalFile", path);
        ASSERT_TRUE(problem.has_value());
        EXPECT_EQ(*problem, "option EvalFile: " + path + ": " + why);
        EXPECT_EQ(nodes(), own);
    }
}

// The file is read when it is chosen; later changes do not matter.
TEST_F(EvalFile, ADeletedFileIsStillUsed) {
    std::ofstream(path, std::ios::binary) << nnue::bytes_of(*test::random_network(5));
    EXPECT_EQ(engine.set_option("EvalFile", path), std::nullopt);
    const std::uint64_t other = nodes();
    std::filesystem::remove(path);
    EXPECT_EQ(engine.set_option("Searcher", "random"), std::nullopt);
    EXPECT_EQ(nodes(), 1u);
    EXPECT_EQ(engine.set_option("Searcher", "pvs"), std::nullopt);
    EXPECT_EQ(nodes(), other);
    EXPECT_EQ(engine.network().output, test::random_network(5)->output);
    EXPECT_TRUE(witness.notices().empty());
}

// A training run may write to the same file again.
TEST_F(EvalFile, ChosenAgainItIsReadAgain) {
    std::ofstream(path, std::ios::binary) << nnue::bytes_of(*test::random_network(5));
    EXPECT_EQ(engine.set_option("EvalFile", path), std::nullopt);
    const std::uint64_t first = nodes();
    std::ofstream(path, std::ios::binary) << nnue::bytes_of(*test::random_network(6));
    EXPECT_EQ(engine.set_option("Hash", "8"), std::nullopt);
    EXPECT_EQ(nodes(), first);
    EXPECT_EQ(engine.set_option("evalfile", path), std::nullopt);
    EXPECT_NE(nodes(), first);
    EXPECT_EQ(engine.network().output, test::random_network(6)->output);
    // An invalid file changes nothing.
    std::ofstream(path, std::ios::binary) << "no network";
    EXPECT_TRUE(engine.set_option("EvalFile", path).has_value());
    EXPECT_EQ(engine.network().output, test::random_network(6)->output);
}

TEST(Engine, TheMovePlayedIsTheMoveReported) {
    Random random(3);
    for (const char* threads : {"1", "3"}) {
        Witness witness;
        Engine engine({test::real_searchers}, 1, witness);
        ASSERT_FALSE(engine.set_option("Hash", "1"));
        ASSERT_FALSE(engine.set_option("Threads", threads));
        for (int i = 0; i < 30; ++i) {
            engine.set_game(Game(test::random_position(random, 60)));
            SearchRequest request;
            request.limits.nodes = 1 + random.below(5'000);
            engine.search(request);
        }
        engine.await_all();
        ASSERT_EQ(witness.answers().size(), 30u);
        for (const Answer& answer : witness.answers()) expect_reported(answer);
    }
}

class GreedySearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources& resources) override {
        if (resources.hash_mib > 100) throw std::bad_alloc();
    }
    SearchResult search(const Root&, const Limits&, std::stop_token, SearchListener&) override {
        throw std::runtime_error("no luck");
    }
};

TEST(Engine, SurvivesASearcherThatFails) {
    constexpr SearcherEntry greedy[] = {{"greedy", "fails", test::create<GreedySearcher>}};
    Witness witness;
    Engine engine({greedy}, 1, witness);
    EXPECT_FALSE(engine.set_option("Hash", "101"));
    engine.search(to_depth(3));
    engine.await_all();
    ASSERT_EQ(witness.answers().size(), 1u);
    EXPECT_TRUE(witness.answers()[0].result.best);
    expect_reported(witness.answers()[0]);
    EXPECT_EQ(witness.notices().size(), 2u);
}

TEST(Engine, RefusesMoreMemoryThanThereIs) {
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    const auto problem = engine.set_option("Hash", "1048576");  // a tebibyte
    ASSERT_TRUE(problem.has_value());
    EXPECT_NE(problem->find("not enough memory"), std::string::npos) << *problem;
    EXPECT_EQ(engine.settings().hash_mib, 16);
}

TEST(Engine, TwoAtOnce) {
    Witness one, other;
    Engine first({test::real_searchers}, 1, one);
    Engine second({test::real_searchers}, 2, other);
    first.search(to_depth(7));
    second.search(to_depth(7));
    ASSERT_TRUE(one.await_answers(1) && other.await_answers(1));
    EXPECT_EQ(one.answers()[0].result.nodes, other.answers()[0].result.nodes);
}

TEST(Engine, WeakOpponentsDifferFromGameToGame) {
    Witness witness;
    Engine engine({test::real_searchers}, 1, witness);
    EXPECT_FALSE(engine.set_option("Level", "1"));
    for (int i = 0; i < 8; ++i) {
        engine.new_game();
        engine.search({});  // the level is limit enough
        engine.await_all();
    }
    std::vector<std::uint16_t> moves;
    for (const Answer& answer : witness.answers()) moves.push_back(answer.result.best.code());
    ASSERT_EQ(moves.size(), 8u);
    std::sort(moves.begin(), moves.end());
    EXPECT_NE(moves.front(), moves.back());
    // Analysis is at full strength.
    EXPECT_FALSE(engine.set_option("UCI_AnalyseMode", "true"));
    EXPECT_TRUE(engine.settings().strength().is_full());
}

TEST(Engine, GivesAStyleItsRatingAndContempt) {
    Witness witness;
    Engine engine({test::styles}, 1, witness);
    SearchRequest request;
    request.limits.depth = 1;
    const auto value = [&](std::initializer_list<std::pair<const char*, const char*>> options) {
        for (const auto& [name, wanted] : options) EXPECT_FALSE(engine.set_option(name, wanted));
        engine.search(request);
        engine.await_all();
        return witness.answers().back().result.score.value();
    };
    EXPECT_EQ(value({{"Style", "rated"}}), 2000);  // the highest it takes
    EXPECT_EQ(value({{"UCI_LimitStrength", "true"}, {"UCI_Elo", "1100"}}), 1100);
    EXPECT_EQ(value({{"UCI_Elo", "600"}}), 700);
    EXPECT_EQ(value({{"UCI_LimitStrength", "false"}, {"Level", "1"}}),
              std::max(700, levels()[0].elo));
    EXPECT_EQ(value({{"Level", "0"}, {"Style", "proud"}}), 20);
    EXPECT_EQ(value({{"Contempt", "-50"}}), -30);
    EXPECT_EQ(value({{"Contempt", "200"}}), 100);
}

using namespace std::chrono_literals;

TEST(SearchRequest, AClockBecomesDeadlines) {
    SearchRequest request;
    request.clock = GameTime{10s, 0ms, 0, 0ms};
    const Limits limits = limits_of(request, 10ms);
    ASSERT_TRUE(limits.soft_deadline && limits.hard_deadline);
    EXPECT_GT(*limits.soft_deadline, request.received);
    EXPECT_LE(*limits.soft_deadline, *limits.hard_deadline);
    EXPECT_LT(*limits.hard_deadline, request.received + 10s - 10ms);
}

TEST(SearchRequest, TheOverheadIsTakenOffTheMoveTimeToo) {
    SearchRequest request;
    request.move_time = 100ms;
    EXPECT_EQ(limits_of(request, 30ms).hard_deadline, request.received + 70ms);
    EXPECT_FALSE(limits_of(request, 30ms).soft_deadline);
}

TEST(SearchRequest, AnInfiniteSearchHasNoDeadline) {
    SearchRequest request;
    request.clock = GameTime{10s, 0ms, 0, 0ms};
    request.move_time = 1ms;
    request.limits.depth = 3;
    request.infinite = true;
    const Limits limits = limits_of(request, 0ms);
    EXPECT_FALSE(limits.soft_deadline || limits.hard_deadline);
    EXPECT_EQ(limits.depth, 3);
}

TEST(SearchRequest, PonderingPostponesTheDeadlines) {
    SearchRequest request;
    request.move_time = 100ms;
    request.ponder = true;
    Limits limits = limits_of(request, 0ms);
    PonderClock clock(request.received);
    limits.ponder = &clock;
    EXPECT_FALSE(limits.must_end(request.received + 1h));
    clock.hit(request.received + 1h);
    EXPECT_FALSE(limits.must_end(request.received + 1h + 99ms));
    EXPECT_TRUE(limits.must_end(request.received + 1h + 100ms));
}

using test::position_of;

// Legal moves are parsed; after the first illegal one the codes are arbitrary.
std::size_t playable(const Game& game, const std::vector<const char*>& texts) {
    std::vector<Move> line;
    Position position = game.position();
    for (const char* text : texts) {
        const auto move = parse_coordinate(position, text);
        line.push_back(move ? *move : Move(Square::A1, Square::A1));
        if (move) position = position.after(*move);
    }
    return playable_part(Root(game), line).size();
}

TEST(PlayableLine, EndsWhereAMoveIsIllegal) {
    EXPECT_EQ(playable(Game(), {"e2e4", "e7e5", "e1e3", "a7a6"}), 2u);
    EXPECT_EQ(playable(Game(), {"f2f3", "e7e5", "g2g4", "d8h4", "a2a3"}), 4u);  // mate
}

TEST(PlayableLine, EndsWithTheThirdOccurrence) {
    const std::vector<const char*> dance = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3",
                                            "g8f6", "f3g1", "f6g8", "e2e4"};
    EXPECT_EQ(playable(Game(), dance), 8u);
    // Moves before the root count.
    Game game;
    for (std::size_t i = 0; i < 4; ++i)
        ASSERT_TRUE(game.play(*parse_coordinate(game.position(), dance[i])));
    EXPECT_EQ(playable(game, dance), 4u);
}

TEST(PlayableLine, EndsWithFiftyMovesAndDeadPositions) {
    const Game slow(position_of("7k/8/8/8/8/8/8/KR6 w - - 98 80"));
    EXPECT_EQ(playable(slow, {"b1b2", "h8g8", "b2b3"}), 2u);
    const Game dead(position_of("7k/8/8/8/8/8/1p6/K7 w - - 0 1"));
    EXPECT_EQ(playable(dead, {"a1b2", "h8g8"}), 1u);
    // A root where the game is over may still be searched.
    const Game over(position_of("7k/8/8/8/8/8/8/K7 w - - 0 1"));
    EXPECT_EQ(playable(over, {"a1b2", "h8g8"}), 1u);
}

// A rook ending in which the tables prefer a move that no search would choose.
const char* const rook_ending = "8/8/8/8/3k4/8/8/K6R w - - 0 1";

TableMove prefer_a1a2(Move move) {
    const bool best = move.from() == Square::A1 && move.to() == Square::A2;
    TableMove one;
    one.move = move;
    one.after.wdl = best ? Wdl::Win : Wdl::Draw;
    one.dtz = best ? 9 : 0;
    one.rank = best ? 2 : 0;
    return one;
}

TEST(EngineTables, PlaysOnlyMovesThatKeepTheResult) {
    test::FakeTables tables(3);
    tables.rank = prefer_a1a2;
    Witness witness;
    Engine engine({test::real_searchers, &tables}, 1, witness);
    engine.set_game(Game(test::position_of(rook_ending)));
    engine.search(to_depth(4));
    engine.await_all();
    const Answer answer = witness.answers().front();
    EXPECT_EQ(to_coordinate(Position::start(), answer.result.best, false), "a1a2");
    EXPECT_EQ(answer.result.score, Score::win_in(9));
    EXPECT_EQ(answer.lines.back().score, Score::win_in(9));
    EXPECT_EQ(answer.lines.back().table_hits,
              count_moves(test::position_of(rook_ending)));  // the root, the search asks no more
    EXPECT_EQ(tables.probes, 0);
    EXPECT_TRUE(tables.last_rules.fifty_moves);
    EXPECT_FALSE(tables.last_rules.has_repeated);
}

TEST(EngineTables, MateIsReportedWhereTheTablesCountToIt) {
    test::FakeTables tables(3);
    tables.rank = [](Move move) {
        TableMove one = prefer_a1a2(move);
        if (one.rank > 0) one.after.mate_plies = 25;
        return one;
    };
    Witness witness;
    Engine engine({test::real_searchers, &tables}, 1, witness);
    engine.set_game(Game(test::position_of(rook_ending)));
    engine.search(to_depth(3));
    engine.await_all();
    EXPECT_EQ(witness.answers().front().lines.back().score, Score::mate_in(25));
}

TEST(EngineTables, OtherMovesAreSearchedWhereTheyAreAskedFor) {
    test::FakeTables tables(3);
    tables.rank = prefer_a1a2;
    Witness witness;
    Engine engine({test::real_searchers, &tables}, 1, witness);
    const Position position = test::position_of(rook_ending);
    engine.set_game(Game(position));
    SearchRequest request = to_depth(3);
    request.limits.search_moves = {*parse_coordinate(position, "h1h2")};
    engine.search(request);
    EXPECT_EQ(engine.set_option("MultiPV", "3"), std::nullopt);
    engine.search(to_depth(3));
    engine.await_all();
    const auto answers = witness.answers();
    EXPECT_EQ(answers[0].result.best, request.limits.search_moves.front());
    EXPECT_EQ(answers[0].result.score, Score::draw());
    EXPECT_TRUE(std::ranges::any_of(answers[1].lines, [](const LineReport& line) {
        return line.line == 3 && line.score == Score::draw();
    }));
}

TEST(EngineTables, TellsOfRepetitions) {
    test::FakeTables tables(3);
    tables.rank = prefer_a1a2;
    Witness witness;
    Engine engine({test::real_searchers, &tables}, 1, witness);
    Game game(test::position_of(rook_ending));
    for (const char* move : {"h1h2", "d4d5", "h2h1", "d5d4"})
        ASSERT_TRUE(game.play(*parse_coordinate(game.position(), move)));
    engine.set_game(game);
    EXPECT_EQ(engine.set_option("Syzygy50MoveRule", "false"), std::nullopt);
    engine.search(to_depth(2));
    engine.await_all();
    EXPECT_TRUE(tables.last_rules.has_repeated);
    EXPECT_FALSE(tables.last_rules.fifty_moves);
}

TEST(EngineTables, AreNotForWeakerOpponentsNorBeyondTheLimit) {
    test::FakeTables tables(3);
    tables.rank = prefer_a1a2;
    Witness witness;
    Engine engine({test::real_searchers, &tables}, 1, witness);
    engine.set_game(Game(test::position_of(rook_ending)));
    EXPECT_EQ(engine.set_option("Level", "3"), std::nullopt);
    engine.search(to_depth(3));
    EXPECT_EQ(engine.set_option("Level", "0"), std::nullopt);
    EXPECT_EQ(engine.set_option("SyzygyProbeLimit", "2"), std::nullopt);
    engine.search(to_depth(3));
    engine.await_all();
    EXPECT_EQ(tables.ranked, 0);
    EXPECT_EQ(tables.probes, 0);
    EXPECT_EQ(witness.answers().back().lines.back().table_hits, 0u);
}

TEST(EngineTables, FoldersAreOpenedOrRefused) {
    test::FakeTables tables(3);
    Witness witness;
    Engine engine({test::real_searchers, &tables}, 1, witness);
    EXPECT_EQ(engine.set_option("SyzygyPath", "/missing"),
              "option SyzygyPath: the folder cannot be read");
    EXPECT_EQ(engine.settings().table_folders, "");
    EXPECT_EQ(engine.set_option("SyzygyPath", "/tables"), std::nullopt);
    engine.await_all();
    EXPECT_EQ(witness.notices(), std::vector<std::string>{"opened /tables"});
    EXPECT_EQ(engine.settings().table_folders, "/tables");
    Engine without({test::real_searchers}, 1, witness);
    EXPECT_EQ(without.options().find("SyzygyPath"), nullptr);
}

}  // namespace
}  // namespace rookery
