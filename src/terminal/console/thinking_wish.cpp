#include "terminal/console/thinking_wish.h"

#include "eval/score.h"
#include "notation/ascii.h"
#include "notation/printable.h"
#include "terminal/console/arguments.h"

#include <fmt/format.h>

#include <limits>

namespace rookery::console {
namespace {

constexpr int most_nodes = std::numeric_limits<int>::max();

// The number after a word such as depth.
Result<int, std::string> number_after(std::string_view word, const std::vector<std::string_view>& words, std::size_t at,
                                      int highest) {
    if (at + 1 >= words.size()) return failure(fmt::format("After '{}' a number is missing.", word));
    return number_from(words[at + 1], fmt::format("a number for {}", word), 1, highest);
}

}  // namespace

Limits ThinkingWish::limits(Limits::Instant now) const {
    Limits limits;
    limits.depth = depth;
    limits.nodes = nodes;
    if (time) limits.hard_deadline = now + *time;
    return limits;
}

bool names_searcher(std::string_view word, SearcherTable searchers) {
    return find_searcher(searchers, word.substr(0, word.find(','))) != nullptr;
}

Result<ThinkingWish, std::string> parse_wish(std::string_view arguments, SearcherTable searchers) {
    ThinkingWish wish;
    bool infinite = false;
    const std::vector<std::string_view> words = words_of(arguments);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (i == 0 && names_searcher(word, searchers)) {
            wish.searcher = word;
        } else if (word == "infinite") {
            infinite = true;
        } else if (word == "depth" || word == "nodes" || word == "movetime") {
            const int highest = word == "depth"   ? Score::max_plies
                                : word == "nodes" ? most_nodes
                                                  : most_milliseconds;
            const auto number = number_after(word, words, i++, highest);
            if (!number) return failure(number.error());
            if (word == "depth") wish.depth = *number;
            if (word == "nodes") wish.nodes = static_cast<std::uint64_t>(*number);
            if (word == "movetime") wish.time = std::chrono::milliseconds(*number);
        } else if (ascii::is_digit(word.front()) || word.front() == '-') {
            const auto number = number_from(word, "a number of milliseconds", 1, most_milliseconds);
            if (!number) return failure(number.error());
            wish.time = std::chrono::milliseconds(*number);
        } else {
            return failure(fmt::format("'{}' is neither a number of milliseconds nor one of depth, nodes, movetime "
                                       "and infinite{}.",
                                       printable(word, 20), i == 0 && !searchers.empty() ? ", nor a searcher" : ""));
        }
    }
    if (!infinite && !wish.depth && !wish.nodes && !wish.time) wish.time = usual_time;
    return wish;
}

}  // namespace rookery::console
