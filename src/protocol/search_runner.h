// Runs searches and perfts one after the other on a thread of its own, so that whoever reads
// commands can go on reading. All that a protocol has to do with a searcher happens here.
//
// The methods are called from one thread and never wait, unless they say so. Results are written
// from the other thread. Every search that was ordered writes exactly one best move, in the order of
// the orders: after its last report, and not before it is stopped where it is to be held back.
#pragma once

#include "chess/game.h"
#include "protocol/output.h"
#include "search/searcher.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace rookery::uci {

class SearchRunner {
  public:
    SearchRunner(std::unique_ptr<Searcher> searcher, Output& output);
    // Stops what is running and waits for it.
    ~SearchRunner();
    SearchRunner(const SearchRunner&) = delete;
    SearchRunner& operator=(const SearchRunner&) = delete;

    struct SearchOrder {
        Limits limits;
        bool hold_back = false;  // infinite and ponder: no answer before stop()
        bool chess960 = false;
    };
    // Waits its turn if something is running; a search that is held back is stopped for it.
    void search(const Game& game, SearchOrder order);
    void perft(const Position& position, int depth, std::size_t threads, bool chess960);
    void new_game();
    void resize(const Resources& resources);

    // Ends what is running, and what is waiting as soon as its turn comes.
    void stop();
    // The same for searches alone.
    void stop_searches();

    // Waits until the searcher is ready for an order, but not for a search or perft to end.
    void await_ready();
    // Waits until everything ordered is done.
    void await_all();

  private:
    enum class JobKind { Search, HeldSearch, Perft, Housekeeping };
    struct Job {
        JobKind kind;
        std::function<void(const std::stop_token&)> work;
        std::stop_source stop;
    };

    void order(JobKind kind, std::function<void(const std::stop_token&)> work);
    void work_off(const std::stop_token& end);

    std::unique_ptr<Searcher> searcher_;  // touched by the working thread alone
    Output& output_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Job> jobs_;  // the first is running
    std::jthread thread_;
};

}  // namespace rookery::uci
