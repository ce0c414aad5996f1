#include "arena/suite/suite_runner.h"

#include "base/threads.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rookery::arena {
namespace {

// How long a player may exceed its time before it counts as stalled. A player that was given nodes
// or depth instead of a time may take long without being wrong.
constexpr Duration timeout = std::chrono::seconds(10);
constexpr Duration timeout_without_time = std::chrono::hours(1);

}  // namespace

class SuiteRunner::Worker {
  public:
    Worker(SuiteRunner& runner, std::size_t number)
        : runner_(runner), number_(number), seats_(runner.settings_.players.size()) {}

    void run() {
        while (const auto position = runner_.next_position())
            for (std::size_t player = 0; player < seats_.size(); ++player)
                if (!ask(*position, player)) return;
    }

  private:
    // False if it cannot go on.
    bool ask(std::size_t position, std::size_t player) {
        const std::stop_token stop = runner_.give_up_.get_token();
        if (stop.stop_requested() || !seat(player)) return false;
        const LiveSearch search{position, player, std::nullopt};
        runner_.started(number_, search);
        SuiteAnswer answer = answer_of(runner_.positions_[position], *seats_[player], stop);
        // A stopped player did not choose freely.
        if (stop.stop_requested()) return false;
        if (!answer.trouble.empty()) {
            // Its state is unknown, so it is started again.
            seats_[player]->stop();
            seats_[player].reset();
        }
        runner_.answered(number_, search, std::move(answer));
        return true;
    }

    SuiteAnswer answer_of(const SuitePosition& wanted, Player& player,
                          const std::stop_token& stop) {
        if (auto ready = player.new_game(wanted.chess960); !ready)
            return missed_by_trouble("cannot begin: " + ready.error());
        const SuiteSettings& settings = runner_.settings_;
        SuiteJudge judge(wanted);
        std::stop_source enough;
        const std::stop_callback forward(stop, [&enough] { enough.request_stop(); });
        const Game game(wanted.position);
        MoveRequest request{.game = game};
        request.chess960 = wanted.chess960;
        request.per_move = settings.limits.per_move;
        request.nodes = settings.limits.nodes;
        request.depth = settings.limits.depth;
        request.timeout = request.per_move ? *request.per_move + timeout : timeout_without_time;
        request.interrupt = enough.get_token();
        request.on_thought = [&](const Thought& thought) {
            judge.add(thought);
            runner_.thinks(number_, thought);
            const auto& since = judge.right_since();
            if (settings.enough_depths && since &&
                thought.depth - since->depth >= *settings.enough_depths)
                enough.request_stop();
        };
        return judge.judge(player.choose(request));
    }

    bool seat(std::size_t player) {
        if (seats_[player]) return true;
        auto fresh = bring_up(runner_.settings_.players[player]);
        if (!fresh) {
            runner_.fail(fresh.error());
            return false;
        }
        seats_[player] = std::move(fresh).value();
        return true;
    }

    SuiteRunner& runner_;
    const std::size_t number_;
    std::vector<std::unique_ptr<Player>> seats_;
};

std::optional<double> SuiteProgress::seconds_left() const {
    if (done == 0) return std::nullopt;
    return seconds / static_cast<double>(done) * static_cast<double>(wanted - done);
}

SuiteRunner::SuiteRunner(const std::vector<SuitePosition>& positions, SuiteSettings settings)
    : positions_(positions), settings_(std::move(settings)),
      answers_(positions.size(), std::vector<std::optional<SuiteAnswer>>(settings_.players.size())),
      sums_(settings_.players.size()) {}

std::optional<std::string> SuiteRunner::run(const std::stop_token& stop) {
    const std::stop_callback forward(stop, [this] { give_up_.request_stop(); });
    {
        const std::lock_guard lock(mutex_);
        watch_.restart();
    }
    // No more workers than positions.
    const std::size_t workers = std::min(settings_.concurrency, positions_.size());
    run_on_threads(workers, [this](std::size_t number) { Worker(*this, number).run(); });
    const std::lock_guard lock(mutex_);
    live_.clear();
    return problem_;
}

