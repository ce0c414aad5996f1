#include "colony/setup/colony_folder.h"

#include "colony/setup/private_file.h"
#include "colony/setup/server_config.h"
#include "colony/strict_json.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace rookery::colony {
namespace {

namespace fs = std::filesystem;
using Problem = std::optional<std::string>;

constexpr const char* format = "rookery colony 1";
constexpr const char* description_file = "colony.json";
constexpr const char* members_file = "members.json";
constexpr const char* lock_file = "lock";
// A file of ten thousand members has three megabytes.
constexpr std::size_t max_file_size = 16 * 1024 * 1024;

fs::path canonical_folder(const fs::path& path) {
    std::error_code error;
    fs::path found = fs::weakly_canonical(fs::absolute(path, error), error);
    // "folder/" and "folder" are the same.
    return found.has_filename() ? found : found.parent_path();
}

std::string text_of(const Colony& colony) {
    return Json{{"format", format},
                {"name", colony.name},
                {"addresses", colony.addresses},
                {"listen", colony.listen.text()}}
               .dump(1) +
           "\n";
}

// Without its members, which have a file of their own.
Result<Colony, std::string> parse_colony(std::string_view text) {
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    StrictObject object(*json, {"format", "name", "addresses", "listen"});
    if (object.text("format") != format)
        object.refuse("is no description of a colony that this version can read");
    Colony colony{.name = object.text("name"), .addresses = object.texts("addresses")};
    const std::string listen = object.text("listen");
    if (!object.problem().empty()) return failure(object.problem());
    if (!is_valid_name(colony.name))
        return failure("has a wrong name: " + name_problem(colony.name));
    for (const std::string& address : colony.addresses)
        if (const auto parsed = parse_address(address); !parsed)
            return failure("has a wrong address: " + parsed.error());
    auto parsed = parse_address(listen);
    if (!parsed) return failure("has a wrong address: " + parsed.error());
    colony.listen = std::move(*parsed);
    return colony;
}

}  // namespace

ColonyFolder::ColonyFolder(const fs::path& path) : path_(canonical_folder(path)) {}

Problem ColonyFolder::create() const {
    std::error_code error;
    fs::create_directories(path_.parent_path(), error);
    if (::mkdir(path_.c_str(), 0700) == 0) return std::nullopt;
    if (errno != EEXIST)
        return fmt::format("{} cannot be made: {}", path_.string(), std::strerror(errno));
    if (!fs::is_directory(path_, error)) return path_.string() + " is no folder";
    if (auto problem = occupied_problem()) return problem;
    if (::chmod(path_.c_str(), 0700) != 0)
        return fmt::format("{} cannot be made private: {}", path_.string(), std::strerror(errno));
    return std::nullopt;
}

Problem ColonyFolder::occupied_problem() const {
    std::error_code error;
    if (fs::exists(path_ / description_file, error))
        return fmt::format("{} holds a colony already; choose another folder", path_.string());
    for (fs::directory_iterator entry(path_, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().filename() != lock_file)
            return fmt::format("{} is not empty; choose another folder, or empty this one",
                               path_.string());
    if (error) return fmt::format("{} cannot be read: {}", path_.string(), error.message());
    return std::nullopt;
}

Problem ColonyFolder::colony_problem() const {
    struct stat facts {};
    std::error_code error;
    if (::stat(path_.c_str(), &facts) != 0 || !fs::exists(path_ / description_file, error))
        return fmt::format("there is no colony in {}; 'rookery colony init' founds one",
                           path_.string());
    if (facts.st_uid != ::geteuid() && ::geteuid() != 0)
        return fmt::format("{} belongs to another user", path_.string());
    // A user who can write here can replace our authority.
    if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return fmt::format(
            "others can look into {}, where the colony's keys are; run: chmod 700 {}",
            path_.string(), shell_quoted(path_.string()));
    return std::nullopt;
}

Result<std::string, std::string> ColonyFolder::read_file(const char* name) const {
    return read_private_file(path_ / name, max_file_size);
}

Result<Colony, std::string> ColonyFolder::read() const {
    const auto description = read_file(description_file);
    if (!description) return failure(description.error());
    auto colony = parse_colony(*description);
    if (!colony)
        return failure(fmt::format("{} {}", (path_ / description_file).string(), colony.error()));
    const auto register_text = read_file(members_file);
    if (!register_text) return failure(register_text.error());
    auto members = Members::from_text(*register_text);
    if (!members)
        return failure(fmt::format("{} {}", (path_ / members_file).string(), members.error()));
    colony->members = std::move(*members);
    return colony;
}

Result<Identity, std::string> ColonyFolder::read_authority() const {
    auto certificate = read_file(authority_certificate_file);
    if (!certificate) return failure(certificate.error());
    auto key = read_file(authority_key_file);
    if (!key) return failure(key.error());
    return Identity{std::move(*certificate), std::move(*key)};
}

Result<ColonyFolder::Ends, std::string> ColonyFolder::read_ends() const {
    const auto authority = read_file(authority_certificate_file);
    if (!authority) return failure(authority.error());
    const auto server = read_file(server_certificate_file);
    if (!server) return failure(server.error());
    const auto authority_facts = describe(*authority, *authority);
    if (!authority_facts) return failure(authority_facts.error());
    const auto server_facts = describe(*server, *authority);
    if (!server_facts) return failure("the server's files are of no use: " + server_facts.error());
    return Ends{authority_facts->not_after, server_facts->not_after};
}

Problem ColonyFolder::write_authority(const Identity& authority) const {
    if (auto problem = write_new_private_file(path_ / authority_key_file, authority.key))
        return problem;
    return write_new_private_file(path_ / authority_certificate_file, authority.certificate);
}

// If it is interrupted between the two files, they do not match; the server then reports that, and
// renewing again helps.
Problem ColonyFolder::write_server(const Identity& server) const {
    if (auto problem = replace_private_file(path_ / server_key_file, server.key)) return problem;
    return replace_private_file(path_ / server_certificate_file, server.certificate);
}

Problem ColonyFolder::write_members(const Members& members) const {
    return replace_private_file(path_ / members_file, members.text());
}

Problem ColonyFolder::write_config(const Colony& colony, Time now) const {
    return replace_private_file(path_ / server_config_file,
                                server_config({path_, colony.listen}, colony.members, now));
}

Problem ColonyFolder::write_description(const Colony& colony) const {
    return replace_private_file(path_ / description_file, text_of(colony));
}

void ColonyFolder::remove_everything() const {
    std::error_code ignored;
    for (const char* name :
         {authority_certificate_file, authority_key_file, server_certificate_file, server_key_file,
          server_config_file, members_file, description_file})
        fs::remove(path_ / name, ignored);
}

}  // namespace rookery::colony
