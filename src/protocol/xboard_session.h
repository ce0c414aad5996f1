// One session of the xboard protocol (CECP, version 2).
//
// Unlike in UCI the engine keeps the game: it knows whose turn it is, moves by itself, and says how
// the game ended. Input lines and the answers of searches go through one message queue and are
// handled by one thread, so no move can be made twice and no lock is needed.
//
// Only `quit` and the end of the input end the session; a command that cannot be done is refused
// with a reason and changes nothing.
#pragma once

#include "base/threads.h"
#include "engine/game_policy.h"
#include "protocol/line_io.h"
#include "protocol/xboard_parse.h"
#include "protocol/xboard_search.h"

#include <chrono>
#include <cstdio>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rookery::xboard {

class Session {
  public:
    Session(std::string engine_name, const EngineParts& parts, std::uint64_t seed, TextSink sink);

    // From any thread.
    void add_line(std::string line) { queue_.put(Line{std::move(line)}); }
    void add_long_line() { queue_.put(LongLine{}); }
    void add_end() { queue_.put(End{}); }

    // Handles the queue until `quit` or the end of the input. Called once.
    void run();

  private:
    struct Line {
        std::string text;
    };
    struct LongLine {};
    struct End {};
    using Event = std::variant<Line, LongLine, End, Answer>;

    enum class Mode : std::uint8_t { Force, Play, Analysis };

    void on(const Line& line);
    void on(const LongLine&);
    void on(const End&);
    void on(const Answer& answer);

    void run(const Nothing&) {}
    void run(const ProtocolVersion& command);
    void run(const NewGame&);
    void run(const Force&);
    void run(const Go&);
    void run(const PlayOther&);
    void run(const Level& command);
    void run(const MoveTime& command) { clock_.set_move_time(command.time); }
    void run(const DepthLimit& command) { clock_.set_depth(command.depth); }
    void run(const NodesPerSecond& command) { clock_.set_rate(command.rate); }
    void run(const TimeLeft& command) { clock_.set_left(command.left); }
    void run(const UserMove& command);
    void run(const MoveNow&);
    void run(const Ping& command);
    void run(const DrawOffer&);
    void run(const GameEnded&) { run(Force{}); }
    void run(const SetBoard& command);
    void run(const Undo&) { take_back(1, "undo"); }
    void run(const Remove&) { take_back(2, "remove"); }
    void run(const Ponder& command);
    void run(const Post& command);
    void run(const Analyze&);
    void run(const Status&);
    void run(const Exit&);
    void run(const Hint&);
    void run(const Book&);
    void run(const Exclude& command);
    void run(const Memory& command) { set_option("Hash", command.mebibytes, "memory"); }
    void run(const Cores& command) { set_option("Threads", command.count, "cores"); }
    void run(const SetOption& command);
    void run(const OpponentName& command);
    void run(const Variant& command);
    void run(const Quit&);
    void run(const Unknown& command);
    void run(const Malformed& command);

    void set_option(std::string_view name, std::string_view value, std::string_view command);

    // The game.
    void accept_move(Move move);
    void take_back(int plies, std::string_view command);
    void position_changed();
    void think();
    void ponder();
    void analyze();
    void make_own_move(const SearchResult& result);
    void resign();
    [[nodiscard]] bool declare_if(bool claims_too);
    [[nodiscard]] bool accepts_draw() const {
        return policy_.accepts_draw(game_.position(), game_.plies());
    }
    [[nodiscard]] bool planned_with_more_time() const;
    [[nodiscard]] std::vector<Move> allowed_moves() const;
    [[nodiscard]] bool is_our_turn() const {
        return mode_ == Mode::Play && game_.position().side_to_move() == own_color_;
    }
    [[nodiscard]] Move read_move(std::string_view text) const;
    void abandon();
    void answer_pings();

    const std::string engine_name_;
    bool over_ = false;
    Output output_;
    MessageQueue<Event> queue_;

    Game game_;
    Mode mode_ = Mode::Play;
    Color own_color_ = Color::Black;
    bool chess960_ = false;
    bool post_ = false;
    bool may_ponder_ = false;
    TimeControl clock_;
    std::chrono::milliseconds planned_left_{0};  // on the clock when pondering began
    std::chrono::steady_clock::time_point own_time_began_;
    Move expected_;                   // the expected reply, to ponder on
    GamePolicy policy_;               // when to resign and to draw
    bool draw_offered_ = false;       // to us, until our next move
    std::vector<Move> excluded_;      // from the present position's moves
    std::vector<std::string> pings_;  // answered after our move

    BackgroundSearch search_;  // last: fills the queue until it is destroyed
};

// Runs a session until `quit` or the end of the input. The first line has been read already; it is
// missing if it was too long.
void run_loop(const LoopSetup& setup, const std::optional<std::string>& first_line,
              std::istream& input, std::FILE* output);

}  // namespace rookery::xboard
