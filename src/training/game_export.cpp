#include "training/game_export.h"

#include "base/files.h"
#include "base/text.h"
#include "base/threads.h"
#include "notation/epd.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_writer.h"
#include "notation/san.h"
#include "store/json.h"
#include "training/game_statistics.h"
#include "training/position_set.h"
#include "training/selfplay_files.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

namespace rookery::training {
namespace {

std::string score_comment(int white_score) {
    const Score score(white_score);
    CommentEval eval;
    if (score.is_mate())
        eval.mate = score.mate_moves();
    else
        eval.centipawns = white_score;
    CommentCommands commands;
    commands.eval = eval;
    return to_comment(commands);
}

// One game in this number is held back from training.
constexpr std::uint64_t held_back_of = 50;

bool cannot_be_written(const NewFile& output) {
    print_printable_error(output.name() + ": it cannot be written");
    return false;
}

// Reports an error and returns false if a file must not be replaced or cannot be made.
bool can_begin(std::span<NewFile* const> outputs, bool replace) {
    for (NewFile* output : outputs) {
        if (const auto problem = validate_output(output->name(), replace)) {
            print_printable_error(*problem);
            return false;
        }
        if (!output->stream()) return cannot_be_written(*output);
    }
    return true;
}

// Gives all files their names once all of them are complete. Reports an error and returns false if
// that fails.
bool complete(std::span<NewFile* const> outputs) {
    for (NewFile* output : outputs)
        if (!output->close()) return cannot_be_written(*output);
    for (NewFile* output : outputs)
        if (!output->take_name()) return cannot_be_written(*output);
    return true;
}

// Asked before anything is written. Reports errors and returns false if a file cannot be opened.
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

// Where the positions come from: an entry for each origin, with its games and positions.
class Sources {
  public:
    void add(const std::string& origin, const GameStatistics& made) {
        const auto same = std::ranges::find(all_, origin, &Source::origin);
        (same == all_.end() ? all_.emplace_back(Source{origin, {}}) : *same).made.add(made);
    }
    [[nodiscard]] std::string as_json() const {
        Json json = Json::array();
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

// A block of games on its way from a file to the positions that are written.
struct BlockOfGames {
    std::size_t file = 0;
    std::string bytes;
    PositionBatch positions{{}, held_back_of};
    GameStatistics statistics;
    bool is_whole = true;

    void decode() {
        is_whole = for_each_game(bytes, [this](const SelfplayGame& game) {
            positions.add(game);
            statistics.add(game);
        });
        bytes = {};
    }
};

// Reads the blocks of several files, one file after the other.
class BlockReader {
  public:
    explicit BlockReader(const std::vector<std::string>& names) {
        for (const std::string& name : names) {
            auto file = GamesInFile::open(name);
            if (!file) print_printable_error(file.error());
            are_open_ &= bool(file);
            files_.push_back({name, file ? std::optional(std::move(*file)) : std::nullopt, {}});
        }
    }

    // At most so many; none at the end.
    [[nodiscard]] std::vector<BlockOfGames> next(std::size_t most) {
        std::vector<BlockOfGames> blocks;
        while (blocks.size() < most && current_ < files_.size()) {
            auto& games = files_[current_].games;
            auto bytes = games ? games->next_block() : std::nullopt;
            if (bytes)
                blocks.push_back({current_, std::move(*bytes)});
            else
                ++current_;
        }
        return blocks;
    }
    void finish(const BlockOfGames& block) {
        File& file = files_[block.file];
        file.statistics.add(block.statistics);
        if (!block.is_whole) file.games->report_unreadable_game();
    }

    [[nodiscard]] bool is_whole() const {
        return are_open_ && std::ranges::all_of(files_, [](const File& file) {
                   return !file.games || file.games->is_whole();
               });
    }
    [[nodiscard]] Sources sources() const {
        Sources sources;
        for (const File& file : files_)
            if (file.statistics.games > 0) sources.add(file.games->origin(), file.statistics);
        return sources;
    }
    // The file that is being read.
    [[nodiscard]] const std::string& name() const {
        return files_[std::min(current_, files_.size() - 1)].name;
    }

  private:
    struct File {
        std::string name;
        std::optional<GamesInFile> games;
        GameStatistics statistics;
    };
    std::vector<File> files_;
    std::size_t current_ = 0;
    bool are_open_ = true;
};

void write_positions(NewFile& file, const std::vector<PackedPosition>& positions) {
    file.stream().write(reinterpret_cast<const char*>(positions.data()),
                        static_cast<std::streamsize>(positions.size() * sizeof(PackedPosition)));
}

// A round reads some blocks, decodes and filters them on all threads, looks up their keys on all
// threads, and writes what is new in the order of the files.
int export_positions(const std::vector<std::string>& files, const std::string& output,
                     std::size_t threads, bool replace) {
    NewFile taken(output);
    NewFile held(std::filesystem::path(output).replace_extension(".held.positions").string());
    NewFile about(output + ".json");
    NewFile* const outputs[] = {&taken, &held, &about};
    if (!can_begin(outputs, replace)) return exit_failed;
    BlockReader reader(files);
    PositionSet set;
    const std::string* shown = nullptr;
    for (;;) {
        std::vector<BlockOfGames> blocks = reader.next(2 * threads);
        if (blocks.empty()) break;
        share_among_threads(threads, blocks.size(), [&](std::size_t i) { blocks[i].decode(); });
        std::vector<PositionBatch*> batches;
        for (BlockOfGames& block : blocks) batches.push_back(&block.positions);
        set.insert(batches, threads);
        for (const BlockOfGames& block : blocks) {
            write_positions(taken, block.positions.taken());
            write_positions(held, block.positions.held_back());
            reader.finish(block);
        }
        if (shown != std::exchange(shown, &reader.name()))
            fmt::print(stderr, "{}: {} positions so far\n", printable(reader.name(), 400),
                       set.counts().positions);
    }
    about.stream() << reader.sources().as_json();
    if (!complete(outputs)) return exit_failed;
    const PositionBatch::Counts& counts = set.counts();
    fmt::print("{} positions of {} games; {} of {} games held back\n{} left out by the filter, {} "
               "seen before\n",
               counts.positions, counts.games, counts.held_positions, counts.held_games,
               counts.filtered, counts.repeated);
    return reader.is_whole() ? exit_ok : exit_failed;
}

int export_text(const std::vector<std::string>& files, const std::string& output, bool as_pgn,
                const PositionFilter* filter, bool replace) {
    NewFile text(output);
    NewFile* const outputs[] = {&text};
    if (!can_begin(outputs, replace)) return exit_failed;
    std::size_t games = 0;
    bool is_whole = true;
    for (const std::string& name : files) {
        const auto file = visit_games(name, [&](const SelfplayGame& game) {
            ++games;
            text.stream() << (as_pgn ? to_pgn(game, games) : to_epd(game, filter));
        });
        is_whole &= file && file->is_whole;
    }
    if (!complete(outputs)) return exit_failed;
    fmt::print("{}: {} of {} games\n", output, as_pgn ? "moves" : "positions", games);
    return is_whole ? exit_ok : exit_failed;
}

}  // namespace

std::string to_pgn(const SelfplayGame& game, std::size_t number) {
    PgnGame pgn;
    pgn.start = game.start;
    pgn.result = game.result;
    pgn.set_tag("Event", "Self-play");
    pgn.set_tag("Round", std::to_string(number));
    pgn.set_tag("White", "Rookery");
    pgn.set_tag("Black", "Rookery");
    if (game.end != GameEnd::Rules) pgn.set_tag("Termination", "adjudication");
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        PgnMove move;
        move.move = game.moves[ply].move;
        if (ply >= game.opening_plies) move.comment = score_comment(game.moves[ply].white_score);
        pgn.main.moves.push_back(std::move(move));
    }
    if (game.end != GameEnd::Rules && !pgn.main.moves.empty())
        pgn.main.moves.back().comment += std::string(" ") + describe(game.end);
    return rookery::to_pgn(pgn);
}

std::string to_epd(const SelfplayGame& game, const PositionFilter* filter) {
    std::string lines;
    for_each_position(game, [&](const Position& position, const ScoredMove& next, std::size_t ply) {
        if (filter != nullptr && !filter->takes(position, next, ply)) return;
        const bool is_white = position.side_to_move() == Color::White;
        const int score = is_white ? next.white_score : -next.white_score;
        Epd epd{position, {}, {}};
        epd.operations.push_back({"sm", {to_san(position, next.move)}});
        epd.operations.push_back({"ce", {std::to_string(score)}});
        epd.operations.push_back({"c9", {notation_of(game.result)}});
        lines += rookery::to_epd(epd) + '\n';
    });
    return lines;
}

int export_games(const std::vector<std::string>& files, const std::string& output, bool filtered,
                 std::size_t threads, bool replace) {
    const std::string extension = std::filesystem::path(output).extension().string();
    const bool as_pgn = extension == ".pgn";
    const bool as_positions = extension == ".positions";
    if (!as_pgn && !as_positions && extension != ".epd")
        return fail_with_printable(output + ": the name must end in .pgn (games), .epd (positions) "
                                            "or .positions (for training)",
                                   exit_usage);
    if (!can_be_opened(files)) return exit_failed;
    if (as_positions) return export_positions(files, output, threads, replace);
    const PositionFilter filter;
    return export_text(files, output, as_pgn, filtered ? &filter : nullptr, replace);
}

}  // namespace rookery::training
