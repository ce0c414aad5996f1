// Variants of the classical evaluation for experiments and tuning: without some groups of terms,
// with groups that weigh more or less, with single weights changed.
#pragma once

#include "base/result.h"
#include "eval/classical/terms.h"
#include "eval/classical/weights.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::classical {

struct Variant {
    Weights weights;
    Groups groups = Groups::all();
};

// A variant as the settings of a player describe it.
struct VariantText {
    // Groups of terms, each with the percentage of its weights where that is not 100:
    // "all-mobility", "material+piece_square", "all+danger*150". Empty: all.
    std::string terms{};
    // {"material.knight", "350:340"}: middlegame and endgame, or one number for both.
    std::vector<std::pair<std::string, std::string>> weights{};

    [[nodiscard]] bool empty() const { return terms.empty() && weights.empty(); }
    [[nodiscard]] friend bool operator==(const VariantText&, const VariantText&) = default;
};

// Far above any useful weight, and small enough that sums cannot overflow.
inline constexpr int largest_weight = 4000;

// These weights, changed as the text says. The error lists the names there are.
[[nodiscard]] Result<Variant, std::string> variant_from(const VariantText& text,
                                                        const Weights& weights);

[[nodiscard]] std::optional<Group> find_group(std::string_view name);
// "material, piece_square, ..."
[[nodiscard]] std::string group_names();

}  // namespace rookery::classical
