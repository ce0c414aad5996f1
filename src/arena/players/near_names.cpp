#include "arena/players/near_names.h"

#include "notation/ascii.h"
#include "notation/printable.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace rookery::arena {
namespace {

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = ascii::to_lower(c);
    return lower;
}

// Letters to change, insert or leave out.
std::size_t distance_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (char letter : a) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (letter != b[j - 1] ? 1 : 0);
            diagonal = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string suggestion(std::string_view word, std::vector<std::string> names) {
    constexpr std::size_t longest = 40;
    if (word.empty() || word.size() > longest) return {};
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());

    const std::string wanted = in_lower_case(word);
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& name : names) {
        if (name.size() > longest) continue;
        const std::string lower = in_lower_case(name);
        const bool within =
            wanted.size() >= 3 && (lower.find(wanted) != std::string::npos ||
                                   (lower.size() >= 3 && wanted.find(lower) != std::string::npos));
        const std::size_t distance = distance_between(wanted, lower);
        // A third of the letters may be wrong, but one or two of a short word already make another.
        if (within ||
            distance <= std::max<std::size_t>(1, std::min(wanted.size(), lower.size()) / 3))
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
