#include "tune/tuning_record.h"

#include "base/text.h"
#include "store/json.h"

#include <fmt/format.h>

namespace rookery::tune {
namespace {

constexpr const char* record_format = "rookery tuning 1";
constexpr const char* format_before = "rookery spsa 1";

std::string value_in(const Facts& facts, std::string_view name) {
    for (const auto& [known, value] : facts)
        if (known == name) return value;
    return "none";
}

// The first difference.
std::optional<std::string> difference(const Facts& before, const Facts& now) {
    for (const Facts* facts : {&now, &before})
        for (const auto& [name, value] : *facts)
            if (const std::string then = value_in(before, name), today = value_in(now, name);
                then != today)
                return fmt::format("was made with {} {}, not {}", printable(name), printable(then),
                                   today);
    if (before != now) return std::string("was made with the same in another order");
    return std::nullopt;
}

}  // namespace

void add_facts(Facts& facts, const std::vector<TunedParameter>& parameters) {
    for (const TunedParameter& one : parameters)
        facts.emplace_back(one.name, fmt::format("from {:.6g} by {:.6g}", one.start, one.step));
}

Result<TuningRecord, std::string> TuningRecord::from_text(std::string_view text,
                                                          const Facts& facts) {
    try {
        const Json json = Json::parse(text);
        const std::string& kind = json.at("format").as_text();
        if (kind == format_before)
            return failure(std::string(
                "was written by an earlier version, which kept values instead of results; "
                "finish it with that one, or begin again in another file"));
        if (kind != record_format) return failure(std::string("is of another kind"));
        Facts before;
        for (const auto& [name, value] : json.at("made_with").items())
            before.emplace_back(name, value.as_text());
        if (auto other = difference(before, facts)) return failure(std::move(*other));
        TuningRecord record(facts);
        for (const auto& [name, results] : json.at("stages").items())
            record.keep(name, results.as_text());
        return record;
    } catch (const Json::Error&) {
        return failure(std::string("is damaged or no checkpoint of a tuning"));
    }
}

std::string TuningRecord::text() const {
    const auto object_of = [](const auto& pairs) {
        Json object = Json::object();
        for (const auto& [name, value] : pairs) object[name] = value;
        return object;
    };
    return Json{{"format", record_format},
                {"made_with", object_of(facts_)},
                {"stages", object_of(stages_)}}
               .dump(1) +
           "\n";
}

std::string_view TuningRecord::results_of(std::string_view stage) const {
    for (const auto& [name, results] : stages_)
        if (name == stage) return results;
    return {};
}

void TuningRecord::keep(std::string_view stage, std::string results) {
    for (auto& [name, kept] : stages_)
        if (name == stage) {
            kept = std::move(results);
            return;
        }
    stages_.emplace_back(stage, std::move(results));
}

}  // namespace rookery::tune
