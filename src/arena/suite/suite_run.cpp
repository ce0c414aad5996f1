#include "arena/suite/suite_run.h"

#include "arena/match/lineup.h"
#include "arena/match/match_text.h"
#include "arena/suite/suite_runner.h"
#include "base/measure.h"
#include "base/text.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "store/json.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/screen.h"
#include "ui/text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace rookery::arena {
namespace {

template <class Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json limits_of(const TimeControl& limits) {
    Json json = Json::object();
    if (limits.per_move) json["seconds"] = in_seconds(*limits.per_move);
    if (limits.nodes) json["nodes"] = *limits.nodes;
    if (limits.depth) json["depth"] = *limits.depth;
    return json;
}

Json as_json(const SuiteSums& sums) {
    Json json{{"answered", sums.answered},
              {"solved", sums.solved},
              {"troubles", sums.troubles},
              {"seconds_to_solution", in_seconds(sums.to_solution)},
              {"mean_seconds_to_solution", or_null(sums.mean_seconds_to_solution())},
              {"nodes_to_solution", or_null(sums.nodes_to_solution())},
              {"mean_depth", or_null(sums.mean_depth())},
              {"nodes", sums.nodes},
              {"seconds", in_seconds(sums.spent)},
              {"nodes_per_second", or_null(sums.nodes_per_second())}};
    if (sums.graded > 0) {
        json["points"] = sums.points;
        json["possible_points"] = sums.possible_points;
    }
    return json;
}

Json players_of(const SuiteReport& report) {
    const std::vector<SuiteSums> sums = report.sums();
    Json players = Json::array();
    for (std::size_t i = 0; i < report.players.size(); ++i) {
        Json player{{"name", report.players[i]}, {"spec", report.specs[i]}};
        player.update(as_json(sums[i]));
        players.push_back(std::move(player));
    }
    return players;
}

Json names_of(const Position& position, const std::vector<Move>& moves) {
    Json names = Json::array();
    for (const Move move : moves) names.push_back(to_san(position, move));
    return names;
}

Json as_json(const EngineScore& score) {
    Json json{{score.kind == EngineScore::Kind::Mate ? "mate" : "centipawns", score.value}};
    if (score.bound != EngineScore::Bound::Exact)
        json["bound"] = score.bound == EngineScore::Bound::Lower ? "lower" : "upper";
    return json;
}

Json as_json(const SuitePosition& position, const SuiteAnswer& answer) {
    Json json{{"move", answer.move ? Json(to_san(position.position, answer.move)) : Json(nullptr)},
              {"solved", answer.solved}};
    if (position.is_graded()) json["points"] = answer.points;
    json["score"] = answer.score ? as_json(*answer.score) : Json(nullptr);
    json["depth"] = answer.depth;
    json["nodes"] = answer.nodes;
    json["seconds"] = in_seconds(answer.spent);
    if (answer.solution)
        json["solution"] = Json{{"seconds", in_seconds(answer.solution->after)},
                                {"nodes", answer.solution->nodes},
                                {"depth", answer.solution->depth}};
    if (!answer.trouble.empty()) json["trouble"] = answer.trouble;
    return json;
}

Json as_json(const SuiteReport& report, std::size_t index) {
    const SuitePosition& position = report.suite.positions[index];
    Json json{{"id", position.id}, {"line", position.line}, {"fen", to_fen(position.position)}};
    if (!position.best.empty()) json["best"] = names_of(position.position, position.best);
    if (!position.avoid.empty()) json["avoid"] = names_of(position.position, position.avoid);
    if (position.mate) json["mate"] = *position.mate;
    for (const GradedMove& one : position.grades)
        json["points"][to_san(position.position, one.move)] = one.points;
    Json answers = Json::object();
    for (std::size_t i = 0; i < report.players.size(); ++i)
        if (const auto& answer = report.answers[index][i])
            answers[report.players[i]] = as_json(position, *answer);
    json["answers"] = std::move(answers);
    return json;
}

}  // namespace

