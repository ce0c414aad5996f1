// The weights by name: their meaning, and their form as source text.
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "eval/classical/terms.h"
#include "eval/classical/weights.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rookery::classical {

// How a weight enters the value of a position; see tapered.h.
enum class Part : std::uint8_t {
    Score,       // White's count less Black's, times the weight
    Danger,      // adds to the danger of the king of the side it is counted for
    Initiative,  // adds to the initiative, counted once for both
    Tempo,       // like a score, but after the initiative
};

// One member of a group: a weight, or an array of them.
struct WeightFamily {
    Group group;
    std::string_view name;  // "knight"
    std::size_t first;      // number of its first weight
    std::size_t rows;       // 1 unless it is a table
    std::size_t columns;
    std::string_view meaning;
    Part part;

    [[nodiscard]] constexpr std::size_t size() const { return rows * columns; }
};

// In the order of the weights' numbers, without gaps.
[[nodiscard]] std::span<const WeightFamily> weight_table();

[[nodiscard]] const WeightFamily& family_of(std::size_t number);
// "mobility.knight[3]", "shelter.storm[1][4]", "rooks.seventh_rank".
[[nodiscard]] std::string weight_name(std::size_t number);
[[nodiscard]] std::optional<std::size_t> find_weight(std::string_view name);

// The text of default_weights.h with these weights in it.
[[nodiscard]] std::string weights_as_source(const Weights& weights);
// The weights of such a text. It may have been edited: only the names with a dot before them and
// the numbers after them are read; each weight must be there once.
[[nodiscard]] Result<Weights, TextError> weights_from_source(std::string_view text);
// The same from a file, which the error names.
[[nodiscard]] Result<Weights, std::string> weights_from_file(const std::string& path);

}  // namespace rookery::classical
