// What a worker says of a job, and what the coordinator answers.
//
//     rk.result.WORKER.JOB   the worker: I began it, I am at it, here is what came out, I gave it
//     back rk.answer.WORKER       the coordinator: go on, drop it, leave it to another, I have it
//
// A worker begins to play only when the coordinator has said so, and keeps telling what came out
// until the coordinator has it. So the queue only carries jobs; who holds one and what counts is in
// the coordinator's table. All of it is JSON, read strictly.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// Below what the server lets through.
inline constexpr std::size_t longest_report = 250 << 10;

struct JobReport {
    enum class Kind : std::uint8_t { Began, Playing, Done, GaveBack, Failed };

    Kind kind = Kind::Began;
    std::string ticket;
    std::vector<std::string> results{};  // of Done: bytes, one for each game
    std::string why{};                   // of Failed

    [[nodiscard]] friend bool operator==(const JobReport&, const JobReport&) = default;
};

struct JobAnswer {
    enum class Kind : std::uint8_t {
        Go,
        Drop,      // nobody wants it any more
        Pass,      // another worker should have it
        Received,  // what came out is in the table
    };

    std::string job;
    std::string ticket;
    Kind kind = Kind::Go;

    [[nodiscard]] friend bool operator==(const JobAnswer&, const JobAnswer&) = default;
};

[[nodiscard]] std::string to_text(const JobReport& report);
[[nodiscard]] std::string to_text(const JobAnswer& answer);
// The error says what is wrong with it.
[[nodiscard]] Result<JobReport, std::string> parse_job_report(std::string_view text);
[[nodiscard]] Result<JobAnswer, std::string> parse_job_answer(std::string_view text);

[[nodiscard]] std::string report_subject(std::string_view worker, std::string_view job);
[[nodiscard]] std::string answer_subject(std::string_view worker);

struct ReportSender {
    std::string worker;
    std::string job;
};
// Of "rk.result.WORKER.JOB"; empty where it is none.
[[nodiscard]] ReportSender sender_of(std::string_view subject);

}  // namespace rookery::colony
