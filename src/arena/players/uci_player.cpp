#include "arena/players/uci_player.h"

#include "arena/players/engine_link.h"
#include "base/text.h"
#include "notation/coordinate.h"
#include "notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rookery::arena {
namespace {

// The next word if it is a number; else it is left where it is, for it may be a keyword.
std::optional<std::int64_t> take_number(std::string_view& text) {
    std::string_view rest = text;
    const auto number = parse_clamped_number(take_word(rest));
    if (number) text = rest;
    return number;
}

// The same as an int; the old value if there is no number.
std::optional<int> take_int(std::string_view& text, std::optional<int> old) {
    const auto number = take_number(text);
    return number ? as_int(*number) : old;
}

bool is_info_keyword(std::string_view word) {
    constexpr std::string_view keywords[] = {
        "depth",   "seldepth",   "time",      "nodes",    "pv",         "multipv",
        "score",   "currmove",   "hashfull",  "nps",      "tbhits",     "sbhits",
        "cpuload", "string",     "wdl",       "currline", "refutation", "currmovenumber",
        "bound",   "lowerbound", "upperbound"};
    return std::ranges::find(keywords, word) != std::end(keywords);
}

std::string_view take_moves(std::string_view& text) {
    const std::string_view all = text;
    for (;;) {
        std::string_view rest = text;
        const std::string_view word = take_word(rest);
        // The second letter tells a move from a keyword, mostly without comparing.
        const bool like_a_move = word.size() > 1 && ascii::is_digit(word[1]);
        if (word.empty() || (!like_a_move && is_info_keyword(word)))
            return ascii::trim(all.substr(0, all.size() - text.size()));
        text = rest;
    }
}

void take_score(UciInfo& info, std::string_view& text) {
    std::string_view rest = text;
    const std::string_view kind = take_word(rest);
    if (kind != "cp" && kind != "mate") return;
    const auto value = take_number(rest);
    if (!value) return;
    EngineScore score;
    score.kind = kind == "cp" ? EngineScore::Kind::Centipawns : EngineScore::Kind::Mate;
    score.value = as_int(*value);
    info.score = score;
    text = rest;
}

// The text from here to the next of these words, or to the end.
std::string_view take_until(std::string_view& text, std::initializer_list<std::string_view> ends) {
    const std::string_view all = text;
    for (;;) {
        std::string_view rest = text;
        const std::string_view word = take_word(rest);
        if (word.empty() || std::ranges::find(ends, word) != ends.end())
            return ascii::trim(all.substr(0, all.size() - text.size()));
        text = rest;
    }
}

}  // namespace

UciInfo parse_info(std::string_view text) {
    UciInfo info;
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
        if (word == "string") break;
        if (word == "pv") {
            info.moves = take_moves(text);
        } else if (word == "score") {
            take_score(info, text);
        } else if (word == "lowerbound" || word == "upperbound") {
            if (info.score)
                info.score->bound =
                    word == "lowerbound" ? EngineScore::Bound::Lower : EngineScore::Bound::Upper;
        } else if (word == "depth") {
            info.depth = take_int(text, info.depth);
        } else if (word == "seldepth") {
            info.selective_depth = take_int(text, info.selective_depth);
        } else if (word == "multipv") {
            info.line = *take_int(text, info.line);
        } else if (word == "nodes") {
            if (const auto number = take_number(text); number && *number >= 0)
                info.nodes = static_cast<std::uint64_t>(*number);
        } else if (word == "time") {
            // Limited so that milliseconds fit as microseconds too.
            if (const auto number = take_number(text); number && *number >= 0)
                info.time = std::chrono::milliseconds(as_int(*number));
        }
    }
    return info;
}

UciBestMove parse_best_move(std::string_view text) {
    UciBestMove best;
    best.move = take_word(text);
    if (take_word(text) == "ponder") best.ponder = take_word(text);
    return best;
}

std::optional<UciOption> parse_option(std::string_view text) {
    if (take_word(text) != "name") return std::nullopt;
    UciOption option;
    option.name = take_until(text, {"type"});
    if (option.name.empty()) return std::nullopt;
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
        if (word == "type") {
            option.type = take_word(text);
        } else if (word == "default") {
            option.default_value = take_until(text, {"min", "max", "var"});
        } else if (word == "min") {
            option.min = take_number(text);
        } else if (word == "max") {
            option.max = take_number(text);
        } else if (word == "var") {
            option.choices.emplace_back(take_until(text, {"min", "max", "var", "default"}));
        }
    }
    return option;
}

