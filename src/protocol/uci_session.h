// One conversation in UCI: its game, its options and what it answers.
//
// Lines go in one by one, from one thread; answers come out through the sink, those of a search
// from another thread. Nothing that comes in can end the conversation but `quit`; what cannot be
// done is refused with a reason, and everything stays as it was.
#pragma once

#include "chess/game.h"
#include "protocol/output.h"
#include "protocol/search_runner.h"
#include "protocol/uci_options.h"
#include "protocol/uci_parse.h"
#include "search/searcher.h"

#include <memory>
#include <string>
#include <string_view>

namespace rookery::uci {

class Session {
  public:
    Session(std::string engine_name, std::unique_ptr<Searcher> searcher, TextSink sink);

    // False after `quit`: then there is nothing more to say.
    [[nodiscard]] bool handle(std::string_view line);
    // A line that was too long to keep.
    void refuse_long_line();
    // Nobody asks any more. A search is ended, but a perft, which a script has asked for, is not.
    void end_of_input();

    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] const Options& options() const { return options_; }

  private:
    void complain(std::string_view reason);

    void run(const Nothing&) {}
    void run(const Hello&);
    void run(const IsReady&);
    void run(const NewGame&);
    void run(const SetOption& command);
    void run(const SetPosition& command);
    void run(const Go& command);
    void run(const GoPerft& command);
    void run(const Stop&) { runner_.stop(); }
    void run(const PonderHit&);
    void run(const Show&);
    void run(const Flip&);
    void run(const Help&);
    void run(const Quit&);
    void run(const Unknown& command);
    void run(const Malformed& command) { complain(command.reason); }

    std::string engine_name_;
    Options options_;
    Game game_;
    bool over_ = false;
    Output output_;
    SearchRunner runner_;  // last: it must be gone before what it writes to
};

}  // namespace rookery::uci
