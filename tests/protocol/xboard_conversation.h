// A conversation in the xboard protocol, and a searcher that waits.
#pragma once

#include "chess/movegen.h"
#include "engine/engine_helpers.h"
#include "protocol/protocol_helpers.h"
#include "protocol/xboard_session.h"

#include <gtest/gtest.h>

#include <algorithm>
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

class Conversation : public rookery::test::Transcript {
  public:
    explicit Conversation(SearcherTable searchers)
        : session("Rookery test", {searchers}, 1, [this](std::string_view lines) { add(lines); }),
          thread([this] { session.run(); }) {}
    ~Conversation() { session.add_end(); }

    void say(std::string_view lines) {
        for (std::size_t at = 0; at < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', at), lines.size());
            session.add_line(std::string(lines.substr(at, end - at)));
            at = end + 1;
        }
    }
    // Waits until all commands are done, and a move that is being searched is made.
    [[nodiscard]] bool sync() {
        const std::string number = std::to_string(++pings_);
        say("ping " + number);
        return await("pong " + number + "\n");
    }
    // Waits for the end that `quit` brings.
    void join() { thread.join(); }

  private:
    int pings_ = 1000;

  public:
    Session session;
    std::jthread thread;  // last: destroyed first
};

}  // namespace rookery::xboard::test
