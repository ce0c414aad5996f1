#include "commands/selfplay_files.h"

#include "base/text.h"
#include "commands/cli.h"
#include "commands/game_files.h"
#include "ui/messages.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace rookery {
namespace {

using namespace training;

constexpr std::size_t longest_name = 400;
constexpr std::size_t longest_origin = 2000;

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string bytes_text(std::uint64_t bytes, std::uint64_t positions) {
    const double each =
        positions == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(positions);
    return fmt::format("{:.1f} MiB, {:.2f} bytes a position",
                       static_cast<double>(bytes) / (1 << 20), each);
}

}  // namespace

std::string player_text(const SearcherChoice& choice, std::uint64_t signature) {
    nlohmann::ordered_json json;
    json["program"] = name_and_version();
    json["searcher"] = choice.searcher;
    if (!choice.evaluator.empty()) json["evaluator"] = choice.evaluator;
    if (!choice.network.empty())
        json["network"] =
            printable(std::filesystem::path(choice.network).filename().string(), longest_name);
    json["signature"] = signature;
    return json.dump();
}

std::string origin_text(const SearcherChoice& choice, std::uint64_t signature,
                        const SelfplaySettings& settings) {
    auto json = nlohmann::ordered_json::parse(player_text(choice, signature));
    json["soft_nodes"] = settings.soft_nodes;
    json["hard_factor"] = settings.hard_factor;
    json["hash_mib"] = settings.hash_mib;
    json["opening_plies"] = settings.opening_plies;
    json["balanced"] = settings.balanced;
    json["chess960_percent"] = settings.chess960_percent;
    json["decided"] = {settings.decided_score, settings.decided_plies};
    json["level"] = {settings.level_score, settings.level_plies, settings.level_from_ply};
    json["longest"] = settings.longest;
    return json.dump();
}

nlohmann::ordered_json origin_json(const std::string& origin) {
    auto json = nlohmann::ordered_json::parse(origin, nullptr, false);
    return json.is_discarded() ? nlohmann::ordered_json(printable(origin, longest_origin)) : json;
}

std::string statistics_json(const GameStatistics& statistics, const std::string& origin) {
    nlohmann::ordered_json json;
    json["origin"] = origin_json(origin);
    json["games"] = statistics.games;
    json["positions"] = statistics.positions;
    json["quiet_positions"] = statistics.quiet;
    json["white_wins"] = statistics.white_wins;
    json["draws"] = statistics.draws;
    json["black_wins"] = statistics.black_wins;
    for (std::size_t i = 0; i < statistics.ends.size(); ++i)
        json["ends"][describe(static_cast<GameEnd>(i))] = statistics.ends[i];
    json["longest_game_plies"] = statistics.longest;
    json["positions_by_men"] = statistics.pieces;
    json["score_steps"] = GameStatistics::score_steps;
    json["positions_by_score"] = statistics.scores;
    return json.dump(2) + "\n";
}

std::vector<std::string> statistics_lines(const GameStatistics& all) {
    std::vector<std::string> lines;
    const auto share = [&](std::uint64_t part) { return percent(part, all.games); };
    lines.push_back(fmt::format("{} games, {} positions searched, {} of them quiet ({:.0f} %)",
                                all.games, all.positions, all.quiet,
                                percent(all.quiet, all.positions)));
    lines.push_back(fmt::format("White won {:.1f} %, drawn {:.1f} %, Black won {:.1f} %",
                                share(all.white_wins), share(all.draws), share(all.black_wins)));
    lines.push_back(fmt::format(
        "ended by the rules {:.1f} %, decided {:.1f} %, level {:.1f} %, too long {:.1f} %",
        share(all.ends[0]), share(all.ends[1]), share(all.ends[2]), share(all.ends[3])));
    const double games = all.games == 0 ? 1.0 : static_cast<double>(all.games);
    lines.push_back(fmt::format("{:.1f} searched plies a game, the longest game {} plies",
                                static_cast<double>(all.positions) / games, all.longest));
    std::string pieces = "positions by men:";
    for (std::size_t from = 2; from <= 32; from += 5) {
        std::uint64_t sum = 0;
        const std::size_t to = std::min<std::size_t>(from + 4, 32);
        for (std::size_t i = from; i <= to; ++i) sum += all.pieces[i];
        pieces += fmt::format(" {}-{} {:.1f} %{}", from, to, percent(sum, all.positions),
                              to < 32 ? "," : "");
    }
    lines.push_back(pieces);
    std::string scores = "by score:";
    for (std::size_t i = 0; i < all.scores.size(); ++i) {
        const std::string name = i < GameStatistics::score_steps.size()
                                     ? fmt::format("below {}", GameStatistics::score_steps[i])
                                 : i + 1 < all.scores.size() ? "beyond"
                                                             : "proven";
        scores += fmt::format(" {} {:.1f} %{}", name, percent(all.scores[i], all.positions),
                              i + 1 < all.scores.size() ? "," : "");
    }
    lines.push_back(scores);
    return lines;
}

int inspect_games(const std::vector<std::string>& files, bool json) {
    GameStatistics all;
    std::uint64_t bytes = 0;
    bool complete = true;
    for (const std::string& name : files) {
        GameStatistics one;
        const auto file = visit_games(name, [&one](const SelfplayGame& game) { one.add(game); });
        complete &= file && file->is_whole;
        if (!file) continue;
        std::error_code ignored;
        const std::uint64_t size = std::filesystem::file_size(name, ignored);
        if (json) {
            fmt::print("{}", statistics_json(one, file->origin));
        } else {
            fmt::print("{}: {}\nmade by {}\n", printable(name, longest_name),
                       bytes_text(size, one.positions), printable(file->origin, longest_origin));
            for (const std::string& line : statistics_lines(one)) fmt::print("{}\n", line);
            fmt::print("\n");
        }
        bytes += size;
        all.add(one);
    }
    if (!json && files.size() > 1) {
        fmt::print("all files: {}\n", bytes_text(bytes, all.positions));
        for (const std::string& line : statistics_lines(all)) fmt::print("{}\n", line);
    }
    return complete ? exit_ok : exit_failed;
}

}  // namespace rookery
