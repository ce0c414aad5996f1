#include "tune/trial_run.h"

#include "base/threads.h"

#include <cassert>

namespace rookery::tune {

using namespace arena;

namespace {

// Where only depth or nodes count, a machine that stalls must not change what is played.
constexpr std::chrono::minutes timeout{10};

}  // namespace

// One thread, and the players it has at hand: those of a match are used from game to game.
class TrialRun::Worker {
  public:
    explicit Worker(TrialRun& run) : run_(run) {}

    void work(const std::stop_token& stop) {
        while (const auto game = run_.take(stop)) run_.finish(*game, outcome_of(*game, stop));
    }

  private:
    struct Seat {
        Choice choice;
        std::unique_ptr<SearcherPlayer> player;
    };

    [[nodiscard]] Result<Player*, std::string> player_at(Seat& seat, const char* name,
                                                         const Choice& choice) const {
        if (seat.player && seat.choice == choice) return seat.player.get();
        SearcherSpec spec = run_.games_.player(choice);
        spec.name = name;
        seat = {choice, std::make_unique<SearcherPlayer>(std::move(spec), run_.searchers_)};
        if (auto started = seat.player->start(); !started) {
            seat.player.reset();
            return failure(started.error());
        }
        return seat.player.get();
    }

    // Of `one`; nothing if the game was stopped.
    [[nodiscard]] Result<std::optional<Outcome>, std::string>
    outcome_of(const TrialGame& game, const std::stop_token& stop) {
        auto one = player_at(one_, "one", game.trial.one);
        if (!one) return failure(one.error());
        auto other = player_at(other_, "other", game.trial.other);
        if (!other) return failure(other.error());
        const Color color = game.one_is_white ? Color::White : Color::Black;
        ByColor<Player*> players{};
        players[color] = *one;
        players[~color] = *other;

        GameSettings settings;
        settings.number = game.number();
        settings.controls = {{run_.games_.control, run_.games_.control}};
        settings.adjudication = run_.games_.adjudication;
        settings.timeout = timeout;
        auto opening = run_.games_.opening(static_cast<std::size_t>(game.trial.number - 1));
        if (!opening) return failure(opening.error());
        settings.opening = std::move(*opening);
        const GameRecord record = play_game(players, settings, stop);
        if (record.result == GameResult::Open) return std::optional<Outcome>();
        if (is_failure(record.termination)) return failure(record.reason);
        if (record.result == GameResult::Draw) return std::optional(Outcome::Draw);
        const Color winner = record.result == GameResult::WhiteWins ? Color::White : Color::Black;
        return std::optional(winner == color ? Outcome::Win : Outcome::Loss);
    }

    TrialRun& run_;
    Seat one_, other_;
};

// What those see who play elsewhere.
class TrialRun::Source final : public TrialSource {
  public:
    Source(TrialRun& run, const TunerMaker& make_tuner, const std::stop_token& stop)
        : run_(run), make_tuner_(make_tuner),
          told_to_stop_(stop, [this] { give_up_.request_stop(); }) {}

    std::optional<TrialToPlay> next() override {
        const std::lock_guard lock(run_.mutex_);
        if (run_.problem_) return std::nullopt;
        const auto trial = run_.queue_.take_trial();
        if (!trial) return std::nullopt;
        const TrialGames& games = run_.games_;
        auto opening = games.opening(static_cast<std::size_t>(trial->number - 1));
        if (!opening) {
            run_.problem_ = opening.error();
            give_up_.request_stop();
            return std::nullopt;
        }
        return TrialToPlay{trial->number, games.player(trial->one), games.player(trial->other),
                           games.control, std::move(*opening),      games.adjudication};
    }
    void finished(std::uint64_t number, const TrialResult& result) override {
        const std::lock_guard lock(run_.mutex_);
        run_.queue_.finish_trial(number, result);
    }
    void withdrawn(std::uint64_t number) override {
        const std::lock_guard lock(run_.mutex_);
        run_.queue_.go_back(number, make_tuner_());
    }
    [[nodiscard]] std::stop_token give_up() const override { return give_up_.get_token(); }

  private:
    TrialRun& run_;
    const TunerMaker& make_tuner_;
    std::stop_source give_up_;
    std::stop_callback<std::function<void()>> told_to_stop_;  // the last member: it uses the others
};

std::optional<std::string> TrialRun::play(TrialExecutor& others, const std::string& stage,
                                          const TunerMaker& make_tuner,
                                          const std::stop_token& stop) {
    if (queue_.is_done()) return std::nullopt;
    Source source(*this, make_tuner, stop);
    auto problem = others.play(stage, source);
    return problem_ ? problem_ : problem;
}

std::optional<std::string> TrialRun::play(const std::stop_token& stop) {
    run_on_threads(games_.threads, [&](std::size_t) { Worker(*this).work(stop); });
    return problem_;
}

std::optional<TrialGame> TrialRun::take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    std::optional<TrialGame> game;
    const auto is_over = [this] { return problem_ || queue_.is_done(); };
    changed_.wait(lock, stop, [&] { return is_over() || (game = queue_.take()); });
    if (stop.stop_requested()) return std::nullopt;
    return game;
}

