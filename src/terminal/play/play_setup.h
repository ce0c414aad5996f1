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
#include <vector>

namespace rookery {

struct PlayRequest {
    // Which of the unfinished games goes on, from 0; nothing else then counts.
    std::optional<std::size_t> resume{};
    enum class Side : std::uint8_t { White, Black, Either } side = Side::White;
    int level = 1;                      // 0: full strength
    std::optional<int> human_rating{};  // an opponent that plays like a person, instead of a level
    std::string clock;                  // as parse_game_clock() reads it; empty: none
    bool quit = false;
};

// The questions before a game: a line goes in, the next question comes out. Enter takes the answer
// in brackets, so that three times Enter begins a game a beginner can win.
class PlaySetup {
  public:
    // The unfinished games in words, the last one first: "You against pvs, move 7". The text is as
    // wide as that.
    PlaySetup(std::vector<std::string> unfinished, std::size_t width);

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
    [[nodiscard]] std::string in_lines(std::string_view text) const {
        return wrapped(text, width_);
    }

    std::vector<std::string> unfinished_;
    std::size_t width_;
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
    std::optional<int> elo{};            // of a level

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
