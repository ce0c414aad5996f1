#include "commands/trap_search.h"

#include "base/files.h"
#include "commands/game_files.h"
#include "lab/traps.h"
#include "notation/fen.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string_view>

namespace rookery {
namespace {

using namespace lab;

class TrapSearchRun {
  public:
    TrapSearchRun(const TrapSearchArguments& arguments, const std::stop_token& stop,
                  const Progress& progress)
        : arguments_(arguments), stop_(stop), progress_(progress) {}

    // The problem, if a file cannot be read.
    [[nodiscard]] std::optional<std::string> read(const std::string& file) {
        auto games = GamesInFile::open(file);
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
        return traps_.size() < arguments_.most && !stop_.stop_requested();
    }

    void look_at(const training::SelfplayGame& game) {
        if (!wants_more() || games_++ % arguments_.one_in != 0) return;
        tell(progress_,
             fmt::format("{} traps in {} games", traps_.size(), games_ / arguments_.one_in));
        auto trap = trap_in(game, {});
        if (!trap || !seen_.insert(to_fen_without_counters(trap->position)).second) return;
        trap->id = fmt::format("trap.{:03}", traps_.size() + 1);
        traps_.push_back(std::move(*trap));
    }

    const TrapSearchArguments& arguments_;
    const std::stop_token& stop_;
    const Progress& progress_;
    std::vector<Trap> traps_;
    std::set<std::string> seen_;
    std::size_t games_ = 0;
};

struct Found {
    std::vector<Trap> traps;
    std::optional<std::string> problem;
};

}  // namespace

int run_trap_search(const TrapSearchArguments& arguments) {
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        TrapSearchRun run(arguments, stop, progress);
        std::optional<std::string> problem;
        for (const std::string& file : arguments.files)
            if (!problem) problem = run.read(file);
        return Found{run.traps(), problem};
    });
    std::string text;
    for (const Trap& trap : done.value.traps) text += to_epd(trap) + '\n';
    auto problem = done.value.problem;
    if (arguments.output.empty())
        fmt::print("{}", text);
    else if (const auto unwritten = replace_file(arguments.output, text))
        problem = unwritten;
    if (problem) {
        print_error(*problem);
        return exit_failed;
    }
    return done.stopped ? exit_interrupted : exit_ok;
}

}  // namespace rookery
