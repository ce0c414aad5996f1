// A job as it is sent to a worker: data and nothing else.
//
// Players are searchers of the program's own table with settings within their ranges. No job names
// a file, a command or an address, so a forged job can make a worker play chess and nothing else.
// The games follow from the job alone, on every machine: one thread, empty tables, limits by nodes
// or depth or a clock that counts nodes. Games by the wall clock are the exception; they go only to
// machines that are otherwise idle (task.h).
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

inline constexpr std::size_t most_hash_mib = 1024;

// A player in a job: a searcher by its name.
struct JobPlayer {
    std::string searcher;
    std::string evaluator;  // empty: the searcher's own
    int level = 0;
    std::uint64_t seed = 1;
    std::size_t hash_mib = 16;
    SettingValues settings{};
    classical::VariantText variant{};

    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const JobPlayer&, const JobPlayer&) = default;
};

inline constexpr std::size_t longest_job = 64 << 10;
inline constexpr std::size_t most_games_in_job = 256;

// One or both games of a pair: one opening, and each player with either colour.
struct PairTask {
    struct Game {
        std::uint64_t number = 0;  // seeds the random choices of its players
        std::size_t white = 0;     // which of the players has White

        void describe(JsonFields& fields);
        [[nodiscard]] friend bool operator==(const Game&, const Game&) = default;
    };

    std::array<JobPlayer, 2> players{};
    std::array<arena::TimeControl, 2> controls{};
    std::uint64_t nodes_per_second = 0;  // of clocks that count nodes; 0: there are none
    // The speed of one thread of the machine for which clocks by the wall are meant; 0: there are
    // none.
    std::uint64_t reference_speed = 0;
    arena::Duration grace{0};  // of such clocks, in time of that machine
    arena::Opening opening{};
    arena::Adjudication adjudication{};
    std::vector<Game> games{};

    void describe(JsonFields& fields);
};

// Some games of the engine against itself: those of a seed, from one number on.
struct SelfplayTask {
    JobPlayer player{};
    training::SelfplaySettings settings{};
    std::uint64_t seed = 0;
    std::uint64_t first = 0;
    std::uint64_t games = 1;

    void describe(JsonFields& fields);
};

using Task = std::variant<PairTask, SelfplayTask>;

struct Job {
    std::string id;      // also a part of subjects; begins with the name of the run
    std::string ticket;  // new whenever it is handed out; reports with an older one do not count
    std::uint64_t bench = 0;  // the engine that plays it
    Task task;

    void describe(JsonFields& fields);
};

// "RUN-REST": a to z, 0 to 9 and '-', 64 at most.
[[nodiscard]] bool is_valid_job_id(std::string_view id);
// 32 random hexadecimal digits, which the worker must repeat in its reports.
[[nodiscard]] std::string new_ticket();
[[nodiscard]] bool is_valid_ticket(std::string_view ticket);

// A field that is missing, too long, of another type or beyond its limits makes the whole job
// invalid. Searchers and settings are not checked here.
[[nodiscard]] Result<Job, std::string> parse_job(std::string_view text);

// The task alone, for comparing jobs that were handed out at different times.
[[nodiscard]] std::string text_of_task(const Task& task);

// Bytes as text for JSON: two hexadecimal digits for each byte.
[[nodiscard]] std::string hex_of(std::string_view bytes);
// Nothing if the text is not what hex_of() writes.
[[nodiscard]] std::optional<std::string> bytes_of_hex(std::string_view text);

// The settings of a game of a pair, for playing it and for checking it.
[[nodiscard]] arena::GameSettings game_settings_of(const PairTask& task,
                                                   const PairTask::Game& game);
// Whether the game does not count because of how it ended. With a clock by the wall, a loss on time
// counts.
[[nodiscard]] bool is_failure_of(const PairTask& task, const arena::GameRecord& record);

// Reports of a worker about a job, and the answers of the coordinator.
//
//     rk.result.WORKER.JOB   worker: began it, at work, the results, gave it back
//     rk.answer.WORKER       coordinator: go on, drop it, leave it to another worker, received
//
// A worker plays only after the coordinator's answer, and repeats the results until the coordinator
// has them. So the queue only carries jobs; who holds a job and which result counts is in the
// coordinator's table. All messages are JSON, read strictly.

// Below the server's limit for messages.
inline constexpr std::size_t longest_report = 250 << 10;

struct JobReport {
    enum class Kind : std::uint8_t { Began, Playing, Done, GaveBack, Failed };

    Kind kind = Kind::Began;
    std::string ticket;
    std::vector<std::string> results{};  // of Done: bytes, one for each game
    std::string why{};                   // of Failed

    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const JobReport&, const JobReport&) = default;
};

struct JobAnswer {
    enum class Kind : std::uint8_t {
        Go,
        Drop,      // it is not wanted any more
        Pass,      // another worker should have it
        Received,  // the results are in the table
    };

    std::string job;
    std::string ticket;
    Kind kind = Kind::Go;

    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const JobAnswer&, const JobAnswer&) = default;
};

// The error says what is wrong with it.
[[nodiscard]] Result<JobReport, std::string> parse_job_report(std::string_view text);
[[nodiscard]] Result<JobAnswer, std::string> parse_job_answer(std::string_view text);

[[nodiscard]] std::string report_subject(std::string_view worker, std::string_view job);
[[nodiscard]] std::string answer_subject(std::string_view worker);

struct ReportSender {
    std::string worker;
    std::string job;
};
// The parts of "rk.result.WORKER.JOB"; empty if the subject is another.
[[nodiscard]] ReportSender sender_of(std::string_view subject);

}  // namespace rookery::colony
