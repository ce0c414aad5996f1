// One session of the UCI protocol: turns lines into calls of the engine and its reports into lines.
//
// Lines are handled one by one on one thread; output goes to the sink, that of a search from
// another thread. Only `quit` ends the session; a command that cannot be done is refused with a
// reason and changes nothing.
#pragma once

#include "engine/engine.h"
#include "protocol/line_io.h"
#include "protocol/uci_parse.h"

#include <cstdint>
#include <cstdio>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::uci {

class Session final : private EngineListener {
  public:
    Session(std::string engine_name, const EngineParts& parts, std::uint64_t seed, TextSink sink);

    // False after `quit`.
    [[nodiscard]] bool handle(std::string_view line);
    // For a line that was too long to read.
    void refuse_long_line();
    // No more input will come. A search is stopped, but a perft is finished.
    void end_of_input();
    // Waits until all commands are answered.
    void finish() { engine_.await_all(); }

    [[nodiscard]] const Game& game() const { return engine_.game(); }
    [[nodiscard]] const Settings& settings() const { return engine_.settings(); }

  private:
    void on_line(const SearchContext& context, const LineReport& report) override;
    void on_current_move(const SearchContext& context, int depth, Move move, int number) override;
    void on_best_move(const SearchContext& context, const SearchResult& result) override;
    void on_notice(std::string_view text) override { print_error(text); }

    void print_error(std::string_view reason);

    void run(const Nothing&) {}
    void run(const Hello&);
    void run(const IsReady&);
    void run(const NewGame&);
    void run(const SetOption& command);
    void run(const SetPosition& command);
    void run(const Go& command);
    void run(const GoPerft& command);
    void run(const Stop&) { engine_.stop(); }
    void run(const PonderHit&) { engine_.ponder_hit(); }
    void run(const Show&);
    void run(const Flip&);
    void run(const Evaluate&);
    void run(const Bench& command);
    void run(const Compiler&);
    void run(const Help&);
    void run(const Quit&);
    void run(const Unknown& command);
    void run(const Malformed& command) { print_error(command.reason); }

    std::string engine_name_;
    SearcherTable searchers_;
    bool over_ = false;
    Output output_;
    Engine engine_;  // last: destroyed before the members it writes to
};

// Runs a session until `quit` or the end of the input. The first line has been read already; it is
// missing if it was too long.
void run_loop(const LoopSetup& setup, const std::optional<std::string>& first_line,
              std::istream& input, std::FILE* output);

// Runs one command until it is answered.
void run_command(const LoopSetup& setup, const std::string& command, std::FILE* output);

}  // namespace rookery::uci

namespace rookery {

enum class Dialect : std::uint8_t { Uci, Xboard };

// Runs a session until `quit` or the end of the input. A first line `uci` or `xboard` decides the
// protocol, any other leaves the expected one.
void run_loop(const LoopSetup& setup, Dialect expected, std::istream& input, std::FILE* output);

}  // namespace rookery
