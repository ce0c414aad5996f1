// One thread of the principal variation search (PVS): its data and the declaration of its steps.
//
// The definitions are in other files: iterative_deepening.h has the iterations with their
// aspiration windows and the use of time, node.h the search of a node (with node_pruning.h,
// move_pruning.h and history_update.h), quiescence.h the search of captures below it. thread_pool.h
// runs several threads on one position.
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

// A move of the root with the results of its searches.
struct RootMove {
    Move move;
    Score score = -Score::infinite();     // of this iteration; lowest if only refuted
    Score previous = -Score::infinite();  // of the last iteration
    bool exact = false;                   // the score is not only a bound
    int selective_depth = 0;
    std::uint64_t nodes = 0;  // spent on it in this search
    std::vector<Move> line;   // begins with the move

    explicit RootMove(Move first) : move(first), line{first} {}
};

[[nodiscard]] inline bool is_better(const RootMove& one, const RootMove& other) {
    return one.score > other.score;
}

using Clock = std::chrono::steady_clock;

// Shared by the threads of one search: table, limits, clock and the signal to stop.
struct SearchState {
    TranspositionTable& table;
    const Root& root;
    const Limits& limits;
    std::stop_token token;
    Clock::time_point began = Clock::now();
    std::atomic<bool> stopped = false;
    // The first thread has finished its first iteration, so there is a move to play.
    std::atomic<bool> has_move = false;

    [[nodiscard]] bool is_stopped() const { return stopped.load(std::memory_order_relaxed); }
    void stop() { stopped.store(true, std::memory_order_relaxed); }
    void note_move() {
        has_move = true;
        has_move.notify_all();
    }
    [[nodiscard]] std::chrono::milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
    }
};

// No search goes deeper than this.
inline constexpr int max_ply = 245;

enum class NodeKind : std::uint8_t { Root, Pv, NonPv };

// One ply of the search stack: data of a node that the nodes below and above it read.
struct Frame {
    Move move;         // the move being searched; empty for a null move
    Move excluded;     // skipped in a search for a singular extension
    Score evaluation;  // static evaluation, corrected; no_evaluation in check
    ContinuationTable* continuation = nullptr;  // continuation history of the move being searched
    int reduction = 0;                          // of the move being searched, in 1/1024 of a ply
    int cutoffs = 0;                            // beta cutoffs in children of this node
    int double_extensions = 0;                  // on the path to this node
    bool in_check = false;
    bool on_pv = false;  // this is a PV node, or the transposition table says it was one
};

// Finds out whether moves give check. The CheckFinder is made for the first move that is asked
// about: many nodes end before there is one.
class LazyCheckFinder {
  public:
    explicit LazyCheckFinder(const Position& position) : position_(position) {}

    [[nodiscard]] bool gives_check(Move move) {
        if (!finder_) finder_.emplace(position_);
        return finder_->gives_check(move);
    }

  private:
    const Position& position_;
    std::optional<CheckFinder> finder_;
};

// The principal variation from a ply on.
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

// A node while its moves are searched.
struct NodeFacts {
    const Position& position;
    int ply = 0;
    bool pv = false;
    bool root = false;
    bool cut_node = false;
    bool improving = false;
    Move excluded{};
    Move tt_move{};  // from the transposition table (TT); legal, or empty
    bool tt_hit = false;
    TranspositionEntry tt_entry{};  // valid if tt_hit
    Score evaluation{};             // static evaluation, corrected
    Score estimate{};               // the same, or the value of the TT where that is closer
    Threats threats{};              // by the opponent
};

// A move of that node.
struct MoveFacts {
    Move move;
    int number = 0;  // from 1
    bool quiet = false;
    int history = 0;  // of a quiet move
};

// A node of the quiescence search.
struct LeafFacts {
    const Position& position;
    bool in_check = false;
    Score futility{};  // stand pat and a margin: what a move can reach without its capture
    Square last_to{};  // where the opponent moved to
};

