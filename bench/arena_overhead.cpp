// The overhead of the arena: games per second of a match at 1,000 nodes a move, and of a bare loop
// that sends the same lines to the same engines and does nothing else.
//
//     bench_arena_overhead [engine A] [engine B] [games] [at a time] [rounds]
//
// A match is played first. The bare loop then sends exactly the lines the arena sent, prepared
// beforehand, and waits for every bestmove; it knows no rules, keeps no clock, judges and stores
// nothing. Both take turns; the ratio is the median of the rounds. Machines are noisy: the
// processor time of the two loops without the engines shows how much can be lost at most.
#include "arena/match/lineup.h"
#include "arena/match/match_session.h"
#include "arena/players/uci_player.h"
#include "base/measure.h"
#include "base/threads.h"

#include <fmt/format.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace {

using namespace rookery;
using namespace rookery::arena;

constexpr std::uint64_t nodes_per_move = 1000;

// A program with two pipes.
class BareEngine {
  public:
    explicit BareEngine(const std::string& program) {
        int input[2];
        int output[2];
        if (pipe(input) != 0 || pipe(output) != 0) std::exit(1);
        if (fork() == 0) {
            dup2(input[0], 0);
            dup2(output[1], 1);
            for (const int end : {input[0], input[1], output[0], output[1]}) close(end);
            execl(program.c_str(), program.c_str(), nullptr);
            _exit(127);
        }
        close(input[0]);
        close(output[1]);
        in_ = input[1];
        out_ = output[0];
    }
    ~BareEngine() {
        ask("quit\n", "");
        close(in_);
        close(out_);
        wait(nullptr);
    }
    BareEngine(const BareEngine&) = delete;
    BareEngine& operator=(const BareEngine&) = delete;

    // Sends, and reads up to the line that begins like this.
    void ask(const std::string& text, std::string_view answer) {
        if (write(in_, text.data(), text.size()) < 0 || answer.empty()) return;
        std::size_t line = 0;
        said_.clear();
        for (;;) {
            const std::size_t end = said_.find('\n', line);
            if (end != std::string::npos) {
                if (said_.compare(line, answer.size(), answer) == 0) return;
                line = end + 1;
                continue;
            }
            std::array<char, 4096> buffer;
            const ssize_t count = read(out_, buffer.data(), buffer.size());
            if (count <= 0) std::exit(1);
            said_.append(buffer.data(), static_cast<std::size_t>(count));
        }
    }

  private:
    int in_ = -1;
    int out_ = -1;
    std::string said_;
};

struct Settings {
    std::array<std::string, 2> engines{"stockfish", "fairy-stockfish"};
    std::size_t games = 100;
    std::size_t concurrency = 1;
    int rounds = 5;
};

// The lines of one game, and to which of the two engines they were sent.
struct Script {
    std::vector<std::string> requests;
    bool swapped = false;  // the second engine had White
    bool black_begins = false;
};

class Bench {
  public:
    explicit Bench(const Settings& settings)
        : settings_(settings), folder_(std::filesystem::temp_directory_path() /
                                       fmt::format("rookery-overhead-{}", getpid())) {
        std::filesystem::create_directories(folder_);
        const std::vector<std::string> names{settings.engines[0] + ",Hash=1,Threads=1",
                                             settings.engines[1] + ",Hash=1,Threads=1"};
        const auto registry = EngineRegistry::load(folder_ / "none.json");
        auto lineup = look_up(names, *registry, {});
        if (!lineup) {
            fmt::print(stderr, "{}\n", lineup.error());
            std::exit(1);
        }
        lineup_ = std::move(*lineup);
        for (std::size_t i = 0; i < 2; ++i)
            programs_[i] = std::get<EngineSpec>(lineup_.specs[i]).command;
    }
    ~Bench() { std::filesystem::remove_all(folder_); }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    // Seconds for all games; fills the scripts.
    double play_match() {
        auto store = Store::open(folder_ / fmt::format("{}.db", ++matches_));
        MatchSettings match;
        match.games = settings_.games;
        match.controls.assign(2, TimeControl{.nodes = nodes_per_move});
        match.seed = 1;
        match.concurrency = settings_.concurrency;
        auto runner = runner_settings_of(match);
        seat(*runner, lineup_, {});
        MatchSetup setup;
        setup.name = "overhead";
        setup.settings = to_json(match);
        setup.players = lineup_.entries;
        const auto id = store->create_match(setup);
        const Stopwatch watch;
        MatchSession session(*store, *id,
                             {schedule_of(match, 2), std::move(*runner), {}, lineup_.names()});
        const MatchConclusion conclusion = session.run({});
        const double seconds = watch.seconds();
        if (conclusion.end != MatchEnd::Complete) {
            fmt::print(stderr, "{}\n", conclusion.problem);
            std::exit(1);
        }
        write_scripts(*store, *id);
        return seconds;
    }

