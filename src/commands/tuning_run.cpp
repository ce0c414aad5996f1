#include "commands/tuning_run.h"

#include "base/files.h"
#ifdef ROOKERY_COLONY
#include "commands/colony/colony_jobs.h"
#endif
#include "base/text.h"
#include "commands/tuning_tables.h"
#include "tune/game_tuner.h"
#include "tune/trial_run.h"
#include "ui/exit_codes.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/progress.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <filesystem>

namespace rookery {
namespace {

using namespace tune;
using Problem = std::optional<std::string>;

// Before anything costly is done. A state of hours of games must not be lost to a forgotten option.
Problem validate_checkpoint(const TuningArguments& arguments) {
    if (arguments.checkpoint.empty())
        return arguments.resume ? Problem("--resume goes with --checkpoint FILE") : std::nullopt;
    std::error_code unknown;
    if (!arguments.resume && std::filesystem::exists(arguments.checkpoint, unknown))
        return fmt::format(
            "{} is there already: --resume goes on from it; to begin anew, name another file",
            arguments.checkpoint);
    return std::nullopt;
}

// The record of the tuning in its file, if it has one.
class Keeper {
  public:
    Keeper(std::string path, Facts facts) : path_(std::move(path)), record_(std::move(facts)) {}

    [[nodiscard]] Problem take_up(const Facts& facts) {
        const auto text = text_of_file(path_);
        if (!text) return text.error();
        auto record = TuningRecord::from_text(*text, facts);
        if (!record) return path_ + ' ' + record.error();
        record_ = std::move(*record);
        return std::nullopt;
    }

    [[nodiscard]] std::string_view results_of(const std::string& stage) const {
        return record_.results_of(stage);
    }

    [[nodiscard]] Problem keep(const std::string& stage, std::string results) {
        record_.keep(stage, std::move(results));
        return write();
    }
    [[nodiscard]] Problem write() const {
        return path_.empty() ? std::nullopt : replace_file(path_, record_.text());
    }

    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
    TuningRecord record_;
};

// What is shown and kept while the games of a stage go on.
class Watcher {
  public:
    Watcher(const TrialRun& run, Keeper& keeper, std::string stage)
        : run_(run), keeper_(keeper), stage_(std::move(stage)),
          before_(static_cast<double>(keeper.results_of(stage_).size())) {}

    void look() {
        if (watch_.seconds() >= kept_at_ + keep_every) keep();
        if (!line_.is_due()) return;
        const auto [games, most, doing] = run_.look([](const TrialQueue& queue) {
            return std::tuple(queue.results().size(), 2 * queue.tuner().most_trials(),
                              queue.tuner().doing());
        });
        // What others played can be taken back.
        const double rate = std::max(0.0, static_cast<double>(games) - before_) / line_.seconds();
        const double left = static_cast<double>(most - games);
        line_.show(fmt::format("{}: {}, {} of at most {} games, {:.1f} a second, {} left", stage_,
                               doing, games, most, rate, rate > 0 ? time_text(left / rate) : "?"));
    }

    // The end of the stage, for now or for good.
    [[nodiscard]] Problem finish() {
        line_.clear();
        return keeper_.keep(stage_, results());
    }

  private:
    static constexpr double keep_every = 1;  // seconds

    [[nodiscard]] std::string results() const {
        return run_.look([](const TrialQueue& queue) { return queue.results(); });
    }

    // The next moment may find a place again; at the end it counts.
    void keep() {
        kept_at_ = watch_.seconds();
        if (const auto problem = keeper_.keep(stage_, results());
            problem && !std::exchange(warned_, true))
            print_error(printable(*problem, 2000));
    }

    const TrialRun& run_;
    Keeper& keeper_;
    const std::string stage_;
    const double before_;  // games
    ProgressLine line_;
    const Stopwatch watch_;
    double kept_at_ = 0;
    bool warned_ = false;
};

class Session {
  public:
    // Others play, if there are any.
    Session(const TuningArguments& arguments, TuningPlan plan, Keeper keeper,
            SearcherTable searchers, std::unique_ptr<TrialExecutor> others)
        : arguments_(arguments), plan_(std::move(plan)), keeper_(std::move(keeper)),
          searchers_(searchers), others_(std::move(others)) {}

