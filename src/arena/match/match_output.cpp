#include "arena/match/match_output.h"

#include "arena/match/match_session.h"
#include "arena/match/match_tables.h"
#include "arena/match/match_text.h"
#include "arena/store/pgn_export.h"
#include "arena/store/store.h"
#include "base/files.h"
#include "base/text.h"
#include "store/json.h"
#include "ui/messages.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace rookery::arena {
namespace {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json as_json(const Bounded& bounded) {
    return {{"value", number(bounded.value)},
            {"low", number(bounded.low)},
            {"high", number(bounded.high)}};
}

Json as_json(const GameCounts& games) {
    return {{"wins", games.wins}, {"draws", games.draws}, {"losses", games.losses}};
}

Json players_of(const MatchInfo& info) {
    Json players = Json::array();
    for (const PlayerEntry& player : info.setup.players)
        players.push_back(Json{{"name", player.name}, {"spec", player.spec}});
    return players;
}

Json failures_of(const MatchSnapshot& now) {
    Json failures = Json::array();
    for (const FailureCount& failure : now.tally.failures())
        failures.push_back(Json{{"player", now.players[failure.player]},
                                {"kind", word_of(failure.termination)},
                                {"games", failure.games}});
    return failures;
}

// The strongest first.
Json ratings_of(const RatingList& list, const std::vector<std::string>& players) {
    Json rows = Json::array();
    for (const PlayerRating& row : list.rows)
        rows.push_back(Json{{"player", players[row.player]},
                            {"rating", number(row.rating)},
                            {"error", number(row.error)},
                            {"games", row.games.total()},
                            {"points", row.games.points()},
                            {"opponents", number(row.opponents)},
                            {"los", number(row.superiority)},
                            {"group", row.group}});
    return rows;
}

// Rows and columns in the order of the players; null on the diagonal.
Json cross_table_of(const CrossTable& table) {
    Json rows = Json::array();
    for (std::size_t one = 0; one < table.players(); ++one) {
        Json row = Json::array();
        for (std::size_t other = 0; other < table.players(); ++other)
            row.push_back(one == other ? Json(nullptr) : as_json(table.between(one, other)));
        rows.push_back(std::move(row));
    }
    return rows;
}

Json colors_of(const CrossTable& table, const std::vector<std::string>& players) {
    Json rows = Json::array();
    for (std::size_t player = 0; player < table.players(); ++player)
        rows.push_back(Json{{"player", players[player]},
                            {"white", as_json(table.with(player, Color::White))},
                            {"black", as_json(table.with(player, Color::Black))}});
    return rows;
}

Json simple_ratings_of(const TournamentTables& tables, const std::vector<std::string>& players) {
    Json rows = Json::array();
    for (std::size_t player = 0; player < tables.simple.size(); ++player) {
        const SimpleRating& rating = tables.simple[player];
        rows.push_back(
            Json{{"player", players[player]},
                 {"known", number(rating.known)},
                 {"games", rating.rated_games.total()},
                 {"points", rating.rated_games.points()},
                 {"opponents", number(rating.opponents)},
                 {"performance", number(rating.performance)},
                 {"fide_performance", number(rating.fide_performance)},
                 {"fide_initial", rating.fide_initial ? Json(*rating.fide_initial) : Json(nullptr)},
                 {"updated", number(rating.updated)}});
    }
    return {{"k", tables.settings.k}, {"start", tables.settings.start}, {"players", rows}};
}

Json openings_of(const std::vector<OpeningResult>& openings, bool match) {
    Json rows = Json::array();
    for (const OpeningResult& opening : openings) {
        Json row{{"number", opening.index ? Json(*opening.index + 1) : Json(nullptr)},
                 {"name", opening.name},
                 {"games", opening.white.total()},
                 {"white", as_json(opening.white)},
                 {"white_score", opening.white_score()}};
        if (match) {
            row["first"] = as_json(opening.first);
            row["pairs"] = opening.pairs.pairs;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

void add_tables(Json& report, const MatchTables& tables, const std::vector<std::string>& players) {
    if (tables.tournament) {
        report["ratings"] = ratings_of(tables.tournament->ratings, players);
        report["rating_notes"] = tables.tournament->ratings.notes;
        report["simple_ratings"] = simple_ratings_of(*tables.tournament, players);
        report["cross_table"] = cross_table_of(tables.tournament->cross);
        report["colors"] = colors_of(tables.tournament->cross, players);
    }
    if (tables.openings) report["by_opening"] = openings_of(*tables.openings, players.size() == 2);
}

const char* word_for(SprtState state) {
    switch (state) {
        case SprtState::Running: return "running";
        case SprtState::AcceptedH0: return "H0";
        case SprtState::AcceptedH1: return "H1";
    }
    return "";
}

}  // namespace

std::string json_report(const MatchInfo& info, const MatchSnapshot& now,
                        const MatchTables& tables) {
    Json report{
        {"match", info.id},        {"name", info.setup.name},     {"state", word_of(info.state)},
        {"seed", info.setup.seed}, {"players", players_of(info)}, {"games", now.tally.finished()},
        {"wanted", now.wanted}};
    if (now.players.size() == 2) {
        report["score"] = as_json(now.tally.games());
        report["white"] = as_json(now.tally.by_color()[Color::White]);
        report["black"] = as_json(now.tally.by_color()[Color::Black]);
        report["pairs"] = now.tally.pairs().pairs;
        report["elo"] = as_json(now.elo.elo);
        report["nelo"] = as_json(now.elo.normalized);
        report["los"] = now.elo.superiority;
        report["draw_ratio"] = now.elo.draw_ratio;
    }
    if (now.sprt && now.sprt_settings)
        report["sprt"] = Json{{"settings", to_text(*now.sprt_settings)},
                              {"llr", now.sprt->llr},
                              {"lower", now.sprt->bounds.lower},
                              {"upper", now.sprt->bounds.upper},
                              {"accepted", word_for(now.sprt->state)}};
    report["openings"] = Json{{"used", now.openings_used}, {"white", as_json(now.tally.white())}};
    add_tables(report, tables, now.players);
    report["failures"] = failures_of(now);
    report["settings"] = Json::read(info.setup.settings).value_or(nullptr);
    return report.dump(2) + "\n";
}

std::string json_report(MatchId match, const Verification& verification) {
    Json report{{"match", match},
                {"games", verification.wanted()},
                {"checked", verification.checked()},
                {"differences", Json::array()}};
    for (const GameDifference& difference : verification.differences())
        report["differences"].push_back(
            {{"game", difference.number + 1}, {"what", difference.what}});
    return report.dump(2) + '\n';
}

namespace {

// A bar would end the cell.
std::string cell(std::string_view text) {
    std::string safe;
    for (const char c : printable(text, 300)) safe += c == '|' ? '/' : c;
    return safe;
}

std::string players_text(const MatchInfo& info) {
    std::string text;
    for (const PlayerEntry& player : info.setup.players)
        text += (text.empty() ? "" : " v ") + player.name;
    return text;
}

std::string conditions(const MatchSettings& settings) {
    std::string text;
    for (const TimeControl& control : settings.controls) {
        const std::string one = to_text(control);
        if (text.empty())
            text = one;
        else if (one != to_text(settings.controls.front()))
            text += " v " + one;
    }
    if (settings.nodes_per_second)
        text += fmt::format(", {:.0f} nodes as a second", *settings.nodes_per_second);
    const std::string book = std::filesystem::path(settings.openings.file).filename().string();
    text += book.empty() ? ", random openings" : ", " + book;
    if (settings.openings.chess960) text += ", Chess960";
    return text;
}

std::string elo_cell(const MatchSnapshot& now) {
    if (now.players.size() != 2 || now.tally.games().total() == 0) return "";
    return fmt::format("{}, LOS {:.1f} %", elo_text(now.elo.elo), 100 * now.elo.superiority);
}

}  // namespace

std::string ledger_heading() {
    return "| date | what | players | conditions | games | score | Elo | test | failures |\n"
           "|---|---|---|---|---|---|---|---|---|\n";
}

std::string ledger_row(const MatchInfo& info, const MatchSettings& settings,
                       const MatchSnapshot& now) {
    return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                       fmt::format("{:%Y-%m-%d}", fmt::gmtime(info.created)), cell(info.setup.name),
                       cell(players_text(info)), cell(conditions(settings)), now.tally.finished(),
                       now.players.size() == 2 ? counts_text(now.tally.games()) : "", elo_cell(now),
                       now.sprt ? describe(*now.sprt, *now.sprt_settings) : "",
                       now.tally.failure_count());
}

namespace {

bool cannot_write(const std::string& file) {
    print_error(fmt::format("{} cannot be written", printable(file, 200)));
    return false;
}

bool write_pgn(const MatchOutcome& outcome, const std::string& path) {
    NewFile file(path);
    const auto written = export_pgn(outcome.store, outcome.info.id, {}, [&](std::string_view text) {
        file.stream() << text;
        return file.stream().good();
    });
    if (!written) {
        print_error(written.error().what);
        return false;
    }
    return (file.close() && file.take_name()) || cannot_write(path);
}

bool write_chart(const MatchOutcome& outcome, const std::string& path) {
    const auto problem =
        replace_file(path, chart_of(outcome.info.setup.name, outcome.games, outcome.settings.sprt));
    return !problem || cannot_write(path);
}

// A new ledger begins with the heading of its table; to an old one the row is added.
bool write_ledger(const MatchOutcome& outcome, const std::string& path) {
    if (outcome.info.state != MatchState::Finished) return true;
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    std::ofstream file(path, std::ios::binary | std::ios::app);
    if (error || size == 0) file << ledger_heading();
    file << ledger_row(outcome.info, outcome.settings, outcome.now);
    return file.flush() ? true : cannot_write(path);
}

void print_lines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) fmt::print("{}\n", line);
}

void print_table(const std::vector<std::string>& lines) {
    print_lines(lines);
    fmt::print("\n");
}

}  // namespace

