#include "colony/setup/setup.h"

#include "base/files.h"
#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/private_file.h"
#include "colony/setup/server.h"
#include "colony/strict_json.h"
#include "ui/messages.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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

}  // namespace

void Colony::describe(JsonFields& fields) {
    std::string listening = listen.text();
    fields.constant("format", format, "is no description of a colony that this version can read");
    fields.text("name", name);
    fields.texts("addresses", addresses);
    fields.text("listen", listening);
    if (!fields.is_reading()) return;
    if (!is_valid_name(name)) fields.refuse("has a wrong name: " + name_problem(name));
    for (const std::string& address : addresses)
        if (const auto parsed = parse_address(address); !parsed)
            fields.refuse("has a wrong address: " + parsed.error());
    auto parsed = parse_address(listening);
    if (!parsed) return fields.refuse("has a wrong address: " + parsed.error());
    listen = std::move(*parsed);
}

Result<fs::path, std::string> usual_colony_folder() {
    const auto data = data_folder();
    if (!data) return failure(data.error() + "; name a folder for the colony with --folder");
    return *data / "colony";
}

std::string colony_command(std::string_view words, const fs::path& folder) {
    const auto usual = usual_colony_folder();
    const bool is_usual = usual && canonical_folder(*usual) == canonical_folder(folder);
    return fmt::format("{} colony {}{}", command_name(), words,
                       is_usual ? "" : " --folder " + shell_word(folder.string()));
}

ColonyFolder::ColonyFolder(const fs::path& path) : path_(canonical_folder(path)) {}

Problem ColonyFolder::create() const {
    constexpr const char* advice = "name another folder with --folder";
    std::error_code error;
    fs::create_directories(path_.parent_path(), error);
    if (error) {
        // The reason concerns the first folder that is missing.
        fs::path missing = path_.parent_path();
        std::error_code unknown;
        while (missing.has_relative_path() && !fs::exists(missing.parent_path(), unknown))
            missing = missing.parent_path();
        return fmt::format("the folder {} cannot be made: {}; {}", missing.string(),
                           error.message(), advice);
    }
    if (::mkdir(path_.c_str(), 0700) == 0) return std::nullopt;
    if (errno != EEXIST)
        return fmt::format("the folder {} cannot be made: {}; {}", path_.string(),
                           std::strerror(errno), advice);
    if (!fs::is_directory(path_, error))
        return fmt::format("{} is a file, not a folder; {}", path_.string(), advice);
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
    const bool is_there = ::stat(path_.c_str(), &facts) == 0;
    if (!is_there && errno != ENOENT && errno != ENOTDIR)
        return fmt::format("{} cannot be read: {}", path_.string(), std::strerror(errno));
    if (is_there && !S_ISDIR(facts.st_mode))
        return fmt::format("{} is a file; a colony is a folder", path_.string());
    const bool has_colony = is_there && fs::exists(path_ / description_file, error);
    if (error) return fmt::format("{} cannot be read: {}", path_.string(), error.message());
    if (!has_colony)
        return fmt::format("there is no colony in {}; '{}' founds one", path_.string(),
                           colony_command("init", path_));
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
    auto colony = parse_message<Colony>(*description);
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
                                server_config(path_, colony.listen, colony.members, now));
}

Problem ColonyFolder::write_description(const Colony& colony) const {
    return replace_private_file(path_ / description_file, text_of_json(json_of(colony), 1));
}

void ColonyFolder::remove_everything() const {
    std::error_code ignored;
    for (const char* name :
         {authority_certificate_file, authority_key_file, server_certificate_file, server_key_file,
          server_config_file, members_file, description_file})
        fs::remove(path_ / name, ignored);
}

