#include "training/selfplay.h"

#include "chess/movegen.h"

#include <cstdlib>

namespace rookery::training {
namespace {

constexpr int chess960_positions = 960;

// Counts for how many plies the score has been decided or level.
class Adjudicator {
  public:
    explicit Adjudicator(const SelfplaySettings& settings) : settings_(settings) {}

    // How the game ends by adjudication, or GameEnd::Rules if it goes on.
    [[nodiscard]] GameEnd after(int white_score, int ply) {
        const bool is_level = std::abs(white_score) <= settings_.level_score;
        const bool is_decided = std::abs(white_score) >= settings_.decided_score;
        const bool same_side = (white_score > 0) == (last_ > 0);
        level_ = is_level ? level_ + 1 : 0;
        decided_ = !is_decided ? 0 : same_side ? decided_ + 1 : 1;
        last_ = white_score;
        if (decided_ >= settings_.decided_plies) return GameEnd::Decided;
        if (ply >= settings_.level_from_ply && level_ >= settings_.level_plies)
            return GameEnd::Level;
        return ply >= settings_.longest ? GameEnd::TooLong : GameEnd::Rules;
    }

  private:
    const SelfplaySettings& settings_;
    int level_ = 0;
    int decided_ = 0;
    int last_ = 0;
};

Position first_position(Random& random, const SelfplaySettings& settings) {
    if (random.below(100) >= static_cast<std::uint64_t>(settings.chess960_percent))
        return Position::start();
    const auto pick = [&random] { return static_cast<int>(random.below(chess960_positions)); };
    const int white = pick();
    return Position::from(Setup::double_chess960(white, pick())).value().position;
}

}  // namespace

std::optional<std::string> validate(const SelfplayGame& record, const SelfplaySettings& settings) {
    Game game(record.start);
    Adjudicator adjudicator(settings);
    GameEnd end = GameEnd::Rules;
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
        const ScoredMove& scored = record.moves[ply];
        if (end != GameEnd::Rules || game.ending() != GameEnding::None)
            return "it goes on after its end";
        if (!game.play(scored.move)) return "a move is illegal";
        if (ply < record.opening_plies) continue;
        if (ply == record.opening_plies && std::abs(scored.white_score) > settings.balanced)
            return "its opening is one-sided";
        end = adjudicator.after(scored.white_score, static_cast<int>(game.plies()));
    }
    const bool is_over = game.ending() != GameEnding::None;
    if (is_over) end = GameEnd::Rules;
    if (!is_over && end == GameEnd::Rules) return "it stops before its end";
    if (record.end != end) return "it ends in another way";
    GameResult result = is_over ? game.result() : GameResult::Draw;
    if (end == GameEnd::Decided)
        result =
            record.moves.back().white_score > 0 ? GameResult::WhiteWins : GameResult::BlackWins;
    if (record.result != result) return "it has another result";
    return std::nullopt;
}

std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t number) {
    return SplitMix(seed ^ SplitMix(number).next()).next();
}

Game random_opening(Random& random, const SelfplaySettings& settings) {
    for (;;) {
        Game game(first_position(random, settings));
        const int plies = settings.opening_plies + static_cast<int>(random.below(2));
        for (int ply = 0; ply < plies; ++ply) {
            const MoveList moves = legal_moves(game.position());
            if (moves.empty()) break;
            game.play(moves[static_cast<std::size_t>(random.below(moves.size()))]);
        }
        if (game.ending() == GameEnding::None) return game;
    }
}

SelfplayPlayer::SelfplayPlayer(std::unique_ptr<Searcher> searcher, const SelfplaySettings& settings)
    : searcher_(std::move(searcher)), settings_(settings) {
    searcher_->resize({.hash_mib = settings_.hash_mib, .threads = 1});
}

std::optional<SelfplayGame> SelfplayPlayer::play(std::uint64_t seed, const std::stop_token& stop) {
    Random random(seed);
    while (!stop.stop_requested()) {
        auto game = play_from(random_opening(random, settings_), stop);
        if (game) return game;
    }
    return std::nullopt;
}

std::optional<SelfplayGame> SelfplayPlayer::play_from(Game game, const std::stop_token& stop) {
    SelfplayGame record;
    record.start = game.start();
    record.opening_plies = game.plies();
    for (const Move move : game.moves()) record.moves.push_back({move, 0});

    searcher_->new_game();
    Limits limits;
    limits.soft_nodes = settings_.soft_nodes;
    limits.nodes = settings_.soft_nodes * settings_.hard_factor;
    NoListener no_listener;
    Adjudicator adjudicator(settings_);
    while (game.ending() == GameEnding::None) {
        const bool is_white = game.position().side_to_move() == Color::White;
        const SearchResult found = searcher_->search(Root(game), limits, stop, no_listener);
        if (stop.stop_requested()) return std::nullopt;
        nodes_ += found.nodes;
        const int white_score = is_white ? found.score.value() : -found.score.value();
        if (record.positions() == 0 && std::abs(white_score) > settings_.balanced)
            return std::nullopt;
        record.moves.push_back({found.best, static_cast<std::int16_t>(white_score)});
        if (!game.play(found.best)) return std::nullopt;  // the searcher chose an illegal move

        record.end = adjudicator.after(white_score, static_cast<int>(game.plies()));
        if (record.end == GameEnd::Rules || game.ending() != GameEnding::None) continue;
        record.result = GameResult::Draw;
        if (record.end == GameEnd::Decided)
            record.result = white_score > 0 ? GameResult::WhiteWins : GameResult::BlackWins;
        return record;
    }
    record.end = GameEnd::Rules;
    record.result = game.result();
    return record;
}

}  // namespace rookery::training
