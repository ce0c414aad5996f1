// A game in the terminal, held by a test.
#pragma once

#include "support/chess_helpers.h"
#include "terminal/play/play_session.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::test {

// Plays the moves it was given, in their order.
class ScriptedSearcher final : public Searcher {
  public:
    explicit ScriptedSearcher(std::vector<Move> moves, Score score = {}, std::string notice = {})
        : moves_(std::move(moves)), score_(score), notice_(std::move(notice)) {}
    void new_game() override { next_ = 0; }
    void resize(const Resources&) override {}
    SearchResult search(const Root&, const Limits&, std::stop_token,
                        SearchListener& listener) override {
        SearchResult result;
        result.best = moves_.at(next_++);
        result.score = score_;
        LineReport report;
        report.depth = 3;
        report.moves = {result.best};
        listener.on_line(report);
        if (!notice_.empty()) listener.on_notice(notice_);
        return result;
    }

  private:
    std::vector<Move> moves_;
    Score score_;
    std::string notice_;
    std::size_t next_ = 0;
};

// A session, its time, and answers with the searcher's moves after them.
class Talk {
  public:
    struct Scene {
        std::vector<Move> replies{};
        std::string_view fen{};
        Color human = Color::White;
        bool two_players = false;
        PlayOptions options{};
        std::vector<Move> advice{};
        Score score{};                         // what the searcher thinks of its own game
        std::string notice{};                  // what it has to say besides
        std::unique_ptr<Searcher> searcher{};  // instead of the replies
        std::optional<int> elo{};              // of the searcher
    };

    explicit Talk(Scene scene) : session_(make(std::move(scene), time_)) {}

    std::string begin() { return session_.begin() + moved(); }
    std::string say(std::string_view line) {
        std::string text = session_.answer(line);
        return text + moved();
    }
    void wait(std::chrono::milliseconds time) { *time_ += time; }

    PlaySession& operator*() { return session_; }
    PlaySession* operator->() { return &session_; }

  private:
    using Time = std::shared_ptr<TimedGame::Instant>;

    static PlaySession make(Scene scene, Time& time) {
        time = std::make_shared<TimedGame::Instant>();
        scene.options.now = [time] { return *time; };
        if (!scene.fen.empty()) scene.options.game = Game(position_of(scene.fen));
        ByColor<Seat> seats;
        for (const Color color : both_colors) {
            if (scene.two_players)
                seats[color] = {color == Color::White ? "White" : "Black", "person", nullptr};
            else if (color == scene.human)
                seats[color] = {"You", "person", nullptr};
            else
                seats[color] = {"random", "random",
                                scene.searcher ? std::move(scene.searcher)
                                               : std::make_unique<ScriptedSearcher>(
                                                     scene.replies, scene.score, scene.notice),
                                scene.elo};
        }
        return {std::move(scene.options), std::move(seats),
                [advice = scene.advice] { return std::make_unique<ScriptedSearcher>(advice); }};
    }

    std::string moved() {
        std::string text;
        while (!session_.over() && !session_.wants_line() && !session_.timed_game().is_over())
            text += session_.let_searcher_move({});
        return text;
    }

    Time time_;
    PlaySession session_;
};

inline bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace rookery::test
