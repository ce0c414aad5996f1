// The classical evaluation in another form, as a player's settings name it: without some groups of
// terms, with groups that weigh more or less, with single weights changed. For experiments and
// tuning.
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

// In words.
struct VariantText {
    // Groups of terms, each with the percentage of its weights where that is not 100:
    // "all-mobility", "material+piece_square", "all+danger*150". Empty: all.
    std::string terms{};
    // {"material.knight", "350:340"}: middlegame and endgame, or one number for both.
    std::vector<std::pair<std::string, std::string>> weights{};

    [[nodiscard]] bool empty() const { return terms.empty() && weights.empty(); }
    [[nodiscard]] friend bool operator==(const VariantText&, const VariantText&) = default;
};

// Far above any that makes sense, and far below what a sum of them must not reach.
inline constexpr int largest_weight = 4000;

// Those weights changed. The error says what there is instead.
[[nodiscard]] Result<Variant, std::string> variant_from(const VariantText& text,
                                                        const Weights& weights);

[[nodiscard]] std::optional<Group> find_group(std::string_view name);
// "material, piece_square, ..."
[[nodiscard]] std::string group_names();

}  // namespace rookery::classical
