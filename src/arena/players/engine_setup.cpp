#include "arena/players/engine_setup.h"

#include "arena/players/player_spec.h"
#include "arena/players/uci_player.h"
#include "base/measure.h"
#include "base/text.h"
#include "notation/san.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace rookery::arena {
namespace {

Result<EngineRegistry, std::string> load_registry() {
    return EngineRegistry::load(EngineRegistry::default_path());
}

int save_registry(const EngineRegistry& registry) {
    const auto saved = registry.save(EngineRegistry::default_path());
    return saved ? exit_ok : fail_with(saved.error());
}

// Looks the program up like a player, so that only a program that exists is registered.
Result<EngineSpec, std::string> spec_of(const NewEngine& wanted) {
    if (wanted.program.find(',') != std::string::npos)
        return failure(
            fmt::format("'{}': options are given with --option", printable(wanted.program, 200)));
    const auto found = resolve_player(wanted.program, EngineRegistry(), SearcherTable());
    if (!found) return failure(found.error());
    EngineSpec engine = *std::get_if<EngineSpec>(&*found);
    engine.name = wanted.name;
    engine.arguments = wanted.arguments;
    engine.protocol = wanted.protocol == "xboard" ? Protocol::Xboard : Protocol::Uci;
    if (!wanted.folder.empty()) {
        std::error_code error;
        if (!std::filesystem::is_directory(wanted.folder, error))
            return failure(
                fmt::format("--folder: there is no folder '{}'", printable(wanted.folder, 200)));
        engine.folder = std::filesystem::absolute(wanted.folder, error).string();
    }
    for (const std::string& option : wanted.options) {
        const std::size_t equals = option.find('=');
        if (equals == std::string::npos || equals == 0)
            return failure(fmt::format("--option: '{}' is not like Hash=64", printable(option)));
        engine.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
    }
    return engine;
}

constexpr int plies_to_play = 6;
constexpr Duration time_per_move = std::chrono::milliseconds(200);

void print_step(std::string_view step, std::string_view text) {
    fmt::print("{:<10} {}\n", step, text);
    std::fflush(stdout);
}

std::string option_text(const UciOption& option) {
    if (option.type == "button") return "";
    std::string text = fmt::format(" = {}", printable(option.default_value));
    if (option.min && option.max) text += fmt::format(" ({} to {})", *option.min, *option.max);
    if (!option.choices.empty())
        text += printable(fmt::format(" ({})", fmt::join(option.choices, ", ")), 200);
    return text;
}

void print_identity(const Player& player) {
    const auto* uci = dynamic_cast<const UciPlayer*>(&player);
    if (uci == nullptr) return;
    print_step("calls", "itself " + printable(uci->identity(), 200));
    print_step("options", std::to_string(uci->options().size()));
    for (const UciOption& option : uci->options())
        fmt::print("           {}: {}{}\n", printable(option.name), printable(option.type),
                   option_text(option));
}

// A few moves against itself; false, with the error printed, if one of them fails.
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
        print_step("latency", fmt::format("{:.2f} ms for a command and its answer",
                                          static_cast<double>(latency->count()) / 1000));
    const double seconds = in_seconds(spent);
    if (nodes > 0 && seconds > 0)
        print_step("speed", fmt::format("{:.0f} nodes/s at {:.0f} ms a move",
                                        static_cast<double>(nodes) / seconds,
                                        1000 * seconds / plies_to_play));
    return true;
}

}  // namespace

int register_engine(const NewEngine& wanted, SearcherTable searchers) {
    if (find_searcher(searchers, wanted.name) != nullptr)
        return fail_with(fmt::format("'{0}' is one of our searchers ('{1} engine list'), and a "
                                     "match could not name both; choose another name",
                                     wanted.name, command_name()),
                         exit_usage);
    auto registry = load_registry();
    if (!registry) return fail_with(registry.error());
    const auto engine = spec_of(wanted);
    if (!engine) return fail_with(engine.error(), exit_usage);
    const auto added = registry->add(*engine);
    if (!added) return fail_with(added.error(), exit_usage);
    if (const int code = save_registry(*registry); code != exit_ok) return code;
    fmt::print("{} is registered: {}\n'{} engine test {}' tries it out.\n", engine->name,
               printable(engine->command, 200), command_name(), shell_word(engine->name));
    return exit_ok;
}

int remove_engine(const std::string& name) {
    auto registry = load_registry();
    if (!registry) return fail_with(registry.error());
    if (const auto removed = registry->remove(name); !removed)
        return fail_with(removed.error(), exit_usage);
    if (const int code = save_registry(*registry); code != exit_ok) return code;
    fmt::print("{} is no longer registered.\n", printable(name));
    return exit_ok;
}

int list_engines(SearcherTable searchers) {
    const auto registry = load_registry();
    if (!registry) return fail_with(registry.error());
    for (const EngineSpec& engine : registry->engines()) {
        std::string line = fmt::format("{:<20} {:<7} {}", engine.name, name_of(engine.protocol),
                                       printable(engine.command, 200));
        for (const std::string& argument : engine.arguments) line += " " + printable(argument, 200);
        for (const auto& [option, value] : engine.options)
            line += fmt::format(", {}={}", printable(option), printable(value));
        if (!engine.folder.empty()) line += fmt::format(", in {}", printable(engine.folder, 200));
        fmt::print("{}\n", line);
    }
    for (const SearcherEntry& entry : searchers)
        fmt::print("{:<20} {:<7} {}\n", entry.name, "own", entry.summary);
    if (registry->engines().empty())
        fmt::print("No engines are registered yet; '{} engine add NAME COMMAND' adds one.\n"
                   "Programs on PATH and in /usr/games can be named without it.\n",
                   command_name());
    std::vector<std::string> names;
    for (const EngineSpec& engine : registry->engines()) names.push_back(engine.name);
    for (const std::string& note : notes_of_hidden_engines(*registry, searchers, names))
        fmt::print("{}\n", note);
    return exit_ok;
}

int check_engine(const std::string& text, SearcherTable searchers) {
    const auto registry = load_registry();
    if (!registry) return fail_with(registry.error());
    const auto spec = resolve_player(text, *registry, searchers);
    if (!spec) return fail_with(spec.error(), exit_usage);
    const auto made = make_player(*spec, searchers);
    if (!made) return fail_with(made.error());
    Player& player = **made;
    if (const auto* engine = std::get_if<EngineSpec>(&*spec))
        print_step("program", printable(engine->command, 200));
    Stopwatch watch;
    if (const auto up = player.start(); !up) return fail_with(up.error());
    print_step("started", fmt::format("in {} ms", watch.milliseconds().count()));
    print_identity(player);
    if (!play_moves(player)) return exit_failed;
    print_step("nodes", player.obeys_nodes()
                            ? "keeps to a number of nodes: can be used with --clock nodes"
                            : "does not keep to a number of nodes: wall clock only");
    watch.restart();
    player.stop();
    print_step("ended", fmt::format("in {} ms", watch.milliseconds().count()));
    return exit_ok;
}

}  // namespace rookery::arena