Result<std::filesystem::path, std::string> database_of(const MatchOutput& output) {
    if (output.database.empty()) return default_store_path();
    return std::filesystem::path(output.database);
}

std::optional<Store> open_store(const MatchOutput& output, Store::Access access) {
    const auto path = database_of(output);
    if (!path) {
        print_error(path.error() + "; name a file with --db");
        return std::nullopt;
    }
    auto store = Store::open(*path, access);
    if (!store) {
        print_error(store.error().what);
        return std::nullopt;
    }
    return std::move(*store);
}

bool write_files(const MatchOutcome& outcome, const MatchOutput& output) {
    if (!output.pgn.empty() && !write_pgn(outcome, output.pgn)) return false;
    if (!output.chart.empty() && !write_chart(outcome, output.chart)) return false;
    return output.ledger.empty() || write_ledger(outcome, output.ledger);
}

void print_result(const MatchSnapshot& now, const MatchTables& tables) {
    if (tables.tournament) {
        print_table(rating_lines(*tables.tournament, now.players));
        print_table(simple_rating_lines(*tables.tournament, now.players));
        print_table(cross_lines(*tables.tournament, now.players));
        print_table(color_lines(*tables.tournament, now.players));
        print_lines(opening_summary(now));
        print_lines(latency_lines(now));
        print_lines(failure_lines(now));
    } else {
        print_lines(result_lines(now));
    }
    if (!tables.openings) return;
    fmt::print("\n");
    print_table(opening_lines(*tables.openings, now.players));
}

void print_notes(const MatchTables& tables) {
    for (const std::string& note : tables.notes)
        fmt::print(stderr, "Note: {}\n", printable(note, 500));
}

}  // namespace rookery::arena
