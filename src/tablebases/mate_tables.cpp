#include "tablebases/mate_tables.h"

#include "chess/movegen.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace rookery {
namespace {

// The fifty-move rule: a mate on the ply at which the count reaches it still counts.
constexpr int mate_clock_limit = 100;

// `halfmove_clock` plies are counted already.
TableResult mate_result(MateValue value, int halfmove_clock) {
    if (!is_mate_win(value) && !is_mate_loss(value)) return {};
    const bool in_time = value + halfmove_clock <= mate_clock_limit;
    const Wdl wdl = in_time ? Wdl::Win : Wdl::CursedWin;
    return {is_mate_win(value) ? wdl : -wdl, value};
}

// A sure win comes first, and the shortest of them; a sure loss last.
int mate_result_rank(const TableResult& result) {
    if (!result.mate_plies) return 0;
    const int sooner = 1000 - *result.mate_plies;
    switch (result.wdl) {
        case Wdl::Win: return 2000 + sooner;
        case Wdl::CursedWin: return sooner;
        case Wdl::BlessedLoss: return -sooner;
        default: return -2000 - sooner;
    }
}

}  // namespace

MateTables::MateTables(std::filesystem::path folder, OnProblem on_problem)
    : folder_(std::move(folder)), on_problem_(std::move(on_problem)),
      slots_(std::make_unique<Slot[]>(Ending::all().size())) {
    for (const Ending& ending : Ending::all()) {
        std::error_code unknown;
        if (std::filesystem::is_regular_file(folder_ / MateTable::file_name(ending), unknown))
            most_pieces_ = std::max(most_pieces_, ending.pieces());
    }
}

const MateTable* MateTables::table(const Ending& ending) const {
    Slot& slot = slots_[ending.ordinal()];
    std::call_once(slot.once, [&] {
        const auto path = folder_ / MateTable::file_name(ending);
        auto read = MateTable::open(path);
        std::string problem;
        if (!read)
            problem = read.error();
        else if (&read->ending() != &ending)
            problem = path.string() + ": it holds " + read->ending().name();
        else
            slot.table.emplace(std::move(*read));
        if (!problem.empty() && on_problem_) on_problem_(problem);
    });
    return slot.table ? &*slot.table : nullptr;
}

std::optional<MateValue> MateTables::value_without_rights(const FewPieces& position) const {
    if (position.others == 0) return mate_draw;
    const EndingNumber number = EndingNumber::of(position);
    if (number.ending->is_dead()) return mate_draw;
    const MateTable* known = table(*number.ending);
    if (known == nullptr) return std::nullopt;
    return known->value(number.side_to_move, number.number);
}

std::optional<MateValue> MateTables::value(const Position& position) const {
    if (popcount(position.occupied()) > most_pieces_ || position.castling_rooks() != 0)
        return std::nullopt;
    auto value = value_without_rights(*FewPieces::of(position));
    if (!value || position.en_passant() == Square::None) return value;
    // The table has the value without this capture. If no other move is legal, it takes that for
    // mate or stalemate.
    bool others = false;
    std::optional<MateValue> best;
    for (const Move move : legal_moves(position)) {
        if (!move.is_en_passant()) {
            others = true;
            continue;
        }
        const auto after = this->value(position.after(move));
        if (!after) return std::nullopt;
        const bool decided = is_mate_win(*after) || is_mate_loss(*after);
        const auto reached = static_cast<MateValue>(decided ? *after + 1 : mate_draw);
        if (!best || mate_rank(reached) > mate_rank(*best)) best = reached;
    }
    if (best && (!others || mate_rank(*best) > mate_rank(*value))) value = best;
    return value;
}

std::optional<TableResult> MateTables::probe(const Position& position) const {
    const auto found = value(position);
    if (!found) return std::nullopt;
    return mate_result(*found, 0);
}

// Every move of a winning side that has the best rank shortens the way to the mate, so a repetition
// needs no care.
std::vector<TableMove> MateTables::rank_moves(const Position& position,
                                              const RankingRules& rules) const {
    std::vector<TableMove> ranked;
    for (const Move move : legal_moves(position)) {
        const Position next = position.after(move);
        const auto found = value(next);
        if (!found) return {};
        const int counted = rules.fifty_moves ? next.halfmove_clock() : 0;
        TableMove one{.move = move, .after = mate_result(*found, counted)};
        one.after.wdl = -one.after.wdl;
        if (one.after.mate_plies) ++*one.after.mate_plies;
        one.rank = mate_result_rank(one.after);
        ranked.push_back(one);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const TableMove& a, const TableMove& b) { return a.rank > b.rank; });
    return ranked;
}

}  // namespace rookery
