#include "lab/traps.h"

#include "arena/statistics/elo.h"
#include "base/files.h"
#include "chess/checks.h"
#include "chess/movegen.h"
#include "lab/measurement.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "training/selfplay_files.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace rookery::lab {
namespace {

using arena::Cell;
using arena::Measured;
using arena::ResultTable;

bool can_mate_at_once(const Position& position) {
    const CheckFinder finder(position);
    for (const Move move : legal_moves(position))
        if (finder.gives_check(move) && !has_legal_move(position.after(move))) return true;
    return false;
}

// A quick test, because most positions have no trap: if the opponent could not mate in two even
// with the move, it is unlikely that a quarter of the moves allow it.
bool is_threatened(const Position& position) {
    return !position.in_check() && can_mate_within(position.after_null(), 2);
}

class TrapSearchRun {
  public:
    TrapSearchRun(const TrapSearchSettings& settings, const std::stop_token& stop,
                  const Progress& progress)
        : settings_(settings), stop_(stop), progress_(progress) {}

    // Returns the problem if the file cannot be read.
    [[nodiscard]] std::optional<std::string> read(const std::string& file) {
        auto games = training::GamesInFile::open(file);
        if (!games) return games.error();
        while (wants_more()) {
            const auto some = games->next();
            if (!some) break;
            for (const training::SelfplayGame& game : *some) look_at(game);
        }
        return std::nullopt;
    }
    [[nodiscard]] const std::vector<Trap>& traps() const { return traps_; }

  private:
    [[nodiscard]] bool wants_more() const {
        return traps_.size() < settings_.most && !stop_.stop_requested();
    }

    void look_at(const training::SelfplayGame& game) {
        if (!wants_more() || games_++ % settings_.one_in != 0) return;
        report(progress_,
               fmt::format("{} traps in {} games", traps_.size(), games_ / settings_.one_in));
        auto trap = trap_in(game, {});
        if (!trap || !seen_.insert(to_fen_without_counters(trap->position)).second) return;
        trap->id = fmt::format("trap.{:03}", traps_.size() + 1);
        traps_.push_back(std::move(*trap));
    }

    const TrapSearchSettings& settings_;
    const std::stop_token& stop_;
    const Progress& progress_;
    std::vector<Trap> traps_;
    std::set<std::string> seen_;
    std::size_t games_ = 0;
};

struct FoundTraps {
    std::vector<Trap> traps;
    std::optional<std::string> problem;
};

}  // namespace

bool Trap::loses(Move move) const {
    return std::find(losing.begin(), losing.end(), move) != losing.end();
}

double Trap::losing_share() const {
    return static_cast<double>(losing.size()) / static_cast<double>(count_moves(position));
}

std::optional<Trap> trap_in(const Position& position, const TrapRules& rules) {
    const MoveList moves = legal_moves(position);
    if (position.in_check() || static_cast<int>(moves.size()) < rules.fewest_moves)
        return std::nullopt;
    Trap trap{position, {}, {}};
    for (const Move move : moves) {
        const Position next = position.after(move);
        if (can_mate_within(next, 1)) return std::nullopt;
        if (can_mate_within(next, 2)) trap.losing.push_back(move);
    }
    if (trap.losing.empty() || trap.losing.size() == moves.size()) return std::nullopt;
    if (trap.losing_share() < rules.lowest_share || trap.losing_share() > rules.highest_share)
        return std::nullopt;
    if (can_mate_within(position, 2)) return std::nullopt;
    return trap;
}

std::string to_epd(const Trap& trap) {
    Epd epd{trap.position, {}, {{"am", {}}, {"id", {trap.id}}}};
    for (const Move move : trap.losing)
        epd.operations[0].operands.push_back(to_san(trap.position, move));
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

bool can_mate_within(const Position& position, int moves) {
    if (moves <= 0) return false;
    if (can_mate_at_once(position)) return true;
    if (moves == 1) return false;
    for (const Move move : legal_moves(position))
        if (is_mated_within(position.after(move), moves - 1)) return true;
    return false;
}

bool is_mated_within(const Position& position, int moves) {
    const MoveList replies = legal_moves(position);
    if (replies.empty()) return position.in_check();
    for (const Move reply : replies)
        if (!can_mate_within(position.after(reply), moves)) return false;
    return true;
}

std::optional<Trap> trap_in(const training::SelfplayGame& game, const TrapSearch& search) {
    Position position = game.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const training::ScoredMove& played = game.moves[ply];
        const bool is_white = position.side_to_move() == Color::White;
        const int score = is_white ? played.white_score : -played.white_score;
        const bool was_searched = ply >= game.opening_plies;
        if (was_searched && score >= search.lowest_score && is_threatened(position))
            if (auto trap = trap_in(position, search.rules)) return trap;
        position = position.after(played.move);
    }
    return std::nullopt;
}