std::string json_report(const SuiteReport& report) {
    Json json{{"suite", report.suite.name},
              {"complete", report.complete},
              {"limits", limits_of(report.limits)},
              {"seconds", report.seconds},
              {"players", players_of(report)},
              {"positions", Json::array()},
              {"skipped", Json::array()}};
    for (std::size_t i = 0; i < report.suite.positions.size(); ++i)
        json["positions"].push_back(as_json(report, i));
    for (const SkippedLine& skipped : report.suite.skipped)
        json["skipped"].push_back(Json{{"line", skipped.line}, {"why", skipped.why}});
    return json.dump(2) + "\n";
}

namespace {

using Lines = std::vector<std::string>;

std::size_t widest(const Lines& texts, std::size_t at_least = 0) {
    std::size_t width = at_least;
    for (const std::string& text : texts) width = std::max(width, characters(text));
    return width;
}

std::size_t id_width(const std::vector<SuitePosition>& positions) {
    std::size_t width = 8;
    for (const SuitePosition& one : positions) width = std::max(width, characters(one.id));
    return width;
}

void trim_end(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

// Long times have fewer digits.
std::string seconds_text(double seconds) {
    return fmt::format("{:.{}f} s", seconds, seconds < 100 ? 3 : 1);
}

std::string solved_text(const SuiteSums& sums) {
    return fmt::format("{} of {} solved ({:.1f} %)", sums.solved, sums.answered,
                       100 * sums.solved_share());
}

bool has_points(const std::vector<SuitePosition>& positions) {
    return std::ranges::any_of(positions, [](const SuitePosition& one) { return one.is_graded(); });
}

std::string live_line(const LiveSearch& search, const SuiteTitle& title) {
    const SuitePosition& position = title.positions[search.position];
    std::string text = fmt::format("  {}  {}", position.id, title.players[search.player]);
    if (!search.thought) return text;
    const Thought& thought = *search.thought;
    text += fmt::format("  depth {}", thought.depth);
    if (thought.move) text += "  " + to_san(position.position, thought.move);
    if (thought.score) text += "  " + score_text(*thought.score);
    return text;
}

// One answer in the table; every cell of a table is equally wide.
class AnswerCell {
  public:
    AnswerCell(const Style& style, bool points) : style_(style), points_(points) {}

    [[nodiscard]] std::size_t width() const { return 27 + (points_ ? 5U : 0U); }

    [[nodiscard]] std::string text(const SuitePosition& position, const SuiteAnswer& answer) const {
        if (!answer.trouble.empty())
            return fitted("! " + answer.trouble.substr(0, answer.trouble.find(':')), width());
        std::string text =
            fmt::format("{} {:<7}", mark(answer.solved), to_san(position.position, answer.move));
        if (points_)
            text +=
                fmt::format(" {:>4}", position.is_graded() ? std::to_string(answer.points) : "");
        if (answer.solution)
            text += fmt::format(" {:>9} {:>7}", seconds_text(in_seconds(answer.solution->after)),
                                short_count(static_cast<double>(answer.solution->nodes)));
        return text;
    }

  private:
    [[nodiscard]] const char* mark(bool solved) const {
        if (style_.unicode) return solved ? "✓" : "✗";
        return solved ? "+" : "-";
    }

    const Style& style_;
    const bool points_;
};

// The first column to the left, the others to the right.
Lines aligned(const std::vector<Lines>& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Lines& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], characters(row[i]));
    Lines lines;
    for (const Lines& row : rows) {
        std::string line = fmt::format("{:<{}}", row.front(), widths.front());
        for (std::size_t i = 1; i < row.size(); ++i)
            line += fmt::format("  {:>{}}", row[i], widths[i]);
        lines.push_back(std::move(line));
    }
    return lines;
}

