#include "arena/match/rating_settings.h"

#include "arena/players/player_spec.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery::arena {
namespace {

// Wide enough for every rating list; a number beyond it is a typing error.
constexpr double widest = 10'000;

std::optional<double> rating_in(std::string_view text) {
    const auto rating = parse_number<double>(text);
    return rating && std::abs(*rating) <= widest ? rating : std::nullopt;
}

// The player of exactly that name, or the only one whose name differs in capitals alone.
std::optional<std::size_t> player_called(std::string_view name,
                                         const std::vector<std::string>& names) {
    if (const auto exact = std::ranges::find(names, name); exact != names.end())
        return static_cast<std::size_t>(exact - names.begin());
    const auto alike = [&](const std::string& other) {
        return ascii::equal_ignoring_case(name, other);
    };
    const auto found = std::ranges::find_if(names, alike);
    if (found == names.end() || std::ranges::count_if(names, alike) > 1) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

std::string stranger(std::string_view name, const std::vector<std::string>& names) {
    std::string near = did_you_mean(name, names);
    if (near.empty()) {
        const std::string all = fmt::format("{}", fmt::join(names, ", "));
        near = fmt::format("; the players are {}", printable(all, 500));
    }
    return fmt::format("'{}' does not play here{}", printable(name), near);
}

std::optional<std::string> take_rating(std::string_view text, const std::vector<std::string>& names,
                                       KnownRatings& known) {
    // The last sign: a name may contain one, a number cannot.
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos)
        return fmt::format("'{}' is no rating; it should look like NAME=2400", printable(text));
    const std::string_view name = ascii::trim(text.substr(0, equals));
    const auto player = player_called(name, names);
    if (!player) return stranger(name, names);
    const std::string_view number = ascii::trim(text.substr(equals + 1));
    const auto rating = rating_in(number);
    if (!rating)
        return fmt::format("'{}' is no rating of {}: a number from -{} to {} is", printable(number),
                           printable(names[*player]), widest, widest);
    if (known[*player]) return fmt::format("{} is given two ratings", printable(names[*player]));
    known[*player] = *rating;
    return std::nullopt;
}

}  // namespace

std::optional<double> RatingSettings::known_of(std::size_t player) const {
    return player < known.size() ? known[player] : std::nullopt;
}

bool RatingSettings::any_known() const {
    return std::ranges::any_of(known, [](const auto& rating) { return rating.has_value(); });
}

Result<KnownRatings, std::string> parse_ratings(const std::vector<std::string>& texts,
                                                const std::vector<std::string>& names) {
    KnownRatings known(names.size());
    for (std::string_view rest : texts)
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            const std::string_view part = ascii::trim(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (part.empty()) continue;
            if (auto problem = take_rating(part, names, known)) return failure(std::move(*problem));
        }
    return known;
}

std::optional<std::string> RatingTexts::apply_to(RatingSettings& settings,
                                                 const std::vector<std::string>& names) const {
    if (!known.empty()) {
        auto ratings = parse_ratings(known, names);
        if (!ratings) return fmt::format("--ratings: {}", ratings.error());
        settings.known = std::move(*ratings);
    }
    settings.k = k.value_or(settings.k);
    settings.start = start.value_or(settings.start);
    return std::nullopt;
}

RatingOptions rating_options_of(const RatingSettings& settings) {
    RatingOptions options;
    double sum = 0;
    for (std::size_t player = 0; player < settings.known.size(); ++player) {
        if (!settings.known[player]) continue;
        options.anchors.push_back({player, *settings.known[player]});
        sum += *settings.known[player];
    }
    // This is also the level of players without games against players of known rating.
    if (!options.anchors.empty()) options.mean = sum / static_cast<double>(options.anchors.size());
    return options;
}

}  // namespace rookery::arena