    // Returns the exit code.
    int run() {
        int code = exit_ok;
        for (const TuningJob& job : plan_.jobs)
            if (code = play(job); code != exit_ok) break;
        if (code != exit_ok && code != exit_interrupted) return code;
        return finish(code);
    }

  private:
    int play(const TuningJob& job) {
        TuningOutcome& outcome = outcomes_.emplace_back();
        outcome.job = job;
        outcome.values = Values(plan_.given.begin(), plan_.given.end());
        if (const auto tuner = make_tuner(arguments_, plan_, job.seed)) {
            outcome.values = tuner->values();
            const auto make = [&] { return make_tuner(arguments_, plan_, job.seed); };
            const int code = play_stage(job, job.name, make,
                                        plan_.tuning_openings.for_tuning(job.seed), &outcome);
            if (code != exit_ok) return code;
        }
        if (!arguments_.is_judged()) return exit_ok;
        const auto ten = opening_source("study");
        const int code = judge(job, " judged, ten openings", 10, ten->for_tuning(job.seed),
                               outcome.ten_openings);
        if (code != exit_ok) return code;
        return judge(job, " judged", arguments_.judge_games / 2,
                     plan_.judging_openings.for_judging(job.seed), outcome.others);
    }

    // The values that came out against the start.
    int judge(const TuningJob& job, const char* what, std::uint64_t pairs, TrialOpenings openings,
              arena::PairCounts& score) {
        const std::string stage = job.name + what;
        // More may be asked for later, fewer are no loss.
        const std::uint64_t played = keeper_.results_of(stage).size() / 2;
        const auto make = [&, values = rounded(outcomes_.back().values)] {
            return std::make_unique<StraightMatch>(
                values, rounded(starts_of(plan_.numbers.numbers())), std::max(pairs, played));
        };
        const int code = play_stage(job, stage, make, std::move(openings), nullptr);
        score = score_of(keeper_.results_of(stage));
        return code;
    }

    int play_stage(const TuningJob& job, const std::string& stage, const TrialRun::TunerMaker& make,
                   TrialOpenings openings, TuningOutcome* outcome) {
        const auto tuner = make();
        TrialQueue queue(*tuner);
        const std::string before(keeper_.results_of(stage));
        if (const auto problem = queue.repeat(before))
            return refuse(keeper_.path() + ' ' + *problem);
        if (!before.empty()) tell_resumed(stage, before.size());
        TrialRun run(queue,
                     {[this](const Choice& choice) {
                          return plan_.player_with(choice, arguments_.hash_mib);
                      },
                      job.control, plan_.adjudication, std::move(openings), arguments_.threads},
                     searchers_);
        Watcher watcher(run, keeper_, stage);
        bool interrupted = false;
        const auto problem = run_interruptibly(
            [&](const std::stop_token& stop) {
                return others_ ? run.play(*others_, stage, make, stop) : run.play(stop);
            },
            [&] { watcher.look(); }, [&] { interrupted = true; });
        const auto unkept = watcher.finish();
        if (outcome != nullptr) {
            outcome->values = queue.tuner().values();
            outcome->games = queue.results().size();
            outcome->history = queue.history();
        }
        if (problem) return refuse(*problem);
        if (unkept) return refuse(*unkept);
        return interrupted ? exit_interrupted : exit_ok;
    }

    void tell_resumed(const std::string& stage, std::size_t games) const {
        if (arguments_.is_of_settings())
            fmt::print("resumed     after {} pairs\n", games / 2);
        else
            fmt::print("resumed     {}, after {} games\n", stage, games);
        std::fflush(stdout);
    }

    int finish(int code) const {
        std::vector<lab::ResultTable> tables;
        if (arguments_.is_judged() && code == exit_ok)
            tables = {values_table(plan_, outcomes_), judgement_table(plan_, outcomes_)};
        tables.push_back(numbers_table(plan_, outcomes_));
        fmt::print("\n");
        print_tables(tables);
        // What is not finished must not be taken for a result.
        if (code != exit_ok) return code;
        if (!arguments_.output.write(tables, [&] { return values_chart(plan_, outcomes_); }))
            return exit_failed;
        if (arguments_.score_chart.empty()) return exit_ok;
        const auto problem = replace_file(arguments_.score_chart, score_chart(outcomes_));
        return problem ? refuse(*problem) : exit_ok;
    }

