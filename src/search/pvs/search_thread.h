// One thread of the engine's search: what it knows, and the search itself.
//
// The search is principal variation search by iterative deepening. deepening.h holds the
// iterations, node.h what happens in a node (with cuts.h, selection.h and learning.h), quiescence.h
// what happens below the horizon.
#pragma once

#include "chess/checks.h"
#include "chess/move.h"
#include "eval/score.h"
#include "search/history.h"
#include "search/limits.h"
#include "search/move_picker.h"
#include "search/pvs/parameters.h"
#include "search/searcher.h"
#include "search/transposition_table.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace rookery::pvs {

// The moves of the root, with what is known of each.

struct RootMove {
    Move move;
    Score score = -Score::infinite();     // of this iteration; worst where it was only refuted
    Score previous = -Score::infinite();  // of the last one
    bool exact = false;                   // whether the score is more than a bound
    int selective_depth = 0;
    std::uint64_t nodes = 0;  // spent on it in this search
    std::vector<Move> line;   // begins with the move

    explicit RootMove(Move first) : move(first), line{first} {}
};

[[nodiscard]] inline bool is_better(const RootMove& one, const RootMove& other) {
    return one.score > other.score;
}

// What the threads of one search share: limits, the clock and the word to stop.

using Clock = std::chrono::steady_clock;

struct SearchState {
    TranspositionTable& table;
    const Root& root;
    const Limits& limits;
    std::stop_token token;
    bool surprised = false;  // the last reply was not the expected one
    Clock::time_point began = Clock::now();
    std::atomic<bool> stopped = false;

    [[nodiscard]] bool is_stopped() const { return stopped.load(std::memory_order_relaxed); }
    void stop() { stopped.store(true, std::memory_order_relaxed); }
    [[nodiscard]] std::chrono::milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
    }
};

// Deeper than this no search goes.
inline constexpr int max_ply = 245;

enum class NodeKind : std::uint8_t { Root, Pv, NonPv };

// What a node leaves for those below and above it.
struct Frame {
    Move move;         // made here at present; empty for a null move
    Move excluded;     // not looked at, to see how good the others are
    Score evaluation;  // of the evaluator, corrected; no_evaluation in check
    ContinuationTable* continuation = nullptr;  // of the move made here
    int reduction = 0;                          // of the move made here, in 1/1024 of a ply
    int cutoffs = 0;                            // below here, by children of this node
    int double_extensions = 0;                  // on the way here
    bool in_check = false;
    bool on_pv = false;  // table says so, or it is so
};

// Does a move give check? What it takes to know is worked out for the first move that is asked
// about: many nodes end before there is one.
class CheckQuestion {
  public:
    explicit CheckQuestion(const Position& position) : position_(position) {}

    [[nodiscard]] bool gives_check(Move move) {
        if (!finder_) finder_.emplace(position_);
        return finder_->gives_check(move);
    }

  private:
    const Position& position_;
    std::optional<CheckFinder> finder_;
};

// The best line from a ply on.
struct Line {
    int length = 0;
    std::array<Move, max_ply + 2> moves;

    void clear() { length = 0; }
    void begin_with(Move first, const Line& rest) {
        moves[0] = first;
        std::copy_n(rest.moves.begin(), rest.length, moves.begin() + 1);
        length = rest.length + 1;
    }
};

// What is known of a node while its moves are looked at.
struct NodeFacts {
    const Position& position;
    int ply = 0;
    bool pv = false;
    bool root = false;
    bool cut_node = false;
    bool improving = false;
    Move excluded{};
    Move table_move{};  // legal, or empty
    bool is_known = false;
    TranspositionEntry known{};  // if it is
    Score evaluation{};          // static, corrected
    Score estimate{};            // the same, or better known from the table
    Threats threats{};           // by the opponent
};

// And of a move among them.
struct MoveFacts {
    Move move;
    int number = 0;  // from 1
    bool quiet = false;
    int history = 0;  // of a quiet one
};

// What is known of a node below the horizon.
struct LeafFacts {
    const Position& position;
    bool in_check = false;
    Score futility{};  // what a move can hope for beside what it takes
    Square last_to{};  // where the opponent moved to
};

template <class Evaluator, class Params>
class SearchThread : private Params {
  public:
    template <class MakeEvaluator>
    SearchThread(std::size_t number, const Params& params, const MakeEvaluator& make_evaluator)
        : Params(params), number_(number), histories_(std::make_unique<Histories>()),
          evaluator_(make_evaluator()) {}

    // Forgets what was learned.
    void new_game() {
        *histories_ = Histories();
        evaluator_.clear();
    }

