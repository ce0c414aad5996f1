#include "lab/traps.h"

#include "chess/movegen.h"
#include "lab/mate_solver.h"
#include "notation/epd.h"
#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::lab {

bool Trap::loses(Move move) const { return std::find(losing.begin(), losing.end(), move) != losing.end(); }

double Trap::losing_share() const {
    return static_cast<double>(losing.size()) / static_cast<double>(count_moves(position));
}

std::optional<Trap> trap_in(const Position& position, const TrapRules& rules) {
    const MoveList moves = legal_moves(position);
    if (position.in_check() || static_cast<int>(moves.size()) < rules.fewest_moves) return std::nullopt;
    Trap trap{position, {}, {}};
    for (const Move move : moves) {
        const Position next = position.after(move);
        if (can_mate_within(next, 1)) return std::nullopt;
        if (can_mate_within(next, 2)) trap.losing.push_back(move);
    }
    if (trap.losing.empty() || trap.losing.size() == moves.size()) return std::nullopt;
    if (trap.losing_share() < rules.lowest_share || trap.losing_share() > rules.highest_share) return std::nullopt;
    if (can_mate_within(position, 2)) return std::nullopt;
    return trap;
}

std::string to_epd(const Trap& trap) {
    Epd epd{trap.position, {}, {{"am", {}}, {"id", {trap.id}}}};
    for (const Move move : trap.losing) epd.operations[0].operands.push_back(to_san(trap.position, move));
    return rookery::to_epd(epd);
}

Result<std::vector<Trap>, std::string> read_traps(std::string_view text) {
    std::vector<Trap> traps;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == '#') continue;
        const auto epd = parse_epd(line);
        if (!epd) return failure(fmt::format("line {}: {}", number, epd.error().what));
        auto losing = epd_moves(*epd, "am");
        if (!losing) return failure(fmt::format("line {}: {}", number, losing.error().what));
        if (losing->empty()) return failure(fmt::format("line {}: no moves to avoid (am)", number));
        traps.push_back({epd->position, epd->text_of("id"), std::move(*losing)});
    }
    return traps;
}

}  // namespace rookery::lab