    [[nodiscard]] static int refuse(const std::string& why) {
        print_error(printable(why, 2000));
        return exit_failed;
    }

    const TuningArguments& arguments_;
    const TuningPlan plan_;
    Keeper keeper_;
    const SearcherTable searchers_;
    const std::unique_ptr<TrialExecutor> others_;
    std::vector<TuningOutcome> outcomes_;
};

#ifdef ROOKERY_COLONY
// A first trial of every job, as it might be.
Result<std::vector<TrialToPlay>, std::string> samples_of(const TuningArguments& arguments,
                                                         const TuningPlan& plan) {
    const arena::SearcherSpec player =
        plan.player_with(rounded(starts_of(plan.numbers.numbers())), arguments.hash_mib);
    std::vector<TrialToPlay> samples;
    for (const TuningJob& job : plan.jobs) {
        auto opening = plan.tuning_openings.for_tuning(job.seed)(0);
        if (!opening) return failure(opening.error());
        samples.push_back({1, player, player, job.control, std::move(*opening), plan.adjudication});
    }
    return samples;
}
#endif

// Nobody, where the games are played here.
Result<std::unique_ptr<TrialExecutor>, std::string>
find_others([[maybe_unused]] const TuningArguments& arguments,
            [[maybe_unused]] const TuningPlan& plan, [[maybe_unused]] SearcherTable searchers) {
#ifdef ROOKERY_COLONY
    if (arguments.colony.is_chosen()) {
        const auto samples = samples_of(arguments, plan);
        if (!samples) return failure(samples.error());
        return enter_for_tuning(arguments.colony, *samples, arguments.checkpoint, searchers);
    }
#endif
    return std::unique_ptr<TrialExecutor>();
}

std::string plan_text(const TuningArguments& arguments, const TuningPlan& plan) {
    if (arguments.is_of_settings())
        return fmt::format("tuning      {} settings of {}, {} pairs of games at {}\n",
                           plan.numbers.numbers().size(), plan.searcher, arguments.spsa.pairs,
                           arguments.control);
    std::string what = arguments.method == TuningMethod::None
                           ? std::string("judging     ")
                           : fmt::format("tuning      by {}, ", name_of(arguments.method));
    what += fmt::format("{} numbers of {}", plan.numbers.numbers().size(), plan.searcher);
    for (const TuningJob& job : plan.jobs)
        what += fmt::format("{} {}", &job == plan.jobs.data() ? ", at" : ",", job.name);
    return what + "\n";
}

}  // namespace

int run_tuning(const TuningArguments& arguments, SearcherTable searchers) {
    const auto refuse = [](const std::string& why, int code) {
        print_error(printable(why, 2000));
        return code;
    };
    if (const auto problem = arguments.colony.problem()) return refuse(*problem, exit_usage);
    auto plan = plan_tuning(arguments, searchers);
    if (!plan) return refuse(plan.error().why, plan.error().code);
    if (const auto problem = validate_checkpoint(arguments)) return refuse(*problem, exit_usage);
    Keeper keeper(arguments.checkpoint, plan->facts);
    if (arguments.resume && std::filesystem::exists(arguments.checkpoint))
        if (const auto problem = keeper.take_up(plan->facts)) return refuse(*problem, exit_failed);
    // Hours later is too late to hear that something cannot be written; and a checkpoint is begun
    // last.
    LabOutput scores;
    scores.chart = arguments.score_chart;
    if (!arguments.output.can_write() || !scores.can_write()) return exit_usage;
    auto others = find_others(arguments, *plan, searchers);
    if (!others) return refuse(others.error(), exit_failed);
    if (const auto problem = keeper.write()) return refuse(*problem, exit_usage);
    fmt::print("{}", plan_text(arguments, *plan));
    std::fflush(stdout);
    return Session(arguments, std::move(*plan), std::move(keeper), searchers, std::move(*others))
        .run();
}

}  // namespace rookery