std::optional<std::string> check_value(const UciOption& option, std::string& value) {
    if (option.type == "spin") {
        const auto number = parse_clamped_number(value);
        if (!number)
            return fmt::format("'{}' is not a whole number, which {} wants", printable(value),
                               option.name);
        if ((option.min && *number < *option.min) || (option.max && *number > *option.max))
            return fmt::format("{} is out of range: {} takes {} to {}", value, option.name,
                               option.min ? fmt::format("{}", *option.min) : "anything",
                               option.max ? fmt::format("{}", *option.max) : "anything");
    } else if (option.type == "check") {
        for (char& c : value) c = ascii::to_lower(c);
        if (value == "1" || value == "on" || value == "yes") value = "true";
        if (value == "0" || value == "off" || value == "no") value = "false";
        if (value != "true" && value != "false")
            return fmt::format("'{}' is neither true nor false, which {} wants", printable(value),
                               option.name);
    } else if (option.type == "combo") {
        for (const std::string& choice : option.choices) {
            if (!ascii::equal_ignoring_case(choice, value)) continue;
            value = choice;
            return std::nullopt;
        }
        if (!option.choices.empty())
            return fmt::format("'{}' is not among the choices of {}: {}", printable(value),
                               option.name, fmt::join(option.choices, ", "));
    }
    return std::nullopt;
}

