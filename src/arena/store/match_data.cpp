#include "arena/store/match_data.h"

#include <array>
#include <cassert>
#include <cstddef>

namespace rookery::arena {
namespace {

template <class Enum>
struct Word {
    Enum value;
    std::string_view text;
};

constexpr auto kinds = std::to_array<Word<MatchKind>>({
    {MatchKind::Match, "match"},
    {MatchKind::Tournament, "tournament"},
});

constexpr auto states = std::to_array<Word<MatchState>>({
    {MatchState::Open, "open"},
    {MatchState::Finished, "finished"},
    {MatchState::Abandoned, "abandoned"},
});

constexpr auto terminations = std::to_array<Word<Termination>>({
    {Termination::Unfinished, "unfinished"},
    {Termination::Checkmate, "checkmate"},
    {Termination::Stalemate, "stalemate"},
    {Termination::DeadPosition, "dead-position"},
    {Termination::Repetition, "repetition"},
    {Termination::FiftyMoves, "fifty-moves"},
    {Termination::Resignation, "resignation"},
    {Termination::TimeForfeit, "time-forfeit"},
    {Termination::IllegalMove, "illegal-move"},
    {Termination::BadAnswer, "bad-answer"},
    {Termination::Stalled, "stalled"},
    {Termination::Disconnected, "disconnected"},
    {Termination::Crashed, "crashed"},
    {Termination::AdjudicatedWin, "adjudicated-win"},
    {Termination::AdjudicatedDraw, "adjudicated-draw"},
    {Termination::MoveLimit, "move-limit"},
});

template <class Enum, std::size_t Size>
std::string_view word(const std::array<Word<Enum>, Size>& words, Enum value) {
    for (const Word<Enum>& entry : words)
        if (entry.value == value) return entry.text;
    assert(!"every value has its word");
    return "";
}

template <class Enum, std::size_t Size>
std::optional<Enum> value(const std::array<Word<Enum>, Size>& words, std::string_view text) {
    for (const Word<Enum>& entry : words)
        if (entry.text == text) return entry.value;
    return std::nullopt;
}

}  // namespace

std::string_view word_of(MatchKind kind) { return word(kinds, kind); }
std::string_view word_of(MatchState state) { return word(states, state); }
std::string_view word_of(Termination termination) { return word(terminations, termination); }

std::optional<MatchKind> match_kind_of(std::string_view text) { return value(kinds, text); }
std::optional<MatchState> match_state_of(std::string_view text) { return value(states, text); }
std::optional<Termination> termination_of(std::string_view text) {
    return value(terminations, text);
}

}  // namespace rookery::arena
