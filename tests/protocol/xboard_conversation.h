// A conversation in the xboard protocol, and a searcher that waits.
#pragma once

#include "chess/movegen.h"
#include "engine/engine_helpers.h"
#include "protocol/xboard_session.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace rookery::xboard::test {

// Searches until it is stopped or has no time left, then plays the first legal move and expects the
// first reply.
class PatientSearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        SearchResult result;
        const MoveList moves = legal_moves(root.position);
        if (moves.empty()) return result;
        result.best = limits.search_moves.empty() ? moves[0] : limits.search_moves.front();
        const MoveList replies = legal_moves(root.position.after(result.best));
        if (!replies.empty()) result.ponder = replies[0];
        LineReport report;
        report.depth = 1;
        report.moves = {result.best};
        listener.on_line(report);
        while (limits.depth != 1 && !stop.stop_requested() &&
               !limits.must_end(Limits::Instant::clock::now()))
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        return result;
    }
};

using rookery::test::create;
using rookery::test::failing_searcher;
using rookery::test::real_searchers;
inline constexpr SearcherEntry patient_searcher[] = {{"patient", "waits", create<PatientSearcher>}};

// Collects the output of a session.
class Conversation {
  public:
    explicit Conversation(SearcherTable searchers)
        : session("Rookery test", searchers, 1, [this](std::string_view lines) { add(lines); }),
          thread([this] { session.run(); }) {}
    ~Conversation() { session.add_end(); }

    void say(std::string_view lines) {
        for (std::size_t at = 0; at < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', at), lines.size());
            session.add_line(std::string(lines.substr(at, end - at)));
            at = end + 1;
        }
    }
    // Waits, usually much less than half a minute, until so many lines have that beginning.
    [[nodiscard]] bool await(std::string_view beginning, std::size_t count = 1) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(30),
                                 [&] { return count_locked(beginning) >= count; });
    }
    // Waits until all commands are done, and a move that is being searched is made.
    [[nodiscard]] bool sync() {
        const std::string number = std::to_string(++pings_);
        say("ping " + number);
        return await("pong " + number + "\n");
    }
    // The last line that begins so, without that beginning; empty if there is none.
    [[nodiscard]] std::string last(std::string_view beginning) {
        const std::lock_guard lock(mutex_);
        std::string found;
        for (std::size_t at = 0; at < text_.size(); at = text_.find('\n', at) + 1)
            if (text_.compare(at, beginning.size(), beginning) == 0)
                found = text_.substr(at + beginning.size(),
                                     text_.find('\n', at) - at - beginning.size());
        return found;
    }
    [[nodiscard]] std::size_t count(std::string_view beginning) {
        const std::lock_guard lock(mutex_);
        return count_locked(beginning);
    }
    [[nodiscard]] bool said(std::string_view part) {
        return text().find(part) != std::string::npos;
    }
    [[nodiscard]] std::string text() {
        const std::lock_guard lock(mutex_);
        return text_;
    }
    // Waits for the end that `quit` brings.
    void join() { thread.join(); }

  private:
    void add(std::string_view lines) {
        const std::lock_guard lock(mutex_);
        text_ += lines;
        changed_.notify_all();
    }
    [[nodiscard]] std::size_t count_locked(std::string_view beginning) const {
        std::size_t found = 0;
        for (std::size_t at = 0; at < text_.size(); at = text_.find('\n', at) + 1)
            found += text_.compare(at, beginning.size(), beginning) == 0;
        return found;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::string text_;
    int pings_ = 1000;

  public:
    Session session;
    std::jthread thread;  // last: destroyed first
};

}  // namespace rookery::xboard::test
