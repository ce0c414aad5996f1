#include "training/selfplay_files.h"

#include "base/text.h"
#include "search/bench.h"
#include "store/json.h"
#include "training/game_statistics.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <filesystem>

namespace rookery::training {
namespace {

constexpr int signature_depth = 8;
constexpr std::size_t longest_name = 400;

std::string bytes_text(std::uint64_t bytes, std::uint64_t positions) {
    const double each =
        positions == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(positions);
    return fmt::format("{:.1f} MiB, {:.2f} bytes a position",
                       static_cast<double>(bytes) / (1 << 20), each);
}

}  // namespace

Result<GamesInFile, std::string> GamesInFile::open(const std::string& name) {
    auto reader = GameFileReader::open(name);
    if (!reader) return failure(reader.error());
    return GamesInFile(name, std::move(*reader));
}

std::optional<std::string> GamesInFile::next_block() {
    auto block = reader_.next_block();
    if (!block) {
        for (const std::string& problem : reader_.problems()) print_printable_error(problem);
        is_whole_ &= reader_.problems().empty();
    }
    return block;
}

void GamesInFile::report_unreadable_game() {
    print_printable_error(name_ +
                          ": a block holds a game that cannot be read; the rest of it is left out");
    is_whole_ = false;
}

std::optional<std::vector<SelfplayGame>> GamesInFile::next() {
    const auto block = next_block();
    if (!block) return std::nullopt;
    std::vector<SelfplayGame> games;
    if (!for_each_game(*block, [&games](const SelfplayGame& game) { games.push_back(game); }))
        report_unreadable_game();
    return games;
}

std::optional<VisitedFile> visit_games(const std::string& name,
                                       const std::function<void(const SelfplayGame&)>& visit) {
    auto file = GamesInFile::open(name);
    if (!file) {
        print_printable_error(file.error());
        return std::nullopt;
    }
    while (const auto games = file->next())
        for (const SelfplayGame& game : *games) visit(game);
    return VisitedFile{file->origin(), file->is_whole()};
}

Result<GameFileWriter, std::string> open_to_add(const std::string& name, std::string_view origin) {
    auto file = GameFileWriter::open(name, origin);
    if (file && file->dropped()) print_printable_error(*file->dropped());
    return file;
}

Result<std::uint64_t, std::string> player_signature(const SearcherChoice& choice,
                                                    SearcherTable searchers) {
    const auto searcher = make_searcher(choice, searchers);
    if (!searcher) return failure(searcher.error());
    return run_bench(**searcher, bench_roots(), signature_depth).nodes;
}

SearcherChoice with_evaluator(SearcherChoice choice, SearcherTable searchers) {
    if (choice.evaluator.empty() && choice.has_own_evaluator())
        choice.evaluator = find_searcher(searchers, choice.searcher)->evaluator;
    return choice;
}

std::string player_text(const SearcherChoice& choice, std::uint64_t signature) {
    Json json;
    json["program"] = "Rookery " ROOKERY_VERSION;
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
    auto json = Json::parse(player_text(choice, signature));
    json["soft_nodes"] = settings.soft_nodes;
    json["hard_factor"] = settings.hard_factor;
    json["hash_mib"] = settings.hash_mib;
    json["opening_plies"] = settings.opening_plies;
    if (settings.varied_plies > 0) json["varied"] = {settings.varied_plies, settings.varied_margin};
    json["balanced"] = settings.balanced;
    json["chess960_percent"] = settings.chess960_percent;
    json["decided"] = {settings.decided_score, settings.decided_plies};
    json["level"] = {settings.level_score, settings.level_plies, settings.level_from_ply};
    json["longest"] = settings.longest;
    return json.dump();
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
                       bytes_text(size, one.positions),
                       printable(file->origin, longest_shown_origin));
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

}  // namespace rookery::training
