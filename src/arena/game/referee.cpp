#include "arena/game/referee.h"

#include "arena/game/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rookery::arena {
namespace {

const char* name_of(Color color) { return color == Color::White ? "White" : "Black"; }

GameResult loss_of(Color color) {
    return color == Color::White ? GameResult::BlackWins : GameResult::WhiteWins;
}

Termination termination_of(GameEnding ending) {
    switch (ending) {
        case GameEnding::Checkmate: return Termination::Checkmate;
        case GameEnding::Stalemate: return Termination::Stalemate;
        case GameEnding::DeadPosition: return Termination::DeadPosition;
        case GameEnding::FivefoldRepetition:
        case GameEnding::ThreefoldRepetition: return Termination::Repetition;
        case GameEnding::SeventyFiveMoves:
        case GameEnding::FiftyMoves: return Termination::FiftyMoves;
        case GameEnding::None: break;
    }
    return Termination::Unfinished;
}

Termination termination_of(Trouble trouble) {
    switch (trouble) {
        case Trouble::IllegalMove: return Termination::IllegalMove;
        case Trouble::Unreadable:
        case Trouble::NoMove: return Termination::BadAnswer;
        case Trouble::Stalled: return Termination::Stalled;
        case Trouble::Disconnected: return Termination::Disconnected;
        case Trouble::Crashed: return Termination::Crashed;
        case Trouble::Resigned: return Termination::Resignation;
        case Trouble::None: break;
    }
    return Termination::Unfinished;
}

// Counts how long the players have agreed that the game is over.
class Adjudicator {
  public:
    explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

    void add(Color mover, const std::optional<EngineScore>& score) {
        const std::optional<int> white_view = view(mover, score);
        // A move without a score interrupts the count.
        const bool can_draw = rules_.draw && white_view, can_resign = rules_.resign && white_view;
        drawish_ = can_draw && std::abs(*white_view) <= rules_.draw->centipawns ? drawish_ + 1 : 0;
        white_ahead_ =
            can_resign && *white_view >= rules_.resign->centipawns ? white_ahead_ + 1 : 0;
        black_ahead_ =
            can_resign && *white_view <= -rules_.resign->centipawns ? black_ahead_ + 1 : 0;
    }

    // True if the record was given a result.
    bool judge(const Game& game, GameRecord& record) const {
        const int move_number = game.position().fullmove_number();
        if (rules_.resign && std::max(white_ahead_, black_ahead_) >= 2 * rules_.resign->moves) {
            const Color loser = white_ahead_ > 0 ? Color::Black : Color::White;
            return end(record, loss_of(loser), Termination::AdjudicatedWin,
                       fmt::format("{} is lost by both players' scores", name_of(loser)));
        }
        if (rules_.draw && move_number > rules_.draw->from_move &&
            drawish_ >= 2 * rules_.draw->moves)
            return end(record, GameResult::Draw, Termination::AdjudicatedDraw,
                       "drawn by both players' scores");
        if (rules_.max_moves && game.plies() >= 2 * static_cast<std::size_t>(*rules_.max_moves))
            return end(record, GameResult::Draw, Termination::MoveLimit,
                       fmt::format("drawn after {} moves", *rules_.max_moves));
        return false;
    }

  private:
    // In centipawns from White's side; a mate is more than any limit.
    static std::optional<int> view(Color mover, const std::optional<EngineScore>& score) {
        if (!score) return std::nullopt;
        constexpr int mate = 100000;
        int value = std::clamp(score->value, -mate, mate);
        if (score->kind == EngineScore::Kind::Mate) value = value > 0 ? mate : -mate;
        return mover == Color::White ? value : -value;
    }
    static bool end(GameRecord& record, GameResult result, Termination termination,
                    std::string reason) {
        record.result = result;
        record.termination = termination;
        record.reason = std::move(reason);
        return true;
    }

    const Adjudication& rules_;
    int drawish_ = 0;  // plies in a row
    int white_ahead_ = 0;
    int black_ahead_ = 0;
};

class Referee {
  public:
    Referee(const ByColor<Player*>& players, const GameSettings& settings)
        : players_(players), settings_(settings),
          game_(settings.opening.start), clocks_{{GameClock(settings.controls[Color::White]),
                                                  GameClock(settings.controls[Color::Black])}},
          adjudicator_(settings.adjudication) {
        for (Color color : both_colors) record_.players[color] = players[color]->name();
        record_.controls = settings.controls;
        record_.opening = settings.opening_index;
        record_.start = settings.opening.start;
        record_.chess960 = settings.opening.chess960;
        record_.started = std::chrono::system_clock::now();
    }

    GameRecord run(const std::stop_token& stop, const MoveListener& listener) {
        const auto begin = std::chrono::steady_clock::now();
        play_opening();
        if (!seat_players()) return finish(begin);
        while (!is_over()) {
            if (stop.stop_requested() || !play_move(stop, listener)) break;
        }
        return finish(begin);
    }

