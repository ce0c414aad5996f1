#include "protocol/xboard_session.h"

#include "base/text.h"
#include "chess/movegen.h"
#include "knowledge/polyglot_book.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "protocol/line_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

namespace rookery::xboard {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

Session::Session(std::string engine_name, const EngineParts& parts, std::uint64_t seed,
                 TextSink sink)
    : engine_name_(std::move(engine_name)), output_(std::move(sink)),
      search_(parts, seed, output_, [this](const Answer& answer) { queue_.put(answer); }) {}

void Session::run() {
    while (!over_) {
        const Event event = queue_.take();
        try {
            std::visit([this](const auto& what) { on(what); }, event);
        } catch (const std::exception& problem) {
            output_.write(comment_line(fmt::format("that failed: {}", problem.what())));
        }
    }
}

void Session::on(const Line& line) {
    output_.note_input(line.text);
    std::visit([this](const auto& command) { run(command); }, parse(line.text));
}

void Session::on(const LongLine&) { output_.write(error_line("too long a line", "...")); }

void Session::on(const End&) { run(Quit{}); }

void Session::run(const Quit&) {
    search_.abandon();
    over_ = true;
}

void Session::run(const ProtocolVersion& command) {
    if (command.version >= 2)
        output_.write(feature_lines(engine_name_, search_.engine().options()));
}

void Session::run(const Ping& command) {
    pings_.push_back(printable(command.text, 40));
    if (!search_.is_busy()) answer_pings();
}

// A ping is answered when every command before it is done.
void Session::answer_pings() {
    if (pings_.empty()) return;
    search_.await_requests();
    std::string text;
    for (const std::string& ping : std::exchange(pings_, {})) text += "pong " + ping + "\n";
    output_.write(text);
}

void Session::run(const Level& command) { clock_.set_level(command, game_.plies()); }

void Session::run(const Post& command) {
    post_ = command.on;
    search_.show(post_ || mode_ == Mode::Analysis);
}

void Session::run(const SetBoard& command) {
    const auto parsed = parse_fen(command.fen);
    if (!parsed)
        return output_.write(
            fmt::format("tellusererror Illegal position: {}\n", rookery::describe(parsed.error())));
    if (const std::string notices = rookery::describe(parsed->notices); !notices.empty())
        output_.write(comment_line(notices));
    game_ = Game(parsed->position);
    policy_.reset();
    clock_.new_session();
    position_changed();
}

// The answer ends with an empty line. The engine's thread may be reading its book, so the file is
// opened again.
void Session::run(const Book&) {
    auto book = book_of(search_.engine().settings());
    if (!book) return output_.write(fmt::format("\t{}\n\n", printable(book.error(), 200)));
    std::string text;
    for (const BookMove& one : book->moves(game_))
        text += fmt::format("\t{:7} weight {}\n", to_san(game_.position(), one.move), one.weight);
    if (text.empty()) text = "\tThe book has no move for this position.\n";
    output_.write(text + "\n");
}

void Session::run(const Status&) {
    if (search_.purpose() != Purpose::Analysis) return;
    output_.write(status_line(game_.position(), search_.progress(), chess960_));
}

void Session::run(const SetOption& command) {
    set_option(command.name, command.value.value_or(""),
               command.value ? fmt::format("option {}={}", command.name, *command.value)
                             : "option " + command.name);
}

void Session::run(const OpponentName& command) {
    set_option("UCI_Opponent", command.name, "name " + command.name);
}

void Session::set_option(std::string_view name, std::string_view value, std::string_view command) {
    Engine& engine = search_.engine();
    const std::string log_before = engine.settings().log_file;
    if (const auto problem = engine.set_option(name, value))
        return output_.write(error_line(*problem, command));
    const std::string& log = engine.settings().log_file;
    if (log != log_before && !output_.log_to(log))
        output_.write(error_line("the file cannot be written", command));
}

void Session::run(const Variant& command) {
    if (command.name != "normal" && command.name != "fischerandom")
        return output_.write(error_line("unknown variant", "variant " + command.name));
    chess960_ = command.name == "fischerandom";
}

void Session::run(const Unknown& command) {
    // A person at the keyboard may type a move in SAN.
    if (command.line.size() <= 10 && read_move(command.line)) return run(UserMove{command.line});
    output_.write(error_line("unknown command", command.line));
}

void Session::run(const Malformed& command) {
    output_.write(error_line(command.reason, command.line));
}

void Session::abandon() {
    search_.abandon();
    answer_pings();
}

void Session::run(const NewGame&) {
    abandon();
    search_.engine().new_game();
    game_ = Game();
    chess960_ = false;
    clock_.new_game();
    own_color_ = Color::Black;
    if (mode_ != Mode::Analysis) mode_ = Mode::Play;
    policy_.reset();
    draw_offered_ = false;
    position_changed();
}

void Session::run(const Force&) {
    abandon();
    draw_offered_ = false;
    if (mode_ == Mode::Analysis) return run(Exit{});
    mode_ = Mode::Force;
}

void Session::run(const Go&) {
    if (search_.purpose() == Purpose::Move) return;
    if (mode_ == Mode::Analysis) run(Exit{});
    abandon();
    mode_ = Mode::Play;
    own_color_ = game_.position().side_to_move();
    if (!declare_if(false)) think();
}

void Session::run(const PlayOther&) {
    if (mode_ == Mode::Analysis) run(Exit{});
    abandon();
    mode_ = Mode::Play;
    own_color_ = ~game_.position().side_to_move();
}

Move Session::read_move(std::string_view text) const {
    if (const auto move = parse_coordinate(game_.position(), text)) return *move;
    const auto san = parse_san(game_.position(), text);
    return san ? *san : Move::none();
}

void Session::run(const UserMove& command) {
    if (search_.purpose() == Purpose::Move)
        return output_.write(illegal_move_line(command.text, "it is not your turn"));
    const Move move = read_move(command.text);
    if (!move) return output_.write(illegal_move_line(command.text));
    accept_move(move);
}

void Session::accept_move(Move move) {
    const bool hit = search_.purpose() == Purpose::Ponder && move == expected_;
    if (hit && !planned_with_more_time()) {
        game_.play(move);
        own_time_began_ = steady_clock::now();
        return search_.ponder_hit();
    }
    abandon();
    game_.play(move);
    position_changed();
    if (is_our_turn() && !declare_if(true)) think();
}

// The interface may have sent less time than the pondering search was planned with.
bool Session::planned_with_more_time() const { return clock_.left() < planned_left_ * 9 / 10; }

void Session::take_back(int plies, std::string_view command) {
    abandon();
    if (game_.plies() < static_cast<std::size_t>(plies))
        return output_.write(error_line("there is nothing to take back", command));
    for (int i = 0; i < plies; ++i) game_.undo();
    position_changed();
}

// The position changed, not by our own move: excluded moves and the expected reply are void.
void Session::position_changed() {
    excluded_.clear();
    expected_ = Move::none();
    abandon();
    if (mode_ == Mode::Analysis) analyze();
}

void Session::think() {
    SearchRequest request = clock_.request(game_.plies());
    // If all moves are excluded, all are allowed: a move has to be made.
    request.limits.search_moves = allowed_moves();
    own_time_began_ = steady_clock::now();
    search_.begin(Purpose::Move, game_, request, {post_, {}, clock_.rate()});
}

void Session::ponder() {
    // Where nodes count as time, there is no time to ponder.
    if (!may_ponder_ || clock_.rate() > 0 || !game_.position().is_legal(expected_)) return;
    Game next = game_;
    next.play(expected_);
    if (declared_ending(next) != GameEnding::None) return;
    SearchRequest request = clock_.request(next.plies());
    request.ponder = true;
    planned_left_ = clock_.left();
    search_.begin(Purpose::Ponder, next, request, {post_, to_san(game_.position(), expected_), 0});
}

void Session::on(const Answer& answer) {
    const Purpose purpose = search_.purpose();
    if (!search_.is_awaited(answer)) return;
    if (purpose == Purpose::Move) make_own_move(answer.result);
    if (purpose == Purpose::Hint && game_.position().is_legal(answer.result.best))
        output_.write(
            fmt::format("Hint: {}\n", move_text(game_.position(), answer.result.best, chess960_)));
    answer_pings();
}

void Session::make_own_move(const SearchResult& result) {
    const Position before = game_.position();
    policy_.note(result.score, before, game_.plies());
    if (policy_.resigns() && search_.engine().settings().resign) return resign();
    if (!game_.play(result.best)) return;  // cannot be: searches begin only where there is a move
    const auto spent =
        clock_.rate() > 0
            ? time_of(result.nodes, clock_.rate())
            : std::chrono::duration_cast<milliseconds>(steady_clock::now() - own_time_began_);
    clock_.moved(game_.plies() - 1, spent);
    std::string text;
    if (std::exchange(draw_offered_, false) ? accepts_draw() : policy_.wants_to_offer_draw()) {
        policy_.offered_draw();
        text += "offer draw\n";
    }
    text += fmt::format("move {}\n", move_text(before, result.best, chess960_));
    const GameEnding ending = declared_ending(game_);
    if (ending != GameEnding::None) text += result_line(game_, ending);
    // In one piece, so that the interface reads the result together with the move.
    output_.write(text);
    excluded_.clear();
    expected_ = result.ponder;
    if (ending == GameEnding::None) ponder();
}

// Prints the result if the game is over. A draw that needs a claim is claimed in answer to a move,
// but not after `go`, when the interface wants the game to go on.
bool Session::declare_if(bool claims_too) {
    const GameEnding ending = claims_too ? declared_ending(game_) : game_.ending(Claims::OnRequest);
    const bool over = ending == GameEnding::Checkmate || ending == GameEnding::Stalemate ||
                      (claims_too && ending != GameEnding::None);
    if (over) output_.write(result_line(game_, ending));
    return over;
}

void Session::run(const MoveNow&) {
    if (search_.purpose() == Purpose::Move) search_.move_now();
}

// The game is lost; the interface is told so and ends it.
void Session::resign() {
    excluded_.clear();
    expected_ = Move::none();
    mode_ = Mode::Force;
    policy_.reset();  // the interface may let it play on
    output_.write("resign\n");
}

// While our search runs, the answer waits for its score.
void Session::run(const DrawOffer&) {
    if (mode_ != Mode::Play) return;
    draw_offered_ = true;
    if (search_.purpose() == Purpose::Move || !accepts_draw()) return;
    draw_offered_ = false;
    output_.write("offer draw\n");
}

void Session::run(const Ponder& command) {
    may_ponder_ = command.on;
    if (!may_ponder_ && search_.purpose() == Purpose::Ponder) abandon();
}

void Session::run(const Analyze&) {
    if (mode_ == Mode::Analysis) return;
    abandon();
    mode_ = Mode::Analysis;
    // An analysis is at full strength, whatever the level.
    set_option("UCI_AnalyseMode", "true", "analyze");
    analyze();
}

void Session::run(const Exit&) {
    if (mode_ != Mode::Analysis) return;
    abandon();
    mode_ = Mode::Force;
    set_option("UCI_AnalyseMode", "false", "exit");
}

void Session::analyze() {
    SearchRequest request;
    request.infinite = true;
    request.limits.search_moves = allowed_moves();
    if (request.limits.search_moves.empty() &&
        (!excluded_.empty() || !has_legal_move(game_.position())))
        return search_.abandon();
    search_.begin(Purpose::Analysis, game_, request, {true, {}, 0});
}

// Empty: all moves are allowed.
std::vector<Move> Session::allowed_moves() const {
    std::vector<Move> allowed;
    if (excluded_.empty()) return allowed;
    for (const Move move : legal_moves(game_.position()))
        if (std::find(excluded_.begin(), excluded_.end(), move) == excluded_.end())
            allowed.push_back(move);
    return allowed;
}

void Session::run(const Exclude& command) {
    if (command.move == "all") {
        excluded_.clear();
        if (command.out)
            for (const Move move : legal_moves(game_.position())) excluded_.push_back(move);
    } else {
        const Move move = read_move(command.move);
        if (!move) return output_.write(illegal_move_line(command.move));
        std::erase(excluded_, move);
        if (command.out) excluded_.push_back(move);
    }
    if (mode_ == Mode::Analysis) analyze();
}

void Session::run(const Hint&) {
    const Position& position = game_.position();
    if (search_.is_busy()) return;
    const Move known = search_.purpose() == Purpose::Analysis ? search_.best_so_far() : expected_;
    if (position.is_legal(known))
        return output_.write(fmt::format("Hint: {}\n", move_text(position, known, chess960_)));
    if (search_.purpose() != Purpose::None || !has_legal_move(position)) return;
    SearchRequest request;
    request.limits.depth = 12;
    request.move_time = milliseconds(500);
    search_.begin(Purpose::Hint, game_, request, {});
}

// This thread reads, another runs the session: it must send its move while no input comes.
void run_loop(const LoopSetup& setup, const std::optional<std::string>& first_line,
              std::istream& input, std::FILE* output) {
    Session session(setup.engine_name, setup.parts, setup.seed, sink_for(output));
    const std::jthread worker([&session] { session.run(); });
    if (first_line)
        session.add_line(*first_line);
    else
        session.add_long_line();
    std::string line = first_line.value_or("");
    while (!is_quit(line)) {
        switch (read_line(input, line, max_line_length)) {
            case LineStatus::End: return session.add_end();
            case LineStatus::TooLong:
                line.clear();
                session.add_long_line();
                break;
            case LineStatus::Line: session.add_line(line); break;
        }
    }
}

}  // namespace rookery::xboard
