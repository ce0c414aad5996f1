// The options of the engine: one table has the name, the range and the member of Settings of each.
// Protocols list the table and set the values as text.
#pragma once

#include "base/result.h"
#include "engine/make_searcher.h"
#include "eval/evaluator.h"
#include "search/searcher.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rookery {

// The value of the option Style for the searcher that is chosen by Searcher.
inline constexpr std::string_view no_style = "engine";

struct Settings {
    int hash_mib = 16;
    int threads = 1;
    int multi_pv = 1;
    bool ponder = false;  // the interface may let us ponder; nothing here depends on it
    int move_overhead_ms = 10;
    std::string searcher;
    std::string evaluator;
    std::string network;          // a file; empty: the default net
    bool own_book = false;        // moves come from the book while it has any
    std::string book_file;        // empty: the default book
    bool best_book_move = false;  // the one with the greatest weight, instead of a draw by weight
    int book_depth = 100;         // the book is left after so many moves
    std::string table_folders;    // of Syzygy, with ':' between them; empty: none
    int table_depth = 1;          // see TableProbing
    int table_pieces = 7;         // positions with more pieces are not looked up
    bool table_fifty_moves = true;
    int level = 0;                // 0: full strength
    bool limit_strength = false;  // by Elo, instead of by level
    int elo = 1500;
    std::string style{no_style};  // a searcher that replaces `searcher`; "engine": none
    int contempt = 0;             // added to that of the style
    bool human_pace = false;      // moves take as long as those of a person
    bool resign = true;           // over xboard, when the game is hopeless
    bool analyse = false;         // never at less than full strength
    bool chess960 = false;
    bool show_wdl = false;
    std::string opponent;
    std::string colony;    // the file with an invitation; empty: the usual one
    std::string log_file;  // written by the protocol; empty: none

    [[nodiscard]] Resources resources() const {
        return {static_cast<std::size_t>(hash_mib), static_cast<std::size_t>(threads)};
    }
    [[nodiscard]] Strength strength() const {
        if (analyse) return {};
        return limit_strength ? strength_of_elo(elo) : strength_of_level(level);
    }
    // The searcher that plays; an analysis has no style.
    [[nodiscard]] const std::string& playing_searcher() const {
        return analyse || style == no_style ? searcher : style;
    }
    // The rating of a searcher that has one instead of levels: the highest without a limit.
    [[nodiscard]] int rating() const {
        if (limit_strength) return elo;
        return level == 0 ? highest_elo : levels()[static_cast<std::size_t>(level) - 1].elo;
    }
    [[nodiscard]] TableProbing probing(const Tablebase* tables) const {
        return {tables, table_pieces, table_depth, table_fifty_moves};
    }
};

enum class OptionKind : std::uint8_t { Check, Spin, Combo, String, Button };

struct Option {
    std::string_view name;
    OptionKind kind = OptionKind::Button;
    // The member that holds the value; a button has none.
    std::variant<std::monostate, bool Settings::*, int Settings::*, std::string Settings::*> place;
    int lowest = 0;  // of a spin
    int highest = 0;
    std::vector<std::string_view> choices;  // of a combo
};

class OptionTable {
  public:
    // The first searcher and its evaluator are the default. Options of endgame tables are there if
    // the program has any.
    OptionTable(SearcherTable searchers, EvaluatorTable evaluators, bool with_tables);

    [[nodiscard]] std::span<const Option> all() const { return options_; }
    [[nodiscard]] const Settings& defaults() const { return defaults_; }
    // Ignores upper and lower case; null if there is no such option.
    [[nodiscard]] const Option* find(std::string_view name) const;

  private:
    std::vector<Option> options_;
    Settings defaults_;
};

// The settings with that value, or why it is refused. "<empty>" means no text; a button changes
// nothing.
[[nodiscard]] Result<Settings, std::string> with_value(Settings settings, const Option& option,
                                                       std::string_view value);

// The value as text that with_value() takes; empty for a button.
[[nodiscard]] std::string value_of(const Settings& settings, const Option& option);

}  // namespace rookery
