// The groups of terms, and sets of them: any can be left out to see what it is worth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rookery::classical {

enum class Group : std::uint8_t {
    Material,
    PieceSquare,
    Mobility,
    Pawns,
    Passed,
    Space,
    Minors,
    Rooks,
    Queens,
    Shelter,
    Danger,
    Threats,
    Initiative,
    Tempo,
    // These have no weights: how drawish an ending is, and endings that are known outright.
    Scaling,
    Endings
};
inline constexpr std::size_t group_count = 16;

// "piece_square": the name of the group's member in Weights.
[[nodiscard]] constexpr std::string_view name_of(Group group) {
    constexpr std::string_view names[group_count] = {
        "material",   "piece_square", "mobility", "pawns",   "passed", "space",
        "minors",     "rooks",        "queens",   "shelter", "danger", "threats",
        "initiative", "tempo",        "scaling",  "endings"};
    return names[static_cast<std::size_t>(group)];
}

class Groups {
  public:
    [[nodiscard]] static constexpr Groups all() { return Groups((1u << group_count) - 1); }
    [[nodiscard]] static constexpr Groups none() { return Groups(0); }

    [[nodiscard]] constexpr bool has(Group group) const { return (bits_ & bit(group)) != 0; }
    [[nodiscard]] constexpr Groups with(Group group) const { return Groups(bits_ | bit(group)); }
    [[nodiscard]] constexpr Groups without(Group group) const {
        return Groups(bits_ & ~bit(group));
    }
    [[nodiscard]] friend constexpr bool operator==(Groups, Groups) = default;

  private:
    constexpr explicit Groups(std::uint32_t bits) : bits_(bits) {}
    [[nodiscard]] static constexpr std::uint32_t bit(Group group) {
        return 1u << static_cast<unsigned>(group);
    }

    std::uint32_t bits_;
};

}  // namespace rookery::classical
