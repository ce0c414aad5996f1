#include "eval/classical/variant.h"

#include "base/text.h"
#include "eval/classical/weight_table.h"

#include <algorithm>
#include <cmath>

namespace rookery::classical {
namespace {

using Problem = std::optional<std::string>;

std::optional<int> parse_weight(std::string_view text) {
    const auto number = parse_signed_number<int>(text);
    return number && std::abs(*number) <= largest_weight ? number : std::nullopt;
}

std::optional<Tapered> parse_tapered(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto mg = parse_weight(text.substr(0, colon));
    const auto eg = colon == std::string_view::npos ? mg : parse_weight(text.substr(colon + 1));
    if (!mg || !eg) return std::nullopt;
    return Tapered(*mg, *eg);
}

int percent_of(int value, int percent) {
    return std::clamp(static_cast<int>(std::lround(value * percent / 100.0)), -largest_weight,
                      largest_weight);
}

void multiply(FlatWeights& weights, Group group, int percent) {
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (family_of(i).group == group)
            weights[i] = {percent_of(weights[i].mg(), percent),
                          percent_of(weights[i].eg(), percent)};
}

// Reads "all-mobility+danger*150" from left to right.
class TermsReader {
  public:
    explicit TermsReader(Variant& variant) : variant_(variant) {}

    [[nodiscard]] Problem read(std::string_view text) {
        variant_.groups = Groups::none();
        bool adds = true;
        for (;;) {
            const std::size_t end = text.find_first_of("+-");
            if (Problem problem = take(text.substr(0, end), adds)) return problem;
            if (end == std::string_view::npos) return std::nullopt;
            adds = text[end] == '+';
            text.remove_prefix(end + 1);
        }
    }

  private:
    [[nodiscard]] Problem take(std::string_view term, bool adds) {
        const std::size_t star = term.find('*');
        const std::string_view name = term.substr(0, star);
        if (name == "all" && star == std::string_view::npos && adds) {
            variant_.groups = Groups::all();
            return std::nullopt;
        }
        const auto group = find_group(name);
        if (!group)
            return "there is no group of terms '" + printable(name) + "', only all, " +
                   group_names();
        variant_.groups = adds ? variant_.groups.with(*group) : variant_.groups.without(*group);
        if (star == std::string_view::npos) return std::nullopt;
        const auto percent = parse_signed_number<int>(term.substr(star + 1));
        if (!adds || !percent || *percent < 0 || *percent > 1000)
            return "'" + printable(term) + "' is not like danger*150, with a percentage up to 1000";
        FlatWeights flat = flattened(variant_.weights);
        multiply(flat, *group, *percent);
        variant_.weights = shaped(flat);
        return std::nullopt;
    }

    Variant& variant_;
};

}  // namespace

Result<Variant, std::string> variant_from(const VariantText& text, const Weights& weights) {
    Variant variant{weights};
    if (!text.terms.empty())
        if (Problem problem = TermsReader(variant).read(text.terms))
            return failure(std::move(*problem));
    FlatWeights flat = flattened(variant.weights);
    for (const auto& [name, value] : text.weights) {
        const auto number = find_weight(name);
        if (!number)
            return failure("the classical evaluation has no weight '" + printable(name) + "'");
        const auto weight = parse_tapered(value);
        if (!weight)
            return failure("'" + printable(value) +
                           "' is not a weight like 350 or 350:340, up to " +
                           std::to_string(largest_weight));
        flat[*number] = *weight;
    }
    variant.weights = shaped(flat);
    return variant;
}

std::optional<Group> find_group(std::string_view name) {
    for (std::size_t i = 0; i < group_count; ++i)
        if (name_of(static_cast<Group>(i)) == name) return static_cast<Group>(i);
    return std::nullopt;
}

std::string group_names() {
    std::string names;
    for (std::size_t i = 0; i < group_count; ++i) {
        if (i > 0) names += ", ";
        names += name_of(static_cast<Group>(i));
    }
    return names;
}

}  // namespace rookery::classical
