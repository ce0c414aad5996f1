#include "arena/suite/suite_run.h"

#include "arena/match/lineup.h"
#include "arena/suite/suite_runner.h"
#include "arena/suite/suite_text.h"
#include "base/measure.h"
#include "base/text.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/screen.h"
#include "ui/text.h"

#include <fmt/format.h>
#include <unistd.h>

namespace rookery::arena {
namespace {

constexpr double suite_terminal_interval = 0.2;
constexpr double suite_plain_interval = 5.0;
// A file that is not a suite would give a warning for every line.
constexpr std::size_t most_warnings = 20;

// Shows a test suite on stderr while it runs: a block that is updated on a terminal, lines
// otherwise.
class SuiteDisplay {
  public:
    explicit SuiteDisplay(SuiteTitle title);

    // Shows what is new, unless it did a moment ago.
    void show(SuiteRunner& runner);
    // Shows the last news and removes the block, for the result follows.
    void finish(SuiteRunner& runner);

  private:
    void show_troubles(SuiteRunner& runner);

    const SuiteTitle title_;
    const bool terminal_;
    const Style style_;
    LiveBlock block_;
    Stopwatch watch_;
    double next_show_ = 0;
    std::size_t shown_ = 0;  // answers, in the last line about them
};

SuiteDisplay::SuiteDisplay(SuiteTitle title)
    : title_(std::move(title)), terminal_(isatty(STDERR_FILENO) != 0),
      style_(style_for(facts_about(STDERR_FILENO))), block_(stderr) {}

void SuiteDisplay::show(SuiteRunner& runner) {
    if (watch_.seconds() < next_show_) return;
    const bool first = next_show_ == 0;
    next_show_ = watch_.seconds() + (terminal_ ? suite_terminal_interval : suite_plain_interval);
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

void SuiteDisplay::finish(SuiteRunner& runner) {
    block_.clear();
    if (!terminal_) show_troubles(runner);
}

void SuiteDisplay::show_troubles(SuiteRunner& runner) {
    for (const SuiteTrouble& trouble : runner.take_troubles())
        fmt::print(stderr, "{}\n", suite_trouble_line(trouble, title_));
}

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
