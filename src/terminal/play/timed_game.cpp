#include "terminal/play/timed_game.h"

#include "notation/names.h"
#include "search/time_management.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

GameResult won_by(Color color) {
    return color == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

}  // namespace

TimedGame::TimedGame(Game game, const arena::TimeControl& control, Instant now)
    : game_(std::move(game)), control_(control),
      clocks_(game_.plies() + 1,
              ByColor<arena::GameClock>{{arena::GameClock(control), arena::GameClock(control)}}),
      turn_began_(now), ended_(now) {
    check_rules(now);
}

void TimedGame::set_clock(Color color, arena::Duration left) {
    int made = 0;
    for (std::size_t ply = 0; ply < game_.plies(); ++ply)
        made += game_.position_at(ply).side_to_move() == color;
    clocks_.back()[color] = arena::GameClock(control_, left, made);
}

arena::Duration TimedGame::left(Color color, Instant now) const {
    arena::Duration left = clocks_.back()[color].left();
    if (color == turn())
        left -=
            std::chrono::duration_cast<arena::Duration>((is_over() ? ended_ : now) - turn_began_);
    return std::max(left, arena::Duration{0});
}

void TimedGame::play(Move move, Instant now) {
    ByColor<arena::GameClock> clocks = clocks_.back();
    const auto spent = std::chrono::duration_cast<arena::Duration>(now - turn_began_);
    if (!clocks[turn()].charge(spent, arena::Duration{0})) {
        check_clock(now);
        return;
    }
    game_.play(move);
    clocks_.push_back(clocks);
    turn_began_ = now;
    check_rules(now);
}

void TimedGame::check_clock(Instant now) {
    if (is_over() || !has_clocks() || left(turn(), now) > arena::Duration{0}) return;
    // A side without time does not lose if the other side has only its king.
    const Color other = ~turn();
    const bool bare = has_at_most_one(position().pieces(other));
    if (bare)
        end(GameResult::Draw,
            fmt::format("{} ran out of time, {} has a bare king", word_for(turn()),
                        word_for(other)),
            now);
    else
        end(won_by(other), fmt::format("{} ran out of time", word_for(turn())), now);
}

void TimedGame::resign(Color color, Instant now) {
    end(won_by(~color), fmt::format("{} resigned", word_for(color)), now);
}

void TimedGame::agree_to_draw(Instant now) { end(GameResult::Draw, "agreed", now); }

bool TimedGame::take_back(std::size_t plies, Instant now) {
    if (game_.plies() < plies) return false;
    for (std::size_t i = 0; i < plies; ++i) {
        game_.undo();
        clocks_.pop_back();
    }
    result_ = GameResult::Open;
    reason_.clear();
    turn_began_ = now;
    check_rules(now);
    return true;
}

Limits TimedGame::limits(Instant now) const {
    // A move is only shown, not sent to another program.
    constexpr std::chrono::milliseconds overhead{5};
    Limits limits;
    limits.nodes = control_.nodes;
    limits.depth = control_.depth;
    if (const auto reading = clocks_.back()[turn()].reading())
        set_deadlines(
            limits,
            plan_time({left(turn(), now), reading->increment, reading->moves_to_go, overhead}),
            now);
    if (control_.per_move) limits.hard_deadline = now + move_time(*control_.per_move, overhead);
    return limits;
}

void TimedGame::end(GameResult result, std::string reason, Instant now) {
    if (is_over()) return;
    ended_ = now;
    result_ = result;
    reason_ = std::move(reason);
}

void TimedGame::check_rules(Instant now) {
    if (const GameEnding ending = game_.ending(); ending != GameEnding::None)
        end(game_.result(), describe(ending), now);
}

CapturedPieces captured_pieces(const Game& game) {
    constexpr ByPieceType<int> worth = {{1, 3, 3, 5, 9, 0}};
    CapturedPieces pieces;
    for (std::size_t ply = 0; ply < game.plies(); ++ply) {
        const Position& before = game.position_at(ply);
        const PieceType captured = before.captured_by(game.moves()[ply]);
        if (captured != PieceType::None) pieces.taken[before.side_to_move()].push_back(captured);
    }
    for (const Color color : both_colors) {
        std::stable_sort(pieces.taken[color].begin(), pieces.taken[color].end(), std::greater<>());
        for (const PieceType type : all_piece_types)
            pieces.lead += (color == Color::White ? 1 : -1) * worth[type] *
                           popcount(game.position().pieces(color, type));
    }
    return pieces;
}

std::string captured_text(const CapturedPieces& pieces, Color bottom, const Style& style) {
    constexpr std::string_view figures[] = {"♟", "♞", "♝", "♜", "♛", "♚"};
    std::string text;
    for (const Color color : {~bottom, bottom}) {
        if (pieces.taken[color].empty()) continue;
        text += fmt::format("{} took ", word_for(color));
        for (const PieceType type : pieces.taken[color]) {
            if (style.unicode)
                text += figures[static_cast<std::size_t>(type)];
            else
                text += letter_of(type);
        }
        const int lead = color == Color::White ? pieces.lead : -pieces.lead;
        if (lead > 0) text += fmt::format(" +{}", lead);
        text += '\n';
    }
    return text;
}

namespace {

constexpr int show_tenths_below = 20;  // seconds

}

std::chrono::milliseconds clock_text_lasts(std::chrono::microseconds left) {
    using std::chrono::microseconds;
    const microseconds unit = left < std::chrono::seconds(show_tenths_below)
                                  ? microseconds(100'000)
                                  : microseconds(1'000'000);
    // Past the next whole unit, where the text changes.
    return std::chrono::floor<std::chrono::milliseconds>(left % unit) +
           std::chrono::milliseconds(1);
}

std::string clock_text(std::chrono::microseconds left) {
    const auto tenths = left.count() / 100'000;
    const auto seconds = tenths / 10;
    if (seconds < show_tenths_below) return fmt::format("0:{:02}.{}", seconds, tenths % 10);
    if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

}  // namespace rookery
