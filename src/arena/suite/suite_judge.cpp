#include "arena/suite/suite_judge.h"

#include "notation/printable.h"

#include <fmt/format.h>

namespace rookery::arena {
namespace {

constexpr std::size_t longest_trouble = 300;

// The same seen by the other side.
EngineScore mirrored(EngineScore score) {
    score.value = -score.value;
    if (score.bound == EngineScore::Bound::Lower)
        score.bound = EngineScore::Bound::Upper;
    else if (score.bound == EngineScore::Bound::Upper)
        score.bound = EngineScore::Bound::Lower;
    return score;
}

std::string trouble_text(const MoveReply& reply) {
    const std::string& details = reply.details.empty() ? reply.said : reply.details;
    const char* const kind = describe(reply.trouble);
    return details.empty() ? kind
                           : fmt::format("{}: {}", kind, printable(details, longest_trouble));
}

}  // namespace

std::optional<bool> announces_mate(const EngineScore& score, int moves) {
    if (moves < 0) return announces_mate(mirrored(score), -moves);
    const bool announced =
        score.kind == EngineScore::Kind::Mate && score.value > 0 && score.value <= moves;
    switch (score.bound) {
        case EngineScore::Bound::Exact: return announced;
        // At least so much: it may be more.
        case EngineScore::Bound::Lower: return announced ? std::optional(true) : std::nullopt;
        // At most so much: it may be less.
        case EngineScore::Bound::Upper: return announced ? std::nullopt : std::optional(false);
    }
    return std::nullopt;
}

bool SuiteJudge::is_right(Move move, const std::optional<EngineScore>& score) {
    if (!position_.mate) return position_.is_right(move);
    if (score)
        if (const auto said = announces_mate(*score, *position_.mate)) sees_mate_ = *said;
    return sees_mate_ && position_.is_right(move);
}

void SuiteJudge::hear(const Thought& thought) {
    if (!is_right(thought.move, thought.score))
        right_since_.reset();
    else if (!right_since_)
        right_since_ = Moment{thought.after, thought.nodes, thought.depth};
}

SuiteAnswer SuiteJudge::judge(const MoveReply& reply) {
    SuiteAnswer answer;
    answer.score = reply.score;
    answer.depth = reply.depth;
    answer.nodes = reply.nodes;
    answer.spent = reply.spent;
    if (reply.trouble != Trouble::None) {
        answer.trouble = trouble_text(reply);
        return answer;
    }
    answer.move = reply.move;
    answer.points = position_.points_for(reply.move);
    answer.solved = is_right(reply.move, reply.score);
    // It may have changed its mind with the last word, or have said nothing before.
    if (answer.solved)
        answer.solution = right_since_.value_or(Moment{reply.spent, reply.nodes, reply.depth});
    return answer;
}

SuiteAnswer missed_by_trouble(std::string why) {
    SuiteAnswer answer;
    answer.trouble = printable(why, longest_trouble);
    return answer;
}

}  // namespace rookery::arena
