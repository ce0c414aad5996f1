// The interface between a search and its evaluator.
//
// An evaluator belongs to one thread and may cache results; its value depends on the position
// alone. The engine's search is a template over it, so nothing is virtual here. The textbook
// searchers take the erased form below, which costs them a virtual call per position.
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
    // For the side to move, within ±Score::max_evaluation. The margins of the search are tuned for
    // units in which an extra pawn in an endgame is worth about 140.
    { candidate.evaluate(position) } -> std::same_as<Score>;
    // Empties caches; the values stay the same.
    { candidate.clear() } -> std::same_as<void>;
};

// An evaluator that is told which moves are made and taken back, so that it can update its state
// instead of looking at each position as a whole.
template <class Candidate>
concept FollowingEvaluator = Evaluator<Candidate> &&
    requires(Candidate candidate, const Position& position, Move move) {
    candidate.begin();                       // of a search: nothing is made yet
    position.after(move, candidate.push());  // a move; push() alone for a null move
    candidate.pop();
    // For the position after the moves pushed since begin().
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

// An erased evaluator for a search that is a template: compiled once, for all evaluators without a
// search of their own.
class AnyEvaluator {
  public:
    explicit AnyEvaluator(std::unique_ptr<ErasedEvaluator> kind) : kind_(std::move(kind)) {}

    [[nodiscard]] Score evaluate(const Position& position) { return kind_->evaluate(position); }
    void clear() { kind_->clear(); }

  private:
    std::unique_ptr<ErasedEvaluator> kind_;
};
static_assert(Evaluator<AnyEvaluator>);

// Makes an evaluator for each thread, and is called by any of them.
using EvaluatorMaker = std::function<std::unique_ptr<ErasedEvaluator>()>;

// A row of the table of evaluators.
struct EvaluatorEntry {
    std::string_view name;
    std::string_view summary;
    std::unique_ptr<ErasedEvaluator> (*create)();
};
using EvaluatorTable = std::span<const EvaluatorEntry>;

// evaluator.cpp has the table.
[[nodiscard]] EvaluatorTable all_evaluators();

[[nodiscard]] constexpr const EvaluatorEntry* find_evaluator(EvaluatorTable table,
                                                             std::string_view name) {
    for (const EvaluatorEntry& entry : table)
        if (entry.name == name) return &entry;
    return nullptr;
}

// A position without one of its pieces, to measure what the piece is worth.
struct WithoutPiece {
    Position position;
    // Without the piece the side not to move would be in check, so the other side has the move. The
    // value of the tempo is then not part of the value of the piece.
    bool turn_passed = false;
};

// Nothing for kings and empty squares, and where the board without the piece is not legal.
[[nodiscard]] std::optional<WithoutPiece> without_piece(const Position& position, Square square);

}  // namespace rookery
