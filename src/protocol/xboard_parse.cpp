#include "protocol/xboard_parse.h"

#include "base/text.h"
#include "notation/names.h"

#include <algorithm>
#include <cmath>
#include <system_error>

namespace rookery::xboard {
namespace {

using std::chrono::milliseconds;

// Longer than any game, and far from where adding it to a clock would overflow.
constexpr double longest_seconds = 3600.0 * 24 * 365;
constexpr double most = 1e15;

std::string_view take_word(std::string_view& text) {
    text = ascii::trim(text);
    const auto end = std::find_if(text.begin(), text.end(), ascii::is_space);
    const std::string_view word(text.data(), static_cast<std::size_t>(end - text.begin()));
    text = ascii::trim(text.substr(word.size()));
    return word;
}

// Nothing if it is no number; beyond the range, the nearest within it.
std::optional<double> parse_clamped(std::string_view word) {
    const auto value = parse_decimal(word);
    return value ? std::optional(std::clamp(*value, -most, most)) : std::nullopt;
}

milliseconds from_seconds(double seconds) {
    return milliseconds(std::llround(std::clamp(seconds, 0.0, longest_seconds) * 1000));
}

// Minutes, or minutes and seconds with a colon between them.
std::optional<milliseconds> parse_base(std::string_view word) {
    const std::size_t colon = word.find(':');
    const auto minutes = parse_clamped(word.substr(0, colon));
    if (!minutes || *minutes < 0) return std::nullopt;
    if (colon == std::string_view::npos) return from_seconds(*minutes * 60);
    const auto seconds = parse_clamped(word.substr(colon + 1));
    if (!seconds || *seconds < 0) return std::nullopt;
    return from_seconds(*minutes * 60 + *seconds);
}

Command malformed(std::string_view reason, std::string_view line) {
    return Malformed{std::string(reason), std::string(line)};
}

Command parse_level(std::string_view rest, std::string_view line) {
    const auto moves = parse_clamped(take_word(rest));
    const auto base = parse_base(take_word(rest));
    const auto increment = parse_clamped(take_word(rest));
    if (!moves || *moves < 0 || !base || !increment || *increment < 0)
        return malformed("expected moves, minutes and seconds", line);
    return Level{static_cast<int>(std::min(*moves, 10'000.0)), *base, from_seconds(*increment)};
}

// The commands that take one number.
std::optional<Command> parse_number_command(std::string_view word, std::string_view rest,
                                            std::string_view line) {
    constexpr std::string_view words[] = {"st", "sd", "nps", "time", "otim", "protover"};
    if (std::find(std::begin(words), std::end(words), word) == std::end(words)) return std::nullopt;
    // Some interfaces write `st 0:30`, as in `level`.
    const std::string_view text = take_word(rest);
    std::optional<double> number = parse_clamped(text);
    if (word == "st" && text.find(':') != std::string_view::npos)
        if (const auto time = parse_base(text)) number = static_cast<double>(time->count()) / 1000;
    if (!number) return malformed("expected a number", line);
    if (word == "st") return MoveTime{from_seconds(*number)};
    if (word == "sd") return DepthLimit{static_cast<int>(std::clamp(*number, 0.0, 1000.0))};
    if (word == "nps") return NodesPerSecond{std::llround(std::max(*number, 0.0))};
    if (word == "time") return TimeLeft{from_seconds(*number / 100)};
    if (word == "otim") return Nothing{};  // the opponent's clock is not used
    return ProtocolVersion{static_cast<int>(std::clamp(*number, 0.0, 1000.0))};
}

Command parse_set_option(std::string_view rest, std::string_view line) {
    const std::size_t equals = rest.find('=');
    SetOption option;
    option.name = ascii::trim(rest.substr(0, equals));
    if (option.name.empty()) return malformed("the name is missing", line);
    if (equals != std::string_view::npos) option.value = ascii::trim(rest.substr(equals + 1));
    return option;
}

// e2e4, e7e8q.
bool has_form_of_a_move(std::string_view word) {
    return (word.size() == 4 || word.size() == 5) && is_file_letter(word[0]) &&
           is_rank_digit(word[1]) && is_file_letter(word[2]) && is_rank_digit(word[3]) &&
           (word.size() == 4 || ascii::is_letter(word[4]));
}

bool needs_no_action(std::string_view word) {
    constexpr std::string_view words[] = {"xboard", "accepted", "rejected", "random",  "white",
                                          "black",  "computer", "rating",   "egtpath", "ics"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

struct PlainCommand {
    std::string_view word;
    Command command;
};

std::optional<Command> parse_plain(std::string_view word) {
    static const PlainCommand commands[] = {
        {"new", NewGame{}},         {"force", Force{}},      {"go", Go{}},
        {"playother", PlayOther{}}, {"?", MoveNow{}},        {"draw", DrawOffer{}},
        {"result", GameEnded{}},    {"undo", Undo{}},        {"remove", Remove{}},
        {"hard", Ponder{true}},     {"easy", Ponder{false}}, {"post", Post{true}},
        {"nopost", Post{false}},    {"analyze", Analyze{}},  {".", Status{}},
        {"exit", Exit{}},           {"hint", Hint{}},        {"bk", Book{}},
        {"quit", Quit{}},
    };
    for (const PlainCommand& plain : commands)
        if (plain.word == word) return plain.command;
    return std::nullopt;
}

}  // namespace

Command parse(std::string_view line) {
    line = ascii::trim(line);
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (word.empty() || word.front() == '#' || needs_no_action(word)) return Nothing{};
    if (auto command = parse_plain(word)) return *command;
    if (auto command = parse_number_command(word, rest, line)) return *command;
    if (word == "level") return parse_level(rest, line);
    if (word == "usermove") return UserMove{std::string(rest)};
    if (word == "ping") return Ping{std::string(rest)};
    if (word == "setboard") return SetBoard{std::string(rest)};
    if (word == "exclude" || word == "include")
        return Exclude{word == "exclude", std::string(rest)};
    if (word == "memory") return Memory{std::string(rest)};
    if (word == "cores") return Cores{std::string(rest)};
    if (word == "option") return parse_set_option(rest, line);
    if (word == "name") return OpponentName{std::string(rest)};
    if (word == "variant") return Variant{std::string(rest)};
    if (rest.empty() && has_form_of_a_move(word)) return UserMove{std::string(word)};
    return Unknown{std::string(line)};
}

bool is_quit(std::string_view line) { return take_word(line) == "quit"; }

}  // namespace rookery::xboard
