#include "search/random_searcher.h"

#include "search/searcher.h"

namespace rookery {

SearchResult RandomSearcher::search(const Root& root, const Limits& limits, std::stop_token,
                                    SearchListener& listener) {
    const MoveList choices = wanted_moves(root.position, limits);
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
