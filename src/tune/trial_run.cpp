#include "tune/trial_run.h"

#include "base/bytes.h"

#include <cassert>

namespace rookery::tune {

using namespace arena;

namespace {

// Where only depth or nodes count, a machine that stalls must not change what is played.
constexpr std::chrono::minutes timeout{10};
constexpr std::string_view letters = "LDW";  // by Outcome
constexpr std::uint64_t moments_of_a_plan = 100;

// Tells two trials of the same number apart.
std::uint64_t hash_of(const Trial& trial) {
    std::string bytes;
    for (const Choice* choice : {&trial.one, &trial.other})
        for (const int value : *choice) bytes += std::to_string(value) + ' ';
    return rookery::hash_of(bytes);
}

}  // namespace

// A thread's players: those of a match between two choices are used from game to game.
class TrialRun::GameThread {
  public:
    explicit GameThread(const TrialRun& run) : run_(run) {}

    // The outcome for `one`; nothing if the game was stopped.
    [[nodiscard]] Result<std::optional<Outcome>, std::string> play(const TrialGame& game,
                                                                   const std::stop_token& stop) {
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

    const TrialRun& run_;
    Seat one_, other_;
};

// Feeds an executor until nothing is to be played.
class TrialRun::Loop {
  public:
    Loop(TrialRun& run, TrialExecutor& executor, TunerMaker make_tuner,
         const std::function<void(std::uint64_t)>& on_go_back)
        : run_(run), executor_(executor), make_tuner_(std::move(make_tuner)),
          on_go_back_(on_go_back) {}

    [[nodiscard]] std::optional<std::string> play(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            if (first_withdrawn_) go_back();
            submit_more();
            if (is_exhausted_ && executor_.is_settled()) {
                executor_.forget();
                break;
            }
            // All events that are there, before anything follows from one: a worker with one false
            // result often has more.
            for (auto event = executor_.poll(stop, executor_poll_timeout); event;
                 event = executor_.poll(stop, std::chrono::milliseconds(0)))
                if (auto problem = handle(*event)) return problem;
        }
        return std::nullopt;
    }

  private:
    void submit_more() {
        while (executor_.wants_more()) {
            TrialExecutor::Task task = next();
            is_exhausted_ = task.empty();
            if (is_exhausted_) return;
            if (!finish_known(task)) executor_.submit(std::move(task));
        }
    }

    // Nothing while results are awaited and when all is done.
    [[nodiscard]] TrialExecutor::Task next() {
        const std::lock_guard lock(run_.mutex_);
        if (executor_.games_per_task() > 1) {
            if (const auto trial = run_.queue_.take_trial())
                return {{*trial, true}, {*trial, false}};
        } else if (auto game = run_.queue_.take()) {
            return {std::move(*game)};
        }
        return {};
    }

    // After going back, a trial that is proposed again with the same values is not played again.
    [[nodiscard]] bool finish_known(const TrialExecutor::Task& task) {
        const auto trials = known_.find(task.front().trial.number);
        if (trials == known_.end()) return false;
        const auto known = trials->second.find(hash_of(task.front().trial));
        if (known == trials->second.end()) return false;
        finish(task, known->second);
        return true;
    }

    void finish(const TrialExecutor::Task& task, const std::vector<Outcome>& outcomes) {
        const std::lock_guard lock(run_.mutex_);
        for (std::size_t i = 0; i < task.size(); ++i)
            if (run_.queue_.wants(task[i])) run_.queue_.finish(task[i], outcomes[i]);
    }

    [[nodiscard]] std::optional<std::string> handle(TrialExecutor::Event& event) {
        using Kind = TrialExecutor::Event::Kind;
        switch (event.kind) {
            case Kind::Begun: break;
            case Kind::Finished:
                if (event.task.empty()) break;
                finish(event.task, event.records);
                if (make_tuner_) {
                    const Trial& trial = event.task.front().trial;
                    known_[trial.number].insert_or_assign(hash_of(trial), std::move(event.records));
                }
                break;
            case Kind::Withdrawn: {
                const std::uint64_t trial = (event.games.front() + 1) / 2;
                known_.erase(trial);
                first_withdrawn_ = std::min(trial, first_withdrawn_.value_or(trial));
                break;
            }
            case Kind::Failed: return std::move(event.problem);
        }
        return std::nullopt;
    }

    // Which trials follow is not known any more; those that stay as they were are submitted again.
    void go_back() {
        const std::uint64_t trial = *std::exchange(first_withdrawn_, std::nullopt);
        executor_.drop_unfinished();
        {
            const std::lock_guard lock(run_.mutex_);
            run_.queue_.go_back(trial, make_tuner_());
        }
        if (on_go_back_) on_go_back_(trial);
    }

    TrialRun& run_;
    TrialExecutor& executor_;
    const TunerMaker make_tuner_;
    const std::function<void(std::uint64_t)>& on_go_back_;
    bool is_exhausted_ = false;
    std::optional<std::uint64_t> first_withdrawn_;  // trial
    // Outcomes by number of the trial, and by its values.
    std::map<std::uint64_t, std::map<std::uint64_t, std::vector<Outcome>>> known_;
};

std::optional<std::string> TrialRun::play(TrialExecutor& executor, const std::stop_token& stop,
                                          TunerMaker make_tuner,
                                          const std::function<void(std::uint64_t)>& on_go_back) {
    if (queue_.is_done()) return std::nullopt;
    return Loop(*this, executor, std::move(make_tuner), on_go_back).play(stop);
}

std::optional<std::string> TrialRun::play(const std::stop_token& stop) {
    using Threads = ThreadExecutor<TrialGame, Outcome>;
    const auto make_play = [this](std::size_t) -> Result<Threads::Play, std::string> {
        return Threads::Play([thread = std::make_shared<GameThread>(*this)](
                                 const TrialGame& game, const std::stop_token& end) {
            return thread->play(game, end);
        });
    };
    Threads threads(games_.threads, make_play);
    return play(threads, stop);
}

TrialQueue::TrialQueue(GameTuner& tuner) : tuner_(&tuner), history_{{0, tuner.values()}} { ask(); }

// As soon as it can be asked: when a trial is made must not depend on how fast games are played.
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

// One past the last if the trial does not wait for results.
std::size_t TrialQueue::index_of(std::uint64_t trial) const {
    if (waiting_.empty() || trial < waiting_.front().trial.number) return waiting_.size();
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(trial - waiting_.front().trial.number, waiting_.size()));
}

bool TrialQueue::wants(const TrialGame& game) const {
    const std::size_t index = index_of(game.trial.number);
    if (index == waiting_.size()) return false;
    const Waiting& one = waiting_[index];
    return one.trial.one == game.trial.one && one.trial.other == game.trial.other &&
           one.taken[game.one_is_white] && !one.outcomes[game.one_is_white];
}

void TrialQueue::finish(const TrialGame& game, arena::Outcome outcome) {
    const std::size_t index = index_of(game.trial.number);
    assert(index < waiting_.size());
    waiting_[index].outcomes[game.one_is_white] = outcome;
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
