// What a search needs from an evaluator.
//
// An evaluator belongs to one thread and may remember what it computed; what it answers depends on
// the position alone. The engine's search is a template over it, so nothing is virtual here. The
// textbook searchers take the erased form below, which costs them a virtual call per position.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace rookery {

template <class Candidate>
concept Evaluator = requires(Candidate candidate, const Position& position) {
    // From the side to move, never beyond ±Score::max_evaluation. The margins of the search are
    // made for units of which a pawn more in an ending is worth about 140.
    { candidate.evaluate(position) } -> std::same_as<Score>;
    // Forgets what was remembered; the answers stay the same.
    { candidate.clear() } -> std::same_as<void>;
};

// One that wants to hear which moves are made and taken back, so that it need not look at each
// position as a whole.
template <class Candidate>
concept FollowingEvaluator = Evaluator<Candidate> &&
    requires(Candidate candidate, const Position& position, Move move) {
    candidate.begin();                       // of a search: nothing is made yet
    position.after(move, candidate.push());  // a move; push() alone for a null move
    candidate.pop();
    // Of the position after what was pushed since begin().
    { candidate.evaluate_pushed(position) } -> std::same_as<Score>;
};

class ErasedEvaluator {
  public:
    virtual ~ErasedEvaluator() = default;
    [[nodiscard]] virtual Score evaluate(const Position& position) = 0;
    virtual void clear() = 0;
};

template <Evaluator Kind>
class Erased final : public ErasedEvaluator {
  public:
    template <class... Arguments>
    explicit Erased(Arguments&&... arguments) : kind_(std::forward<Arguments>(arguments)...) {}

    [[nodiscard]] Score evaluate(const Position& position) override {
        return kind_.evaluate(position);
    }
    void clear() override { kind_.clear(); }
    // For a search that was compiled for this kind.
    [[nodiscard]] Kind take() && { return std::move(kind_); }

  private:
    Kind kind_;
};

// An erased one where an evaluator is wanted: one search, compiled once, for all that have no
// search compiled for themselves.
class AnyEvaluator {
  public:
    explicit AnyEvaluator(std::unique_ptr<ErasedEvaluator> kind) : kind_(std::move(kind)) {}

    [[nodiscard]] Score evaluate(const Position& position) { return kind_->evaluate(position); }
    void clear() { kind_->clear(); }

  private:
    std::unique_ptr<ErasedEvaluator> kind_;
};
static_assert(Evaluator<AnyEvaluator>);

// Makes one for each thread, and is called by any of them.
using EvaluatorMaker = std::function<std::unique_ptr<ErasedEvaluator>()>;

// A row of the table of evaluators.
struct EvaluatorEntry {
    std::string_view name;
    std::string_view summary;
    std::unique_ptr<ErasedEvaluator> (*create)();
};
using EvaluatorTable = std::span<const EvaluatorEntry>;

[[nodiscard]] constexpr const EvaluatorEntry* find_evaluator(EvaluatorTable table,
                                                             std::string_view name) {
    for (const EvaluatorEntry& entry : table)
        if (entry.name == name) return &entry;
    return nullptr;
}

// What a piece is worth can be asked by taking it off the board.

struct WithoutPiece {
    Position position;
    // Without the piece the wrong king would have been in check, so the other side has the move.
    // That is worth something, too, and not the piece's merit.
    bool turn_passed = false;
};

// Nothing for kings and empty squares, and where the board without the piece makes no sense.
[[nodiscard]] std::optional<WithoutPiece> without_piece(const Position& position, Square square);

}  // namespace rookery
