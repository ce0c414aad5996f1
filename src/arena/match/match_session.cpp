#include "arena/match/match_session.h"

#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::arena {
namespace {

// Games whose news are not taken must not fill the memory in a long match.
constexpr std::size_t most_news = 10'000;

std::string numbered_move(const Game& game) {
    const Position& before = game.position_at(game.plies() - 1);
    return fmt::format("{}{}{}", before.fullmove_number(),
                       before.side_to_move() == Color::White ? "." : "...",
                       to_san(before, game.moves().back()));
}

GameSummary summary_of(const GamePlace& place, const GameRecord& record) {
    return {place,         record.opening, record.result, record.termination, record.moves.size(),
            record.latency};
}

}  // namespace

std::optional<double> MatchSnapshot::seconds_left() const {
    if (finished_here == 0) return std::nullopt;
    const std::size_t finished = std::min(wanted, tally.finished());
    double games_left = static_cast<double>(wanted - finished);
    if (sprt && sprt->games_left) games_left = std::min(games_left, *sprt->games_left);
    if (sprt && sprt->state != SprtState::Running) games_left = static_cast<double>(live.size());
    return seconds / static_cast<double>(finished_here) * games_left;
}

MatchSession::MatchSession(Store& store, MatchId match, MatchPlan plan,
                           const std::vector<GameSummary>& finished)
    : store_(store), match_(match), schedule_(std::move(plan.schedule)),
      players_(std::move(plan.players)), runner_(std::move(plan.runner), *this),
      done_(schedule_.size(), false), cross_(players_.size()) {
    for (const GameSummary& game : finished) count(game);
    if (!plan.sprt) return;
    sprt_.emplace(*plan.sprt);
    // Only as it stands: the games may have ended in another order than that of their numbers, and
    // a ratio that never was must not decide.
    if (tally_.pairs().total() > 0) sprt_->update(tally_.pairs());
}

MatchConclusion MatchSession::run(const std::stop_token& stop) {
    std::vector<bool> done;
    {
        const std::lock_guard lock(mutex_);
        watch_.restart();
        done = done_;
        if (decided()) runner_.finish_pairs();
    }
    std::optional<std::string> problem = runner_.run(schedule_, done, stop);

    MatchConclusion conclusion;
    {
        const std::lock_guard lock(mutex_);
        live_.clear();
        conclusion = conclude(std::move(problem));
    }
    if (conclusion.end == MatchEnd::Complete || conclusion.end == MatchEnd::Decided)
        if (auto error = store_.set_state(match_, MatchState::Finished))
            return {MatchEnd::Failed, error->what};
    return conclusion;
}

MatchConclusion MatchSession::conclude(std::optional<std::string> problem) const {
    if (problem) return {MatchEnd::Failed, std::move(*problem)};
    const bool pairs_whole = 2 * tally_.pairs().total() == tally_.games().total();
    if (decided() && pairs_whole) return {MatchEnd::Decided, {}};
    if (all_played()) return {MatchEnd::Complete, {}};
    return {MatchEnd::Interrupted, {}};
}

void MatchSession::count(const GameSummary& game) {
    if (game.place.number < done_.size()) done_[game.place.number] = true;
    tally_.add(game);
    cross_.add(game);
    openings_.insert(opening_key(game));
}

bool MatchSession::decided() const { return sprt_ && sprt_->status().state != SprtState::Running; }

bool MatchSession::all_played() const {
    return std::ranges::all_of(done_, [](bool done) { return done; });
}

MatchSnapshot MatchSession::snapshot() const {
    const std::lock_guard lock(mutex_);
    MatchSnapshot now;
    now.players = players_;
    now.wanted = schedule_.size();
    now.tally = tally_;
    now.openings_used = openings_.size();
    now.elo = tally_.elo();
    if (sprt_) {
        now.sprt_settings = sprt_->settings();
        now.sprt = sprt_->status();
    }
    for (const auto& [number, game] : live_) now.live.push_back(game);
    now.seconds = watch_.seconds();
    now.finished_here = finished_here_;
    return now;
}

CrossTable MatchSession::cross_table() const {
    const std::lock_guard lock(mutex_);
    return cross_;
}

