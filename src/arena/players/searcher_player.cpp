#include "arena/players/searcher_player.h"

#include "arena/players/uci_player.h"
#include "base/random.h"
#include "eval/win_rate.h"
#include "notation/coordinate.h"
#include "search/time_management.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace rookery::arena {
namespace {

using Clock = std::chrono::steady_clock;

// Kept back of every move: on a busy machine the thread may wait so long for its turn before it
// sees the deadline, and again before the clock stops. As much as "Move Overhead" of UCI.
constexpr Duration overhead{10'000};

// As the engine would say it over UCI.
EngineScore as_engine_score(Score score, LineReport::Bound bound, const Position& root) {
    EngineScore said;
    said.kind = score.is_mate() ? EngineScore::Kind::Mate : EngineScore::Kind::Centipawns;
    said.value = score.is_mate() ? score.mate_moves() : centipawns(score, root);
    said.bound = static_cast<EngineScore::Bound>(bound);
    return said;
}
static_assert(static_cast<int>(LineReport::Bound::Lower) ==
              static_cast<int>(EngineScore::Bound::Lower));
static_assert(static_cast<int>(LineReport::Bound::Upper) ==
              static_cast<int>(EngineScore::Bound::Upper));

// Keeps the last report of the best line; a bound does not replace a value of the same depth.
class LastReport final : public SearchListener {
  public:
    LastReport(const ThoughtListener& listener, const Position& root, Clock::time_point began)
        : listener_(listener), root_(root), began_(began) {}

    void on_line(const LineReport& report) override {
        if (report.line != 1) return;
        const bool bound = report.bound != LineReport::Bound::Exact;
        if (bound && last && last->bound == LineReport::Bound::Exact && report.depth <= last->depth)
            return;
        last = report;
        if (!listener_ || report.moves.empty()) return;
        listener_({report.moves.front(), as_engine_score(report.score, report.bound, root_),
                   report.depth, report.nodes,
                   std::chrono::duration_cast<Duration>(Clock::now() - began_)});
    }

    void on_notice(std::string_view text) override { notices.emplace_back(text); }

    std::optional<LineReport> last;
    std::vector<std::string> notices;

  private:
    const ThoughtListener& listener_;
    const Position& root_;
    Clock::time_point began_;
};

Limits limits_for(const MoveRequest& request, Clock::time_point now) {
    Limits limits;
    limits.depth = request.depth;
    limits.nodes = request.nodes;
    limits.hard_deadline = now + request.timeout;
    const auto no_later_than = [&limits](Clock::time_point instant) {
        limits.hard_deadline = std::min(*limits.hard_deadline, instant);
    };
    if (const auto& clock = request.clocks[request.game.position().side_to_move()]) {
        const TimePlan plan =
            plan_time({clock->left, clock->increment, clock->moves_to_go, overhead});
        limits.soft_deadline = now + plan.soft;
        no_later_than(now + plan.hard);
    }
    if (request.per_move) no_later_than(now + move_time(*request.per_move, overhead));
    return limits;
}

void add_report(const LastReport& report, const Position& root, MoveReply& reply) {
    if (!report.last) {
        reply.warnings.emplace_back("it gave no score before its move");
        return;
    }
    const LineReport& last = *report.last;
    reply.score = as_engine_score(last.score, last.bound, root);
    reply.depth = last.depth;
    reply.selective_depth = last.selective_depth;
    reply.claimed = last.elapsed;
    Position position = root;
    for (Move move : last.moves) {
        if (!position.is_legal(move)) {
            reply.warnings.push_back(
                fmt::format("move {} of its line is illegal", reply.line.size() + 1));
            return;
        }
        reply.line.push_back(move);
        position.make(move);
    }
}

}  // namespace

SearcherPlayer::SearcherPlayer(SearcherSpec spec, SearcherTable searchers)
    : spec_(std::move(spec)), searchers_(searchers) {}

bool SearcherPlayer::is_random() const {
    const SearcherEntry* entry = find_searcher(searchers_, spec_.searcher);
    return spec_.level != 0 || (entry != nullptr && entry->uses_seed);
}

Result<bool, std::string> SearcherPlayer::start() {
    conversation_.clear();
    try {
        SearcherChoice choice = spec_.choice();
        // Without a number, as where a player is only tried, the seed is taken as it was given.
        if (is_random() && number_ != 0)
            choice.seed = SplitMix(spec_.seed ^ SplitMix(number_).next()).next();
        auto made = make_searcher(choice, searchers_);
        if (!made) return failure(made.error());
        searcher_ = std::move(*made);
        searcher_->resize(spec_.resources);
        return true;
    } catch (const std::exception& problem) {
        searcher_.reset();
        return failure(fmt::format(
            "the searcher '{}' cannot be set up with {} MiB and {} threads: {}", spec_.searcher,
            spec_.resources.hash_mib, spec_.resources.threads, problem.what()));
    }
}

Result<bool, std::string> SearcherPlayer::new_game(bool) {
    if (!searcher_)
        return failure(fmt::format("the searcher '{}' has not been started", spec_.searcher));
    conversation_.clear();
    if (is_random()) return start();
    try {
        searcher_->new_game();
        return true;
    } catch (const std::exception& problem) {
        searcher_.reset();
        return failure(fmt::format("the searcher '{}' failed: {}", spec_.searcher, problem.what()));
    }
}

MoveReply SearcherPlayer::choose(const MoveRequest& request) {
    MoveReply reply;
    if (!searcher_) {
        reply.trouble = Trouble::Disconnected;
        reply.details = "it has not been started";
        return reply;
    }
    std::string asked;
    append_position(asked, request.game, request.chess960);
    append_go(asked, request);
    conversation_.add(Conversation::From::Us, asked);

    const Position& root = request.game.position();
    const auto began = Clock::now();
    LastReport report(request.on_thought, root, began);
    SearchResult result;
    try {
        result = searcher_->search(Root(request.game), limits_for(request, began),
                                   request.interrupt, report);
    } catch (const std::exception& problem) {
        reply.trouble = Trouble::Crashed;
        reply.details = problem.what();
        searcher_.reset();
    }
    reply.spent = std::chrono::duration_cast<Duration>(Clock::now() - began);
    if (reply.trouble == Trouble::Crashed) return reply;

    for (const std::string& notice : report.notices) {
        conversation_.add(Conversation::From::Player, "info string " + notice);
        reply.warnings.push_back(notice);
    }
    reply.nodes = result.nodes;
    reply.said = "bestmove " + to_coordinate(root, result.best, request.chess960);
    conversation_.add(Conversation::From::Player, reply.said);
    if (reply.spent >= request.timeout) {
        reply.trouble = Trouble::Stalled;
        reply.details = fmt::format("no move within {:.1f} s", in_seconds(request.timeout));
    } else if (!result.best) {
        reply.trouble = Trouble::NoMove;
        reply.details = "it named no move although there are some";
    } else if (!root.is_legal(result.best)) {
        reply.trouble = Trouble::IllegalMove;
        reply.details = reply.said + " is illegal";
    } else {
        reply.move = result.best;
    }
    add_report(report, root, reply);
    return reply;
}

bool SearcherPlayer::obeys_nodes() {
    if (obeys_nodes_) return *obeys_nodes_;
    obeys_nodes_ = false;
    SearcherPlayer other(spec_, searchers_);
    if (!other.start()) return false;
    for (const std::uint64_t limit : {2'000U, 20'000U}) {
        const auto used = nodes_used(other, limit);
        // Fewer nodes are fine: not every searcher can use all of them.
        if (!used || *used == 0 || *used > limit) return false;
    }
    obeys_nodes_ = true;
    return true;
}

}  // namespace rookery::arena
