#include "training/selfplay.h"

#include "chess/movegen.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

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

// The last line of each of the best moves.
class LineCollector final : public SearchListener {
  public:
    void on_line(const LineReport& report) override {
        if (report.bound != LineReport::Bound::Exact || report.moves.empty()) return;
        const auto place = static_cast<std::size_t>(report.line - 1);
        if (lines.size() <= place) lines.resize(place + 1);
        lines[place] = report;
    }
    std::vector<LineReport> lines;
};

// Draws one of the lines: the closer its score is to the best, the more likely.
const LineReport& drawn_line(const std::vector<LineReport>& lines, int margin, Random& random) {
    const auto weight = [&](const LineReport& line) {
        const int behind = lines.front().score.value() - line.score.value();
        return static_cast<std::uint64_t>(std::clamp(margin + 1 - behind, 0, margin + 1));
    };
    std::uint64_t sum = 0;
    for (const LineReport& line : lines) sum += weight(line);
    std::uint64_t drawn = random.below(sum);
    for (const LineReport& line : lines) {
        if (drawn < weight(line)) return line;
        drawn -= weight(line);
    }
    return lines.front();
}

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
        const bool may_be_longer = settings.varied_plies == 0;
        const int plies =
            settings.opening_plies + (may_be_longer ? static_cast<int>(random.below(2)) : 0);
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
    Random drawing(SplitMix(seed).next());  // the next opening does not depend on moves drawn
    while (!stop.stop_requested()) {
        auto game = play_from(random_opening(random, settings_), drawing, stop);
        if (game) return game;
    }
    return std::nullopt;
}

SearchResult SelfplayPlayer::choose_move(const Game& game, Random& random,
                                         const std::stop_token& stop) {
    constexpr int considered_moves = 6;
    const bool varies = static_cast<int>(game.plies()) < settings_.varied_plies;
    const std::uint64_t nodes =
        settings_.soft_nodes * (varies ? SelfplaySettings::varied_factor : 1);
    Limits limits;
    limits.soft_nodes = nodes;
    limits.nodes = nodes * settings_.hard_factor;
    if (varies) limits.multi_pv = considered_moves;
    NoListener no_listener;
    LineCollector collector;
    SearchListener& listener = varies ? static_cast<SearchListener&>(collector)
                                      : static_cast<SearchListener&>(no_listener);
    SearchResult found = searcher_->search(Root(game), limits, stop, listener);
    nodes_ += found.nodes;
    if (!varies || collector.lines.empty()) return found;
    const LineReport& drawn = drawn_line(collector.lines, settings_.varied_margin, random);
    found.best = drawn.moves.front();
    found.score = drawn.score;
    return found;
}

std::optional<SelfplayGame> SelfplayPlayer::play_from(Game game, Random& random,
                                                      const std::stop_token& stop) {
    SelfplayGame record;
    record.start = game.start();
    record.opening_plies = game.plies();
    for (const Move move : game.moves()) record.moves.push_back({move, 0});

    searcher_->new_game();
    Adjudicator adjudicator(settings_);
    while (game.ending() == GameEnding::None) {
        const bool is_white = game.position().side_to_move() == Color::White;
        const SearchResult found = choose_move(game, random, stop);
        if (stop.stop_requested()) return std::nullopt;
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
