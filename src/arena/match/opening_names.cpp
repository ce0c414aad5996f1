#include "arena/match/opening_names.h"

#include <algorithm>

namespace rookery::arena {
namespace {

Opening opening_of(const GameRecord& record) {
    Opening opening;
    opening.start = record.start;
    opening.chess960 = record.chess960;
    const std::size_t plies = std::min(record.opening_plies, record.moves.size());
    for (std::size_t ply = 0; ply < plies; ++ply) opening.moves.push_back(record.moves[ply].move);
    return opening;
}

}  // namespace

std::optional<std::string> name_openings(std::vector<OpeningResult>& openings, const Store& store,
                                         MatchId match, const OpeningSettings& settings) {
    std::optional<std::string> problem;
    std::optional<OpeningBook> book;
    if (!settings.file.empty()) {
        auto loaded = load_book(settings);
        if (loaded)
            book = std::move(*loaded);
        else
            problem = loaded.error();
    }
    for (OpeningResult& opening : openings) {
        if (book && opening.index && *opening.index < book->size())
            if (const auto found = book->at(*opening.index)) opening.name = found->name;
        if (!opening.name.empty()) continue;
        // What was played counts, not what the file or the dice say today.
        const auto game = store.load_game(match, opening.example);
        if (game)
            opening.name = text_of(opening_of(game->record));
        else if (!problem)
            problem = game.error().what;
    }
    return problem;
}

}  // namespace rookery::arena