    // Searches until a limit is reached or the state says stop. The first worker minds the limits
    // and tells the listener, who may be nobody.
    void search(SearchState& state, const std::vector<Move>& root_moves, SearchListener* listener,
                const std::vector<std::unique_ptr<SearchThread>>& team);

    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] int completed_depth() const { return completed_depth_; }
    [[nodiscard]] const RootMove& best() const { return root_moves_.front(); }
    // Whether the last line that was called the best was this one, with the same score.
    [[nodiscard]] bool has_reported(const RootMove& move) const {
        return move.line == reported_line_ && move.score == reported_score_;
    }
    // Tells the listener of another's best line, which is to be played instead of its own.
    void report_for(const SearchThread& other) {
        root_moves_ = other.root_moves_;
        report(other.completed_depth_, 1);
    }
    [[nodiscard]] bool has_moves() const { return !root_moves_.empty(); }

  private:
    using Params::p;
    static constexpr std::size_t frames_before_root = 6;

    // deepening.h
    void prepare(SearchState& state, const std::vector<Move>& root_moves);
    void deepen();
    void search_window(int depth);
    [[nodiscard]] bool enough_after(int depth);
    [[nodiscard]] double occasion() const;
    // Puts what is known in order after an iteration that was cut short.
    void settle_unfinished(std::size_t lines);
    void report(int depth, std::size_t lines, LineReport::Bound bound = LineReport::Bound::Exact);
    void announce(Move move, int number) const;
    // Only who waits long wants to hear more than finished iterations.
    [[nodiscard]] bool is_long() const {
        return listener_ != nullptr && state_->elapsed() > std::chrono::seconds(3);
    }

    // node.h
    template <NodeKind kind>
    [[nodiscard]] Score search_node(const Position& position, Score alpha, Score beta, int depth,
                                    int ply, bool cut_node);
    template <NodeKind kind>
    [[nodiscard]] Score search_move(const NodeFacts& node, const MoveFacts& move, Score alpha,
                                    Score beta, Score best, int depth, int extension);
    [[nodiscard]] bool is_draw(const Position& position, int ply) const;
    [[nodiscard]] std::optional<Score> end_of_search(const Position& position, Score& alpha,
                                                     Score& beta, int ply);
    [[nodiscard]] bool is_wanted_at_root(Move move) const;
    // What it counts in the order of moves to save a piece of each type.
    [[nodiscard]] PieceValues worth_saving() const {
        if (!p.use_saving_moves) return {};
        return {{0, p.saving_minor, p.saving_minor, p.saving_rook, p.saving_queen, 0}};
    }

    // cuts.h
    [[nodiscard]] Score static_evaluation(NodeFacts& node);
    // May deepen the search instead.
    [[nodiscard]] std::optional<Score> prune_node(const NodeFacts& node, Score alpha, Score beta,
                                                  int& depth);
    [[nodiscard]] std::optional<Score> try_null_move(const NodeFacts& node, Score beta, int depth);
    [[nodiscard]] std::optional<Score> try_probcut(const NodeFacts& node, Score beta, int depth);

    // selection.h
    // True if the move need not be looked at.
    [[nodiscard]] bool prune_move(const NodeFacts& node, MovePicker& picker, CheckQuestion& checks,
                                  const MoveFacts& move, int depth, Score alpha, Score best);
    // By how many plies to search the move of the table deeper, or the value that ends the node.
    [[nodiscard]] int singular_extension(const NodeFacts& node, Score beta, int depth,
                                         std::optional<Score>& cut);
    [[nodiscard]] int reduction_of(int depth, int number) const;
    [[nodiscard]] int late_move_reduction(const NodeFacts& node, const MoveFacts& move, int depth,
                                          bool gives_check);

    // learning.h
    [[nodiscard]] int quiet_history(const NodeFacts& node, Move move);
    void learn(const NodeFacts& node, Move best, int depth, const MoveList& quiets,
               const MoveList& captures);
    void add_to_continuations(int ply, PieceTo move, int bonus);
    void remember(const NodeFacts& node, const TranspositionEntry& entry);
    void tell_companion(Key key, int ply, TranspositionEntry entry);
    void note_root_move(Move move, Score score, Score alpha, Score beta, std::uint64_t nodes,
                        int number);

    // quiescence.h
    template <NodeKind kind>
    [[nodiscard]] Score quiescence(const Position& position, Score alpha, Score beta, int ply,
                                   bool try_checks = false);
    // True if the move need not be tried; what it might have reached is then in best.
    [[nodiscard]] bool is_futile(const LeafFacts& leaf, MovePicker& picker, Move move, int number,
                                 Score alpha, Score& best);

    // Making moves: the key stack, the frame and the count of nodes go with the position.
    [[nodiscard]] Position make(const Position& position, Move move, int ply);
    [[nodiscard]] Position make_null(const Position& position, int ply);
    [[nodiscard]] Position after(const Position& position, Move move);
    void unmake() {
        keys_.pop_back();
        if constexpr (FollowingEvaluator<Evaluator>) evaluator_.pop();
    }
    // Since the last irreversible move, and since the last null move, across which nothing repeats.
    [[nodiscard]] int reversible_plies(const Position& position) const {
        return std::min(position.halfmove_clock(), static_cast<int>(keys_.size() - after_null_));
    }

    [[nodiscard]] bool should_stop();
    [[nodiscard]] Score corrected(const Position& position, Score evaluation) const;
    [[nodiscard]] Score evaluate(const Position& position);
    [[nodiscard]] Frame& frame(int ply) {
        return frames_[static_cast<std::size_t>(ply) + frames_before_root];
    }
    [[nodiscard]] Line& line(int ply) { return lines_[static_cast<std::size_t>(ply)]; }
    [[nodiscard]] Continuations continuations_at(int ply);

    const std::size_t number_;
    std::unique_ptr<Histories> histories_;
    Evaluator evaluator_;

    // Of the present search.
    SearchState* state_ = nullptr;
    SearchListener* listener_ = nullptr;  // the first worker's, if there is one
    const std::vector<std::unique_ptr<SearchThread>>* team_ = nullptr;
    std::vector<RootMove> root_moves_;
    std::vector<RootMove> before_;  // the same before the iteration; kept for its memory
    std::size_t line_index_ = 0;    // which of several best lines is being searched
    std::vector<Key> keys_;
    std::array<Frame, max_ply + frames_before_root + 4> frames_;
    std::array<Line, max_ply + 4> lines_;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::uint64_t look_at_clock_ = 0;  // when the count of nodes gets here
    int root_depth_ = 0;
    int completed_depth_ = 0;
    int selective_depth_ = 0;
    std::size_t after_null_ = 1;   // how many keys there were after the last null move
    int no_null_move_before_ = 0;  // ply; while a null move is being verified
    int told_from_depth_ =
        0;  // entries from there on are the companion's business, if there is one
    // For the clock.
    int stable_iterations_ = 0;
    Score last_score_;
    std::vector<Move> reported_line_;  // the last that was called the best
    Score reported_score_;
};

