#include "arena/players/near_names.h"

#include "base/edit_distance.h"
#include "notation/ascii.h"
#include "notation/printable.h"

#include <algorithm>
#include <cstddef>

namespace rookery::arena {
namespace {

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = ascii::to_lower(c);
    return lower;
}

}  // namespace

std::string suggestion(std::string_view word, std::vector<std::string> names) {
    constexpr std::size_t longest = 40;
    if (word.empty() || word.size() > longest) return {};
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());

    const std::string wanted = in_lower_case(word);
    std::vector<std::pair<int, std::string>> near;
    for (const std::string& name : names) {
        if (name.size() > longest) continue;
        const std::string lower = in_lower_case(name);
        const bool within =
            wanted.size() >= 3 && (lower.find(wanted) != std::string::npos ||
                                   (lower.size() >= 3 && wanted.find(lower) != std::string::npos));
        const int distance = edit_distance(wanted, lower);
        const auto shorter = static_cast<int>(std::min(wanted.size(), lower.size()));
        // A third of the letters may be wrong, but one or two of a short word already make another.
        if (within || distance <= std::max(1, shorter / 3))
            near.emplace_back(distance, printable(name));
    }
    std::stable_sort(near.begin(), near.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    if (near.size() > 3) near.resize(3);
    std::string text;
    for (std::size_t i = 0; i < near.size(); ++i) {
        text += i == 0 ? "; did you mean " : i + 1 == near.size() ? " or " : ", ";
        text += near[i].second;
    }
    return text.empty() ? text : text + "?";
}

}  // namespace rookery::arena
