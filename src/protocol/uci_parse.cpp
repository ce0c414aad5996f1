#include "protocol/uci_parse.h"

#include "base/text.h"
#include "eval/score.h"
#include "protocol/line_io.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <system_error>

namespace rookery::uci {
namespace {

using std::chrono::milliseconds;

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while (at < line.size()) {
        while (at < line.size() && ascii::is_space(line[at])) ++at;
        const std::size_t start = at;
        while (at < line.size() && !ascii::is_space(line[at])) ++at;
        if (at > start) words.push_back(line.substr(start, at - start));
    }
    return words;
}

std::string quoted(std::string_view word) { return "'" + printable(word, 40) + "'"; }

// The words of one command, read from left to right.
class Words {
  public:
    explicit Words(std::string_view line) : words_(split(line)) {}

    [[nodiscard]] bool done() const { return next_ == words_.size(); }
    [[nodiscard]] std::string_view peek() const {
        return done() ? std::string_view{} : words_[next_];
    }
    std::string_view take() { return done() ? std::string_view{} : words_[next_++]; }

    // Everything up to that word, or to the end; one blank between words.
    std::string take_until(std::string_view end) {
        std::string text;
        while (!done() && peek() != end) {
            if (!text.empty()) text += ' ';
            text += take();
        }
        return text;
    }
    // The rest as it was written, with its blanks.
    std::string_view take_rest() {
        if (done()) return {};
        const char* begin = words_[next_].data();
        const std::string_view last = words_.back();
        next_ = words_.size();
        return {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
    }

  private:
    std::vector<std::string_view> words_;
    std::size_t next_ = 0;
};

Command parse_set_option(Words& words) {
    if (words.take() != "name") return Malformed{"setoption: expected 'name'"};
    SetOption option;
    option.name = words.take_until("value");
    if (option.name.empty()) return Malformed{"setoption: the name is missing"};
    if (words.take() == "value") option.value = words.take_rest();
    return option;
}

Command parse_position(Words& words) {
    SetPosition position;
    const std::string_view kind = words.take();
    if (kind == "fen") {
        position.fen = words.take_until("moves");
        if (position.fen->empty()) return Malformed{"position: the FEN is missing"};
    } else if (kind != "startpos") {
        return Malformed{"position: expected 'startpos' or 'fen', not " + quoted(kind)};
    }
    if (words.done()) return position;
    if (words.peek() != "moves")
        return Malformed{"position: expected 'moves', not " + quoted(words.peek())};
    words.take();
    while (!words.done()) position.moves.emplace_back(words.take());
    return position;
}

milliseconds clamped_time(std::int64_t time) {
    // Longer than any game, and far from where adding it to a clock would overflow.
    constexpr std::int64_t longest = std::int64_t{1000} * 3600 * 24 * 365;
    return milliseconds(std::clamp<std::int64_t>(time, 0, longest));
}

int clamped_count(std::int64_t count, int lowest, int highest) {
    return static_cast<int>(std::clamp<std::int64_t>(count, lowest, highest));
}

// The words of `go` that are followed by a number.
struct NumberWord {
    std::string_view name;
    void (*set)(Go& go, std::int64_t number);
    std::int64_t smallest = 0;
    // Clients send clocks below zero when a move came too late, so nothing is said about them.
    bool is_clock = false;
};

constexpr NumberWord number_words[] = {
    {"wtime", [](Go& go, std::int64_t n) { go.time[Color::White] = clamped_time(n); }, 0, true},
    {"btime", [](Go& go, std::int64_t n) { go.time[Color::Black] = clamped_time(n); }, 0, true},
    {"winc", [](Go& go, std::int64_t n) { go.increment[Color::White] = clamped_time(n); }, 0, true},
    {"binc", [](Go& go, std::int64_t n) { go.increment[Color::Black] = clamped_time(n); }, 0, true},
    {"movestogo", [](Go& go, std::int64_t n) { go.moves_to_go = clamped_count(n, 0, 1'000'000); }},
    {"movetime", [](Go& go, std::int64_t n) { go.request.move_time = clamped_time(n); }},
    {"depth",
     [](Go& go, std::int64_t n) {
         go.request.limits.depth = clamped_count(n, 1, Score::max_plies);
     },
     1},
    {"nodes",
     [](Go& go, std::int64_t n) { go.request.limits.nodes = static_cast<std::uint64_t>(n); }, 1},
    {"mate",
     [](Go& go, std::int64_t n) { go.request.limits.mate = clamped_count(n, 1, Score::max_plies); },
     1},
};

const NumberWord* find_number_word(std::string_view word) {
    for (const NumberWord& entry : number_words)
        if (entry.name == word) return &entry;
    return nullptr;
}

bool is_go_word(std::string_view word) {
    return word == "infinite" || word == "ponder" || word == "searchmoves" || word == "perft" ||
           find_number_word(word) != nullptr;
}

Command parse_perft(Words& words) {
    constexpr std::int64_t deepest = 99;
    const std::string_view word = words.take();
    const auto depth = word.empty() ? 1 : parse_clamped_number(word);
    if (!depth || *depth < 0 || *depth > deepest)
        return Malformed{"go perft: the depth must be a number from 0 to 99, not " + quoted(word)};
    return GoPerft{static_cast<int>(*depth)};
}

Command parse_bench(Words& words) {
    constexpr std::int64_t deepest = 99;
    if (words.done()) return Bench{};
    const std::string_view word = words.take();
    const auto depth = parse_clamped_number(word);
    if (!depth || *depth < 1 || *depth > deepest)
        return Malformed{"bench: the depth must be a number from 1 to 99, not " + quoted(word)};
    return Bench{static_cast<int>(*depth)};
}

void parse_number(Go& go, const NumberWord& entry, Words& words) {
    // `go depth infinite`: the next word is not the missing number.
    const std::string_view text = is_go_word(words.peek()) ? std::string_view{} : words.take();
    const auto number = parse_clamped_number(text);
    const std::int64_t taken = std::max(number.value_or(entry.smallest), entry.smallest);
    entry.set(go, taken);
    // Without a number it is not known which mate is looked for, and the search must end.
    if (!number && entry.name == "mate") go.request.limits.depth = 1;
    if (number && (entry.is_clock || *number == taken)) return;
    const std::string what = text.empty()
                                 ? std::string("the number is missing")
                                 : quoted(text) + (number ? " is too small" : " is not a number");
    go.notices.push_back("go " + std::string(entry.name) + ": " + what + ", taken as " +
                         std::to_string(taken));
}

Command parse_go(Words& words) {
    Go go;
    while (!words.done()) {
        const std::string_view word = words.take();
        if (word == "perft") return parse_perft(words);
        if (word == "infinite") {
            go.request.infinite = true;
        } else if (word == "ponder") {
            go.request.ponder = true;
        } else if (word == "searchmoves") {
            while (!words.done() && !is_go_word(words.peek()))
                go.search_moves.emplace_back(words.take());
        } else if (const NumberWord* entry = find_number_word(word)) {
            parse_number(go, *entry, words);
        } else {
            go.notices.push_back("go: " + quoted(word) + " is unknown and ignored");
        }
    }
    // The word that was not understood may have been the limit.
    if (!go.notices.empty() && !has_limit(go)) go.request.limits.depth = 1;
    return go;
}

}  // namespace

bool has_limit(const Go& go) {
    const Limits& limits = go.request.limits;
    return go.request.infinite || go.request.ponder || go.request.move_time || limits.depth ||
           limits.nodes || limits.mate || go.time[Color::White] || go.time[Color::Black] ||
           go.increment[Color::White] || go.increment[Color::Black];
}

Command parse(std::string_view line) {
    if (line.size() > max_line_length) return Malformed{"the line is longer than 1 MiB"};
    Words words(line);
    if (words.done() || words.peek().front() == '#') return Nothing{};
    const std::string_view word = words.take();
    if (word == "uci") return Hello{};
    if (word == "isready") return IsReady{};
    if (word == "ucinewgame") return NewGame{};
    if (word == "setoption") return parse_set_option(words);
    if (word == "position") return parse_position(words);
    if (word == "go") return parse_go(words);
    if (word == "stop") return Stop{};
    if (word == "ponderhit") return PonderHit{};
    if (word == "d") return Show{};
    if (word == "flip") return Flip{};
    if (word == "eval") return Evaluate{};
    if (word == "bench") return parse_bench(words);
    if (word == "compiler") return Compiler{};
    if (word == "help" || word == "--help") return Help{};
    if (word == "quit" || word == "exit") return Quit{};
    // We have no debug output to switch on and no copy protection.
    if (word == "debug" || word == "register") return Nothing{};
    return Unknown{std::string(word)};
}

SearchRequest request_from(const Go& go, Color side_to_move) {
    SearchRequest request = go.request;
    const auto has_clock = [&go](Color side) { return go.time[side] || go.increment[side]; };
    if (!has_clock(Color::White) && !has_clock(Color::Black)) return request;
    // Some clients send one clock alone, and not always that of the side to move. The wrong clock
    // is better than none: without a clock the search would not end.
    const bool use_other = !go.time[side_to_move] && go.time[~side_to_move];
    const Color side = use_other ? ~side_to_move : side_to_move;
    request.clock = GameTime{.left = go.time[side].value_or(milliseconds(0)),
                             .increment = go.increment[side].value_or(milliseconds(0)),
                             .moves_to_go = go.moves_to_go};
    return request;
}

}  // namespace rookery::uci
