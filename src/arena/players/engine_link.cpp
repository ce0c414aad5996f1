#include "arena/players/engine_link.h"

#include "base/text.h"
#include "chess/draws.h"
#include "chess/movegen.h"
#include "notation/coordinate.h"
#include "notation/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rookery::arena {

std::string_view take_word(std::string_view& text) {
    std::size_t begin = 0;
    while (begin < text.size() && ascii::is_space(text[begin])) ++begin;
    std::size_t end = begin;
    while (end < text.size() && !ascii::is_space(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

void Conversation::clear() {
    began_ = std::chrono::steady_clock::now();
    count_ = 0;
}

void Conversation::add(From from, std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        add_line(from, text.substr(0, end));
        if (end == std::string_view::npos) return;
        text.remove_prefix(end + 1);
    }
}

void Conversation::add_line(From from, std::string_view line) {
    const bool early = count_ < first_lines;
    std::vector<Line>& lines = early ? first_ : last_;
    const std::size_t index = early ? count_ : (count_ - first_lines) % last_lines;
    ++count_;
    if (index == lines.size()) lines.emplace_back();
    Line& slot = lines[index];
    slot.when = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - began_);
    slot.from = from;
    if (line.size() <= longest_line) {
        slot.text.assign(line);
        return;
    }
    // Both ends: a long `position` is worth reading for the moves at its end.
    const std::size_t half = longest_line / 2;
    slot.text.assign(line.substr(0, half));
    slot.text += fmt::format(" [{} bytes left out] ", line.size() - 2 * half);
    slot.text += line.substr(line.size() - half);
}

const Conversation::Line& Conversation::at(std::size_t index) const {
    return index < first_lines ? first_[index] : last_[(index - first_lines) % last_lines];
}

std::string Conversation::text() const {
    std::string text;
    for (std::size_t i = 0; i < count_; ++i) {
        if (i == first_lines && count_ > first_lines + last_lines) {
            const std::size_t missing = count_ - first_lines - last_lines;
            fmt::format_to(std::back_inserter(text), "       [{} lines left out]\n", missing);
            i += missing;
        }
        const Line& line = at(i);
        fmt::format_to(std::back_inserter(text), "{:6} {} {}\n", line.when.count(),
                       line.from == From::Us ? '>' : '<', printable(line.text, 2 * longest_line));
    }
    return text;
}

std::string Conversation::last_of_player(std::size_t lines) const {
    const std::size_t oldest =
        count_ > first_lines + last_lines ? count_ - last_lines : std::size_t{0};
    std::vector<std::string> found;
    for (std::size_t i = count_; i > oldest && found.size() < lines; --i)
        if (const Line& line = at(i - 1); line.from == From::Player && !line.text.empty())
            found.push_back(printable(line.text, 200));
    std::reverse(found.begin(), found.end());
    return fmt::format("{}", fmt::join(found, " | "));
}

namespace {

// How the referee would see it; an engine's line may not go on there.
GameEnding ending_at(const Position& position, const std::vector<Key>& keys) {
    if (!has_legal_move(position))
        return position.in_check() ? GameEnding::Checkmate : GameEnding::Stalemate;
    if (is_dead(position)) return GameEnding::DeadPosition;
    if (earlier_occurrences(keys, position.halfmove_clock()) >= 2)
        return GameEnding::ThreefoldRepetition;
    if (position.halfmove_clock() >= 100) return GameEnding::FiftyMoves;
    return GameEnding::None;
}

}  // namespace

ReadMove read_engine_move(const Position& position, std::string_view word) {
    if (word.size() != 4 && word.size() != 5) return {};
    const Square from = parse_square(word.substr(0, 2));
    const Square to = parse_square(word.substr(2, 2));
    if (from == Square::None || to == Square::None) return {};
    PieceType promotion = PieceType::None;
    if (word.size() == 5) {
        promotion = type_from_letter(ascii::to_upper(word[4]));
        if (!can_promote_to(promotion)) return {};
    }
    return {true, find_move(position, from, to, promotion)};
}

std::string why_illegal(const Position& position, std::string_view word) {
    const auto parsed = parse_coordinate(position, word);
    return parsed ? std::string() : parsed.error().what;
}

CheckedLine check_line(const Game& game, std::string_view moves) {
    CheckedLine checked;
    Position position = game.position();
    std::vector<Key> keys = game.reversible_keys();
    for (std::string_view word = take_word(moves); !word.empty(); word = take_word(moves)) {
        const std::size_t number = checked.moves.size() + 1;
        if (number > 1) {
            if (const GameEnding ending = ending_at(position, keys); ending != GameEnding::None) {
                checked.warning =
                    fmt::format("its line goes on with {} although the game ends before: {}",
                                printable(word, 20), describe(ending));
                return checked;
            }
        }
        const ReadMove read = read_engine_move(position, word);
        if (!read.move) {
            checked.warning =
                fmt::format("move {} of its line, {}, is {}", number, printable(word, 20),
                            read.readable ? "illegal: " + why_illegal(position, word)
                                          : std::string("unreadable"));
            return checked;
        }
        checked.moves.push_back(read.move);
        position.make(read.move);
        keys.push_back(position.key());
    }
    return checked;
}

namespace {

// From the closing of its output to its end, for a program that is on its way out.
constexpr std::chrono::seconds time_to_die{1};

// The last few lines, on one.
std::string last_lines(std::string_view text) {
    constexpr std::size_t lines = 5;
    text = ascii::trim(text);
    std::size_t start = text.size();
    for (std::size_t i = 0; i < lines && start != std::string_view::npos && start > 0; ++i)
        start = text.rfind('\n', start - 1);
    if (start != std::string_view::npos && start < text.size()) text.remove_prefix(start);
    return printable(ascii::trim(text), 600);
}

}  // namespace

Result<bool, std::string> EngineLink::launch() {
    child_.reset();
    auto child = ChildProcess::launch(
        {spec_.command, spec_.arguments, spec_.folder, spec_.niceness, spec_.processors}, waiter_);
    if (!child) return failure(child.error());
    child_ = std::move(*child);
    return true;
}

void EngineLink::stop(std::chrono::milliseconds grace) {
    if (!child_) return;
    conversation_.add(Conversation::From::Us, "quit");
    child_->stop("quit\n", grace);
    child_.reset();
}

void EngineLink::send(std::string_view lines, Instant deadline) {
    conversation_.add(Conversation::From::Us, lines);
    static_cast<void>(child_->write(lines, deadline));
}

ChildProcess::Reading EngineLink::logged(const ChildProcess::Reading& reading) {
    if (reading.status == ReadStatus::Line)
        conversation_.add(Conversation::From::Player, reading.line);
    return reading;
}

Result<bool, std::string> EngineLink::await(std::string_view word, std::string_view asked,
                                            Instant deadline) {
    const Instant began = Clock::now();
    for (;;) {
        const ChildProcess::Reading reading = receive(deadline);
        if (reading.status == ReadStatus::Line) {
            std::string_view rest = reading.line;
            if (take_word(rest) == word) return true;
        } else if (reading.status == ReadStatus::Timeout) {
            const std::chrono::duration<double> waited = Clock::now() - began;
            return failure(fmt::format("{} did not answer '{}' with '{}' within {:.1f} s{}",
                                       command_line(), asked, word, waited.count(), last_words()));
        } else {
            return failure(fmt::format("{} {} instead of answering '{}'", command_line(),
                                       find_out_end().details, asked));
        }
    }
}

EngineLink::End EngineLink::find_out_end() {
    End end;
    const std::optional<ExitStatus> status = child_->wait(Clock::now() + time_to_die);
    end.details = status ? describe(*status) : "closed its output but still runs";
    if (status && !status->is_clean()) end.trouble = Trouble::Crashed;
    end.details += last_words();
    kill();
    return end;
}

std::string EngineLink::command_line() const {
    std::string text = spec_.command;
    for (const std::string& argument : spec_.arguments) text += ' ' + argument;
    return "'" + printable(text, 200) + "'";
}

std::string EngineLink::last_words() const {
    std::string words = child_ ? last_lines(child_->last_words()) : std::string();
    if (words.empty()) words = conversation_.last_of_player(3);
    return words.empty() ? words : "; its last words: " + words;
}

Result<bool, std::string> EnginePlayer::start() {
    stop();
    link_.conversation().clear();
    auto result = link_.launch();
    if (!result) return result;
    result = introduce();
    if (result) result = set_options();
    if (result) result = await_ready();
    if (!result) link_.kill();
    return result;
}

Result<bool, std::string> EnginePlayer::await_new_game() {
    auto ready = await_ready();
    const auto began = Clock::now();
    if (ready) ready = await_ready();
    latency_ = since(began);
    if (!ready) link_.kill();
    return ready;
}

void EnginePlayer::follow_search(const MoveRequest& request, Clock::time_point began,
                                 std::string_view stop_command, MoveReply& reply) {
    auto deadline = began + request.timeout;
    link_.forget_interruption();
    const std::stop_callback wake_up(request.interrupt, [this] { link_.interrupt(); });
    for (;;) {
        const auto reading = link_.receive(deadline, Waiter::Interruption::Heeded);
        switch (reading.status) {
            case ReadStatus::Line:
                if (handle_line(reading.line, request, began, reply)) return;
                break;
            case ReadStatus::Interrupted:
                link_.forget_interruption();
                deadline = std::min(deadline, Clock::now() + timeouts_.interrupted);
                link_.send(stop_command, deadline);
                break;
            case ReadStatus::Timeout:
                reply.spent = since(began);
                reply.trouble = Trouble::Stalled;
                give_up(request, reply);
                return link_.kill();
            case ReadStatus::End:
                reply.spent = since(began);
                auto end = link_.find_out_end();
                reply.trouble = end.trouble;
                reply.details = std::move(end.details);
                return;
        }
    }
}

std::optional<std::uint64_t> nodes_used(Player& player, std::uint64_t limit) {
    if (!player.new_game(false)) return std::nullopt;
    const Game game;
    MoveRequest request{.game = game};
    request.nodes = limit;
    request.timeout = std::chrono::seconds(10);
    const MoveReply reply = player.choose(request);
    if (reply.trouble != Trouble::None) return std::nullopt;
    return reply.nodes;
}

}  // namespace rookery::arena
