#include "protocol/xboard_session.h"

#include "notation/ascii.h"
#include "notation/fen.h"
#include "notation/printable.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace rookery::xboard {

Session::Session(std::string engine_name, SearcherTable searchers, std::uint64_t seed,
                 TextSink sink)
    : engine_name_(std::move(engine_name)), output_(std::move(sink)),
      thinker_(searchers, seed, output_, [this](const Answer& answer) { mailbox_.put(answer); }) {}

void Session::run() {
    while (!over_) {
        const Event event = mailbox_.take();
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
    thinker_.abandon();
    over_ = true;
}

void Session::run(const ProtocolVersion& command) {
    if (command.version >= 2)
        output_.write(feature_lines(engine_name_, thinker_.engine().options()));
}

void Session::run(const Ping& command) {
    pings_.push_back(printable(command.text, 40));
    if (!thinker_.is_busy()) answer_pings();
}

// Everything that came before a ping has to be done before it is answered.
void Session::answer_pings() {
    if (pings_.empty()) return;
    thinker_.await_orders();
    std::string text;
    for (const std::string& ping : std::exchange(pings_, {})) text += "pong " + ping + "\n";
    output_.write(text);
}

void Session::run(const Level& command) { clock_.set_level(command, game_.plies()); }

void Session::run(const Post& command) {
    post_ = command.on;
    thinker_.show(post_ || mode_ == Mode::Analysis);
}

void Session::run(const SetBoard& command) {
    const auto parsed = parse_fen(command.fen);
    if (!parsed)
        return output_.write(
            fmt::format("tellusererror Illegal position: {}\n", rookery::describe(parsed.error())));
    if (const std::string notices = rookery::describe(parsed->notices); !notices.empty())
        output_.write(comment_line(notices));
    game_ = Game(parsed->position);
    clock_.new_session();
    position_changed();
}

// There is none yet; the answer ends with an empty line.
void Session::run(const Book&) { output_.write("\tThere is no opening book.\n\n"); }

void Session::run(const Status&) {
    if (thinker_.purpose() != Purpose::Analysis) return;
    output_.write(status_line(game_.position(), thinker_.progress(), chess960_));
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
    Engine& engine = thinker_.engine();
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
    // With people at the keyboard moves come as players write them.
    if (command.line.size() <= 10 && read_move(command.line)) return run(UserMove{command.line});
    output_.write(error_line("unknown command", command.line));
}

void Session::run(const Malformed& command) {
    output_.write(error_line(command.reason, command.line));
}

}  // namespace rookery::xboard