    double talk() const {
        const Stopwatch watch;
        run_on_threads(settings_.concurrency, [this](std::size_t worker) {
            BareEngine first(programs_[0]);
            BareEngine second(programs_[1]);
            std::array<BareEngine*, 2> engines{&first, &second};
            for (BareEngine* engine : engines) {
                engine->ask("uci\n", "uciok");
                engine->ask("setoption name Hash value 1\nsetoption name Threads value 1\n"
                            "isready\n",
                            "readyok");
            }
            for (std::size_t game = worker; game < scripts_.size(); game += settings_.concurrency)
                repeat(scripts_[game], engines);
        });
        return watch.seconds();
    }

    [[nodiscard]] std::size_t requests() const {
        std::size_t sum = 0;
        for (const Script& script : scripts_) sum += script.requests.size();
        return sum;
    }

  private:
    static void repeat(const Script& script, const std::array<BareEngine*, 2>& engines) {
        for (BareEngine* engine : engines) engine->ask("ucinewgame\nisready\n", "readyok");
        std::size_t turn = script.swapped != script.black_begins ? 1 : 0;
        for (const std::string& request : script.requests) {
            engines[turn]->ask(request, "bestmove");
            turn = 1 - turn;
        }
    }

    void write_scripts(const Store& store, MatchId id) {
        scripts_.clear();
        const auto problem = store.for_each_game(id, [this](const StoredGame& stored) {
            const GameRecord& record = stored.record;
            Script script;
            script.swapped = stored.place.players[Color::White] == 1;
            Game game(record.start);
            for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
                if (ply == record.opening_plies)
                    script.black_begins = game.position().side_to_move() == Color::Black;
                if (ply >= record.opening_plies) {
                    MoveRequest request{.game = game};
                    request.nodes = nodes_per_move;
                    std::string text;
                    append_position(text, game, false);
                    append_go(text, request);
                    script.requests.push_back(std::move(text));
                }
                game.play(record.moves[ply].move);
            }
            scripts_.push_back(std::move(script));
            return true;
        });
        if (problem) std::exit(1);
    }

    const Settings settings_;
    const std::filesystem::path folder_;
    Lineup lineup_;
    std::array<std::string, 2> programs_;
    std::vector<Script> scripts_;
    int matches_ = 0;
};

// Processor time of this program so far, all its threads, without the engines.
double own_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

int main(int count, char** arguments) {
    Settings settings;
    if (count > 1) settings.engines[0] = arguments[1];
    if (count > 2) settings.engines[1] = arguments[2];
    if (count > 3) settings.games = std::strtoul(arguments[3], nullptr, 10) / 2 * 2;
    if (count > 4) settings.concurrency = std::strtoul(arguments[4], nullptr, 10);
    if (count > 5) settings.rounds = std::atoi(arguments[5]);
    Bench bench(settings);
    std::vector<double> arena;
    std::vector<double> bare;
    std::vector<double> ratios;
    double own_arena = 0;
    double own_bare = 0;
    for (int round = 1; round <= settings.rounds; ++round) {
        const double before = own_seconds();
        arena.push_back(bench.play_match());
        const double between = own_seconds();
        bare.push_back(bench.talk());
        own_arena += between - before;
        own_bare += own_seconds() - between;
        ratios.push_back(bare.back() / arena.back());
        fmt::print("round {}: arena {:.2f} s, bare loop {:.2f} s, ratio {:.3f}\n", round,
                   arena.back(), bare.back(), ratios.back());
        std::fflush(stdout);
    }
    const auto games = static_cast<double>(settings.games);
    const double moves = static_cast<double>(bench.requests()) * settings.rounds;
    fmt::print("{} games of {} and {}, {} moves of {} nodes, {} at a time, {} rounds\n",
               settings.games, settings.engines[0], settings.engines[1], bench.requests(),
               nodes_per_move, settings.concurrency, settings.rounds);
    fmt::print("medians: arena {:.2f} games/s, bare loop {:.2f} games/s, ratio {:.3f}\n",
               games / median(arena), games / median(bare), median(ratios));
    fmt::print("own processor time a move: arena {:.0f} us, bare loop {:.0f} us\n",
               1e6 * own_arena / moves, 1e6 * own_bare / moves);
    return 0;
}