Lines totals_row(const std::string& name, const SuiteSums& sums, bool points) {
    const auto mean_time = sums.mean_seconds_to_solution();
    const auto solution_nodes = sums.nodes_to_solution();
    const auto depth = sums.mean_depth();
    const auto speed = sums.nodes_per_second();
    Lines row{name, fmt::format("{} of {}", sums.solved, sums.answered),
              fmt::format("{:.1f} %", 100 * sums.solved_share())};
    if (points) row.push_back(fmt::format("{} of {}", sums.points, sums.possible_points));
    row.push_back(seconds_text(in_seconds(sums.to_solution)));
    row.push_back(mean_time ? seconds_text(*mean_time) : "-");
    row.push_back(solution_nodes ? short_count(*solution_nodes) : "-");
    row.push_back(depth ? fmt::format("{:.1f}", *depth) : "-");
    row.push_back(speed ? short_count(*speed) : "-");
    row.push_back(std::to_string(sums.troubles));
    return row;
}

std::string miss_text(const SuitePosition& position, const SuiteAnswer& answer) {
    if (!answer.trouble.empty()) return answer.trouble;
    std::string text = "played " + to_san(position.position, answer.move);
    if (position.is_graded()) text += fmt::format(" for {} points", answer.points);
    if (answer.score) text += ", " + score_text(*answer.score);
    if (answer.depth > 0) text += fmt::format(", depth {}", answer.depth);
    return text;
}

}  // namespace

Lines suite_block(const SuiteProgress& now, const SuiteTitle& title, const Style& style,
                  std::size_t width) {
    Lines lines{title.text};
    const double share =
        static_cast<double>(now.done) / static_cast<double>(std::max<std::size_t>(now.wanted, 1));
    std::string progress =
        fmt::format("{} {} of {} answers", progress_bar(share, style), now.done, now.wanted);
    if (const auto left = now.seconds_left())
        progress += fmt::format(", {} left", time_text(*left));
    lines.push_back(std::move(progress));
    const std::size_t names = widest(title.players);
    for (std::size_t i = 0; i < now.sums.size(); ++i) {
        const SuiteSums& sums = now.sums[i];
        std::string line = fmt::format("{:<{}}  {}", title.players[i], names, solved_text(sums));
        if (sums.graded > 0)
            line += fmt::format(", {} of {} points", sums.points, sums.possible_points);
        if (sums.troubles > 0) line += fmt::format(", troubles {}", sums.troubles);
        lines.push_back(std::move(line));
    }
    for (const LiveSearch& search : now.live) lines.push_back(live_line(search, title));
    for (std::string& line : lines) line = fitted(line, width);
    return lines;
}

std::string suite_standing_line(const SuiteProgress& now, const SuiteTitle& title) {
    std::string text = fmt::format("{} of {} answers", now.done, now.wanted);
    for (std::size_t i = 0; i < now.sums.size(); ++i)
        text += fmt::format("{} {} {} of {}", i == 0 ? ":" : ",", title.players[i],
                            now.sums[i].solved, now.sums[i].answered);
    if (const auto left = now.seconds_left(); left && *left > 0)
        text += fmt::format(", {} left", time_text(*left));
    return text;
}

std::string suite_trouble_line(const SuiteTrouble& trouble, const SuiteTitle& title) {
    return fmt::format("{}: {}: {}", title.positions[trouble.position].id,
                       title.players[trouble.player], trouble.what);
}

Lines suite_table(const SuiteReport& report, const Style& style) {
    const auto& positions = report.suite.positions;
    const AnswerCell cell(style, has_points(positions));
    const std::size_t ids = id_width(positions);
    const std::size_t width = widest(report.players, cell.width());
    std::string head = fmt::format("{:<{}}", "position", ids);
    for (const std::string& player : report.players) head += fmt::format("  {:<{}}", player, width);
    Lines lines{std::move(head)};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto& answers = report.answers[i];
        if (std::ranges::none_of(answers, [](const auto& one) { return !!one; })) continue;
        std::string line = fmt::format("{:<{}}", positions[i].id, ids);
        for (const auto& answer : answers)
            line += fmt::format("  {:<{}}", answer ? cell.text(positions[i], *answer) : "", width);
        lines.push_back(std::move(line));
    }
    for (std::string& line : lines) trim_end(line);
    return lines;
}

