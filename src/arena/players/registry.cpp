#include "arena/players/registry.h"

#include "arena/players/player_spec.h"
#include "arena/players/uci_player.h"
#include "base/measure.h"
#include "base/text.h"
#include "notation/san.h"
#include "store/json.h"
#include "ui/messages.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace rookery::arena {
namespace {

constexpr int file_version = 1;
constexpr std::uintmax_t largest_file = 16U << 20;

// The member if it is a string, or "" if there is none. Any other type is an error.
Result<std::string, std::string> text_of(const Json& object, const char* key) {
    const Json* found = object.find(key);
    if (found == nullptr) return std::string();
    if (!found->is_string()) return failure(fmt::format("\"{}\" is not a text", key));
    return found->get<std::string>();
}

Result<EngineSpec, std::string> read_engine(const Json& object) {
    if (!object.is_object()) return failure(std::string("an engine is not an object"));
    EngineSpec engine;
    std::string protocol;
    const std::pair<const char*, std::string*> texts[] = {{"name", &engine.name},
                                                          {"command", &engine.command},
                                                          {"folder", &engine.folder},
                                                          {"protocol", &protocol}};
    for (const auto& [key, target] : texts) {
        auto text = text_of(object, key);
        if (!text) return failure(text.error());
        *target = std::move(*text);
    }
    if (engine.name.empty() || engine.command.empty())
        return failure(std::string("an engine has no name or no command"));
    if (!protocol.empty() && protocol != "uci" && protocol != "xboard")
        return failure(fmt::format("'{}' is not a protocol: uci or xboard", printable(protocol)));
    if (protocol == "xboard") engine.protocol = Protocol::Xboard;
    if (const Json* found = object.find("arguments")) {
        if (!found->is_array()) return failure(std::string("\"arguments\" is not a list"));
        for (const Json& argument : *found) {
            if (!argument.is_string()) return failure(std::string("an argument is not a text"));
            engine.arguments.push_back(argument.get<std::string>());
        }
    }
    if (const Json* found = object.find("options")) {
        if (!found->is_object()) return failure(std::string("\"options\" is not an object"));
        for (const auto& [option, value] : found->items())
            engine.options.emplace_back(option, value.is_string() ? value.get<std::string>()
                                                                  : value.dump());
    }
    return engine;
}

Json entry_of(const EngineSpec& engine) {
    Json object{{"name", engine.name}, {"command", engine.command}};
    if (!engine.arguments.empty()) object["arguments"] = engine.arguments;
    if (!engine.folder.empty()) object["folder"] = engine.folder;
    object["protocol"] = name_of(engine.protocol);
    if (!engine.options.empty()) {
        Json options = Json::object();
        for (const auto& [option, value] : engine.options) options[option] = value;
        object["options"] = std::move(options);
    }
    return object;
}

// The file is on the disk before it gets its name, so that a power cut cannot leave half a file.
int write_and_sync(const std::string& path, const std::string& text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return errno;
    std::string_view rest = text;
    int error = 0;
    while (!rest.empty() && error == 0) {
        const ssize_t written = ::write(file, rest.data(), rest.size());
        if (written >= 0)
            rest.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            error = errno;
    }
    if (error == 0 && fsync(file) != 0) error = errno;
    if (::close(file) != 0 && error == 0) error = errno;
    return error;
}

std::string validate_name(std::string_view name) {
    if (name.empty()) return "an engine needs a name";
    if (name.size() > 100) return "the name of an engine has at most 100 letters";
    if (printable(name, 200) != name) return "a name consists of printable letters";
    for (char c : {',', '=', '/', ':'})
        if (name.find(c) != std::string_view::npos)
            return fmt::format("'{}' cannot be a name: '{}' has a meaning on the command line",
                               name, c);
    return {};
}

}  // namespace

std::filesystem::path EngineRegistry::default_path() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config != nullptr && *config == '/')
        return std::filesystem::path(config) / "rookery/engines.json";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0')
        return std::filesystem::path(home) / ".config/rookery/engines.json";
    return {};
}