  private:
    void play_opening() {
        for (Move move : settings_.opening.moves) {
            if (!game_.play(move)) break;
            MoveRecord record;
            record.move = move;
            record_.moves.push_back(record);
        }
        record_.opening_plies = record_.moves.size();
    }

    bool seat_players() {
        for (Color color : both_colors) {
            players_[color]->number_game(settings_.number);
            const auto ready = players_[color]->new_game(record_.chess960);
            if (!ready) {
                lose(color, Termination::Disconnected, ready.error());
                return false;
            }
            record_.latency[color] = players_[color]->latency();
        }
        return true;
    }

    bool is_over() {
        const GameEnding ending = game_.ending();
        if (ending != GameEnding::None) {
            record_.result = game_.result();
            record_.termination = termination_of(ending);
            record_.reason = rookery::describe(ending);
            return true;
        }
        return adjudicator_.judge(game_, record_);
    }

    [[nodiscard]] MoveRequest request_for(Color mover) const {
        const TimeControl& control = settings_.controls[mover];
        MoveRequest request{.game = game_};
        request.chess960 = record_.chess960;
        request.per_move = control.per_move;
        request.nodes = control.nodes;
        request.depth = control.depth;
        request.timeout = settings_.timeout;
        if (settings_.nodes_per_second) {
            // No time is measured: the share of the clock is turned into nodes.
            if (clocks_[mover].runs()) {
                const double nodes =
                    in_seconds(clocks_[mover].allotment()) * *settings_.nodes_per_second;
                request.nodes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(nodes));
            }
            return request;
        }
        for (Color color : both_colors) request.clocks[color] = clocks_[color].reading();
        if (clocks_[mover].runs()) request.timeout += clocks_[mover].left();
        if (control.per_move) request.timeout += *control.per_move;
        return request;
    }

    // The cost of the move on the clock, which may count nodes.
    [[nodiscard]] Duration cost_of(const MoveReply& reply) const {
        if (!settings_.nodes_per_second) return reply.spent;
        const double counted = static_cast<double>(reply.nodes) / *settings_.nodes_per_second;
        return Duration(static_cast<Duration::rep>(counted * 1e6));
    }

    // False if the game ends without the move.
    bool play_move(const std::stop_token& stop, const MoveListener& listener) {
        const Color mover = game_.position().side_to_move();
        MoveRequest request = request_for(mover);
        request.interrupt = stop;
        MoveReply reply = players_[mover]->choose(request);
        // A stopped player did not choose freely, and the game will not count.
        if (stop.stop_requested()) return false;
        for (std::string& warning : reply.warnings)
            record_.warnings.push_back(
                fmt::format("{}, ply {}: {}", name_of(mover), game_.plies() + 1, warning));
        if (reply.trouble != Trouble::None) {
            const std::string& details = reply.details.empty() ? reply.said : reply.details;
            lose(mover, termination_of(reply.trouble),
                 fmt::format("{}: {}", describe(reply.trouble), details));
            return false;
        }
        const Duration cost = cost_of(reply);
        if (!in_time(mover, cost)) return false;

        game_.play(reply.move);
        MoveRecord move{reply.move,  reply.score, reply.depth, reply.selective_depth,
                        reply.nodes, cost,        std::nullopt};
        if (clocks_[mover].runs()) move.clock_left = clocks_[mover].left();
        record_.moves.push_back(move);
        adjudicator_.add(mover, reply.score);
        if (listener) listener(game_, move);
        return true;
    }

    bool in_time(Color mover, Duration cost) {
        const std::optional<Duration>& per_move = settings_.controls[mover].per_move;
        Duration over{0};
        if (per_move && !settings_.nodes_per_second && cost > *per_move + settings_.grace)
            over = cost - *per_move;
        else if (const Duration before = clocks_[mover].left();
                 !clocks_[mover].charge(cost, settings_.grace))
            over = cost - before;
        if (over == Duration{0}) return true;
        lose(mover, Termination::TimeForfeit,
             fmt::format("{:.3f} s over its time", in_seconds(over)));
        return false;
    }

    void lose(Color color, Termination termination, const std::string& why) {
        record_.result = loss_of(color);
        record_.termination = termination;
        record_.reason = fmt::format("{} loses: {}", name_of(color), why);
        if (is_failure(termination)) record_.conversation = players_[color]->conversation();
    }

    GameRecord finish(std::chrono::steady_clock::time_point begin) {
        record_.lasted =
            std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - begin);
        return std::move(record_);
    }

    const ByColor<Player*>& players_;
    const GameSettings& settings_;
    Game game_;
    ByColor<GameClock> clocks_;
    Adjudicator adjudicator_;
    GameRecord record_;
};

}  // namespace

GameRecord play_game(const ByColor<Player*>& players, const GameSettings& settings,
                     const std::stop_token& stop, const MoveListener& listener) {
    return Referee(players, settings).run(stop, listener);
}

}  // namespace rookery::arena