Lines suite_totals(const SuiteReport& report) {
    const bool points = has_points(report.suite.positions);
    const std::vector<SuiteSums> sums = report.sums();
    Lines head{"player", "solved", "share"};
    if (points) head.push_back("points");
    for (const char* name :
         {"time to solve", "mean", "nodes to solve", "depth", "nodes/s", "troubles"})
        head.emplace_back(name);
    std::vector<Lines> rows{std::move(head)};
    for (std::size_t i = 0; i < report.players.size(); ++i)
        rows.push_back(totals_row(report.players[i], sums[i], points));
    return aligned(rows);
}

Lines suite_misses(const SuiteReport& report) {
    const auto& positions = report.suite.positions;
    const std::size_t ids = id_width(positions);
    Lines lines;
    for (std::size_t player = 0; player < report.players.size(); ++player) {
        std::vector<std::size_t> missed;
        std::size_t width = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const auto& answer = report.answers[i][player];
            if (!answer || answer->solved) continue;
            missed.push_back(i);
            width = std::max(width, characters(positions[i].expected()));
        }
        if (missed.empty()) continue;
        lines.push_back(fmt::format("missed by {}: {}", report.players[player], missed.size()));
        for (const std::size_t i : missed)
            lines.push_back(fmt::format("  {:<{}}  {:<{}}  {}", positions[i].id, ids,
                                        positions[i].expected(), width,
                                        miss_text(positions[i], *report.answers[i][player])));
    }
    return lines;
}

namespace {

constexpr double suite_terminal_interval = 0.2;
constexpr double suite_plain_interval = 5.0;
// A file that is not a suite would give a warning for every line.
constexpr std::size_t most_warnings = 20;

// Shows a test suite on stderr while it runs: a block that is updated on a terminal, lines
// otherwise.
class SuiteDisplay {
  public:
    explicit SuiteDisplay(SuiteTitle title)
        : title_(std::move(title)), terminal_(isatty(STDERR_FILENO) != 0),
          style_(style_for(facts_about(STDERR_FILENO))), block_(stderr) {}

    // Shows what is new, unless it did a moment ago.
    void show(SuiteRunner& runner) {
        if (watch_.seconds() < next_show_) return;
        const bool first = next_show_ == 0;
        next_show_ =
            watch_.seconds() + (terminal_ ? suite_terminal_interval : suite_plain_interval);
        const auto now = runner.progress();
        if (terminal_) {
            block_.show(suite_block(now, title_, style_, block_.width()));
            return;
        }
        if (first) fmt::print(stderr, "{}\n", title_.text);
        show_troubles(runner);
        if (now.done > shown_) fmt::print(stderr, "{}\n", suite_standing_line(now, title_));
        shown_ = now.done;
        std::fflush(stderr);
    }

    // Shows the last news and removes the block, for the result follows.
    void finish(SuiteRunner& runner) {
        block_.clear();
        if (!terminal_) show_troubles(runner);
    }

  private:
    void show_troubles(SuiteRunner& runner) {
        for (const SuiteTrouble& trouble : runner.take_troubles())
            fmt::print(stderr, "{}\n", suite_trouble_line(trouble, title_));
    }