[[nodiscard]] inline bool is_win(Score score) { return score.is_decided() && score.value() > 0; }
[[nodiscard]] inline bool is_loss(Score score) { return score.is_decided() && score.value() < 0; }

// Whether a value of the TT decides on which side of beta the node is.
[[nodiscard]] inline bool allows_cut(Bound bound, Score value, Score beta) {
    return bound == Bound::Exact || bound == (value >= beta ? Bound::Lower : Bound::Upper);
}

template <class Evaluator>
class SearchThread {
  public:
    template <class MakeEvaluator>
    SearchThread(std::size_t number, const Parameters& parameters,
                 const MakeEvaluator& make_evaluator)
        : p(parameters), number_(number), histories_(std::make_unique<Histories>()),
          evaluator_(make_evaluator()) {}

    // Clears the histories.
    void new_game() {
        *histories_ = Histories();
        evaluator_.clear();
    }

    // Searches until a limit is reached or the state says stop. The first thread checks the limits
    // and reports to the listener, if there is one.
    void search(SearchState& state, const MoveList& root_moves, SearchListener* listener,
                const std::vector<std::unique_ptr<SearchThread>>& threads);

    // Before any thread of a new search begins: they add up their nodes.
    void forget_nodes() {
        nodes_.store(0, std::memory_order_relaxed);
        table_hits_.store(0, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t table_hits() const {
        return table_hits_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] int completed_depth() const { return completed_depth_; }
    [[nodiscard]] const RootMove& best() const { return root_moves_.front(); }
    // Whether the last reported best line was this one, with the same score.
    [[nodiscard]] bool has_reported(const RootMove& move) const {
        return move.line == reported_line_ && move.score == reported_score_;
    }
    // Reports the best line of another thread, whose move will be played.
    void report_for(const SearchThread& other) {
        root_moves_ = other.root_moves_;
        report(other.completed_depth_, 1);
    }
    [[nodiscard]] bool has_moves() const { return !root_moves_.empty(); }

  private:
    const Parameters p;
    static constexpr std::size_t frames_before_root = 6;

    // iterative_deepening.h
    void prepare(SearchState& state, const MoveList& root_moves);
    void iterative_deepening();
    void aspiration_search(int depth);
    [[nodiscard]] bool is_enough_after(int depth);
    // Restores the root moves where an iteration that was cut short says less than the last one.
    void settle_unfinished(std::size_t multi_pv);
    void report(int depth, std::size_t lines, LineReport::Bound bound = LineReport::Bound::Exact);
    void report_current_move(Move move, int number) const;
    // Only long searches report more than finished iterations.
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
    // A value or bounds of a node, known from endgame tables.
    struct KnownBounds {
        std::optional<Score> value;
        Score least = -Score::infinite();
        Score most = Score::infinite();
    };
    [[nodiscard, gnu::noinline]] KnownBounds probe_tables(const NodeFacts& node, Score alpha,
                                                          Score beta, int depth);
    [[nodiscard]] bool is_wanted_at_root(Move move) const;
    // Bonus in the move order for a threatened piece of each type that escapes.
    [[nodiscard]] PieceValues escape_bonus() const {
        if (!p.use_saving_moves) return {};
        return {{0, p.saving_minor, p.saving_minor, p.saving_rook, p.saving_queen, 0}};
    }

    // node_pruning.h
    [[nodiscard]] Score static_evaluation(NodeFacts& node);
    // May increase the depth instead.
    [[nodiscard]] std::optional<Score> prune_node(const NodeFacts& node, Score alpha, Score beta,
                                                  int& depth);
    [[nodiscard]] std::optional<Score> try_null_move(const NodeFacts& node, Score beta, int depth);
    [[nodiscard]] std::optional<Score> try_probcut(const NodeFacts& node, Score beta, int depth);

    // move_pruning.h
    // True if the move can be skipped.
    [[nodiscard]] bool prune_move(const NodeFacts& node, MovePicker& picker,
                                  LazyCheckFinder& checks, const MoveFacts& move, int depth,
                                  Score alpha, Score best);
    // By how many plies to search the TT move deeper; or `cut`, the value that ends the node.
    [[nodiscard]] int singular_extension(const NodeFacts& node, Score beta, int depth,
                                         std::optional<Score>& cut);
    [[nodiscard]] int reduction_of(int depth, int number) const;
    [[nodiscard]] int late_move_reduction(const NodeFacts& node, const MoveFacts& move, int depth,
                                          bool gives_check);

    // history_update.h
    [[nodiscard]] int quiet_history(const NodeFacts& node, Move move);
    void update_histories(const NodeFacts& node, Move best, int depth, const MoveList& quiets,
                          const MoveList& captures);
    void update_continuations(int ply, PieceTo move, int bonus);
    void store_result(const NodeFacts& node, const TranspositionEntry& entry);
    void share_with_companion(Key key, int ply, TranspositionEntry entry);
    void update_root_move(Move move, Score score, Score alpha, Score beta, std::uint64_t nodes,
                          int number);

    // quiescence.h
    template <NodeKind kind>
    [[nodiscard]] Score quiescence(const Position& position, Score alpha, Score beta, int ply,
                                   bool try_checks = false);
    // True if the move can be skipped; `best` is then raised to what it might have reached.
    [[nodiscard]] bool is_futile(const LeafFacts& leaf, MovePicker& picker, Move move, int number,
                                 Score alpha, Score& best);

    // Making a move updates the key stack, the frame, the node count and the evaluator.
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

    [[nodiscard]] bool should_stop() {
        if (state_->is_stopped()) return true;
        return nodes() >= next_limit_check_ && check_limits();
    }
    // Rarely called: as a function of its own it keeps the code of a node small.
    [[nodiscard, gnu::noinline]] bool check_limits();
    [[nodiscard]] std::uint64_t nodes_of_all() const {
        std::uint64_t sum = 0;
        for (const auto& thread : *threads_) sum += thread->nodes();
        return sum;
    }
    [[nodiscard]] std::uint64_t table_hits_of_all() const {
        std::uint64_t sum = 0;
        for (const auto& thread : *threads_) sum += thread->table_hits();
        return sum;
    }
    [[nodiscard]] Score corrected(const Position& position, Score evaluation) const;
    [[nodiscard]] Score evaluate(const Position& position);
    // The evaluation the TT has, or the evaluator's.
    [[nodiscard]] Score raw_evaluation(const Position& position, bool tt_hit,
                                       const TranspositionEntry& entry) {
        return tt_hit && entry.evaluation != TranspositionTable::no_evaluation ? entry.evaluation
                                                                               : evaluate(position);
    }
    [[nodiscard]] Frame& frame(int ply) {
        return frames_[static_cast<std::size_t>(ply) + frames_before_root];
    }
    [[nodiscard]] Line& line(int ply) { return lines_[static_cast<std::size_t>(ply)]; }
    [[nodiscard]] Continuations continuations_at(int ply);

    const std::size_t number_;
    std::unique_ptr<Histories> histories_;
    Evaluator evaluator_;

    // Data of the present search.
    SearchState* state_ = nullptr;
    SearchListener* listener_ = nullptr;  // of the first thread; null: no reports
    const std::vector<std::unique_ptr<SearchThread>>* threads_ = nullptr;
    std::vector<RootMove> root_moves_;
    std::vector<RootMove> before_;  // the root moves before the iteration
    std::size_t line_index_ = 0;    // the line of MultiPV that is being searched, from 0
    std::vector<Key> keys_;
    std::array<Frame, max_ply + frames_before_root + 4> frames_;
    std::array<Line, max_ply + 4> lines_;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<std::uint64_t> table_hits_ = 0;
    int table_pieces_ = 0;                // endgame tables know positions with at most so many
    std::uint64_t next_limit_check_ = 0;  // the node count at which limits are checked next
    int root_depth_ = 0;
    int completed_depth_ = 0;
    int selective_depth_ = 0;
    std::size_t after_null_ = 1;   // the size of the key stack after the last null move
    int no_null_move_before_ = 0;  // ply; while a null move is being verified
    int share_from_depth_ = 0;     // entries from this depth on go to the companion
    // For the use of time.
    int stable_iterations_ = 0;
    Score last_score_;
    std::vector<Move> reported_line_;  // the last best line that was reported
    Score reported_score_;
};

template <class Evaluator>
Position SearchThread<Evaluator>::make(const Position& position, Move move, int ply) {
    // Memory is slow: the entry of the TT is fetched while the move is made.
    state_->table.prefetch(position.probable_key_after(move));
    Frame& here = frame(ply);
    here.move = move;
    here.continuation = &histories_->continuations.after(PieceTo::of(position, move));
    nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const Position next = after(position, move);
    keys_.push_back(next.key());
    return next;
}

template <class Evaluator>
Position SearchThread<Evaluator>::after(const Position& position, Move move) {
    if constexpr (FollowingEvaluator<Evaluator>)
        return position.after(move, evaluator_.push());
    else
        return position.after(move);
}

template <class Evaluator>
Position SearchThread<Evaluator>::make_null(const Position& position, int ply) {
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

// Checks the limits every so many nodes; a single thread stops exactly at the node limit.
template <class Evaluator>
bool SearchThread<Evaluator>::check_limits() {
    const Limits& limits = state_->limits;
    // A companion may run on a slow thread and must be called often enough.
    const std::uint64_t between_checks = limits.companion == nullptr ? 1024 : 128;
    next_limit_check_ = nodes() + between_checks;
    bool stop = false;
    if (limits.nodes) {
        // Each thread checks again when it has searched its share of what is left.
        const std::uint64_t searched = nodes_of_all();
        const std::uint64_t left = *limits.nodes - std::min(searched, *limits.nodes);
        stop = left == 0;
        next_limit_check_ = std::min(
            next_limit_check_,
            nodes() + (left == 0 ? 0 : std::max<std::uint64_t>(1, left / threads_->size())));
    }
    if (number_ == 0) {
        if (limits.companion != nullptr) limits.companion->on_pause(state_->table, nodes());
        stop = stop || state_->token.stop_requested() ||
               (limits.hard_deadline && limits.must_end(Clock::now()));
    }
    // The first thread always finishes its first iteration: there must be a move. The others wait
    // for it when the nodes are used up.
    if (stop && number_ != 0) state_->has_move.wait(false);
    if (stop && state_->has_move) state_->stop();
    return state_->is_stopped();
}

template <class Evaluator>
Score SearchThread<Evaluator>::evaluate(const Position& position) {
    if constexpr (FollowingEvaluator<Evaluator>)
        return evaluator_.evaluate_pushed(position);
    else
        return evaluator_.evaluate(position);
}

// The evaluation with the correction history, scaled down towards a draw by the fifty-move rule.
template <class Evaluator>
Score SearchThread<Evaluator>::corrected(const Position& position, Score evaluation) const {
    constexpr int fifty_move_scale = 212;
    // Values of known endgames show the way to the mate by small steps, so they stay exact.
    if (evaluation.is_known_endgame()) return evaluation;
    int value = evaluation.value();
    value -= value * position.halfmove_clock() / fifty_move_scale;
    value += histories_->corrections.correction(position);
    return Score(std::clamp(value, -Score::max_evaluation, Score::max_evaluation));
}

template <class Evaluator>
Continuations SearchThread<Evaluator>::continuations_at(int ply) {
    return {frame(ply - 1).continuation, frame(ply - 2).continuation, frame(ply - 4).continuation,
            frame(ply - 6).continuation};
}

}  // namespace rookery::pvs
