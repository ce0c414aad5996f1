#include "eval/classical/evaluation.h"

#include "eval/classical/endgames.h"
#include "eval/classical/king_terms.h"
#include "eval/classical/material_terms.h"
#include "eval/classical/pawn_terms.h"
#include "eval/classical/piece_terms.h"
#include "eval/classical/terms.h"
#include "eval/classical/threat_terms.h"

namespace rookery::classical {
namespace {

// The terms that need the attacks of both sides.
template <Color us, class TermsKind>
Tapered late_terms(const EvalContext& context, const TermsKind& terms) {
    Tapered sum = danger_terms<us>(context, terms);
    sum += threat_terms<us>(context, terms);
    sum += passed_terms<us>(context, terms);
    sum += space_terms<us>(context, terms);
    return sum;
}

template <class TermsKind>
int scale_for(const EvalContext& context, const TermsKind& terms, Tapered score) {
    if (!terms.has(Group::Scaling)) return full_scale;
    if (score.eg() > 0) return endgame_scale(context, Color::White);
    if (score.eg() < 0) return endgame_scale(context, Color::Black);
    return std::min(endgame_scale(context, Color::White), endgame_scale(context, Color::Black));
}

template <class TermsKind>
int evaluate_terms(EvalContext& context, const TermsKind& terms, PawnEntry& entry) {
    const Position& position = context.position;
    context.pawns = &entry;

    Tapered lead = entry.score;
    lead += material_terms<Color::White>(context, terms);
    lead -= material_terms<Color::Black>(context, terms);
    lead += shelter_terms<Color::White>(position, terms, entry);
    lead -= shelter_terms<Color::Black>(position, terms, entry);
    lead += piece_terms<Color::White>(context, terms);
    lead -= piece_terms<Color::Black>(context, terms);
    lead += late_terms<Color::White>(context, terms);
    lead -= late_terms<Color::Black>(context, terms);

    const Tapered initiative = initiative_terms(context, terms);
    Tapered score = lead + limited_initiative(lead, initiative);
    const int scale = scale_for(context, terms, score);
    if (terms.has(Group::Tempo)) {
        const Color mover = position.side_to_move();
        const Tapered tempo = terms.count(mover, terms.weights().tempo.to_move);
        score += mover == Color::White ? tempo : -tempo;
    }
    const int value = blend(score, context.phase, scale);
    if constexpr (TermsKind::traces) {
        TermTrace& trace = *terms.trace().trace;
        trace.initiative = initiative;
        trace.lead = lead;
        trace.phase = context.phase;
        trace.scale = scale;
        if (terms.has(Group::Scaling))
            for (Color color : both_colors) trace.scales[color] = endgame_scale(context, color);
        trace.value = value;
    }
    return value;
}

template <class TermsKind>
int evaluate_with_table(const Position& position, const TermsKind& terms, PawnTable& pawns) {
    if (may_be_known_endgame(position) && terms.has(Group::Endings)) [[unlikely]]
        if (const auto ending = known_endgame(position)) return ending->value;
    // The table is larger than the nearest caches: prefetch it and read it after other work.
    PawnEntry& entry = pawns.slot(position.key(KeyPart::Pawn));
    __builtin_prefetch(&entry);
    EvalContext context(position);
    if (entry.key != position.key(KeyPart::Pawn)) [[unlikely]]
        entry = make_pawn_entry(position, terms);
    return evaluate_terms(context, terms, entry);
}

}  // namespace

int evaluate_by_default(const Position& position, PawnTable& pawns) {
    return evaluate_with_table(position, EngineTerms({}, {}, {}), pawns);
}

int evaluate_by(const Weights& weights, Groups groups, const Position& position, PawnTable& pawns) {
    return evaluate_with_table(position, GivenTerms({&weights}, groups, {}), pawns);
}

TermTrace trace_evaluation(const Position& position, const Weights& weights, Groups groups) {
    TermTrace trace;
    if (may_be_known_endgame(position) && groups.has(Group::Endings)) {
        if (const auto ending = known_endgame(position)) {
            trace.ending = ending->name;
            trace.value = ending->value;
            return trace;
        }
    }
    const TracedTerms terms({&weights}, groups, {&trace});
    PawnEntry entry = make_pawn_entry(position, terms);
    EvalContext context(position);
    evaluate_terms(context, terms, entry);
    return trace;
}

}  // namespace rookery::classical
