#include "chess/game.h"

#include "chess/draws.h"
#include "chess/movegen.h"

#include <algorithm>

namespace rookery {

const char* describe(GameEnding ending) {
    switch (ending) {
        case GameEnding::None: return "the game goes on";
        case GameEnding::Checkmate: return "checkmate";
        case GameEnding::Stalemate: return "stalemate";
        case GameEnding::DeadPosition: return "neither side can mate";
        case GameEnding::FivefoldRepetition: return "fivefold repetition";
        case GameEnding::SeventyFiveMoves: return "seventy-five moves without progress";
        case GameEnding::ThreefoldRepetition: return "threefold repetition";
        case GameEnding::FiftyMoves: return "fifty moves without progress";
    }
    return "";
}

const char* notation_of(GameResult result) {
    switch (result) {
        case GameResult::Open: return "*";
        case GameResult::WhiteWins: return "1-0";
        case GameResult::BlackWins: return "0-1";
        case GameResult::Draw: return "1/2-1/2";
    }
    return "*";
}

bool Game::play(Move move) {
    if (!position().is_legal(move)) return false;
    positions_.push_back(position().after(move));
    keys_.push_back(position().key());
    moves_.push_back(move);
    return true;
}

bool Game::undo() {
    if (moves_.empty()) return false;
    positions_.pop_back();
    keys_.pop_back();
    moves_.pop_back();
    return true;
}

std::vector<Key> Game::reversible_keys() const {
    const auto reversible = static_cast<std::size_t>(position().halfmove_clock());
    const std::size_t wanted = std::min(keys_.size(), reversible + 1);
    return {keys_.end() - static_cast<std::ptrdiff_t>(wanted), keys_.end()};
}

int Game::occurrences() const {
    return 1 + earlier_occurrences(keys_, position().halfmove_clock());
}

GameEnding Game::ending(Claims claims) const {
    const Position& now = position();
    if (!has_legal_move(now)) return now.in_check() ? GameEnding::Checkmate : GameEnding::Stalemate;
    if (is_dead(now)) return GameEnding::DeadPosition;
    const int seen = occurrences();
    if (seen >= 5) return GameEnding::FivefoldRepetition;
    if (now.halfmove_clock() >= 150) return GameEnding::SeventyFiveMoves;
    if (claims == Claims::OnRequest) return GameEnding::None;
    if (seen >= 3) return GameEnding::ThreefoldRepetition;
    if (now.halfmove_clock() >= 100) return GameEnding::FiftyMoves;
    return GameEnding::None;
}

GameResult Game::result(Claims claims) const {
    switch (ending(claims)) {
        case GameEnding::None: return GameResult::Open;
        case GameEnding::Checkmate:
            return position().side_to_move() == Color::White ? GameResult::BlackWins
                                                             : GameResult::WhiteWins;
        default: return GameResult::Draw;
    }
}

}  // namespace rookery
