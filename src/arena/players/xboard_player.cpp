#include "arena/players/xboard_player.h"

#include "arena/players/engine_link.h"
#include "base/text.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rookery::arena {
namespace {

// The convention for mates: this much and the number of moves.
constexpr int mate_base = 100'000;

}  // namespace

std::vector<std::pair<std::string, std::string>> parse_features(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> features;
    for (;;) {
        text = ascii::trim(text);
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) return features;
        const std::string_view name = ascii::trim(text.substr(0, equals));
        text.remove_prefix(equals + 1);
        std::string_view value;
        if (text.starts_with('"')) {
            const std::size_t end = text.find('"', 1);
            value = text.substr(1, end == std::string_view::npos ? end : end - 1);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        } else {
            value = take_word(text);
        }
        features.emplace_back(name, value);
    }
}

std::optional<XboardThinking> parse_thinking(std::string_view line) {
    std::string_view depth_word = take_word(line);
    // Some mark what kind of line it is: "9." or "9&".
    while (depth_word.size() > 1 && !ascii::is_digit(depth_word.back()))
        depth_word.remove_suffix(1);
    const auto depth = parse_clamped_number(depth_word);
    const auto score = parse_clamped_number(take_word(line));
    const auto time = parse_clamped_number(take_word(line));
    const auto nodes = parse_clamped_number(take_word(line));
    // Engines report depth zero for moves of a book.
    if (!depth || !score || !time || !nodes || *depth < 1 || *time < 0 || *nodes < 0)
        return std::nullopt;
    XboardThinking thinking;
    thinking.depth = as_int(*depth);
    thinking.nodes = static_cast<std::uint64_t>(*nodes);
    thinking.time = std::chrono::milliseconds(10) * as_int(*time);
    const int value = as_int(*score);
    if (value >= mate_base || value <= -mate_base) {
        thinking.score.kind = EngineScore::Kind::Mate;
        thinking.score.value = value > 0 ? value - mate_base : value + mate_base;
    } else {
        thinking.score.value = value;
    }
    // Move numbers may stand before the move.
    do thinking.first_move = take_word(line);
    while (!thinking.first_move.empty() && ascii::is_digit(thinking.first_move.front()));
    return thinking;
}

std::string_view move_in_line(std::string_view line) {
    constexpr std::string_view old_form = "My move is";
    if (line.starts_with(old_form)) {
        line.remove_prefix(old_form.size());
        while (!line.empty() && (line.front() == ':' || line.front() == ' ')) line.remove_prefix(1);
        return take_word(line);
    }
    const std::string_view first = take_word(line);
    if (first == "move") return take_word(line);
    const bool numbered = first.size() > 1 && first.back() == '.' &&
                          std::all_of(first.begin(), first.end() - 1, ascii::is_digit);
    if (numbered && take_word(line) == "...") return take_word(line);
    return {};
}

std::string level_time(Duration duration) {
    const auto seconds =
        std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(duration).count());
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

namespace {

// An engine of version 1 says nothing at all; the protocol lets us wait so long for one of
// version 2.
constexpr std::chrono::seconds silence{2};

Move read_move(const Position& position, std::string_view word) {
    if (const Move move = read_engine_move(position, word).move) return move;
    const auto san = parse_san(position, word);
    return san ? *san : Move::none();
}

std::string move_text(const Position& position, Move move, bool chess960) {
    if (chess960 && move.is_castling()) return move.wing() == Wing::King ? "O-O" : "O-O-O";
    return to_coordinate(position, move, false);
}

// True for "Illegal move: e7e5" and where no move is named; false for "Illegal move: sd 5".
bool warns_about_a_move(const Position& position, std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return true;
    std::string_view rest = line.substr(colon + 1);
    const std::string_view word = take_word(rest);
    return word.empty() || word.front() == 'O' || read_engine_move(position, word).readable;
}

}  // namespace