template <class Evaluator, class Params>
Position SearchThread<Evaluator, Params>::make(const Position& position, Move move, int ply) {
    // Memory is slow: it is asked as soon as the key is known, and answers while the move is made.
    state_->table.prefetch(position.probable_key_after(move));
    Frame& here = frame(ply);
    here.move = move;
    here.continuation = &histories_->continuations.after(PieceTo::of(position, move));
    nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const Position next = after(position, move);
    keys_.push_back(next.key());
    return next;
}

template <class Evaluator, class Params>
Position SearchThread<Evaluator, Params>::after(const Position& position, Move move) {
    if constexpr (FollowingEvaluator<Evaluator>)
        return position.after(move, evaluator_.push());
    else
        return position.after(move);
}

template <class Evaluator, class Params>
Position SearchThread<Evaluator, Params>::make_null(const Position& position, int ply) {
    Frame& here = frame(ply);
    here.move = Move::none();
    here.continuation = &histories_->continuations.after_nothing();
    nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if constexpr (FollowingEvaluator<Evaluator>) static_cast<void>(evaluator_.push());
    const Position next = position.after_null();
    state_->table.prefetch(next.key());
    keys_.push_back(next.key());
    return next;
}

// Looks at the clock now and then, at the node limit always.
template <class Evaluator, class Params>
bool SearchThread<Evaluator, Params>::should_stop() {
    if (state_->is_stopped()) return true;
    if (number_ != 0 || nodes() < look_at_clock_) return false;
    const Limits& limits = state_->limits;
    // A companion may be slow, and must not wait long for his word.
    const std::uint64_t between_looks = limits.companion == nullptr ? 1024 : 128;
    look_at_clock_ = nodes() + between_looks;
    if (limits.companion != nullptr) limits.companion->on_pause(state_->table, nodes());
    bool stop = state_->token.stop_requested();
    if (limits.nodes) {
        stop = stop || nodes() >= *limits.nodes;
        look_at_clock_ = std::min(look_at_clock_, *limits.nodes);
    }
    stop = stop || (limits.hard_deadline && limits.must_end(Clock::now()));
    // One iteration is always finished: there must be a move.
    if (stop && completed_depth_ > 0) state_->stop();
    return state_->is_stopped();
}

template <class Evaluator, class Params>
Score SearchThread<Evaluator, Params>::evaluate(const Position& position) {
    if constexpr (FollowingEvaluator<Evaluator>)
        return evaluator_.evaluate_pushed(position);
    else
        return evaluator_.evaluate(position);
}

// With what was learned about such positions, and with less trust the nearer a draw by fifty moves
// is.
template <class Evaluator, class Params>
Score SearchThread<Evaluator, Params>::corrected(const Position& position, Score evaluation) const {
    constexpr int fifty_move_scale = 212;
    // The small steps towards a mate must not drown in other things.
    if (evaluation.is_known_endgame()) return evaluation;
    int value = evaluation.value();
    value -= value * position.halfmove_clock() / fifty_move_scale;
    value += histories_->corrections.correction(position);
    return Score(std::clamp(value, -Score::max_evaluation, Score::max_evaluation));
}

template <class Evaluator, class Params>
Continuations SearchThread<Evaluator, Params>::continuations_at(int ply) {
    return {frame(ply - 1).continuation, frame(ply - 2).continuation, frame(ply - 4).continuation,
            frame(ply - 6).continuation};
}

}  // namespace rookery::pvs