std::optional<std::size_t> SuiteRunner::next_position() {
    const std::lock_guard lock(mutex_);
    if (next_ == positions_.size()) return std::nullopt;
    return next_++;
}

void SuiteRunner::started(std::size_t worker, const LiveSearch& search) {
    const std::lock_guard lock(mutex_);
    live_[worker] = search;
}

void SuiteRunner::thinks(std::size_t worker, const Thought& thought) {
    const std::lock_guard lock(mutex_);
    live_[worker].thought = thought;
}

void SuiteRunner::answered(std::size_t worker, const LiveSearch& search, SuiteAnswer answer) {
    const std::lock_guard lock(mutex_);
    live_.erase(worker);
    sums_[search.player].add(positions_[search.position], answer);
    if (!answer.trouble.empty())
        troubles_.push_back({search.position, search.player, answer.trouble});
    answers_[search.position][search.player] = std::move(answer);
}

// Only the first problem is kept.
void SuiteRunner::fail(std::string problem) {
    {
        const std::lock_guard lock(mutex_);
        if (!problem_) problem_ = std::move(problem);
    }
    give_up_.request_stop();
}

SuiteProgress SuiteRunner::progress() const {
    const std::lock_guard lock(mutex_);
    SuiteProgress now;
    now.wanted = positions_.size() * settings_.players.size();
    now.sums = sums_;
    for (const SuiteSums& one : sums_) now.done += one.answered;
    for (const auto& [worker, search] : live_) now.live.push_back(search);
    now.seconds = watch_.seconds();
    return now;
}

std::vector<SuiteTrouble> SuiteRunner::take_troubles() {
    const std::lock_guard lock(mutex_);
    return std::exchange(troubles_, {});
}

namespace {

std::optional<double> mean(double sum, std::size_t count) {
    if (count == 0) return std::nullopt;
    return sum / static_cast<double>(count);
}

}  // namespace

void SuiteSums::add(const SuitePosition& position, const SuiteAnswer& answer) {
    ++answered;
    if (!answer.trouble.empty()) ++troubles;
    if (position.is_graded()) ++graded;
    points += answer.points;
    possible_points += position.most_points();
    nodes += answer.nodes;
    spent += answer.spent;
    // Near a mate every depth takes next to no time, so such depths say nothing about the search.
    const bool mates = answer.score && answer.score->kind == EngineScore::Kind::Mate;
    if (answer.depth > 0 && !mates) {
        ++depths_;
        depth_sum_ += answer.depth;
    }
    if (!answer.solved) return;
    ++solved;
    if (!answer.solution) return;
    to_solution += answer.solution->after;
    if (answer.solution->nodes > 0) {
        ++node_counts_;
        log_nodes_sum_ += std::log(static_cast<double>(answer.solution->nodes));
    }
}

double SuiteSums::solved_share() const {
    return mean(static_cast<double>(solved), answered).value_or(0);
}

std::optional<double> SuiteSums::mean_seconds_to_solution() const {
    return mean(in_seconds(to_solution), solved);
}

std::optional<double> SuiteSums::nodes_to_solution() const {
    const auto log_mean = mean(log_nodes_sum_, node_counts_);
    if (!log_mean) return std::nullopt;
    return std::exp(*log_mean);
}

std::optional<double> SuiteSums::mean_depth() const {
    return mean(static_cast<double>(depth_sum_), depths_);
}

std::optional<double> SuiteSums::nodes_per_second() const {
    if (nodes == 0 || spent.count() <= 0) return std::nullopt;
    return static_cast<double>(nodes) / in_seconds(spent);
}

std::vector<SuiteSums> sums_of(const std::vector<SuitePosition>& positions,
                               const SuiteAnswers& answers, std::size_t players) {
    std::vector<SuiteSums> sums(players);
    for (std::size_t i = 0; i < answers.size(); ++i)
        for (std::size_t player = 0; player < players; ++player)
            if (const auto& answer = answers[i][player]) sums[player].add(positions[i], *answer);
    return sums;
}

}  // namespace rookery::arena
