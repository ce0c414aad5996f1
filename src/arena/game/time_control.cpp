#include "arena/game/time_control.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::arena {
namespace {

// A thousand hours: longer than any game, and far from where sums of durations could overflow.
constexpr std::int64_t longest_seconds = 3'600'000;
constexpr int most_moves = 1000;
constexpr int deepest = 1000;

Failure<std::string> refuse(std::string_view text, std::string_view why) {
    return failure(fmt::format("'{}' {}", printable(text, 40), why));
}

// "3" or "0.03": digits, and up to six more after a point.
Result<Duration, std::string> parse_seconds(std::string_view text) {
    if (text.empty()) return refuse(text, "is not a number of seconds: there is nothing");
    if (text.front() == '-') return refuse(text, "is negative");
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const std::string_view fraction =
        point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    if (whole.empty() || (point != std::string_view::npos && fraction.empty()))
        return refuse(text, "is not a number of seconds like 3 or 0.05");
    std::int64_t seconds = 0;
    for (char c : whole) {
        if (!ascii::is_digit(c)) return refuse(text, "is not a number of seconds like 3 or 0.05");
        seconds = 10 * seconds + (c - '0');
        if (seconds > longest_seconds) return refuse(text, "is longer than a thousand hours");
    }
    if (fraction.size() > 6) return refuse(text, "is finer than a microsecond");
    std::int64_t microseconds = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        const char c = i < fraction.size() ? fraction[i] : '0';
        if (!ascii::is_digit(c)) return refuse(text, "is not a number of seconds like 3 or 0.05");
        microseconds = 10 * microseconds + (c - '0');
    }
    const Duration all{seconds * 1'000'000 + microseconds};
    if (all > std::chrono::seconds(longest_seconds))
        return refuse(text, "is longer than a thousand hours");
    return all;
}

// Seconds, or minutes and seconds as "2:30".
Result<Duration, std::string> parse_base(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return parse_seconds(text);
    const std::string_view minutes_text = text.substr(0, colon);
    if (!minutes_text.empty() && minutes_text.front() == '-') return refuse(text, "is negative");
    const auto minutes = parse_digits(minutes_text, static_cast<int>(longest_seconds / 60));
    if (!minutes) return refuse(text, "is not minutes and seconds like 2:30");
    const auto seconds = parse_seconds(text.substr(colon + 1));
    if (!seconds) return failure(seconds.error());
    if (*seconds >= std::chrono::minutes(1))
        return refuse(text, "has sixty seconds or more after the colon");
    const Duration all = std::chrono::minutes(*minutes) + *seconds;
    if (all > std::chrono::seconds(longest_seconds))
        return refuse(text, "is longer than a thousand hours");
    return all;
}

std::optional<std::string> read_per_move(TimeControl& control, std::string_view text) {
    if (control.per_move) return "there are two times per move";
    const auto time = parse_base(text);
    if (!time) return time.error();
    if (time->count() == 0) return "a time per move of zero leaves no time to move";
    control.per_move = *time;
    return std::nullopt;
}

std::optional<std::string> read_nodes(TimeControl& control, std::string_view text) {
    if (control.nodes) return "there are two node limits";
    if (text.empty()) return "nodes= has no number after it";
    if (text.front() == '-') return refuse(text, "is a negative number of nodes").error;
    if (!std::ranges::all_of(text, ascii::is_digit))
        return refuse(text, "is not a number of nodes").error;
    const auto nodes = parse_number<std::uint64_t>(text);
    if (!nodes) return refuse(text, "is more nodes than can be counted").error;
    if (*nodes == 0) return "a limit of zero nodes leaves nothing to search";
    control.nodes = nodes;
    return std::nullopt;
}

std::optional<std::string> read_depth(TimeControl& control, std::string_view text) {
    if (control.depth) return "there are two depth limits";
    const auto depth = parse_digits(text, deepest);
    if (!depth) return refuse(text, fmt::format("is not a depth from 1 to {}", deepest)).error;
    if (depth == 0) return "a depth of zero leaves nothing to search";
    control.depth = depth;
    return std::nullopt;
}