    const SuiteTitle title_;
    const bool terminal_;
    const Style style_;
    LiveBlock block_;
    Stopwatch watch_;
    double next_show_ = 0;
    std::size_t shown_ = 0;  // answers, in the last line about them
};

void warn_of_skipped(const Suite& suite) {
    const std::string name = printable(suite.name, 200);
    for (std::size_t i = 0; i < suite.skipped.size() && i < most_warnings; ++i)
        fmt::print(stderr, "{}: line {} is left out: {}\n", name, suite.skipped[i].line,
                   suite.skipped[i].why);
    if (suite.skipped.size() > most_warnings)
        fmt::print(stderr, "{}: {} more lines are left out\n", name,
                   suite.skipped.size() - most_warnings);
}

// Keeps the positions that were asked for; the problem, if none is left.
std::optional<std::string> choose_positions(Suite& suite, const SuiteRequest& request) {
    auto& positions = suite.positions;
    if (!request.ids.empty())
        std::erase_if(positions, [&](const SuitePosition& one) {
            return one.id.find(request.ids) == std::string::npos;
        });
    if (positions.empty())
        return fmt::format("no position of {} has '{}' in its id", printable(suite.name, 200),
                           printable(request.ids));
    if (request.first && *request.first < positions.size())
        positions.erase(positions.begin() + static_cast<std::ptrdiff_t>(*request.first),
                        positions.end());
    return std::nullopt;
}

SuiteTitle title_of(const Suite& suite, const Lineup& lineup, const TimeControl& limits) {
    const std::vector<std::string> names = lineup.names();
    const std::size_t count = suite.positions.size();
    return {fmt::format("{}: {} {} at {}: {}", printable(suite.name, 200), count,
                        count == 1 ? "position" : "positions", to_text(limits),
                        fmt::join(names, ", ")),
            names, suite.positions};
}

void print_suite_report(const SuiteReport& report, bool quiet) {
    const auto print_all = [](const std::vector<std::string>& lines) {
        for (const std::string& line : lines) fmt::print("{}\n", line);
        if (!lines.empty()) fmt::print("\n");
    };
    if (!quiet) print_all(suite_table(report, style_for(facts_about(STDOUT_FILENO))));
    print_all(suite_totals(report));
    if (!quiet) print_all(suite_misses(report));
    fmt::print("{} {}\n", report.complete ? "complete in" : "incomplete: ended after",
               time_text(report.seconds));
}

int play_suite(const Suite& suite, const Lineup& lineup, const SuiteRequest& request,
               SearcherTable searchers) {
    SuiteSettings settings;
    settings.players = makers_of(lineup, searchers);
    settings.limits = request.limits;
    settings.enough_depths = request.enough_depths;
    settings.concurrency = request.concurrency;
    SuiteRunner runner(suite.positions, std::move(settings));
    SuiteDisplay display(title_of(suite, lineup, request.limits));
    bool interrupted = false;
    const Stopwatch watch;
    const auto problem =
        run_interruptibly([&](const std::stop_token& stop) { return runner.run(stop); },
                          [&] { display.show(runner); }, [&] { interrupted = true; });
    display.finish(runner);

    const SuiteProgress end = runner.progress();
    const SuiteReport report{
        suite,          runner.answers(), lineup.names(),        request.players,
        request.limits, watch.seconds(),  end.done == end.wanted};
    if (request.json)
        fmt::print("{}", json_report(report));
    else
        print_suite_report(report, request.quiet);
    std::fflush(stdout);
    if (problem) return fail_with(printable(*problem, 2000));
    return interrupted && !report.complete ? exit_interrupted : exit_ok;
}

}  // namespace

int run_suite(const SuiteRequest& request, SearcherTable searchers) {
    const auto refuse = [](const std::string& why, int code = exit_failed) {
        return fail_with(printable(why, 2000), code);
    };
    auto suite = load_suite(request.file);
    if (!suite) return refuse(suite.error());
    warn_of_skipped(*suite);
    if (auto problem = choose_positions(*suite, request)) return refuse(*problem, exit_usage);
    const auto registry = EngineRegistry::load(EngineRegistry::default_path());
    if (!registry) return refuse(registry.error());
    for (const std::string& note : notes_of_hidden_engines(*registry, searchers, request.players))
        fmt::print(stderr, "{}\n", note);
    auto lineup = look_up(request.players, *registry, searchers);
    if (!lineup) return refuse(lineup.error(), exit_usage);
    LineupRequest wanted;
    wanted.hash_mib = request.hash_mib;
    wanted.threads = request.threads;
    wanted.controls.assign(request.players.size(), request.limits);
    if (auto problem = try_out(*lineup, wanted, searchers)) return refuse(*problem);
    return play_suite(*suite, *lineup, request, searchers);
}

}  // namespace rookery::arena
