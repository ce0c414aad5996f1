// A job as it is carried to a worker: data and nothing else.
//
// Players are searchers of the program's own table with numbers within their ranges. No job names a
// file, a command or an address, so whoever could forge one could make a worker play chess and
// nothing else. What is played follows from the job alone, whoever plays it: one thread, empty
// tables, limits by nodes or depth or a clock that counts nodes. Games by the wall clock are the
// exception, and go only to machines that nobody else uses (timed_games.h).
#pragma once

#include "arena/game/referee.h"
#include "base/result.h"
#include "colony/strict_json.h"
#include "eval/classical/variant.h"
#include "search/searcher.h"
#include "training/selfplay.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rookery::colony {

// Who plays in a job.

inline constexpr std::size_t most_hash_mib = 1024;

// A searcher, as everybody knows it by name.
struct JobPlayer {
    std::string searcher;
    std::string evaluator;  // empty: the searcher's own
    int level = 0;
    std::uint64_t seed = 1;
    std::size_t hash_mib = 16;
    SettingValues settings{};
    classical::VariantText variant{};

    [[nodiscard]] friend bool operator==(const JobPlayer&, const JobPlayer&) = default;
};

inline constexpr std::size_t longest_job = 64 << 10;
inline constexpr std::size_t most_games_in_job = 256;

// One or both games of a pair: one opening, and each player with either colour.
struct PairTask {
    struct Game {
        std::uint64_t number = 0;  // what its players draw by lot follows from it
        std::size_t white = 0;     // which of the players has White

        [[nodiscard]] friend bool operator==(const Game&, const Game&) = default;
    };

    std::array<JobPlayer, 2> players{};
    std::array<arena::TimeControl, 2> controls{};
    std::uint64_t nodes_per_second = 0;  // of clocks that count nodes; 0: there are none
    // Of the machine for which clocks by the wall are meant, one thread; 0: there are none.
    std::uint64_t reference_speed = 0;
    arena::Duration grace{0};  // of such clocks, in the time of that machine
    arena::Opening opening{};
    arena::Adjudication adjudication{};
    std::vector<Game> games{};
};

// Some games of the engine against itself: those of a seed, from one number on.
struct SelfplayTask {
    JobPlayer player{};
    training::SelfplaySettings settings{};
    std::uint64_t seed = 0;
    std::uint64_t first = 0;
    std::uint64_t games = 1;
};

using Task = std::variant<PairTask, SelfplayTask>;

struct Job {
    std::string id;           // also a word of subjects; says which campaign it belongs to
    std::string ticket;       // new whenever it is handed out: who has another was too late
    std::uint64_t bench = 0;  // whose engine plays it
    Task task;
};

// "CAMPAIGN-REST": a to z, 0 to 9 and '-', 64 at most.
[[nodiscard]] bool is_valid_job_id(std::string_view id);
// A word to be repeated, of 32 hexadecimal digits that nobody can guess.
[[nodiscard]] std::string new_ticket();
[[nodiscard]] bool is_valid_ticket(std::string_view ticket);

[[nodiscard]] std::string to_text(const Job& job);
// What is missing, too long, of another kind or beyond its limits refuses the whole job. Whether
// there are such searchers and settings is not known here.
[[nodiscard]] Result<Job, std::string> parse_job(std::string_view text);

// The task alone, for comparing jobs that were handed out at different times.
[[nodiscard]] std::string text_of_task(const Task& task);

// A job's player as JSON, and back.

[[nodiscard]] Json json_of(const JobPlayer& player);
// What is wrong is held against the whole job.
[[nodiscard]] JobPlayer read_player(StrictObject& job, const Json& json);

// Bytes as text, two hexadecimal digits each: what is not text travels so in JSON.

[[nodiscard]] std::string hex_of(std::string_view bytes);
// Nothing unless it is what hex_of() gives.
[[nodiscard]] std::optional<std::string> bytes_of_hex(std::string_view text);

// How a game of a pair is played; the same for whoever plays it and whoever looks at what was
// played, who needs no searcher for that.

[[nodiscard]] arena::GameSettings game_settings_of(const PairTask& task,
                                                   const PairTask::Game& game);

// Whether it ended in a way that does not count. Who has a clock by the wall can lose on time.
[[nodiscard]] bool is_failure_of(const PairTask& task, const arena::GameRecord& record);

}  // namespace rookery::colony
