#include "commands/game_files.h"

#include "ui/messages.h"

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
        for (const std::string& problem : reader_.problems()) print_printable_error(problem);
        is_whole_ &= reader_.problems().empty();
        return std::nullopt;
    }
    std::vector<SelfplayGame> games;
    if (!for_each_game(*block, [&games](const SelfplayGame& game) { games.push_back(game); })) {
        print_printable_error(
            name_ + ": a block holds a game that cannot be read; the rest of it is left out");
        is_whole_ = false;
    }
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

}  // namespace rookery
