#include "eval/classical/report.h"

#include "eval/evaluator.h"
#include "eval/score.h"

namespace rookery::classical {
namespace {

TermReport term_report(const WeightFamily& family, const TermTrace& trace,
                       const FlatWeights& flat) {
    TermReport report;
    report.family = &family;
    for (std::size_t i = family.first; i < family.first + family.size(); ++i) {
        for (Color color : both_colors) {
            report.sides.sum[color] += flat[i] * trace.counts[i][color];
            report.count[color] += trace.counts[i][color];
        }
    }
    return report;
}

bool applies(const WeightFamily& family, const TermTrace& trace) {
    for (std::size_t i = family.first; i < family.first + family.size(); ++i)
        if (trace.counts[i][Color::White] != 0 || trace.counts[i][Color::Black] != 0) return true;
    return false;
}

// Turns the sums of a group into its part of the value.
void finish(GroupReport& group, const TermTrace& trace) {
    for (const TermReport& term : group.terms)
        for (Color color : both_colors) group.sides.sum[color] += term.sides.sum[color];
    if (group.group == Group::Danger)
        for (Color color : both_colors)
            group.sides.sum[color] = -cost_of_danger(trace.danger[color]);
    if (group.group == Group::Initiative)
        group.sides.sum[Color::White] = limited_initiative(trace.lead, trace.initiative);
    group.value = blend(group.sides.lead(), trace.phase, trace.scale);
}

std::optional<int> share_of(const Position& position, Square square, const Weights& weights,
                            Groups groups) {
    const auto rest = without_piece(position, square);
    if (!rest) return std::nullopt;
    PawnTable pawns(1);
    const Groups used = rest->turn_passed ? groups.without(Group::Tempo) : groups;
    const int with_piece = evaluate_by(weights, used, position, pawns);
    pawns.clear();
    const int without_piece = evaluate_by(weights, used, rest->position, pawns);
    const int fall = with_piece - without_piece;
    return color_of(position.piece_on(square)) == Color::White ? fall : -fall;
}

}  // namespace

EvaluationReport report_on(const Position& position, const Weights& weights, Groups groups) {
    const TermTrace trace = trace_evaluation(position, weights, groups);
    EvaluationReport report;
    report.phase = trace.phase;
    report.scale = trace.scale;
    report.ending = trace.ending;
    report.value = std::clamp(trace.value, -Score::max_evaluation, Score::max_evaluation);
    report.side_to_move = position.side_to_move();
    if (trace.ending.empty()) {
        const FlatWeights flat = flattened(weights);
        for (const WeightFamily& family : weight_table()) {
            if (report.groups.empty() || report.groups.back().group != family.group)
                report.groups.push_back({.group = family.group});
            if (applies(family, trace))
                report.groups.back().terms.push_back(term_report(family, trace, flat));
        }
        for (GroupReport& group : report.groups) {
            finish(group, trace);
            report.total += group.sides.lead();
        }
    }
    for (Square square : squares(position.occupied()))
        report.shares[square] = share_of(position, square, weights, groups);
    return report;
}

}  // namespace rookery::classical