Result<bool, std::string> XboardPlayer::introduce() {
    features_ = {};
    has_played_ = false;
    const auto began = Clock::now();
    link_.send("xboard\nprotover 2\n", began + timeouts_.hello);
    bool extended = false;
    while (!features_.done) {
        const auto reading = link_.receive(
            began + (extended ? timeouts_.hello : std::chrono::milliseconds(silence)));
        if (reading.status == ReadStatus::End)
            return failure(fmt::format("{} {}, before it had told its features",
                                       link_.command_line(), link_.find_out_end().details));
        if (reading.status == ReadStatus::Timeout) {
            if (!extended) return true;  // one of version 1
            return failure(fmt::format("{} did not tell the last of its features within {:.1f} s{}",
                                       link_.command_line(), in_seconds(timeouts_.hello),
                                       link_.last_words()));
        }
        std::string_view rest = reading.line;
        if (take_word(rest) != "feature") continue;
        // Copied, for the answers use the same buffers.
        for (const auto& [feature, value] : parse_features(rest)) {
            if (feature == "done" && value == "0") extended = true;
            handle_feature(feature, value);
        }
    }
    return true;
}

void XboardPlayer::handle_feature(const std::string& feature, const std::string& value) {
    const std::pair<std::string_view, bool*> flags[] = {
        {"ping", &features_.ping},     {"setboard", &features_.setboard},
        {"reuse", &features_.reuse},   {"usermove", &features_.usermove},
        {"memory", &features_.memory}, {"smp", &features_.smp},
        {"done", &features_.done}};
    const auto flag = std::ranges::find(flags, feature, [](const auto& one) { return one.first; });
    const bool is_flag = flag != std::end(flags);
    if (is_flag) *flag->second = value == "1";
    if (feature == "variants") features_.variants = value;
    const bool accepted = is_flag || feature == "variants" || feature == "myname" ||
                          feature == "colors" || feature == "sigint";
    link_.send(fmt::format("{} {}\n", accepted ? "accepted" : "rejected", printable(feature)),
               Clock::now() + timeouts_.hello);
}

Result<bool, std::string> XboardPlayer::set_options() {
    for (const auto& [option, value] : spec_.options) {
        const bool hash = ascii::equal_ignoring_case(option, "Hash");
        const bool threads = ascii::equal_ignoring_case(option, "Threads");
        const bool possible = hash ? features_.memory : threads ? features_.smp : true;
        if (!possible)
            return failure(fmt::format("{} cannot be told about {}", link_.command_line(), option));
        const std::string command = hash      ? "memory " + value
                                    : threads ? "cores " + value
                                              : "option " + option + "=" + value;
        link_.send(command + "\n", Clock::now() + timeouts_.hello);
    }
    return true;
}

Result<bool, std::string> XboardPlayer::await_ready() {
    if (!features_.ping) return true;
    const std::string ping = fmt::format("ping {}", ++pings_);
    const auto deadline = Clock::now() + timeouts_.ready;
    link_.send(ping + "\n", deadline);
    return link_.await("pong", ping, deadline);
}

Result<bool, std::string> XboardPlayer::new_game(bool chess960) {
    if (!link_.running())
        return failure(fmt::format("{} has not been started", link_.command_line()));
    if (has_played_ && !features_.reuse)
        if (auto again = start(); !again) return again;
    if (chess960 && features_.variants.find("fischerandom") == std::string::npos)
        return failure(fmt::format("{} cannot play Chess960: it knows {}", link_.command_line(),
                                   printable(features_.variants, 100)));
    link_.conversation().clear();
    std::string commands = "new\n";
    if (chess960) commands += "variant fischerandom\n";
    commands += "force\neasy\npost\n";
    link_.send(commands, Clock::now() + timeouts_.ready);
    chess960_ = chess960;
    has_played_ = true;
    level_sent_ = position_sent_ = false;
    sent_moves_.clear();
    auto ready = await_new_game();
    if (!features_.ping) latency_.reset();
    return ready;
}

std::string XboardPlayer::validate(const MoveRequest& request) const {
    if (!link_.running()) return "it is not running";
    if (request.nodes) return "an xboard engine cannot be limited by nodes";
    const bool usual = request.game.start() == Position::start();
    if (!usual && !features_.setboard) return "it cannot set up a position";
    return {};
}

// The moves it does not know yet, or all of the game if it went another way than it thinks.
void XboardPlayer::append_setup(std::string& text, const MoveRequest& request) {
    const Game& game = request.game;
    const std::vector<Move>& moves = game.moves();
    const bool known = position_sent_ && sent_moves_.size() <= moves.size() &&
                       std::equal(sent_moves_.begin(), sent_moves_.end(), moves.begin());
    if (!known) {
        if (position_sent_) text += "new\nforce\neasy\npost\n";
        if (!(game.start() == Position::start()))
            fmt::format_to(std::back_inserter(text), "setboard {}\n", to_fen(game.start()));
        sent_moves_.clear();
        position_sent_ = true;
    }
    for (std::size_t ply = sent_moves_.size(); ply < moves.size(); ++ply) {
        if (features_.usermove) text += "usermove ";
        text += move_text(game.position_at(ply), moves[ply], chess960_) + "\n";
    }
    sent_moves_ = moves;
}