std::string TrapPlayer::name() const {
    std::string name(searcher->name);
    for (const auto& [setting, value] : settings) name += fmt::format(", {}={}", setting, value);
    return name;
}

Share plausible_share(double seen, double trials) {
    if (trials <= 0) return {};
    constexpr double z = arena::deviations_95;
    const double weight = z * z / trials;
    const double middle = (seen + weight / 2) / (1 + weight);
    const double reach =
        z / (1 + weight) * std::sqrt(seen * (1 - seen) / trials + weight / (4 * trials));
    return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

TrapTally try_traps(const TrapPlayer& player, const std::vector<Trap>& traps,
                    const std::stop_token& stop, const Progress& progress) {
    TrapTally tally;
    tally.traps = traps.size();
    Limits limits;
    limits.nodes = player.nodes;
    limits.depth = player.depth;
    NoListener no_listener;
    for (int seed = 1; seed <= player.seeds; ++seed) {
        SearcherSetup setup;
        setup.seed = static_cast<std::uint64_t>(seed);
        setup.settings = player.settings;
        const auto searcher = player.searcher->create(setup);
        searcher->resize({.hash_mib = 64, .threads = 1});
        for (std::size_t i = 0; i < traps.size(); ++i) {
            report(progress, fmt::format("{}: seed {} of {}, trap {} of {}", player.name(), seed,
                                         player.seeds, i + 1, traps.size()));
            searcher->new_game();
            const Move chosen =
                searcher->search(Root(traps[i].position), limits, stop, no_listener).best;
            if (stop.stop_requested()) return tally;
            ++tally.asked;
            if (traps[i].loses(chosen)) ++tally.fell;
        }
    }
    return tally;
}

double random_share(const std::vector<Trap>& traps) {
    double sum = 0;
    for (const Trap& trap : traps) sum += trap.losing_share();
    return traps.empty() ? 0 : sum / static_cast<double>(traps.size());
}

ResultTable traps_table(const std::vector<Trap>& traps) {
    ResultTable table{.title = fmt::format("{} traps; a player of random moves falls into {:.1f} %",
                                           traps.size(), 100 * random_share(traps)),
                      .key = "traps"};
    table.columns = {{"player", "player"},
                     {"limit", "limit"},
                     {.name = "fell", .key = "fell", .grouped = true},
                     {.name = "of", .key = "asked", .grouped = true},
                     percent_column("share", "share")};
    return table;
}

std::vector<Cell> trap_row(const TrapPlayer& player, const TrapTally& tally) {
    const Share plausible = tally.plausible();
    return {player.name(),
            player.depth ? fmt::format("depth {}", *player.depth)
                         : fmt::format("{} nodes", arena::grouped(player.nodes.value_or(0))),
            measured(tally.fell), measured(tally.asked),
            Measured{100 * tally.share(), 100 * plausible.lowest, 100 * plausible.highest}};
}

int run_trap_search(const TrapSearchSettings& settings) {
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        TrapSearchRun run(settings, stop, progress);
        std::optional<std::string> problem;
        for (const std::string& file : settings.files)
            if (!problem) problem = run.read(file);
        return FoundTraps{run.traps(), problem};
    });
    std::string text;
    for (const Trap& trap : done.value.traps) text += to_epd(trap) + '\n';
    auto problem = done.value.problem;
    if (settings.output.empty())
        fmt::print("{}", text);
    else if (const auto unwritten = replace_file(settings.output, text))
        problem = unwritten;
    if (problem) return fail_with(*problem);
    return done.stopped ? exit_interrupted : exit_ok;
}

}  // namespace rookery::lab