std::vector<FinishedGame> MatchSession::take_news() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, {});
}

void MatchSession::on_start(const ScheduledGame& game) {
    const std::lock_guard lock(mutex_);
    live_[game.place.number] = LiveGame{game.place, 0, {}, {}, {}};
}

void MatchSession::on_move(const ScheduledGame& scheduled, const Game& game,
                           const MoveRecord& move) {
    std::string text = numbered_move(game);
    const Color mover = ~game.position().side_to_move();
    const std::lock_guard lock(mutex_);
    LiveGame& live = live_[scheduled.place.number];
    live.plies = game.plies();
    live.last_move = std::move(text);
    live.scores[mover] = move.score;
    live.clocks[mover] = move.clock_left;
}

std::optional<std::string> MatchSession::on_finish(const ScheduledGame& game,
                                                   const GameRecord& record) {
    // Stored first, so that every counted game is on the disk.
    if (auto error = store_.add_game(match_, game.place, record)) return error->what;
    const std::lock_guard lock(mutex_);
    live_.erase(game.place.number);
    count(summary_of(game.place, record));
    ++finished_here_;
    if (news_.size() < most_news)
        news_.push_back(
            {game.place, record.result, record.termination, record.reason, record.moves.size()});
    if (sprt_ && tally_.pair_completed()) {
        sprt_->update(tally_.pairs());
        if (decided()) runner_.finish_pairs();
    }
    return std::nullopt;
}

// A game cannot be subtracted from the sums, so they are computed again from all games.
std::optional<std::string> MatchSession::on_withdraw(const ScheduledGame& game) {
    if (auto error = store_.remove_game(match_, game.place.number)) return error->what;
    const auto games = store_.summaries(match_);
    if (!games) return games.error().what;
    const std::lock_guard lock(mutex_);
    tally_ = {};
    cross_ = CrossTable(players_.size());
    openings_ = {};
    done_.assign(done_.size(), false);
    for (const GameSummary& one : *games) count(one);
    if (finished_here_ > 0) --finished_here_;
    if (!sprt_) return std::nullopt;
    // If the withdrawn game decided the test, the test is open again.
    sprt_.emplace(sprt_->settings());
    if (tally_.pairs().total() > 0) sprt_->update(tally_.pairs());
    runner_.finish_pairs(decided());
    return std::nullopt;
}

std::optional<std::string> validate_verifying(const MatchSettings& settings) {
    for (const TimeControl& control : settings.controls)
        if (control.goes_by_wall(settings.nodes_per_second.has_value()))
            return fmt::format("it went by the wall clock ({}), so the same games cannot be "
                               "expected again; limit by nodes or depth, or play with --clock "
                               "nodes:RATE",
                               to_text(control));
    return std::nullopt;
}

Verification::Verification(const Store& store, MatchId match, MatchPlan plan,
                           const std::vector<GameSummary>& finished)
    : store_(store), match_(match), schedule_(std::move(plan.schedule)),
      runner_(std::move(plan.runner), *this), skip_(schedule_.size(), true) {
    for (const GameSummary& game : finished) {
        if (game.place.number >= skip_.size()) continue;
        skip_[game.place.number] = false;
        ++wanted_;
    }
}

std::optional<std::string> Verification::run(const std::stop_token& stop) {
    return runner_.run(schedule_, skip_, stop);
}

std::size_t Verification::checked() const {
    const std::lock_guard lock(mutex_);
    return checked_;
}

std::vector<GameDifference> Verification::differences() const {
    const std::lock_guard lock(mutex_);
    std::vector<GameDifference> list = differences_;
    std::ranges::sort(list, [](const GameDifference& one, const GameDifference& other) {
        return one.number < other.number;
    });
    return list;
}

std::optional<std::string> Verification::on_finish(const ScheduledGame& game,
                                                   const GameRecord& record) {
    const auto stored = store_.load_game(match_, game.place.number);
    if (!stored) return stored.error().what;
    const auto what = difference_between(stored->record, record);
    const std::lock_guard lock(mutex_);
    ++checked_;
    if (what) differences_.push_back({game.place.number, *what});
    return std::nullopt;
}

}  // namespace rookery::arena
