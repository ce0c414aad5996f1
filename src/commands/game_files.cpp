#include "commands/game_files.h"

#include "commands/complain.h"

namespace rookery {

using namespace training;

Result<GamesInFile, std::string> GamesInFile::open(const std::string& name) {
    auto reader = GameFileReader::open(name);
    if (!reader) return failure(reader.error());
    return GamesInFile(name, std::move(*reader));
}

std::optional<std::vector<SelfplayGame>> GamesInFile::next() {
    const auto block = reader_.next_block();
    if (!block) {
        for (const std::string& problem : reader_.problems()) complain_printable(problem);
        return std::nullopt;
    }
    std::vector<SelfplayGame> games;
    if (!for_each_game(*block, [&games](const SelfplayGame& game) { games.push_back(game); }))
        complain_printable(name_ + ": a block holds a game that cannot be read; the rest of it is left out");
    return games;
}

std::optional<std::string> visit_games(const std::string& name, const std::function<void(const SelfplayGame&)>& visit) {
    auto file = GamesInFile::open(name);
    if (!file) {
        complain_printable(file.error());
        return std::nullopt;
    }
    while (const auto games = file->next())
        for (const SelfplayGame& game : *games) visit(game);
    return file->origin();
}

}  // namespace rookery
