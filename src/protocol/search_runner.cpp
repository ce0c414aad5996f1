#include "protocol/search_runner.h"

#include "chess/movegen.h"
#include "protocol/uci_text.h"

#include <exception>
#include <mutex>
#include <string>
#include <utility>

namespace rookery::uci {
namespace {

class InfoWriter final : public SearchListener {
  public:
    InfoWriter(Output& output, const Position& root, bool chess960)
        : output_(output), root_(root), chess960_(chess960) {}

    void on_line(const LineReport& report) override {
        output_.write(info_line(root_, report, chess960_));
    }

  private:
    Output& output_;
    const Position& root_;
    bool chess960_;
};

void wait_for_stop(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, stop, [] { return false; });
}

// A move to answer with when the searcher failed: the game goes on, and the client is told.
SearchResult emergency_result(const Position& root, const Limits& limits) {
    SearchResult result;
    if (!limits.only_moves.empty())
        result.best = limits.only_moves.front();
    else if (const MoveList moves = legal_moves(root); !moves.empty())
        result.best = moves[0];
    return result;
}

}  // namespace

SearchRunner::SearchRunner(std::unique_ptr<Searcher> searcher, Output& output)
    : searcher_(std::move(searcher)), output_(output),
      thread_([this](const std::stop_token& end) { work_off(end); }) {}

SearchRunner::~SearchRunner() {
    stop();
    thread_.request_stop();
    thread_.join();
}

void SearchRunner::work_off(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, end, [this] { return !jobs_.empty(); });
        if (jobs_.empty()) return;  // asked to end, with nothing left to do
        Job& job = jobs_.front();   // orders at the other end leave it where it is
        const std::stop_token stop = job.stop.get_token();
        lock.unlock();
        job.work(stop);
        lock.lock();
        jobs_.pop_front();
        changed_.notify_all();
    }
}

void SearchRunner::order(JobKind kind, std::function<void(const std::stop_token&)> work) {
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs_)
        if (job.kind == JobKind::HeldSearch) job.stop.request_stop();
    jobs_.push_back({kind, std::move(work), {}});
    changed_.notify_all();
}

void SearchRunner::search(const Game& game, SearchOrder wanted) {
    const JobKind kind = wanted.hold_back ? JobKind::HeldSearch : JobKind::Search;
    order(kind, [this, root = Root(game), wanted = std::move(wanted)](const std::stop_token& stop) {
        SearchResult result;
        try {
            InfoWriter writer(output_, root.position, wanted.chess960);
            result = searcher_->search(root, wanted.limits, stop, writer);
        } catch (const std::exception& problem) {
            output_.write(info_string(std::string("the search failed: ") + problem.what()));
            result = emergency_result(root.position, wanted.limits);
        }
        if (wanted.hold_back) wait_for_stop(stop);
        output_.write(best_move_line(root.position, result, wanted.chess960));
    });
}

void SearchRunner::perft(const Position& position, int depth, std::size_t threads, bool chess960) {
    order(JobKind::Perft, [this, position, depth, threads, chess960](const std::stop_token& stop) {
        PerftOptions options;
        options.depth = depth;
        options.threads = threads;
        options.stop = stop;
        try {
            output_.write(perft_lines(position, run_perft(position, options), chess960));
        } catch (const std::exception& problem) {
            output_.write(info_string(std::string("perft failed: ") + problem.what()));
        }
    });
}

void SearchRunner::new_game() {
    order(JobKind::Housekeeping, [this](const std::stop_token&) { searcher_->new_game(); });
}

void SearchRunner::resize(const Resources& resources) {
    order(JobKind::Housekeeping, [this, resources](const std::stop_token&) {
        try {
            searcher_->resize(resources);
        } catch (const std::exception& problem) {
            output_.write(info_string(std::string("not enough for that: ") + problem.what()));
        }
    });
}

void SearchRunner::stop() {
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs_) job.stop.request_stop();
}

void SearchRunner::stop_searches() {
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs_)
        if (job.kind != JobKind::Perft) job.stop.request_stop();
}

void SearchRunner::await_ready() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [this] { return jobs_.empty() || jobs_.front().kind != JobKind::Housekeeping; });
}

void SearchRunner::await_all() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
}

}  // namespace rookery::uci
