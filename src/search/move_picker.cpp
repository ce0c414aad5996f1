#include "search/move_picker.h"

#include "chess/checks.h"
#include "chess/see.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// So large that no history outweighs a victim of another type (MVV: most valuable victim first).
constexpr int victim_weight = 16;
constexpr PieceValues victim_values = {{100, 300, 320, 500, 900, 0}};
constexpr int promotion_bonus = 900 * victim_weight;
constexpr int evasion_capture_bonus = 1 << 20;

}  // namespace

MovePicker::MovePicker(const PickerContext& context, Purpose purpose, Move tt_move, int threshold)
    : context_(context), purpose_(purpose), tt_move_(tt_move), threshold_(threshold),
      stage_(Stage::TtMove) {
    if (!tt_move_)
        stage_ = context.position.in_check() ? Stage::GenerateEvasions : Stage::GenerateCaptures;
}

int MovePicker::capture_score(Move move) const {
    const Position& position = context_.position;
    const PieceType captured = position.captured_by(move);
    int score = context_.histories.captures.at(PieceTo::of(position, move), captured).value();
    if (captured != PieceType::None) score += victim_values[captured] * victim_weight;
    if (move.is_promotion())
        score += move.promoted() == PieceType::Queen ? promotion_bonus : -promotion_bonus;
    return score;
}

int MovePicker::quiet_score(Move move) const {
    const Position& position = context_.position;
    const PieceTo played = PieceTo::of(position, move);
    int score =
        2 *
        context_.histories.quiets.at(position.side_to_move(), move, context_.threats.all).value();
    score += 2 * context_.continuations[0]->at(played).value();
    score += context_.continuations[1]->at(played).value();
    score += context_.continuations[2]->at(played).value();
    score += context_.continuations[3]->at(played).value() / 2;
    const PieceType type = type_of(played.piece);
    const Bitboard danger = context_.threats.to(type);
    if (contains(danger, move.from())) score += context_.escape_bonus[type];
    if (contains(danger, move.to())) score -= context_.escape_bonus[type];
    return score;
}

void MovePicker::score_captures() {
    for (std::size_t i = 0; i < moves_.size(); ++i) scores_[i] = capture_score(moves_[i]);
}

void MovePicker::score_quiets(std::size_t from) {
    for (std::size_t i = from; i < moves_.size(); ++i) scores_[i] = quiet_score(moves_[i]);
}

void MovePicker::score_evasions() {
    const Position& position = context_.position;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
        scores_[i] = position.is_capture(move) || move.is_promotion()
                         ? evasion_capture_bonus + capture_score(move)
                         : quiet_score(move);
    }
}

void MovePicker::append_quiet_checks() {
    const CheckFinder checks(context_.position);
    MoveList quiets;
    append_moves<MoveSet::Quiets>(context_.position, quiets);
    for (const Move move : quiets) {
        if (!checks.gives_check(move) || !see_ge(context_.position, move, 0)) continue;
        scores_[moves_.size()] = quiet_score(move);
        moves_.push_back(move);
    }
}

bool MovePicker::take_best(Move& move, int& score) {
    if (next_ >= moves_.size()) return false;
    // Without a branch, because no processor could predict it: the place of the move is added below
    // its score, higher for earlier moves, so that the maximum is the first of the best moves.
    static_assert(max_moves <= 256);
    const auto number = [this](std::size_t i) {
        return scores_[i] * 256 + (255 - static_cast<int>(i));
    };
    int largest = number(next_);
    for (std::size_t i = next_ + 1; i < moves_.size(); ++i) largest = std::max(largest, number(i));
    const std::size_t best = 255 - static_cast<std::size_t>(largest & 255);
    std::swap(moves_[best], moves_[next_]);
    std::swap(scores_[best], scores_[next_]);
    move = moves_[next_];
    score = scores_[next_];
    ++next_;
    return true;
}

Move MovePicker::next() {
    Move move;
    int score = 0;
    switch (stage_) {
        case Stage::TtMove:
            stage_ =
                context_.position.in_check() ? Stage::GenerateEvasions : Stage::GenerateCaptures;
            return tt_move_;

        case Stage::GenerateCaptures:
            append_moves<MoveSet::Captures>(context_.position, moves_);
            score_captures();
            stage_ = Stage::GoodCaptures;
            [[fallthrough]];

        case Stage::GoodCaptures:
            while (take_best(move, score)) {
                if (move == tt_move_) continue;
                // A capture with a good history may lose a little material.
                const int needed =
                    purpose_ == Purpose::ProbCut ? threshold_ : -score / 32 / victim_weight;
                if (see_ge(context_.position, move, needed)) return move;
                if (purpose_ == Purpose::Search) bad_captures_.push_back(move);
            }
            if (purpose_ == Purpose::Horizon) {
                stage_ = Stage::GenerateChecks;
                return next();
            }
            if (purpose_ != Purpose::Search) {
                stage_ = Stage::Done;
                return Move::none();
            }
            stage_ = Stage::GenerateQuiets;
            [[fallthrough]];

        case Stage::GenerateQuiets:
            if (!skip_quiets_) {
                const std::size_t begin = moves_.size();
                append_moves<MoveSet::Quiets>(context_.position, moves_);
                score_quiets(begin);
            }
            stage_ = Stage::Quiets;
            [[fallthrough]];

        case Stage::Quiets:
            while (!skip_quiets_ && take_best(move, score))
                if (move != tt_move_) return move;
            stage_ = Stage::BadCaptures;
            [[fallthrough]];

        case Stage::BadCaptures:
            if (next_bad_ < bad_captures_.size()) return bad_captures_[next_bad_++];
            stage_ = Stage::Done;
            return Move::none();

        case Stage::GenerateChecks:
            append_quiet_checks();
            stage_ = Stage::Checks;
            [[fallthrough]];

        case Stage::Checks:
            if (take_best(move, score)) return move;
            stage_ = Stage::Done;
            return Move::none();

        case Stage::GenerateEvasions:
            append_moves<MoveSet::All>(context_.position, moves_);
            score_evasions();
            stage_ = Stage::Evasions;
            [[fallthrough]];

        case Stage::Evasions:
            while (take_best(move, score)) {
                if (move == tt_move_) continue;
                const bool quiet = score < evasion_capture_bonus / 2;
                if (!(skip_quiets_ && quiet)) return move;
            }
            stage_ = Stage::Done;
            return Move::none();

        case Stage::Done: break;
    }
    return Move::none();
}

}  // namespace rookery
