// Any bytes as a job, as what a worker says of one, and as the answer: no crash, and whatever is
// accepted can be written and read again unchanged.
#include "colony/jobs/job.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace rookery;
using namespace rookery::colony;

void require(bool condition) {
    if (!condition) std::abort();
}

void check_job(std::string_view text) {
    const auto parsed = parse_job(text);
    if (!parsed) return require(!parsed.error().empty());
    require(text.size() <= longest_job);
    require(is_valid_job_id(parsed->id) && is_valid_ticket(parsed->ticket));
    const auto again = parse_job(to_text(*parsed));
    require(again.ok());
    require(to_text(*again) == to_text(*parsed));
    require(text_of_task(again->task) == text_of_task(parsed->task));
}

template <class Parse>
void check_words(std::string_view text, Parse parse) {
    const auto parsed = parse(text);
    if (!parsed) return require(!parsed.error().empty());
    const auto again = parse(to_text(*parsed));
    require(again.ok());
    require(*again == *parsed);
}

void check_subject(std::string_view text) {
    const ReportSender sender = sender_of(text);
    require(sender.worker.empty() == sender.job.empty());
    if (!sender.worker.empty()) require(report_subject(sender.worker, sender.job) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_job(text);
    check_words(text, parse_job_report);
    check_words(text, parse_job_answer);
    check_subject(text);
    return 0;
}