Result<EngineRegistry, std::string> EngineRegistry::load(const std::filesystem::path& path) {
    const auto wrong = [&path](std::string_view what) {
        return failure(fmt::format("{}: {}", path.string(), what));
    };
    EngineRegistry registry;
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error)) {
        if (error) return wrong(error.message());
        return registry;
    }
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) return wrong(error.message());
    if (size > largest_file) return wrong("too large to be a list of engines");
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.good() && !file.eof()) return wrong("cannot be read");
    const auto json = Json::read(text);
    if (!json || !json->is_object()) return wrong("not a JSON object");
    const Json* version = json->find("version");
    if (version == nullptr || !version->is_integer()) return wrong("has no version");
    if (*version != file_version)
        return wrong(fmt::format("has version {}, but this program knows version {}",
                                 version->dump(), file_version));
    const Json* engines = json->find("engines");
    if (engines == nullptr || !engines->is_array()) return wrong("has no list of engines");
    for (std::size_t i = 0; i < engines->size(); ++i) {
        auto engine = read_engine((*engines)[i]);
        if (!engine) return wrong(fmt::format("engine {}: {}", i + 1, engine.error()));
        if (auto added = registry.add(std::move(*engine)); !added)
            return wrong(fmt::format("engine {}: {}", i + 1, added.error()));
    }
    return registry;
}

Result<bool, std::string> EngineRegistry::save(const std::filesystem::path& path) const {
    if (path.empty())
        return failure(std::string("there is no place for the list of engines: HOME is not set"));
    Json json{{"version", file_version}, {"engines", Json::array()}};
    for (const EngineSpec& engine : engines_) json["engines"].push_back(entry_of(engine));
    const std::string text = json.dump(2) + "\n";

    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) return failure(fmt::format("{}: {}", path.parent_path().string(), error.message()));
    const std::string temporary = fmt::format("{}.{}", path.string(), getpid());
    if (const int problem = write_and_sync(temporary, text); problem != 0) {
        std::filesystem::remove(temporary, error);
        return failure(fmt::format("{}: {}", temporary, std::strerror(problem)));
    }
    std::filesystem::rename(temporary, path, error);
    if (error) {
        const std::string message = error.message();
        std::filesystem::remove(temporary, error);
        return failure(fmt::format("{}: {}", path.string(), message));
    }
    return true;
}

const EngineSpec* EngineRegistry::find(std::string_view name) const {
    for (const EngineSpec& engine : engines_)
        if (engine.name == name) return &engine;
    return nullptr;
}

Result<bool, std::string> EngineRegistry::add(EngineSpec engine) {
    if (std::string problem = validate_name(engine.name); !problem.empty())
        return failure(std::move(problem));
    if (engine.command.empty()) return failure(std::string("an engine needs a command"));
    const auto place = std::lower_bound(
        engines_.begin(), engines_.end(), engine.name,
        [](const EngineSpec& known, const std::string& name) { return known.name < name; });
    if (place != engines_.end() && place->name == engine.name)
        *place = std::move(engine);
    else
        engines_.insert(place, std::move(engine));
    return true;
}

Result<bool, std::string> EngineRegistry::remove(std::string_view name) {
    const auto place = std::ranges::find_if(
        engines_, [name](const EngineSpec& engine) { return engine.name == name; });
    if (place == engines_.end()) {
        std::vector<std::string> names;
        for (const EngineSpec& engine : engines_) names.push_back(engine.name);
        return failure(fmt::format("there is no engine called '{}'{}", printable(name),
                                   did_you_mean(name, names)));
    }
    engines_.erase(place);
    return true;
}

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

int register_engine(const NewEngine& wanted) {
    auto registry = load_registry();
    if (!registry) return fail_with(registry.error());
    const auto engine = spec_of(wanted);
    if (!engine) return fail_with(engine.error(), exit_usage);
    const auto added = registry->add(*engine);
    if (!added) return fail_with(added.error(), exit_usage);
    if (const int code = save_registry(*registry); code != exit_ok) return code;
    fmt::print("{} is registered: {}\n'rookery engine test {}' tries it out.\n", engine->name,
               printable(engine->command, 200), engine->name);
    return exit_ok;
}

int remove_engine(const std::string& name) {
    auto registry = load_registry();
    if (!registry) return fail_with(registry.error());
    if (const auto removed = registry->remove(name); !removed)
        return fail_with(removed.error(), exit_usage);
    return save_registry(*registry);
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
        fmt::print("No engines are registered yet; 'rookery engine add NAME COMMAND' adds one.\n"
                   "Programs on PATH and in /usr/games can be named without it.\n");
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
