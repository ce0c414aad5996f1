// Reports of a worker about a job, and the answers of the coordinator.
//
//     rk.result.WORKER.JOB   worker: began it, at work, the results, gave it back
//     rk.answer.WORKER       coordinator: go on, drop it, leave it to another worker, received
//
// A worker plays only after the coordinator's answer, and repeats the results until the coordinator
// has them. So the queue only carries jobs; who holds a job and which result counts is in the
// coordinator's table. All messages are JSON, read strictly.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// Below the server's limit for messages.
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
        Drop,      // it is not wanted any more
        Pass,      // another worker should have it
        Received,  // the results are in the table
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
// The parts of "rk.result.WORKER.JOB"; empty if the subject is another.
[[nodiscard]] ReportSender sender_of(std::string_view subject);

}  // namespace rookery::colony
