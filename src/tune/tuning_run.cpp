#include "tune/tuning_run.h"

#include "base/files.h"
#include "base/text.h"
#include "tune/game_tuner.h"
#include "tune/trial_run.h"
#include "tune/tuning_tables.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/progress.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <filesystem>

namespace rookery::tune {
namespace {

using arena::ResultTable;
using arena::TableOutput;
using Problem = std::optional<std::string>;

// The record of the tuning and its file, if it has one.
class Checkpoint {
  public:
    Checkpoint(std::string path, Facts facts) : path_(std::move(path)), record_(std::move(facts)) {}

    [[nodiscard]] Problem load(const Facts& facts) {
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

// Shows the progress of a stage and writes its results to the checkpoint.
class StageProgress {
  public:
    StageProgress(const TrialRun& run, Checkpoint& checkpoint, std::string stage)
        : run_(run), checkpoint_(checkpoint), stage_(std::move(stage)),
          before_(static_cast<double>(checkpoint.results_of(stage_).size())) {}

    void update() {
        if (watch_.seconds() >= kept_at_ + keep_every) keep();
        if (!line_.is_due()) return;
        const auto [games, most, doing] = run_.look([](const TrialQueue& queue) {
            return std::tuple(queue.results().size(), 2 * queue.tuner().most_trials(),
                              queue.tuner().doing());
        });
        // Results of remote workers can be withdrawn, so there may be fewer games than before.
        const double rate = std::max(0.0, static_cast<double>(games) - before_) / line_.seconds();
        const double left = static_cast<double>(most - games);
        line_.show(fmt::format("{}: {}, {} of at most {} games, {:.1f} a second, {} left", stage_,
                               doing, games, most, rate, rate > 0 ? time_text(left / rate) : "?"));
    }

    // Called when the stage ends or is interrupted.
    [[nodiscard]] Problem finish() {
        line_.clear();
        return checkpoint_.keep(stage_, results());
    }

  private:
    static constexpr double keep_every = 1;  // seconds

    [[nodiscard]] std::string results() const {
        return run_.look([](const TrialQueue& queue) { return queue.results(); });
    }

    // A problem is reported once and tried again later; only the last write decides.
    void keep() {
        kept_at_ = watch_.seconds();
        if (const auto problem = checkpoint_.keep(stage_, results());
            problem && !std::exchange(warned_, true))
            print_printable_error(*problem);
    }

    const TrialRun& run_;
    Checkpoint& checkpoint_;
    const std::string stage_;
    const double before_;  // games
    ProgressLine line_;
    const Stopwatch watch_;
    double kept_at_ = 0;
    bool warned_ = false;
};

// The plan must outlive them.
TrialGames trial_games_of(const TuningSettings& settings, const TuningPlan& plan,
                          const TuningJob& job, TrialOpenings openings) {
    return {[&plan, hash_mib = settings.hash_mib](const Choice& choice) {
                return plan.player_with(choice, hash_mib);
            },
            job.control, plan.adjudication, std::move(openings), settings.threads};
}

class TuningSession {
  public:
    // Without a maker of executors the games are played here.
    TuningSession(const TuningSettings& settings, TuningPlan plan, Checkpoint checkpoint,
                  SearcherTable searchers, TrialExecutorMaker make_executor)
        : settings_(settings), plan_(std::move(plan)), checkpoint_(std::move(checkpoint)),
          searchers_(searchers), make_executor_(std::move(make_executor)) {}

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
        if (const auto tuner = make_tuner(settings_, plan_, job.seed)) {
            outcome.values = tuner->values();
            const auto make = [&] { return make_tuner(settings_, plan_, job.seed); };
            const int code = play_stage(job, job.name, make,
                                        plan_.tuning_openings.for_tuning(job.seed), &outcome);
            if (code != exit_ok) return code;
        }
        if (!settings_.is_judged()) return exit_ok;
        const auto ten = opening_source("study");
        const int code = judge(job, " judged, ten openings", 10, ten->for_tuning(job.seed),
                               outcome.ten_openings);
        if (code != exit_ok) return code;
        return judge(job, " judged", settings_.judge_games / 2,
                     plan_.judging_openings.for_judging(job.seed), outcome.others);
    }

    // Plays the tuned values against the start.
    int judge(const TuningJob& job, const char* what, std::uint64_t pairs, TrialOpenings openings,
              arena::PairCounts& score) {
        const std::string stage = job.name + what;
        // Pairs that were played earlier count, even if fewer are asked for now.
        const std::uint64_t played = checkpoint_.results_of(stage).size() / 2;
        const auto make = [&, values = rounded(outcomes_.back().values)] {
            return std::make_unique<StraightMatch>(
                values, rounded(starts_of(plan_.parameters.all())), std::max(pairs, played));
        };
        const int code = play_stage(job, stage, make, std::move(openings), nullptr);
        score = score_of(checkpoint_.results_of(stage));
        return code;
    }

    int play_stage(const TuningJob& job, const std::string& stage, const TrialRun::TunerMaker& make,
                   TrialOpenings openings, TuningOutcome* outcome) {
        const auto tuner = make();
        TrialQueue queue(*tuner);
        const std::string before(checkpoint_.results_of(stage));
        if (const auto problem = queue.repeat(before))
            return fail_with_printable(checkpoint_.path() + ' ' + *problem);
        if (!before.empty()) print_resumed(stage, before.size());
        TrialRun run(queue, trial_games_of(settings_, plan_, job, std::move(openings)), searchers_);
        StageProgress shown(run, checkpoint_, stage);
        bool interrupted = false;
        const auto problem = run_interruptibly(
            [&](const std::stop_token& stop) { return play_trials(run, stage, make, stop); },
            [&] { shown.update(); }, [&] { interrupted = true; });
        const auto unkept = shown.finish();
        if (outcome != nullptr) {
            outcome->values = queue.tuner().values();
            outcome->games = queue.results().size();
            outcome->history = queue.history();
        }
        if (problem) return fail_with_printable(*problem);
        if (unkept) return fail_with_printable(*unkept);
        return interrupted ? exit_interrupted : exit_ok;
    }

    [[nodiscard]] std::optional<std::string> play_trials(TrialRun& run, const std::string& stage,
                                                         const TrialRun::TunerMaker& make,
                                                         const std::stop_token& stop) const {
        if (!make_executor_) return run.play(stop);
        const auto executor = make_executor_(stage, run.games());
        if (!executor) return executor.error();
        return run.play(**executor, stop, make, [](std::uint64_t trial) {
            print_error(fmt::format("the results are learned again from pair {} on", trial));
        });
    }

    void print_resumed(const std::string& stage, std::size_t games) const {
        if (settings_.is_of_settings())
            fmt::print("resumed     after {} pairs\n", games / 2);
        else
            fmt::print("resumed     {}, after {} games\n", stage, games);
        std::fflush(stdout);
    }

    int finish(int code) const {
        std::vector<ResultTable> tables;
        if (settings_.is_judged() && code == exit_ok)
            tables = {values_table(plan_, outcomes_), judgement_table(plan_, outcomes_)};
        tables.push_back(parameters_table(plan_, outcomes_));
        fmt::print("\n");
        print_tables(tables);
        // An unfinished tuning writes no files that could be mistaken for a result.
        if (code != exit_ok) return code;
        if (!settings_.output.write(tables, [&] { return values_chart(plan_, outcomes_); }))
            return exit_failed;
        if (settings_.score_chart.empty()) return exit_ok;
        const auto problem = replace_file(settings_.score_chart, score_chart(outcomes_));
        return problem ? fail_with_printable(*problem) : exit_ok;
    }

    const TuningSettings& settings_;
    const TuningPlan plan_;
    Checkpoint checkpoint_;
    const SearcherTable searchers_;
    const TrialExecutorMaker make_executor_;
    std::vector<TuningOutcome> outcomes_;
};

// A first trial of every job, from which an executor sees whether it can play them.
std::vector<TrialSample> samples_of(const TuningSettings& settings, const TuningPlan& plan) {
    const Choice start = rounded(starts_of(plan.parameters.all()));
    std::vector<TrialSample> samples;
    for (const TuningJob& job : plan.jobs)
        samples.push_back(
            {trial_games_of(settings, plan, job, plan.tuning_openings.for_tuning(job.seed)),
             {1, start, start}});
    return samples;
}

std::string plan_text(const TuningSettings& settings, const TuningPlan& plan) {
    if (settings.is_of_settings())
        return fmt::format("tuning      {} settings of {}, {} pairs of games at {}\n",
                           plan.parameters.all().size(), plan.searcher, settings.spsa.pairs,
                           settings.control);
    std::string what = settings.method == TuningMethod::None
                           ? std::string("judging     ")
                           : fmt::format("tuning      by {}, ", name_of(settings.method));
    what += fmt::format("{} parameters of {}", plan.parameters.all().size(), plan.searcher);
    for (const TuningJob& job : plan.jobs)
        what += fmt::format("{} {}", &job == plan.jobs.data() ? ", at" : ",", job.name);
    return what + "\n";
}

}  // namespace

int run_tuning(const TuningSettings& settings, SearcherTable searchers,
               const TrialExecutorFinder& find_executor) {
    auto plan = plan_tuning(settings, searchers);
    if (!plan) return fail_with_printable(plan.error().why, plan.error().exit_code);
    if (settings.resume && settings.checkpoint.empty())
        return fail_with("--resume goes with --checkpoint FILE", exit_usage);
    Checkpoint checkpoint(settings.checkpoint, plan->facts);
    if (settings.resume && std::filesystem::exists(settings.checkpoint))
        if (const auto problem = checkpoint.load(plan->facts)) return fail_with_printable(*problem);
    TrialExecutorMaker make_executor;
    if (find_executor) {
        auto found = find_executor(samples_of(settings, *plan));
        if (!found) return fail_with_printable(found.error());
        make_executor = std::move(*found);
    }
    if (const auto problem = checkpoint.write()) return fail_with_printable(*problem, exit_usage);
    fmt::print("{}", plan_text(settings, *plan));
    std::fflush(stdout);
    return TuningSession(settings, std::move(*plan), std::move(checkpoint), searchers,
                         std::move(make_executor))
        .run();
}

}  // namespace rookery::tune