void XboardPlayer::append_limits(std::string& text, const MoveRequest& request) {
    const auto out = std::back_inserter(text);
    const Color us = request.game.position().side_to_move();
    const auto& own = request.clocks[us];
    if (!level_sent_) {
        level_sent_ = true;
        if (own)
            fmt::format_to(out, "level {} {} {:g}\n", own->moves_to_go, level_time(own->left),
                           in_seconds(own->increment));
        if (request.per_move) fmt::format_to(out, "st {:g}\n", in_seconds(*request.per_move));
        if (request.depth) fmt::format_to(out, "sd {}\n", *request.depth);
    }
    const auto hundredths = [](Duration left) {
        return std::max<std::int64_t>(1, left.count() / 10'000);
    };
    if (own) fmt::format_to(out, "time {}\n", hundredths(own->left));
    if (const auto& other = request.clocks[~us]; own && other)
        fmt::format_to(out, "otim {}\n", hundredths(other->left));
}

bool XboardPlayer::handle_line(std::string_view line, const MoveRequest& request,
                               Clock::time_point began, MoveReply& reply) {
    reply.spent = since(began);
    const Position& position = request.game.position();
    const std::string_view answer = move_in_line(line);
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (!answer.empty()) {
        reply.said = printable(line, 100);
        reply.move = read_move(position, answer);
        if (reply.move) return true;
        const bool readable = read_engine_move(position, answer).readable;
        reply.trouble = readable ? Trouble::IllegalMove : Trouble::Unreadable;
        reply.details = readable ? fmt::format("{}: {}", answer, why_illegal(position, answer))
                                 : fmt::format("'{}' is not a move here", printable(answer, 40));
        return true;
    }
    const bool resigned = word == "resign" || line.starts_with("tellics resign");
    if (resigned || word == "1-0" || word == "0-1" || word == "1/2-1/2") {
        reply.said = printable(line, 100);
        reply.trouble = resigned ? Trouble::Resigned : Trouble::NoMove;
        if (!resigned) reply.details = "it called the game over: " + reply.said;
        return true;
    }
    if (word == "Illegal" || word == "Error" || line.starts_with("tellusererror Illegal")) {
        reply.said = printable(line, 100);
        // An unknown command is no reason to lose, even if the engine takes it for a move; a legal
        // move it does not accept is.
        if (word == "Error" || !warns_about_a_move(position, line)) {
            reply.warnings.push_back(reply.said);
            return false;
        }
        reply.trouble = Trouble::Unreadable;
        reply.details = "it did not accept a legal move or position: " + reply.said;
        return true;
    }
    if (const auto thinking = parse_thinking(line)) {
        reply.score = thinking->score;
        reply.depth = thinking->depth;
        reply.nodes = thinking->nodes;
        reply.claimed = thinking->time;
        if (const Move move = read_move(position, thinking->first_move); move && request.on_thought)
            request.on_thought({move, reply.score, reply.depth, reply.nodes, reply.spent});
    }
    return false;
}

MoveReply XboardPlayer::choose(const MoveRequest& request) {
    MoveReply reply;
    reply.details = validate(request);
    if (!reply.details.empty()) {
        reply.trouble = link_.running() ? Trouble::NoMove : Trouble::Disconnected;
        return reply;
    }
    // These lines belong to the last move, not to the next.
    for (int i = 0; i < most_stale_lines; ++i)
        if (link_.receive_at_once().status != ReadStatus::Line) break;
    std::string commands;
    append_setup(commands, request);
    append_limits(commands, request);
    commands += "go\n";

    const auto began = Clock::now();
    link_.send(commands, began + request.timeout);
    follow_search(request, began, "?\n", reply);
    if (!link_.running()) return reply;
    link_.send("force\n", Clock::now() + timeouts_.hello);
    if (reply.move) sent_moves_.push_back(reply.move);
    if (!reply.score) reply.warnings.emplace_back("it gave no score before its move");
    return reply;
}

}  // namespace rookery::arena
