// The questions before a game: a line goes in, the next question comes out.
//
// Enter takes what stands in brackets, so that three of them begin a game a beginner can win.
#pragma once

#include "arena/game/time_control.h"
#include "base/result.h"
#include "chess/types.h"
#include "search/searcher.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

struct PlayRequest {
    bool resume = false;  // nothing else then counts
    enum class Side : std::uint8_t { White, Black, Either } side = Side::White;
    int level = 1;      // 0: as well as it can
    std::string clock;  // as clock_meant() reads it; empty: none
    bool quit = false;
};

class PlaySetup {
  public:
    // What the unfinished game is, if there is one: "a game against Rookery level 2 after 14
    // moves".
    explicit PlaySetup(std::optional<std::string> unfinished);

    [[nodiscard]] std::string prompt() const;
    // What is wrong with the answer; empty if it was taken.
    [[nodiscard]] std::string answer(std::string_view line);
    [[nodiscard]] bool done() const { return question_ == Question::None; }
    [[nodiscard]] const PlayRequest& request() const { return request_; }

  private:
    enum class Question : std::uint8_t { Resume, Side, Level, Clock, None };

    [[nodiscard]] std::string answer_resume(std::string_view text);
    [[nodiscard]] std::string answer_side(std::string_view text);
    [[nodiscard]] std::string answer_level(std::string_view text);
    [[nodiscard]] std::string answer_clock(std::string_view text);

    std::optional<std::string> unfinished_;
    Question question_;
    PlayRequest request_;
};

// "5" and "5+3": minutes for the game and seconds for each move. As arena::parse_time_control wants
// it; nothing if it makes no sense.
[[nodiscard]] std::optional<std::string> clock_meant(std::string_view text);

// Who sits at one side of the board: a person, or a searcher.

struct Seat {
    std::string name;
    std::string spec;  // by which a saved game finds it again: "person" or a searcher
    std::unique_ptr<Searcher> searcher;  // none: a person

    [[nodiscard]] bool is_person() const { return searcher == nullptr; }
};

// Who sits down to play, by name.

inline constexpr const char* person_spec = "person";

// A searcher with settings as in matches: "mcts,exploration=1000". The error says what is wrong.
[[nodiscard]] Result<Seat, std::string> searcher_seat(const std::string& spec,
                                                      SearcherTable searchers);

// Persons, and such searchers.
[[nodiscard]] Result<ByColor<Seat>, std::string> make_seats(const ByColor<std::string>& specs,
                                                            SearcherTable searchers);

}  // namespace rookery
