#include "search/random_searcher.h"

#include "chess/movegen.h"

#include <algorithm>

namespace rookery {

SearchResult RandomSearcher::search(const Root& root, const Limits& limits, std::stop_token,
                                    SearchListener& listener) {
    MoveList choices;
    for (Move move : legal_moves(root.position))
        if (limits.only_moves.empty() ||
            std::find(limits.only_moves.begin(), limits.only_moves.end(), move) != limits.only_moves.end())
            choices.push_back(move);

    SearchResult result;
    result.nodes = 1;
    LineReport report;
    report.nodes = result.nodes;
    if (choices.empty()) {
        result.score = root.position.in_check() ? Score::mated_in(0) : Score::draw();
    } else {
        result.best = choices[random_.below(choices.size())];
        report.depth = 1;
        report.moves = {result.best};
    }
    report.score = result.score;
    listener.on_line(report);
    return result;
}

}  // namespace rookery