void TrialRun::finish(const TrialGame& game,
                      const Result<std::optional<Outcome>, std::string>& outcome) {
    const std::lock_guard lock(mutex_);
    if (!outcome)
        problem_ = outcome.error();
    else if (*outcome)
        queue_.finish(game, **outcome);
    changed_.notify_all();
}

namespace {

constexpr std::string_view letters = "LDW";  // by Outcome
constexpr std::uint64_t moments_of_a_plan = 100;

}  // namespace

TrialQueue::TrialQueue(GameTuner& tuner) : tuner_(&tuner), history_{{0, tuner.values()}} { ask(); }

// As soon as it can be asked: when a trial is made must not depend on who has time to play it.
void TrialQueue::ask() {
    while (auto trial = tuner_->next()) waiting_.push_back({std::move(*trial), {}, {}});
}

std::optional<TrialGame> TrialQueue::take() {
    for (Waiting& one : waiting_)
        for (const bool white : {true, false})
            if (!one.taken[white]) {
                one.taken[white] = true;
                return TrialGame{one.trial, white};
            }
    return std::nullopt;
}

TrialQueue::Waiting& TrialQueue::waiting(std::uint64_t trial) {
    assert(!waiting_.empty() && trial >= waiting_.front().trial.number &&
           trial <= waiting_.back().trial.number);
    return waiting_[static_cast<std::size_t>(trial - waiting_.front().trial.number)];
}

void TrialQueue::finish(const TrialGame& game, arena::Outcome outcome) {
    waiting(game.trial.number).outcomes[game.one_is_white] = outcome;
    learn_what_is_known();
}

std::optional<Trial> TrialQueue::take_trial() {
    for (Waiting& one : waiting_)
        if (!one.taken[0] && !one.taken[1]) {
            one.taken[0] = one.taken[1] = true;
            return one.trial;
        }
    return std::nullopt;
}

void TrialQueue::finish_trial(std::uint64_t number, const TrialResult& result) {
    Waiting& trial = waiting(number);
    trial.outcomes[true] = result.as_white;
    trial.outcomes[false] = result.as_black;
    learn_what_is_known();
}

void TrialQueue::go_back(std::uint64_t trial, std::unique_ptr<GameTuner> fresh) {
    assert(trial > 0);
    const std::string remaining = results_.substr(0, 2 * static_cast<std::size_t>(trial - 1));
    own_ = std::move(fresh);
    tuner_ = own_.get();
    waiting_.clear();
    results_.clear();
    history_ = {{0, tuner_->values()}};
    ask();
    [[maybe_unused]] const auto problem = repeat(remaining);
    assert(!problem);
}

void TrialQueue::learn_what_is_known() {
    while (!waiting_.empty() && waiting_.front().outcomes[0] && waiting_.front().outcomes[1])
        learn_first();
}

void TrialQueue::learn_first() {
    const Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    const TrialResult result{*first.outcomes[1], *first.outcomes[0]};
    tuner_->learn(first.trial, result);
    results_ += letters[static_cast<std::size_t>(result.as_white)];
    results_ += letters[static_cast<std::size_t>(result.as_black)];
    if (first.trial.number %
            std::max<std::uint64_t>(1, tuner_->most_trials() / moments_of_a_plan) ==
        0)
        history_.push_back({2 * first.trial.number, tuner_->values()});
    ask();
}

std::optional<std::string> TrialQueue::repeat(std::string_view results) {
    if (results.size() % 2 != 0) return "holds half a pair of games";
    for (const char letter : results) {
        const std::size_t outcome = letters.find(letter);
        if (outcome == std::string_view::npos) return "holds results that are none";
        const auto game = take();
        if (!game) return "holds more games than the plan has";
        finish(*game, static_cast<arena::Outcome>(outcome));
    }
    return std::nullopt;
}

std::vector<Moment> TrialQueue::history() const {
    std::vector<Moment> history = history_;
    if (history.back().games < results_.size())
        history.push_back({results_.size(), tuner_->values()});
    return history;
}

arena::PairCounts score_of(std::string_view results) {
    const auto outcome = [&](std::size_t game) {
        return static_cast<arena::Outcome>(letters.find(results[game]));
    };
    arena::PairCounts score;
    for (std::size_t game = 0; game + 1 < results.size(); game += 2)
        score.add(outcome(game), outcome(game + 1));
    return score;
}

}  // namespace rookery::tune
