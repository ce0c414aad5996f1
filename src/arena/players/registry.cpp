#include "arena/players/registry.h"

#include "base/text.h"
#include "store/json.h"

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
    if (ascii::trim(name) != name)
        return fmt::format("'{}' cannot be a name: blanks around it are not read on the command "
                           "line",
                           name);
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
    if (error)
        return failure(fmt::format("the folder {} for the list of engines cannot be made: {}",
                                   path.parent_path().string(), error.message()));
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

}  // namespace rookery::arena
