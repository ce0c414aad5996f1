#include "notation/pgn_comment.h"

#include "base/text.h"
#include "notation/names.h"

#include <algorithm>
#include <cstdlib>

namespace rookery {
namespace {

using std::chrono::milliseconds;

constexpr int largest_number = 99'999;

std::string_view take_until(std::string_view& text, char mark) {
    const std::size_t end = std::min(text.find(mark), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return taken;
}

// A whole number and perhaps decimals, as thousandths; without a sign.
std::optional<long> thousandths(std::string_view text) {
    std::string_view rest = text;
    const std::string_view whole_text = take_until(rest, '.');
    const auto whole = whole_text.empty() ? 0 : parse_digits(whole_text, largest_number);
    if (text.empty() || text == "." || !whole) return std::nullopt;
    long decimals = 0;
    for (std::size_t i = 0; i < 3; ++i)
        decimals = 10 * decimals + (i < rest.size() ? rest[i] - '0' : 0);
    if (!std::all_of(rest.begin(), rest.end(), ascii::is_digit)) return std::nullopt;
    return 1000L * *whole + decimals;
}

// h:mm:ss with decimals allowed, but also m:ss and plain seconds.
std::optional<milliseconds> parse_time(std::string_view text) {
    long total = 0;
    for (int parts = 0; parts < 3; ++parts) {
        const bool last = text.find(':') == std::string_view::npos;
        const std::string_view part = take_until(text, ':');
        if (last) {
            const auto seconds = thousandths(part);
            if (!seconds) return std::nullopt;
            return milliseconds(1000 * 60 * total + *seconds);
        }
        const auto value = parse_digits(part, largest_number);
        if (!value) return std::nullopt;
        total = 60 * total + *value;
    }
    return std::nullopt;
}

bool take_sign(std::string_view& text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    return negative;
}

std::optional<CommentEval> parse_eval(std::string_view text) {
    CommentEval eval;
    std::string_view depth = text;
    std::string_view score = take_until(depth, ',');
    if (score.size() < text.size()) {
        eval.depth = parse_digits(depth, largest_number);
        if (!eval.depth) return std::nullopt;
    }
    const bool mate = score.starts_with('#');
    if (mate) score.remove_prefix(1);
    const bool negative = take_sign(score);
    if (mate) {
        const auto moves = parse_digits(score, largest_number);
        if (!moves) return std::nullopt;
        eval.mate = negative ? -*moves : *moves;
        return eval;
    }
    const auto pawns = thousandths(score);
    if (!pawns) return std::nullopt;
    const int centipawns = static_cast<int>((*pawns + 5) / 10);
    eval.centipawns = negative ? -centipawns : centipawns;
    return eval;
}

constexpr std::string_view color_letters = "GRYB";

std::optional<MarkColor> parse_color(char letter) {
    const std::size_t index = color_letters.find(letter);
    if (index == std::string_view::npos) return std::nullopt;
    return static_cast<MarkColor>(index);
}

bool parse_squares(std::string_view list, std::vector<SquareMark>& marks) {
    while (!list.empty()) {
        const std::string_view item = ascii::trim(take_until(list, ','));
        if (item.size() != 3) return false;
        const auto color = parse_color(item[0]);
        const Square square = parse_square(item.substr(1));
        if (!color || square == Square::None) return false;
        marks.push_back({*color, square});
    }
    return true;
}

bool parse_arrows(std::string_view list, std::vector<ArrowMark>& marks) {
    while (!list.empty()) {
        const std::string_view item = ascii::trim(take_until(list, ','));
        if (item.size() != 5) return false;
        const auto color = parse_color(item[0]);
        const Square from = parse_square(item.substr(1, 2));
        const Square to = parse_square(item.substr(3));
        if (!color || from == Square::None || to == Square::None) return false;
        marks.push_back({*color, from, to});
    }
    return true;
}

template <class Value>
bool store(std::optional<Value>& slot, std::optional<Value> value) {
    if (value) slot = value;
    return value.has_value();
}

// False if it is not known or cannot be read; nothing is changed then.
bool apply(CommentCommands& commands, std::string_view name, std::string_view argument) {
    if (name == "clk") return store(commands.clock, parse_time(argument));
    if (name == "emt") return store(commands.elapsed, parse_time(argument));
    if (name == "eval") return store(commands.eval, parse_eval(argument));
    if (name == "csl") {
        std::vector<SquareMark> marks;
        if (!parse_squares(argument, marks)) return false;
        commands.squares.insert(commands.squares.end(), marks.begin(), marks.end());
        return true;
    }
    if (name == "cal") {
        std::vector<ArrowMark> marks;
        if (!parse_arrows(argument, marks)) return false;
        commands.arrows.insert(commands.arrows.end(), marks.begin(), marks.end());
        return true;
    }
    return false;
}

// Joins the parts between the commands with one blank.
void append_text(std::string& text, std::string_view more) {
    more = ascii::trim(more);
    if (more.empty()) return;
    if (!text.empty()) text += ' ';
    text += more;
}

std::string two_digits(long number) {
    const std::string digits = std::to_string(number);
    return digits.size() < 2 ? "0" + digits : digits;
}

std::string time_text(milliseconds time) {
    const long total = std::max<long>(0, static_cast<long>(time.count()));
    const long seconds = total / 1000;
    std::string text = std::to_string(seconds / 3600) + ":" + two_digits(seconds / 60 % 60) + ":" +
                       two_digits(seconds % 60);
    if (total % 1000 != 0) {
        text += '.';
        text += std::to_string(1000 + total % 1000).substr(1);
        while (text.back() == '0') text.pop_back();
    }
    return text;
}

std::string eval_text(const CommentEval& eval) {
    std::string text;
    if (eval.mate) {
        text = "#" + std::to_string(*eval.mate);
    } else {
        const int size = std::abs(eval.centipawns);
        text = (eval.centipawns < 0 ? "-" : "") + std::to_string(size / 100) + "." +
               two_digits(size % 100);
    }
    if (eval.depth) text += "," + std::to_string(*eval.depth);
    return text;
}

}  // namespace

CommentCommands parse_comment_commands(std::string_view comment) {
    CommentCommands commands;
    while (!comment.empty()) {
        const std::size_t open = comment.find("[%");
        const std::size_t close = comment.find(']', std::min(open, comment.size()));
        if (open == std::string_view::npos || close == std::string_view::npos) {
            append_text(commands.text, comment);
            break;
        }
        append_text(commands.text, comment.substr(0, open));
        std::string_view argument = comment.substr(open + 2, close - open - 2);
        const std::string_view name = take_until(argument, ' ');
        if (!apply(commands, name, ascii::trim(argument)))
            append_text(commands.text, comment.substr(open, close + 1 - open));
        comment.remove_prefix(close + 1);
    }
    return commands;
}

std::string to_comment(const CommentCommands& commands) {
    std::string text;
    const auto add = [&](std::string_view name, std::string_view argument) {
        if (!text.empty()) text += ' ';
        text += "[%";
        text += name;
        text += ' ';
        text += argument;
        text += ']';
    };
    if (commands.eval) add("eval", eval_text(*commands.eval));
    if (commands.clock) add("clk", time_text(*commands.clock));
    if (commands.elapsed) add("emt", time_text(*commands.elapsed));
    std::string list;
    const auto begin_item = [&](MarkColor color) {
        if (!list.empty()) list += ',';
        list += color_letters[static_cast<std::size_t>(color)];
    };
    for (const SquareMark& mark : commands.squares) {
        begin_item(mark.color);
        append_square(list, mark.square);
    }
    if (!list.empty()) add("csl", list);
    list.clear();
    for (const ArrowMark& mark : commands.arrows) {
        begin_item(mark.color);
        append_square(list, mark.from);
        append_square(list, mark.to);
    }
    if (!list.empty()) add("cal", list);
    append_text(text, commands.text);
    return text;
}

}  // namespace rookery
