// Pairs by the wall clock for tests: played in a moment, or made up.
#pragma once

#include "colony/jobs/task_play.h"

#include "arena/store/move_blob.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "search/searcher.h"

#include "job_helpers.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

namespace rookery::colony {

inline constexpr std::uint64_t reference = 1'000'000;

inline PairTask timed_pair(std::uint64_t number, const char* control = "0.2+0.01") {
    PairTask task = test_pair(number);
    for (arena::TimeControl& one : task.controls) one = *arena::parse_time_control(control);
    task.reference_speed = reference;
    task.grace = usual_grace;
    task.adjudication.max_moves = 30;
    return task;
}

inline Move any_move(const Position& position) { return legal_moves(position)[0]; }

// A game in which that side, or nobody, loses on time; its moves mean nothing.
inline std::string made_up_game(const PairTask& task, std::optional<Color> loser) {
    std::vector<arena::MoveRecord> moves;
    Game game(task.opening.start);
    const auto make = [&](Move move, arena::Duration spent) {
        arena::MoveRecord record{.move = move};
        record.spent = spent;
        moves.push_back(record);
        game.play(move);
    };
    for (const Move move : task.opening.moves) make(move, arena::Duration(0));
    const std::size_t longest = 2 * static_cast<std::size_t>(*task.adjudication.max_moves);
    while (game.ending() == GameEnding::None && game.plies() < longest) {
        const bool is_late = game.position().side_to_move() == loser;
        const arena::Duration too_long =
            *task.controls[0].base + task.grace + std::chrono::milliseconds(1);
        make(any_move(game.position()), is_late ? too_long : arena::Duration(1));
        if (is_late) break;
    }
    return arena::encode_moves(moves);
}

// A pair in which the first player makes so many half points, 0 to 4.
inline TaskResults made_up_pair(const PairTask& task, std::size_t half_points) {
    TaskResults results;
    for (const PairTask::Game& game : task.games) {
        const std::size_t here = std::min<std::size_t>(half_points, 2);
        half_points -= here;
        const Color first = game.white == 0 ? Color::White : Color::Black;
        std::optional<Color> loser;
        if (here != 1) loser = here == 2 ? ~first : first;
        results.push_back(made_up_game(task, loser));
    }
    return results;
}

// Looks at no clock.
class SlowSearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources&) override {}
    [[nodiscard]] SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                                      SearchListener&) override {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any nothing;
        nothing.wait_for(lock, stop, std::chrono::milliseconds(300), [] { return false; });
        SearchResult result;
        result.best = wanted_moves(root.position, limits)[0];
        result.nodes = 1;
        return result;
    }
};

inline constexpr SearcherEntry slow_searchers[] = {
    {"slow", "",
     [](const SearcherSetup&) -> std::unique_ptr<Searcher> {
         return std::make_unique<SlowSearcher>();
     }},
};

}  // namespace rookery::colony
