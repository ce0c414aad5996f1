#include "colony/jobs/job_messages.h"

#include "colony/jobs/job.h"
#include "colony/setup/members.h"
#include "colony/strict_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rookery::colony {
namespace {

constexpr std::size_t longest_word = 64;
constexpr std::size_t longest_why = 400;
constexpr std::string_view result_prefix = "rk.result.";

constexpr std::array<std::string_view, 5> reports = {"began", "playing", "done", "gave-back",
                                                     "failed"};
constexpr std::array<std::string_view, 4> answers = {"go", "drop", "pass", "received"};

template <class Kind, std::size_t count>
Kind kind_of(StrictObject& fields, const char* name,
             const std::array<std::string_view, count>& words) {
    const auto found = std::ranges::find(words, fields.text(name, longest_word));
    if (found != words.end()) return static_cast<Kind>(found - words.begin());
    fields.refuse(fmt::format("has '{}', which is none of those there are", name));
    return Kind{};
}

std::string read_ticket(StrictObject& fields) {
    std::string ticket = fields.text("ticket", longest_word);
    if (!is_valid_ticket(ticket)) fields.refuse("has a ticket that is none");
    return ticket;
}

}  // namespace

std::string to_text(const JobReport& report) {
    Json json{{"say", reports[static_cast<std::size_t>(report.kind)]}, {"ticket", report.ticket}};
    json["results"] = Json::array();
    for (const std::string& bytes : report.results) json["results"].push_back(hex_of(bytes));
    json["why"] = report.why.substr(0, longest_why);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string to_text(const JobAnswer& answer) {
    return Json{{"job", answer.job},
                {"ticket", answer.ticket},
                {"say", answers[static_cast<std::size_t>(answer.kind)]}}
        .dump();
}

Result<JobReport, std::string> parse_job_report(std::string_view text) {
    if (text.size() > longest_report)
        return failure(fmt::format("is longer than {} bytes", longest_report));
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    StrictObject fields(*json, {"say", "ticket", "results", "why"});
    JobReport report;
    report.kind = kind_of<JobReport::Kind>(fields, "say", reports);
    report.ticket = read_ticket(fields);
    for (const std::string& hex : fields.texts("results", most_games_in_job, longest_report)) {
        auto bytes = bytes_of_hex(hex);
        if (!bytes) fields.refuse("has a result that is no bytes");
        if (!fields.problem().empty()) break;
        report.results.push_back(std::move(*bytes));
    }
    // A message with replaced bytes is longer than the original.
    report.why = fields.text("why", 3 * longest_why);
    return fields.finish(std::move(report));
}

Result<JobAnswer, std::string> parse_job_answer(std::string_view text) {
    if (text.size() > longest_job)
        return failure(fmt::format("is longer than {} bytes", longest_job));
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    StrictObject fields(*json, {"job", "ticket", "say"});
    JobAnswer answer;
    answer.job = fields.text("job", longest_word);
    if (!is_valid_job_id(answer.job)) fields.refuse("has a job that is none");
    answer.ticket = read_ticket(fields);
    answer.kind = kind_of<JobAnswer::Kind>(fields, "say", answers);
    return fields.finish(std::move(answer));
}

std::string report_subject(std::string_view worker, std::string_view job) {
    return fmt::format("{}{}.{}", result_prefix, worker, job);
}

std::string answer_subject(std::string_view worker) { return fmt::format("rk.answer.{}", worker); }

ReportSender sender_of(std::string_view subject) {
    if (!subject.starts_with(result_prefix)) return {};
    subject.remove_prefix(result_prefix.size());
    const std::size_t dot = subject.find('.');
    if (dot == std::string_view::npos) return {};
    const std::string_view worker = subject.substr(0, dot);
    const std::string_view job = subject.substr(dot + 1);
    if (!is_valid_name(worker) || !is_valid_job_id(job)) return {};
    return {std::string(worker), std::string(job)};
}

}  // namespace rookery::colony
