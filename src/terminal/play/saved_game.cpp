#include "terminal/play/saved_game.h"

#include "base/files.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

namespace rookery {
namespace {

// The seats and the time control are tags of our own.
constexpr ByColor<std::string_view> seat_tags = {{"WhiteSeat", "BlackSeat"}};
constexpr ByColor<std::string_view> name_tags = {{"White", "Black"}};
constexpr std::string_view control_tag = "RookeryTimeControl";

// The files of unfinished games are unfinished.pgn, unfinished-2.pgn and so on.
constexpr std::string_view unfinished_name = "unfinished";

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return fmt::format("{:%Y.%m.%d}", local);
}

}  // namespace

std::string to_saved_text(const TimedGame& game, const ByColor<Seat>& seats) {
    PgnGame pgn = to_pgn_game(game.game());
    pgn.set_tag("Event", "A game with Rookery");
    pgn.set_tag("Date", today());
    for (const Color color : both_colors) pgn.set_tag(name_tags[color], seats[color].name);
    if (game.has_clocks()) pgn.set_tag("TimeControl", to_pgn_tag(game.control()));
    if (game.is_over()) pgn.set_tag("Termination", game.reason());
    for (const Color color : both_colors) pgn.set_tag(seat_tags[color], seats[color].spec);
    if (game.control() != arena::TimeControl()) pgn.set_tag(control_tag, to_text(game.control()));
    pgn.result = game.result();
    if (game.has_clocks())
        for (std::size_t ply = 0; ply < pgn.main.moves.size(); ++ply) {
            const Color mover = game.game().position_at(ply).side_to_move();
            CommentCommands commands;
            commands.clock = std::chrono::duration_cast<std::chrono::milliseconds>(
                game.clocks()[ply + 1][mover].left());
            pgn.main.moves[ply].comment = to_comment(commands);
        }
    return to_pgn(pgn);
}

Result<SavedGame, std::string> saved_game_from(std::string_view text) {
    const std::vector<PgnGame> games = read_pgn_games(text);
    if (games.empty()) return failure(std::string("there is no game in it"));
    const PgnGame& pgn = games.front();
    if (pgn.error) return failure(describe(*pgn.error));
    SavedGame saved{.game = Game(pgn.start)};
    for (const Color color : both_colors) {
        saved.names[color] = pgn.tag(name_tags[color]);
        saved.specs[color] = pgn.tag(seat_tags[color]);
    }
    saved.control = pgn.tag(control_tag);
    for (const PgnMove& one : pgn.main.moves) {
        const Color mover = saved.game.position().side_to_move();
        if (!saved.game.play(one.move))
            return failure(std::string("it passes a turn, which is not chess"));
        if (const auto clock = parse_comment_commands(one.comment).clock)
            saved.left[mover] = *clock;
    }
    return saved;
}

Result<SavedGame, std::string> saved_game_of_file(const std::string& path) {
    const auto text = text_of_file(path);
    if (!text) return failure(text.error());
    auto saved = saved_game_from(*text);
    if (!saved) return failure(path + ": " + saved.error());
    return saved;
}

std::vector<UnfinishedGame> unfinished_games() {
    struct Dated {
        UnfinishedGame game;
        std::filesystem::file_time_type date;
    };
    std::vector<Dated> found;
    const auto folder = data_folder();
    if (!folder) return {};
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(*folder, error)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(unfinished_name) || !name.ends_with(".pgn")) continue;
        auto game = saved_game_of_file(entry.path().string());
        if (game) found.push_back({{entry.path(), std::move(*game)}, entry.last_write_time(error)});
    }
    std::ranges::sort(found, [](const Dated& a, const Dated& b) { return a.date > b.date; });
    std::vector<UnfinishedGame> games;
    for (Dated& one : found) games.push_back(std::move(one.game));
    return games;
}

std::optional<std::string> keep_unfinished(std::optional<std::filesystem::path>& path,
                                           std::string_view pgn) {
    const auto folder = data_folder();
    if (!folder) return folder.error();
    std::error_code error;
    std::filesystem::create_directories(*folder, error);
    for (int number = 1; !path; ++number) {
        const auto fresh =
            *folder / (number == 1 ? fmt::format("{}.pgn", unfinished_name)
                                   : fmt::format("{}-{}.pgn", unfinished_name, number));
        // Another game may be left at the same moment; only one of them makes the file.
        if (std::FILE* file = std::fopen(fresh.c_str(), "wx")) {
            std::fclose(file);
            path = fresh;
        } else if (errno != EEXIST) {
            return fmt::format("{}: {}", fresh.string(), std::strerror(errno));
        }
    }
    return replace_file(*path, pgn);
}

}  // namespace rookery
