#include "arena/players/uci_player.h"

#include "arena/players/engine_link.h"
#include "arena/players/player_spec.h"
#include "base/text.h"
#include "notation/coordinate.h"
#include "notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rookery::arena {
namespace {

using Clock = EngineLink::Clock;
using ReadStatus = EngineLink::ReadStatus;

constexpr std::string_view chess960_option = "UCI_Chess960";

bool means_no_move(std::string_view word) {
    return word.empty() || word == "(none)" || word == "0000" || word == "none" || word == "NULL";
}

}  // namespace

UciPlayer::UciPlayer(EngineSpec spec, const EngineTimeouts& timeouts)
    : spec_(std::move(spec)), timeouts_(timeouts), link_(spec_) {}

UciPlayer::~UciPlayer() { stop(); }

void UciPlayer::stop() { link_.stop(timeouts_.quit); }

Result<bool, std::string> UciPlayer::start() {
    stop();
    link_.conversation().clear();
    auto launched = link_.launch();
    if (!launched) return launched;
    auto result = introduce();
    if (result) result = set_options();
    if (result) result = await_ready();
    if (!result) link_.kill();
    return result;
}

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
    auto ready = await_ready();
    const auto began = Clock::now();
    if (ready) ready = await_ready();
    latency_ = since(began);
    if (!ready) link_.kill();
    return ready;
}

// Lines that came after the last answer belong to no search; a move among them would be taken for
// the answer to the next.
void UciPlayer::forget_last_search(MoveReply& reply) {
    report_.score.reset();
    report_.depth = report_.selective_depth = 0;
    report_.nodes = 0;
    report_.time.reset();
    report_.line.clear();
    report_.first_move.clear();
    for (int i = 0; i < most_stale_lines; ++i) {
        const auto reading = link_.receive_at_once();
        if (reading.status != ReadStatus::Line) return;
        std::string_view rest = reading.line;
        if (take_word(rest) == "bestmove")
            reply.warnings.push_back("it answered without being asked: " + printable(reading.line));
    }
}

bool UciPlayer::hear_info(std::string_view text) {
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

Thought UciPlayer::thought_now(const Game& game, Duration after) const {
    return {read_engine_move(game.position(), report_.first_move).move, report_.score,
            report_.depth, report_.nodes, after};
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
    follow_search(request, began, reply);
    return reply;
}

void UciPlayer::follow_search(const MoveRequest& request, Clock::time_point began,
                              MoveReply& reply) {
    auto deadline = began + request.timeout;
    link_.forget_interruption();
    const std::stop_callback wake_up(request.interrupt, [this] { link_.interrupt(); });
    for (;;) {
        const auto reading = link_.receive(deadline, Waiter::Interruption::Heeded);
        if (reading.status == ReadStatus::Interrupted) {
            link_.forget_interruption();
            deadline = std::min(deadline, Clock::now() + timeouts_.interrupted);
            link_.send("stop\n", deadline);
            continue;
        }
        if (reading.status == ReadStatus::Timeout) {
            reply.spent = since(began);
            return give_up(reply, request.timeout);
        }
        if (reading.status == ReadStatus::End) {
            reply.spent = since(began);
            auto end = link_.find_out_end();
            reply.trouble = end.trouble;
            reply.details = std::move(end.details);
            return;
        }
        std::string_view rest = reading.line;
        const std::string_view word = take_word(rest);
        if (word == "info") {
            if (hear_info(rest) && request.on_thought)
                request.on_thought(thought_now(request.game, since(began)));
        } else if (word == "bestmove") {
            reply.spent = since(began);
            return judge_answer(request.game, reading.line, reply);
        }
    }
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

void UciPlayer::give_up(MoveReply& reply, Duration timeout) {
    reply.trouble = Trouble::Stalled;
    reply.details = fmt::format("no bestmove within {:.1f} s", in_seconds(timeout));
    // Too late for the game, but it helps to find the fault.
    const auto deadline = Clock::now() + timeouts_.after_stop;
    link_.send("stop\n", deadline);
    if (link_.await("bestmove", "stop", deadline))
        reply.details += "; it answered when told to stop";
    link_.kill();
}

std::optional<std::uint64_t> UciPlayer::nodes_used(std::uint64_t limit) {
    if (!new_game(false)) return std::nullopt;
    const Game game;
    MoveRequest request{.game = game};
    request.nodes = limit;
    request.timeout = std::chrono::seconds(5);
    const MoveReply reply = choose(request);
    if (reply.trouble != Trouble::None) return std::nullopt;
    return reply.nodes;
}

bool UciPlayer::obeys_nodes() {
    if (obeys_nodes_) return *obeys_nodes_;
    obeys_nodes_ = false;
    UciPlayer other(spec_, timeouts_);
    if (!other.start()) return false;
    for (const std::uint64_t limit : {2'000U, 20'000U}) {
        const auto used = other.nodes_used(limit);
        // Beyond by a quarter: the check that comes every thousand nodes or so. Below by half: an
        // iteration not worth starting.
        if (!used || *used > limit + limit / 4 || *used < limit / 2) return false;
    }
    obeys_nodes_ = true;
    return true;
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
    static const Position usual_start =
        Position::start();  // costly to make, and needed for every move
    if (!chess960 && game.start() == usual_start) {
        text += "position startpos";
    } else {
        text += "position fen ";
        // Of Chess960 some engines know only the notation with files.
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
    // The opponent's clock alone would look like having no time oneself.
    if (request.clocks[request.game.position().side_to_move()]) append_clocks(text, request);
    if (request.per_move) fmt::format_to(out, " movetime {}", in_milliseconds(*request.per_move));
    if (request.nodes) fmt::format_to(out, " nodes {}", *request.nodes);
    if (request.depth) fmt::format_to(out, " depth {}", *request.depth);
    // Without any limit an engine would never answer.
    if (text.size() == bare) text.replace(before, std::string::npos, "go depth 1");
    text += '\n';
}

}  // namespace rookery::arena