// [MOVES/]BASE[+INCREMENT]
std::optional<std::string> read_clock(TimeControl& control, std::string_view text) {
    if (control.base) return "there are two clocks";
    std::string_view rest = text;
    if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
        control.moves = parse_digits(rest.substr(0, slash), most_moves).value_or(0);
        if (control.moves < 1)
            return refuse(rest.substr(0, slash),
                          fmt::format("is not a number of moves from 1 to {}", most_moves))
                .error;
        rest.remove_prefix(slash + 1);
    }
    if (const std::size_t plus = rest.find('+'); plus != std::string_view::npos) {
        const auto increment = parse_seconds(rest.substr(plus + 1));
        if (!increment) return increment.error();
        control.increment = *increment;
        rest = rest.substr(0, plus);
    }
    const auto base = parse_base(rest);
    if (!base) return base.error();
    if (base->count() == 0) return "a clock that begins at zero has run out before the first move";
    control.base = *base;
    return std::nullopt;
}

std::optional<std::string> read_part(TimeControl& control, std::string_view part) {
    constexpr std::string_view per_move = "/move", nodes = "nodes=", depth = "depth=";
    if (part.empty()) return "a part of it is empty";
    if (part.ends_with(per_move))
        return read_per_move(control, part.substr(0, part.size() - per_move.size()));
    if (part.starts_with(nodes)) return read_nodes(control, part.substr(nodes.size()));
    if (part.starts_with(depth)) return read_depth(control, part.substr(depth.size()));
    return read_clock(control, part);
}

std::string seconds_text(Duration duration) {
    const auto all = duration.count();
    std::string text = fmt::format("{}", all / 1'000'000);
    if (const auto fraction = all % 1'000'000; fraction != 0) {
        text += fmt::format(".{:06}", fraction);
        while (text.back() == '0') text.pop_back();
    }
    return text;
}

std::string clock_text(const TimeControl& control) {
    std::string text;
    if (control.moves > 0) text += fmt::format("{}/", control.moves);
    text += seconds_text(*control.base);
    if (control.increment.count() > 0) text += '+' + seconds_text(control.increment);
    return text;
}

}  // namespace

Result<TimeControl, std::string> parse_time_control(std::string_view text) {
    std::string_view rest = ascii::trim(text);
    if (rest.empty())
        return failure(
            std::string("a time control is missing: 3+0.03, 40/4, 0.1/move, nodes=1000, depth=6"));
    TimeControl control;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        more = comma != std::string_view::npos;
        if (auto problem = read_part(control, ascii::trim(rest.substr(0, comma))))
            return failure(fmt::format("time control '{}': {}", printable(text, 60), *problem));
        if (more) rest.remove_prefix(comma + 1);
    }
    return control;
}

std::string to_text(const TimeControl& control) {
    std::string text;
    const auto add = [&text](const std::string& part) {
        if (!text.empty()) text += ',';
        text += part;
    };
    if (control.base) add(clock_text(control));
    if (control.per_move) add(seconds_text(*control.per_move) + "/move");
    if (control.nodes) add(fmt::format("nodes={}", *control.nodes));
    if (control.depth) add(fmt::format("depth={}", *control.depth));
    return text;
}

std::string to_pgn_tag(const TimeControl& control) {
    if (control.base) return clock_text(control);
    // The standard knows no time per move, but one move in so many seconds comes to the same.
    if (control.per_move) return "1/" + seconds_text(*control.per_move);
    return "-";
}

std::optional<ClockReading> GameClock::reading() const {
    if (!runs()) return std::nullopt;
    const int to_go = control_.moves > 0 ? control_.moves - moves_made_ % control_.moves : 0;
    return ClockReading{left_, control_.increment, to_go};
}

bool GameClock::charge(Duration spent, Duration grace) {
    if (!runs()) return true;
    left_ -= spent;
    if (left_ < -grace) return false;
    left_ = std::max(left_, Duration{0});
    ++moves_made_;
    left_ += control_.increment;
    if (control_.moves > 0 && moves_made_ % control_.moves == 0) left_ += *control_.base;
    return true;
}

Duration GameClock::allotment() const {
    // About as many moves as a game usually still has; near a time control only those before it.
    constexpr int usual_moves_left = 25;
    int moves = usual_moves_left;
    if (control_.moves > 0) moves = std::min(moves, control_.moves - moves_made_ % control_.moves);
    const Duration share = left_ / moves + control_.increment * 3 / 4;
    // Never all of it: a player may finish what it has begun.
    return std::max(Duration{1}, std::min(share, left_ * 4 / 5));
}

}  // namespace rookery::arena
