#include "eval/classical/report.h"

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

// Turns the sums of a group into what it came to in the value.
void settle(GroupReport& group, const TermTrace& trace) {
    for (const TermReport& term : group.terms)
        for (Color color : both_colors) group.sides.sum[color] += term.sides.sum[color];
    if (group.group == Group::Danger)
        for (Color color : both_colors)
            group.sides.sum[color] = -cost_of_danger(trace.danger[color]);
    if (group.group == Group::Initiative)
        group.sides.sum[Color::White] = limited_initiative(trace.lead, trace.initiative);
    group.value = blend(group.sides.lead(), trace.phase, trace.scale);
}

// The board without one man. Where that leaves the wrong king in check, the other side gets the move;
// the evaluation then differs by the tempo, which is not the man's.
struct WithoutMan {
    Position position;
    bool turn_passed;
};
std::optional<WithoutMan> without(const Position& position, Square square) {
    Setup setup = position.setup();
    setup.board[square] = Piece::None;
    setup.castling_rooks &= ~bit(square);
    setup.en_passant = Square::None;
    if (auto placed = Position::from(setup)) return WithoutMan{placed->position, false};
    setup.side_to_move = ~setup.side_to_move;
    if (auto placed = Position::from(setup)) return WithoutMan{placed->position, true};
    return std::nullopt;
}

std::optional<int> share_of(const Position& position, Square square, const Weights& weights,
                            Groups groups) {
    const Piece piece = position.piece_on(square);
    if (piece == Piece::None || type_of(piece) == PieceType::King) return std::nullopt;
    const auto rest = without(position, square);
    if (!rest) return std::nullopt;
    PawnTable pawns(1);
    const Groups used = rest->turn_passed ? groups.without(Group::Tempo) : groups;
    const int with_man = evaluate_by(weights, used, position, pawns);
    pawns.clear();
    const int without_man = evaluate_by(weights, used, rest->position, pawns);
    const int fall = with_man - without_man;
    return color_of(piece) == Color::White ? fall : -fall;
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
            settle(group, trace);
            report.total += group.sides.lead();
        }
    }
    for (Square square : squares(position.occupied()))
        report.shares[square] = share_of(position, square, weights, groups);
    return report;
}

}  // namespace rookery::classical
