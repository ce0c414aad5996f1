#include "arena/statistics/sprt_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace rookery::arena {

namespace {

// What a person typed, fit to be shown in a message.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string shown = "\"";
    for (char c : text.substr(0, longest)) shown += c >= ' ' && c <= '~' ? c : '?';
    return shown + (text.size() > longest ? "…\"" : "\"");
}

std::optional<double> number_in(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stopped != end || !std::isfinite(number)) return std::nullopt;
    return number;
}

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view separators = " \t\r\n,";
    std::vector<std::string_view> words;
    for (;;) {
        const std::size_t start = text.find_first_not_of(separators);
        if (start == std::string_view::npos) return words;
        text.remove_prefix(start);
        const std::size_t length = std::min(text.find_first_of(separators), text.size());
        words.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
}

// An empty string if all is well.
std::string set_model(SprtSettings& settings, std::string_view value) {
    if (value == "logistic")
        settings.model = EloModel::Logistic;
    else if (value == "normalized" || value == "normalised")
        settings.model = EloModel::Normalized;
    else
        return fmt::format("the model of the SPRT is logistic or normalized, not {}",
                           quoted(value));
    return {};
}

std::string set_value(SprtSettings& settings, std::string_view key, std::string_view value) {
    if (key == "model") return set_model(settings, value);
    double* const target = key == "elo0"    ? &settings.elo0
                           : key == "elo1"  ? &settings.elo1
                           : key == "alpha" ? &settings.alpha
                           : key == "beta"  ? &settings.beta
                                            : nullptr;
    if (target == nullptr)
        return fmt::format("the SPRT has no setting {}; it has elo0, elo1, alpha, beta and model",
                           quoted(key));
    const std::optional<double> number = number_in(value);
    if (!number) return fmt::format("{} of the SPRT is not a number: {}", key, quoted(value));
    *target = *number;
    return {};
}

}  // namespace

std::optional<std::string> problem_with(const SprtSettings& settings) {
    for (const auto& [name, elo] : {std::pair{"elo0", settings.elo0}, {"elo1", settings.elo1}})
        if (!(std::abs(elo) <= max_sprt_elo))
            return fmt::format("{} of the SPRT is {}, but must lie between -{} and {}", name, elo,
                               max_sprt_elo, max_sprt_elo);
    if (!(settings.elo0 < settings.elo1))
        return fmt::format("elo0 of the SPRT ({}) must be less than elo1 ({})", settings.elo0,
                           settings.elo1);
    for (const auto& [name, rate] : {std::pair{"alpha", settings.alpha}, {"beta", settings.beta}})
        if (!(rate > 0 && rate < 0.5))
            return fmt::format("{} of the SPRT is {}, but must lie between 0 and 0.5", name, rate);
    return std::nullopt;
}

Result<SprtSettings, std::string> parse_sprt(std::string_view text) {
    SprtSettings settings;
    std::vector<std::string_view> seen;
    for (std::string_view word : words_of(text)) {
        const std::size_t sign = word.find('=');
        if (sign == std::string_view::npos)
            return failure(fmt::format("the SPRT wants name=value, not {}", quoted(word)));
        const std::string_view key = word.substr(0, sign);
        if (std::string problem = set_value(settings, key, word.substr(sign + 1)); !problem.empty())
            return failure(std::move(problem));
        if (std::ranges::find(seen, key) != seen.end())
            return failure(fmt::format("{} of the SPRT is given twice", key));
        seen.push_back(key);
    }
    for (std::string_view needed : {"elo0", "elo1"})
        if (std::ranges::find(seen, needed) == seen.end())
            return failure(fmt::format("the SPRT needs {}, as in \"elo0=0 elo1=5\"", needed));
    if (std::optional<std::string> problem = problem_with(settings))
        return failure(*std::move(problem));
    return settings;
}

std::string to_text(const SprtSettings& settings) {
    std::string text = fmt::format("elo0={} elo1={} alpha={} beta={}", settings.elo0, settings.elo1,
                                   settings.alpha, settings.beta);
    if (settings.model == EloModel::Normalized) text += " model=normalized";
    return text;
}

}  // namespace rookery::arena
