// Games to store, and a place to store them.
#pragma once

#include "arena/store/store.h"
#include "base/random.h"
#include "chess/movegen.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

namespace rookery::arena::test {

// A folder of its own that vanishes with the test.
class StoreTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "rookery-store-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = std::filesystem::canonical(pattern);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] std::filesystem::path path() const { return folder_ / "arena.db"; }
    [[nodiscard]] Store open() const {
        auto store = Store::open(path());
        EXPECT_TRUE(store.ok()) << store.error().what;
        return std::move(*store);
    }
    [[nodiscard]] static MatchSetup setup() {
        return {
            .name = "a match",
            .settings = R"({"games": 100})",
            .seed = 42,
            .players = {{"Ada", "stockfish", R"({"Hash": 16})"}, {"Bob \u265E", "toga2", "{}"}}};
    }

  private:
    std::filesystem::path folder_;
};

// Games come in pairs with the colours swapped.
[[nodiscard]] inline GamePlace place_of(std::size_t number) {
    const std::size_t white = number % 2;
    return {number, number / 2, 0, {{white, 1 - white}}};
}

[[nodiscard]] inline MoveRecord random_move(Random& random, Move move) {
    MoveRecord record;
    record.move = move;
    if (!random.one_in(4))
        record.score =
            EngineScore{random.one_in(5) ? EngineScore::Kind::Mate : EngineScore::Kind::Centipawns,
                        static_cast<int>(random.below(1001)) - 500,
                        static_cast<EngineScore::Bound>(random.below(3))};
    record.depth = static_cast<int>(random.below(40));
    record.selective_depth = record.depth + static_cast<int>(random.below(10));
    record.nodes = random.below(1'000'000'000);
    record.spent = Duration(random.below(5'000'000));
    if (!random.one_in(4)) record.clock_left = Duration(random.below(10'000'000'000));
    return record;
}

// Random moves up to any result, with every field filled. White and Black are the players of
// StoreTest's match in a game of an even number.
[[nodiscard]] inline GameRecord random_record(Random& random, bool chess960) {
    GameRecord record;
    record.controls[Color::White] = {.base = Duration(500'000), .increment = Duration(5'000)};
    record.controls[Color::Black] = {.nodes = 1000};
    if (chess960) {
        const int number = static_cast<int>(random.below(960));
        record.start = Position::from(Setup::chess960(number))->position;
        record.chess960 = true;
    }
    if (random.one_in(2)) record.opening = random.below(1000);
    Game game(record.start);
    const std::size_t plies = random.below(120);
    while (game.plies() < plies && game.ending() == GameEnding::None) {
        const MoveList moves = legal_moves(game.position());
        const Move move = moves[random.below(moves.size())];
        record.moves.push_back(random_move(random, move));
        game.play(move);
    }
    record.opening_plies = std::min<std::size_t>(record.moves.size(), random.below(8));
    record.result = static_cast<GameResult>(random.below(4));
    record.termination =
        static_cast<Termination>(random.below(static_cast<int>(Termination::MoveLimit) + 1));
    record.reason = "because; it's \"so\"\n";
    record.started = std::chrono::system_clock::time_point(
        std::chrono::microseconds(1'700'000'000'000'000 + random.below(1'000'000'000)));
    record.lasted = Duration(random.below(100'000'000));
    for (std::size_t left = random.below(3); left > 0; --left)
        record.warnings.push_back("warning " + std::to_string(left));
    if (is_failure(record.termination)) record.conversation = std::string("> go\n< \0\xFF\n", 9);
    return record;
}

[[nodiscard]] inline bool same_moves(const std::vector<MoveRecord>& a,
                                     const std::vector<MoveRecord>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const MoveRecord& x, const MoveRecord& y) {
                          return x.move == y.move && x.score == y.score && x.depth == y.depth &&
                                 x.selective_depth == y.selective_depth && x.nodes == y.nodes &&
                                 x.spent == y.spent && x.clock_left == y.clock_left;
                      });
}

// All but the players' names, which come from the match.
[[nodiscard]] inline bool same_record(const GameRecord& a, const GameRecord& b) {
    return a.controls == b.controls && a.opening == b.opening && a.start == b.start &&
           a.chess960 == b.chess960 && same_moves(a.moves, b.moves) &&
           a.opening_plies == b.opening_plies && a.result == b.result &&
           a.termination == b.termination && a.reason == b.reason && a.started == b.started &&
           a.lasted == b.lasted && a.warnings == b.warnings && a.conversation == b.conversation;
}

}  // namespace rookery::arena::test