namespace {

std::int64_t in_milliseconds(Duration duration) {
    return std::max<std::int64_t>(
        1, std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
}

void append_clocks(std::string& text, const MoveRequest& request) {
    const auto out = std::back_inserter(text);
    for (Color color : both_colors) {
        const auto& clock = request.clocks[color];
        if (!clock) continue;
        const char letter = color == Color::White ? 'w' : 'b';
        fmt::format_to(out, " {}time {}", letter, in_milliseconds(clock->left));
        if (clock->increment.count() > 0)
            fmt::format_to(
                out, " {}inc {}", letter,
                std::chrono::duration_cast<std::chrono::milliseconds>(clock->increment).count());
    }
    const auto& own = request.clocks[request.game.position().side_to_move()];
    if (own->moves_to_go > 0) fmt::format_to(out, " movestogo {}", own->moves_to_go);
}

}  // namespace

void append_position(std::string& text, const Game& game, bool chess960) {
    // Costly to make, and needed for every move.
    static const Position usual_start = Position::start();
    if (!chess960 && game.start() == usual_start) {
        text += "position startpos";
    } else {
        text += "position fen ";
        // Some engines know only the notation with files for Chess960.
        text += to_fen(game.start(), chess960 ? FenStyle::Shredder : FenStyle::XFen);
    }
    if (game.plies() > 0) text += " moves";
    for (std::size_t ply = 0; ply < game.plies(); ++ply) {
        text += ' ';
        text += to_coordinate(game.position_at(ply), game.moves()[ply], chess960);
    }
    text += '\n';
}

void append_go(std::string& text, const MoveRequest& request) {
    const std::size_t before = text.size();
    const auto out = std::back_inserter(text);
    text += "go";
    const std::size_t bare = text.size();
    // An engine that knew only its opponent's clock would think that it has no time.
    if (request.clocks[request.game.position().side_to_move()]) append_clocks(text, request);
    if (request.per_move) fmt::format_to(out, " movetime {}", in_milliseconds(*request.per_move));
    if (request.nodes) fmt::format_to(out, " nodes {}", *request.nodes);
    if (request.depth) fmt::format_to(out, " depth {}", *request.depth);
    // Without any limit an engine would never answer.
    if (text.size() == bare) text.replace(before, std::string::npos, "go depth 1");
    text += '\n';
}

namespace {

constexpr std::string_view chess960_option = "UCI_Chess960";

bool means_no_move(std::string_view word) {
    return word.empty() || word == "(none)" || word == "0000" || word == "none" || word == "NULL";
}

}  // namespace

Result<bool, std::string> UciPlayer::introduce() {
    identity_.clear();
    options_.clear();
    chess960_ = false;
    const auto deadline = Clock::now() + timeouts_.hello;
    link_.send("uci\n", deadline);
    for (;;) {
        const auto reading = link_.receive(deadline);
        if (reading.status == ReadStatus::Timeout)
            return failure(fmt::format(
                "{} did not answer 'uci' with 'uciok' within {:.1f} s{} (is it an xboard engine?)",
                link_.command_line(), in_seconds(timeouts_.hello), link_.last_words()));
        if (reading.status == ReadStatus::End)
            return failure(fmt::format("{} {}, before it had said 'uciok'", link_.command_line(),
                                       link_.find_out_end().details));
        std::string_view rest = reading.line;
        const std::string_view word = take_word(rest);
        if (word == "uciok") return true;
        if (word == "option") {
            if (auto option = parse_option(rest)) options_.push_back(std::move(*option));
        } else if (word == "id" && take_word(rest) == "name") {
            identity_ = printable(ascii::trim(rest), 100);
        }
    }
}

const UciOption* UciPlayer::find_option(std::string_view option) const {
    for (const UciOption& candidate : options_)
        if (ascii::equal_ignoring_case(candidate.name, option)) return &candidate;
    return nullptr;
}

Result<bool, std::string> UciPlayer::set_options() {
    std::string commands;
    for (const auto& [wanted, given] : spec_.options) {
        const UciOption* option = find_option(wanted);
        if (option == nullptr) {
            std::vector<std::string> names;
            for (const UciOption& known : options_) names.push_back(known.name);
            return failure(fmt::format("{} has no option '{}'{}", link_.command_line(),
                                       printable(wanted), did_you_mean(wanted, names)));
        }
        std::string value = given;
        if (const auto problem = check_value(*option, value))
            return failure(fmt::format("{}: {}", link_.command_line(), *problem));
        commands += "setoption name " + option->name;
        if (option->type != "button") commands += " value " + value;
        commands += '\n';
        if (option->name == chess960_option) chess960_ = value == "true";
    }
    if (!commands.empty()) link_.send(commands, Clock::now() + timeouts_.hello);
    return true;
}

Result<bool, std::string> UciPlayer::await_ready() {
    const auto deadline = Clock::now() + timeouts_.ready;
    link_.send("isready\n", deadline);
    return link_.await("readyok", "isready", deadline);
}

Result<bool, std::string> UciPlayer::new_game(bool chess960) {
    if (!link_.running())
        return failure(fmt::format("{} has not been started", link_.command_line()));
    link_.conversation().clear();
    std::string commands;
    if (chess960 != chess960_) {
        const UciOption* option = find_option(chess960_option);
        if (option == nullptr)
            return failure(fmt::format("{} cannot play Chess960: it has no option {}",
                                       link_.command_line(), chess960_option));
        commands = fmt::format("setoption name {} value {}\n", option->name, chess960);
        chess960_ = chess960;
    }
    commands += "ucinewgame\n";
    link_.send(commands, Clock::now() + timeouts_.ready);
    return await_new_game();
}

// Lines that came after the last answer belong to no search; a move among them would be taken for
// the answer to the next.
void UciPlayer::forget_last_search(MoveReply& reply) {
    report_.line.clear();
    report_.first_move.clear();
    report_ = {.line = std::move(report_.line), .first_move = std::move(report_.first_move)};
    for (int i = 0; i < most_stale_lines; ++i) {
        const auto reading = link_.receive_at_once();
        if (reading.status != ReadStatus::Line) return;
        std::string_view rest = reading.line;
        if (take_word(rest) == "bestmove")
            reply.warnings.push_back("it answered without being asked: " + printable(reading.line));
    }
}

bool UciPlayer::handle_info(std::string_view text) {
    const UciInfo info = parse_info(text);
    if (info.nodes) report_.nodes = *info.nodes;
    if (info.time) report_.time = info.time;
    if (info.line != 1) return false;
    if (!info.moves.empty()) {
        std::string_view rest = info.moves;
        report_.first_move.assign(take_word(rest));
    }
    if (!info.score) return false;
    const int depth = info.depth.value_or(report_.depth);
    const bool exact = info.score->bound == EngineScore::Bound::Exact;
    const bool had_exact = report_.score && report_.score->bound == EngineScore::Bound::Exact;
    // A bound says less than the value already known.
    if (!exact && had_exact && depth <= report_.depth) return false;
    report_.score = info.score;
    report_.depth = depth;
    if (info.selective_depth) report_.selective_depth = *info.selective_depth;
    if (info.moves.empty()) return false;
    report_.line.assign(info.moves);
    return true;
}

MoveReply UciPlayer::choose(const MoveRequest& request) {
    MoveReply reply;
    if (!link_.running()) {
        reply.trouble = Trouble::Disconnected;
        reply.details = "it is not running";
        return reply;
    }
    forget_last_search(reply);
    request_text_.clear();
    append_position(request_text_, request.game, request.chess960);
    append_go(request_text_, request);

    const auto began = Clock::now();
    link_.send(request_text_, began + request.timeout);
    follow_search(request, began, "stop\n", reply);
    return reply;
}

bool UciPlayer::handle_line(std::string_view line, const MoveRequest& request,
                            Clock::time_point began, MoveReply& reply) {
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (word == "info") {
        if (handle_info(rest) && request.on_thought)
            request.on_thought({read_engine_move(request.game.position(), report_.first_move).move,
                                report_.score, report_.depth, report_.nodes, since(began)});
    } else if (word == "bestmove") {
        reply.spent = since(began);
        judge_answer(request.game, line, reply);
        return true;
    }
    return false;
}

void UciPlayer::judge_answer(const Game& game, std::string_view line, MoveReply& reply) const {
    reply.said = printable(line, 100);
    std::string_view rest = line;
    take_word(rest);
    const UciBestMove best = parse_best_move(rest);
    const ReadMove read = read_engine_move(game.position(), best.move);
    if (means_no_move(best.move)) {
        reply.trouble = Trouble::NoMove;
        reply.details = "it named no move although there are some";
    } else if (!read.readable) {
        reply.trouble = Trouble::Unreadable;
        reply.details = fmt::format("'{}' is not a move", printable(best.move, 40));
    } else if (!read.move) {
        reply.trouble = Trouble::IllegalMove;
        reply.details = fmt::format("{}: {}", best.move, why_illegal(game.position(), best.move));
    }
    reply.move = read.move;
    add_report(game, best.move, reply);
}

void UciPlayer::add_report(const Game& game, std::string_view best_move, MoveReply& reply) const {
    reply.score = report_.score;
    reply.depth = report_.depth;
    reply.selective_depth = report_.selective_depth;
    reply.nodes = report_.nodes;
    reply.claimed = report_.time;
    if (!report_.score) reply.warnings.emplace_back("it gave no score before its move");
    CheckedLine checked = check_line(game, report_.line);
    reply.line = std::move(checked.moves);
    if (!checked.warning.empty()) reply.warnings.push_back(std::move(checked.warning));
    if (!reply.move || report_.first_move.empty()) return;
    // Stopped in the middle of an iteration, an engine may still answer with the last full one.
    const bool same = report_.first_move == best_move ||
                      (!reply.line.empty() && reply.line.front() == reply.move) ||
                      read_engine_move(game.position(), report_.first_move).move == reply.move;
    if (!same)
        reply.warnings.push_back(fmt::format("it played {} although its line began with {}",
                                             printable(best_move, 20),
                                             printable(report_.first_move, 20)));
}

void UciPlayer::give_up(const MoveRequest& request, MoveReply& reply) {
    reply.details = fmt::format("no bestmove within {:.1f} s", in_seconds(request.timeout));
    // Too late for the game, but it helps to find the fault.
    const auto deadline = Clock::now() + timeouts_.after_stop;
    link_.send("stop\n", deadline);
    if (link_.await("bestmove", "stop", deadline))
        reply.details += "; it answered when told to stop";
}

bool UciPlayer::obeys_nodes() {
    if (obeys_nodes_) return *obeys_nodes_;
    obeys_nodes_ = false;
    UciPlayer other(spec_, timeouts_);
    if (!other.start()) return false;
    for (const std::uint64_t limit : {2'000U, 20'000U}) {
        const auto used = nodes_used(other, limit);
        // Beyond by a quarter: the check that comes every thousand nodes or so. Below by half: an
        // iteration not worth starting.
        if (!used || *used > limit + limit / 4 || *used < limit / 2) return false;
    }
    obeys_nodes_ = true;
    return true;
}

}  // namespace rookery::arena
