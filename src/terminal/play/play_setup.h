// How a game with a person is set up: the questions before it, its clock, and the two seats.
#pragma once

#include "arena/game/time_control.h"
#include "base/result.h"
#include "chess/types.h"
#include "search/searcher.h"
#include "ui/text.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

// Text of a game is for narrow terminals, or for a board beside other things.
inline constexpr std::size_t play_width = 40;
[[nodiscard]] inline std::string narrow(std::string_view text) { return wrapped(text, play_width); }

struct PlayRequest {
    bool resume = false;  // the unfinished game; nothing else then counts
    enum class Side : std::uint8_t { White, Black, Either } side = Side::White;
    int level = 1;      // 0: full strength
    std::string clock;  // as parse_game_clock() reads it; empty: none
    bool quit = false;
};

// The questions before a game: a line goes in, the next question comes out. Enter takes the answer
// in brackets, so that three times Enter begins a game a beginner can win.
class PlaySetup {
  public:
    // The unfinished game in words, if there is one: "an unfinished game, You against pvs, move 7".
    explicit PlaySetup(std::optional<std::string> unfinished);

    [[nodiscard]] std::string prompt() const;
    // Empty if the answer was taken, otherwise what is wrong with it.
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

// "5" and "5+3": minutes for the game and seconds for each move. The result is what
// arena::parse_time_control takes; none if the text makes no sense.
[[nodiscard]] std::optional<std::string> parse_game_clock(std::string_view text);

// One side of the board: a person or a searcher.
struct Seat {
    std::string name;
    std::string spec;  // for saved games: person_spec or a searcher with its settings
    std::unique_ptr<Searcher> searcher;  // none: a person

    [[nodiscard]] bool is_person() const { return searcher == nullptr; }
};

inline constexpr const char* person_spec = "person";

// A searcher with settings as in matches: "mcts,exploration=1000". The error says what is wrong.
[[nodiscard]] Result<Seat, std::string> searcher_seat(const std::string& spec,
                                                      SearcherTable searchers);

// Two seats from person_spec or searchers.
[[nodiscard]] Result<ByColor<Seat>, std::string> make_seats(const ByColor<std::string>& specs,
                                                            SearcherTable searchers);

}  // namespace rookery