namespace {

using std::filesystem::path;

constexpr int authority_days = 10 * 365;
constexpr int server_days = 2 * 365;
constexpr int max_member_days = authority_days;
constexpr std::size_t serial_bytes = 16;

using Problem = std::optional<std::string>;

Time now_in_seconds() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

Result<std::vector<std::string>, std::string>
complete_addresses(const std::vector<std::string>& given, std::uint16_t port) {
    if (given.empty())
        return failure("at least one address is needed, at which members reach the server");
    std::vector<std::string> complete;
    for (const std::string& text : given) {
        const auto address = parse_address(text, port);
        if (!address) return failure(address.error());
        complete.push_back(address->text());
    }
    return complete;
}

Result<Identity, std::string> server_for(const Identity& authority,
                                         const std::vector<std::string>& addresses) {
    std::vector<std::string> hosts;
    for (const std::string& text : addresses) {
        const auto address = parse_address(text);
        if (!address) return failure(address.error());
        hosts.push_back(address->host);
    }
    return make_server_identity(authority, hosts, server_days);
}

Result<Colony, std::string> planned(const SetupPlan& plan) {
    if (!is_valid_name(plan.name)) return failure(name_problem(plan.name));
    if (!is_ip_address(plan.listen))
        return failure("the server can listen on an IP address only, such as 0.0.0.0 or 127.0.0.1");
    Colony colony{.name = plan.name, .listen = {plan.listen, plan.port}};
    if (plan.port == 0) {
        const auto port = free_port(plan.listen);
        if (!port) return failure(port.error());
        colony.listen.port = *port;
    }
    auto addresses = complete_addresses(plan.addresses, colony.listen.port);
    if (!addresses) return failure(addresses.error());
    colony.addresses = std::move(*addresses);
    return colony;
}

// The description is written last: a folder without it holds no colony.
Problem write_everything(const ColonyFolder& folder, const Colony& colony) {
    const auto authority = make_authority(fmt::format("{} authority", colony.name), authority_days);
    if (!authority) return authority.error();
    const auto server = server_for(*authority, colony.addresses);
    if (!server) return server.error();
    if (auto problem = folder.write_authority(*authority)) return problem;
    if (auto problem = folder.write_server(*server)) return problem;
    if (auto problem = folder.write_members(colony.members)) return problem;
    if (auto problem = folder.write_config(colony, now_in_seconds())) return problem;
    return folder.write_description(colony);
}

// The colony in a folder, which stays locked as long as this object lives.
struct OpenColony {
    ColonyFolder folder;
    FolderLock lock;
    Colony colony;
};

Result<OpenColony, std::string> open_colony(const path& where) {
    ColonyFolder folder(where);
    if (auto problem = folder.colony_problem()) return failure(std::move(*problem));
    auto lock = FolderLock::take(folder.path());
    if (!lock) return failure(lock.error());
    auto colony = folder.read();
    if (!colony) return failure(colony.error());
    return OpenColony{std::move(folder), std::move(*lock), std::move(*colony)};
}

// The members first: the configuration is made from them, also the next time.
Problem save_members(const OpenColony& open) {
    if (auto problem = open.folder.write_members(open.colony.members)) return problem;
    return open.folder.write_config(open.colony, now_in_seconds());
}

Problem plan_problem(const InvitationPlan& plan) {
    if (!is_valid_name(plan.name)) return name_problem(plan.name);
    if (plan.days < 1 || plan.days > max_member_days)
        return fmt::format("an invitation lasts from 1 to {} days", max_member_days);
    return std::nullopt;
}

struct NewMember {
    Member member;
    Identity identity;
};

Result<NewMember, std::string> make_member(const Identity& authority, const InvitationPlan& plan) {
    auto serial = random_hexadecimal(serial_bytes);
    if (!serial) return failure(serial.error());
    const MemberId id{plan.name, std::move(*serial), plan.role};
    auto identity = make_member_identity(authority, id.text(), plan.days);
    if (!identity) return failure(identity.error());
    const auto facts = describe(identity->certificate, authority.certificate);
    if (!facts) return failure(facts.error());
    return NewMember{Member{id, now_in_seconds(), facts->not_after}, std::move(*identity)};
}

}  // namespace

