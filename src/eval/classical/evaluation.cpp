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

// What needs the attacks of both sides.
template <Color us, class TermsKind>
Tapered late_terms(const Scene& scene, const TermsKind& terms) {
    Tapered sum = danger_terms<us>(scene, terms);
    sum += threat_terms<us>(scene, terms);
    sum += passed_terms<us>(scene, terms);
    sum += space_terms<us>(scene, terms);
    return sum;
}

template <class TermsKind>
int scale_for(const Scene& scene, const TermsKind& terms, Tapered score) {
    if (!terms.has(Group::Scaling)) return full_scale;
    if (score.eg() > 0) return scale_of_ending(scene, Color::White);
    if (score.eg() < 0) return scale_of_ending(scene, Color::Black);
    return std::min(scale_of_ending(scene, Color::White), scale_of_ending(scene, Color::Black));
}

template <class TermsKind>
int evaluate_terms(Scene& scene, const TermsKind& terms, PawnEntry& entry) {
    const Position& position = scene.position;
    scene.pawns = &entry;

    Tapered lead = entry.score;
    lead += material_terms<Color::White>(scene, terms);
    lead -= material_terms<Color::Black>(scene, terms);
    lead += shelter_terms<Color::White>(position, terms, entry);
    lead -= shelter_terms<Color::Black>(position, terms, entry);
    lead += piece_terms<Color::White>(scene, terms);
    lead -= piece_terms<Color::Black>(scene, terms);
    lead += late_terms<Color::White>(scene, terms);
    lead -= late_terms<Color::Black>(scene, terms);

    const Tapered request = initiative_terms(scene, terms);
    Tapered score = lead + limited_initiative(lead, request);
    const int scale = scale_for(scene, terms, score);
    if (terms.has(Group::Tempo)) {
        const Color mover = position.side_to_move();
        const Tapered tempo = terms.count(mover, terms.weights().tempo.to_move);
        score += mover == Color::White ? tempo : -tempo;
    }
    const int value = blend(score, scene.phase, scale);
    if constexpr (TermsKind::traces) {
        TermTrace& trace = *terms.trace().trace;
        trace.initiative = request;
        trace.lead = lead;
        trace.phase = scene.phase;
        trace.scale = scale;
        if (terms.has(Group::Scaling))
            for (Color color : both_colors) trace.scales[color] = scale_of_ending(scene, color);
        trace.value = value;
    }
    return value;
}

template <class TermsKind>
int evaluate_with_table(const Position& position, const TermsKind& terms, PawnTable& pawns) {
    if (may_be_known(position) && terms.has(Group::Endings)) [[unlikely]]
        if (const auto ending = known_ending(position)) return ending->value;
    // The table is larger than the nearest caches: it is asked for first and read after other work.
    PawnEntry& entry = pawns.slot(position.key(KeyPart::Pawn));
    __builtin_prefetch(&entry);
    Scene scene(position);
    if (entry.key != position.key(KeyPart::Pawn)) [[unlikely]]
        entry = make_pawn_entry(position, terms);
    return evaluate_terms(scene, terms, entry);
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
    if (may_be_known(position) && groups.has(Group::Endings)) {
        if (const auto ending = known_ending(position)) {
            trace.ending = ending->name;
            trace.value = ending->value;
            return trace;
        }
    }
    const TracedTerms terms({&weights}, groups, {&trace});
    PawnEntry entry = make_pawn_entry(position, terms);
    Scene scene(position);
    evaluate_terms(scene, terms, entry);
    return trace;
}

}  // namespace rookery::classical
