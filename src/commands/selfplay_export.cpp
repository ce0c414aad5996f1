#include "commands/selfplay_export.h"

#include "base/text.h"
#include "commands/game_files.h"
#include "commands/selfplay_files.h"
#include "training/game_export.h"
#include "training/position_set.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>

namespace rookery {
namespace {

using namespace training;

// One game of so many is held back from training.
constexpr std::uint64_t held_back_of = 50;

// A file that gets its name when it is whole, so that an export that was interrupted is not taken
// for one.
class NewFile {
  public:
    explicit NewFile(const std::string& name)
        : name_(name), fresh_(name + ".new"), stream_(fresh_, std::ios::binary) {}
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile() {
        std::error_code ignored;
        if (!is_named_) std::filesystem::remove(fresh_, ignored);
    }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::ofstream& stream() { return stream_; }
    // Both say whether it could be done.
    [[nodiscard]] bool close() {
        stream_.close();
        return bool(stream_);
    }
    [[nodiscard]] bool take_name() {
        std::error_code problem;
        std::filesystem::rename(fresh_, name_, problem);
        is_named_ = !problem;
        return is_named_;
    }

  private:
    const std::string name_;
    const std::string fresh_;
    std::ofstream stream_;
    bool is_named_ = false;
};

bool cannot_be_written(const NewFile& output) {
    print_printable_error(output.name() + ": it cannot be written");
    return false;
}

// False, and why is said, if one is there already or cannot be made.
bool are_new(std::span<NewFile* const> outputs) {
    for (NewFile* output : outputs) {
        std::error_code ignored;
        if (std::filesystem::exists(output->name(), ignored)) {
            print_printable_error(output->name() + ": it is there already; nothing is overwritten");
            return false;
        }
        if (!output->stream()) return cannot_be_written(*output);
    }
    return true;
}

// Gives all of them their names, once all of them are whole. False, and why is said, if that cannot
// be done.
bool keep(std::span<NewFile* const> outputs) {
    for (NewFile* output : outputs)
        if (!output->close()) return cannot_be_written(*output);
    for (NewFile* output : outputs)
        if (!output->take_name()) return cannot_be_written(*output);
    return true;
}

// Before anything is written. False, and why is said, if one of them cannot.
bool can_be_opened(const std::vector<std::string>& files) {
    bool can = true;
    for (const std::string& name : files) {
        const auto file = GamesInFile::open(name);
        if (file) continue;
        print_printable_error(file.error());
        can = false;
    }
    return can;
}

// Where the positions come from: how many were searched, by whom. What was made in the same way is
// one entry.
class Sources {
  public:
    void add(const std::string& origin, const GameStatistics& made) {
        const auto same = std::ranges::find(all_, origin, &Source::origin);
        (same == all_.end() ? all_.emplace_back(Source{origin, {}}) : *same).made.add(made);
    }
    [[nodiscard]] std::string as_json() const {
        nlohmann::ordered_json json = nlohmann::ordered_json::array();
        for (const Source& one : all_)
            json.push_back({{"made_by", origin_json(one.origin)},
                            {"games", one.made.games},
                            {"positions", one.made.positions}});
        return json.dump(2) + '\n';
    }

  private:
    struct Source {
        std::string origin;
        GameStatistics made;
    };
    std::vector<Source> all_;
};

int export_positions(const std::vector<std::string>& files, const std::string& output) {
    NewFile taken(output);
    NewFile held(std::filesystem::path(output).replace_extension(".held.positions").string());
    NewFile about(output + ".json");
    NewFile* const outputs[] = {&taken, &held, &about};
    if (!are_new(outputs)) return exit_failed;
    PositionSet set({}, held_back_of, [&](const PackedPosition& position, bool is_held_back) {
        (is_held_back ? held : taken)
            .stream()
            .write(reinterpret_cast<const char*>(position.data()),
                   static_cast<std::streamsize>(position.size()));
    });
    Sources sources;
    bool complete = true;
    for (const std::string& name : files) {
        GameStatistics made;
        const auto file = visit_games(name, [&](const SelfplayGame& game) {
            set.add(game);
            made.add(game);
        });
        complete &= file && file->is_whole;
        if (made.games > 0) sources.add(file->origin, made);
        fmt::print(stderr, "{}: {} positions so far\n", printable(name, 400),
                   set.counts().positions);
    }
    about.stream() << sources.as_json();
    if (!keep(outputs)) return exit_failed;
    const PositionSet::Counts& counts = set.counts();
    fmt::print("{} positions of {} games; {} of {} games held back\n{} left out by the filter, {} "
               "seen before\n",
               counts.positions, counts.games, counts.held_positions, counts.held_games,
               counts.filtered, counts.repeated);
    return complete ? exit_ok : exit_failed;
}

int export_text(const std::vector<std::string>& files, const std::string& output, bool as_pgn,
                const PositionFilter* filter) {
    NewFile text(output);
    NewFile* const outputs[] = {&text};
    if (!are_new(outputs)) return exit_failed;
    std::size_t games = 0;
    bool complete = true;
    for (const std::string& name : files) {
        const auto file = visit_games(name, [&](const SelfplayGame& game) {
            text.stream() << (as_pgn ? to_pgn(game, ++games) : to_epd(game, filter));
        });
        complete &= file && file->is_whole;
    }
    if (!keep(outputs)) return exit_failed;
    return complete ? exit_ok : exit_failed;
}

}  // namespace

int export_games(const std::vector<std::string>& files, const std::string& output, bool filtered) {
    const std::string extension = std::filesystem::path(output).extension().string();
    const bool as_pgn = extension == ".pgn";
    const bool as_positions = extension == ".positions";
    if (!as_pgn && !as_positions && extension != ".epd") {
        print_printable_error(
            output +
            ": the name must end in .pgn (games), .epd (positions) or .positions (for training)");
        return exit_usage;
    }
    if (!can_be_opened(files)) return exit_failed;
    if (as_positions) return export_positions(files, output);
    const PositionFilter filter;
    return export_text(files, output, as_pgn, filtered ? &filter : nullptr);
}

}  // namespace rookery