Result<Colony, std::string> found(const path& where, const SetupPlan& plan) {
    auto colony = planned(plan);
    if (!colony) return failure(colony.error());
    const ColonyFolder folder(where);
    if (auto problem = folder.create()) return failure(std::move(*problem));
    const auto lock = FolderLock::take(folder.path());
    if (!lock) return failure(lock.error());
    // Checked again, now that the folder is locked.
    if (auto problem = folder.occupied_problem()) return failure(std::move(*problem));
    if (auto problem = write_everything(folder, *colony)) {
        folder.remove_everything();
        return failure(std::move(*problem));
    }
    return colony;
}

Result<Colony, std::string> load_colony(const path& where) {
    auto open = open_colony(where);
    if (!open) return failure(open.error());
    return std::move(open->colony);
}

Result<Invitation, std::string> invite(const path& where, const InvitationPlan& plan) {
    if (auto problem = plan_problem(plan)) return failure(std::move(*problem));
    auto open = open_colony(where);
    if (!open) return failure(open.error());
    const auto authority = open->folder.read_authority();
    if (!authority) return failure(authority.error());
    auto made = make_member(*authority, plan);
    if (!made) return failure(made.error());
    Invitation invitation{.colony = open->colony.name,
                          .member = plan.name,
                          .role = plan.role,
                          .addresses = open->colony.addresses,
                          .authority = authority->certificate,
                          .certificate = std::move(made->identity.certificate),
                          .key = std::move(made->identity.key)};
    if (!plan.file.empty())
        if (auto problem = write_invitation(plan.file, invitation))
            return failure(std::move(*problem));
    open->colony.members.put(std::move(made->member));
    if (auto problem = save_members(*open)) {
        std::error_code ignored;
        if (!plan.file.empty()) std::filesystem::remove(plan.file, ignored);
        return failure(std::move(*problem));
    }
    return invitation;
}

Problem revoke(const path& where, const std::string& name) {
    auto open = open_colony(where);
    if (!open) return open.error();
    if (!is_valid_name(name)) return name_problem(name);
    if (!open->colony.members.revoke(name))
        return fmt::format("the colony '{}' has no member '{}'", open->colony.name, name);
    return save_members(*open);
}

Problem renew_server(const path& where, const std::vector<std::string>& addresses) {
    auto open = open_colony(where);
    if (!open) return open.error();
    if (!addresses.empty()) {
        auto complete = complete_addresses(addresses, open->colony.listen.port);
        if (!complete) return complete.error();
        open->colony.addresses = std::move(*complete);
    }
    const auto authority = open->folder.read_authority();
    if (!authority) return authority.error();
    const auto server = server_for(*authority, open->colony.addresses);
    if (!server) return server.error();
    if (auto problem = open->folder.write_server(*server)) return problem;
    if (auto problem = open->folder.write_description(open->colony)) return problem;
    return open->folder.write_config(open->colony, now_in_seconds());
}

Problem refresh_config(const path& where) {
    const auto open = open_colony(where);
    if (!open) return open.error();
    return open->folder.write_config(open->colony, now_in_seconds());
}

Result<std::vector<Expiry>, std::string> expiring(const path& where, int days, Time now) {
    const auto open = open_colony(where);
    if (!open) return failure(open.error());
    const auto ends = open->folder.read_ends();
    if (!ends) return failure(ends.error());
    std::vector<Expiry> all{{"authority", ends->authority}, {"server", ends->server}};
    for (const Member& member : open->colony.members.list())
        if (member.state == MemberState::Active) all.push_back({member.name(), member.expires});
    std::erase_if(all,
                  [&](const Expiry& one) { return one.expires - now > std::chrono::days(days); });
    std::ranges::stable_sort(all, {}, &Expiry::expires);
    return all;
}

}  // namespace rookery::colony
