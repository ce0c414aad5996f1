#include "commands/engine_test.h"

#include "arena/match/match_text.h"
#include "arena/players/player_spec.h"
#include "arena/players/uci_player.h"
#include "base/measure.h"
#include "base/text.h"
#include "notation/san.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"

#include <fmt/format.h>

namespace rookery {
namespace {

using namespace arena;

constexpr int plies_to_play = 6;
constexpr Duration time_per_move = std::chrono::milliseconds(200);

void print_step(std::string_view step, std::string_view text) {
    fmt::print("{:<10} {}\n", step, text);
    std::fflush(stdout);
}

std::string value_of(const UciOption& option) {
    if (option.type == "button") return "";
    std::string text = fmt::format(" = {}", printable(option.default_value));
    if (option.min && option.max) text += fmt::format(" ({} to {})", *option.min, *option.max);
    if (!option.choices.empty())
        text += printable(fmt::format(" ({})", fmt::join(option.choices, ", ")), 200);
    return text;
}

void print_introduction(const Player& player) {
    const auto* uci = dynamic_cast<const UciPlayer*>(&player);
    if (uci == nullptr) return;
    print_step("calls", "itself " + printable(uci->identity(), 200));
    print_step("options", std::to_string(uci->options().size()));
    for (const UciOption& option : uci->options())
        fmt::print("           {}: {}{}\n", printable(option.name), printable(option.type),
                   value_of(option));
}

// A few moves against itself; false, and words on stderr, if one of them fails.
bool play_moves(Player& player) {
    if (const auto ready = player.new_game(false); !ready) {
        print_error(ready.error());
        return false;
    }
    Game game;
    std::string moves;
    std::uint64_t nodes = 0;
    Duration spent{0};
    for (int ply = 0; ply < plies_to_play; ++ply) {
        MoveRequest request{.game = game};
        request.per_move = time_per_move;
        request.timeout = std::chrono::seconds(10);
        const MoveReply reply = player.choose(request);
        if (reply.trouble != Trouble::None) {
            print_error(
                fmt::format("{}: {}", describe(reply.trouble),
                            printable(reply.details.empty() ? reply.said : reply.details, 500)));
            return false;
        }
        for (const std::string& warning : reply.warnings)
            print_step("note", printable(warning, 200));
        moves += (ply > 0 ? " " : "") + to_san(game.position(), reply.move);
        nodes += reply.nodes;
        spent += reply.spent;
        game.play(reply.move);
    }
    print_step("plays", moves);
    if (const auto latency = player.latency())
        print_step("latency", fmt::format("{:.2f} ms for a word to it and back",
                                          static_cast<double>(latency->count()) / 1000));
    const double seconds = std::chrono::duration<double>(spent).count();
    if (nodes > 0 && seconds > 0)
        print_step("speed", fmt::format("{:.0f} nodes/s at {:.0f} ms a move",
                                        static_cast<double>(nodes) / seconds,
                                        1000 * seconds / plies_to_play));
    return true;
}

}  // namespace

int test_engine(const std::string& text, SearcherTable searchers) {
    const auto registry = EngineRegistry::load(EngineRegistry::default_path());
    if (!registry) {
        print_error(registry.error());
        return exit_failed;
    }
    const auto spec = resolve_player(text, *registry, searchers);
    if (!spec) {
        print_error(spec.error());
        return exit_usage;
    }
    const auto made = make_player(*spec, searchers);
    if (!made) {
        print_error(made.error());
        return exit_failed;
    }
    Player& player = **made;
    if (const auto* engine = std::get_if<EngineSpec>(&*spec))
        print_step("program", printable(engine->command, 200));
    Stopwatch watch;
    if (const auto up = player.start(); !up) {
        print_error(up.error());
        return exit_failed;
    }
    print_step("started", fmt::format("in {} ms", watch.milliseconds().count()));
    print_introduction(player);
    if (!play_moves(player)) return exit_failed;
    print_step("nodes", player.obeys_nodes()
                            ? "keeps to a number of nodes: can be used with --clock nodes"
                            : "does not keep to a number of nodes: wall clock only");
    watch.restart();
    player.stop();
    print_step("ended", fmt::format("in {} ms", watch.milliseconds().count()));
    return exit_ok;
}

}  // namespace rookery
