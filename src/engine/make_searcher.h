// A searcher, its evaluator and its strength, chosen by name.
#pragma once

#include "base/result.h"
#include "eval/classical/variant.h"
#include "eval/nnue/network.h"
#include "search/searcher.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace rookery {

// How well to play: as well as possible, or at one of ten levels.

struct Strength {
    std::uint64_t nodes = 0;  // for a move at most; 0: no limit
    int largest_error = 0;    // by which a position is misjudged, in units of the evaluation

    [[nodiscard]] bool is_full() const { return nodes == 0 && largest_error == 0; }
    [[nodiscard]] friend bool operator==(const Strength&, const Strength&) = default;
};

struct Level {
    int elo;  // among engines; docs/uci.md says how it was measured
    Strength strength;
};

inline constexpr int highest_level = 10;

// From 1 on; 0 is full strength.
[[nodiscard]] std::span<const Level, highest_level> levels();
[[nodiscard]] Strength strength_of_level(int level);

// Between the levels in proportion.
inline constexpr int lowest_elo = 800;
inline constexpr int highest_elo = 2300;
[[nodiscard]] Strength strength_of_elo(int elo);

struct SearcherChoice {
    std::string searcher;
    std::string evaluator;  // empty: the searcher's own
    Strength strength;
    std::uint64_t seed = 1;
    std::string weights{};  // a file of weights for the classical evaluation; empty: its own
    SettingValues settings{};
    classical::VariantText variant{};  // of the classical evaluation
    std::string colony{};  // the invitation of a searcher whom a colony helps; empty: the usual one
    std::string network{};  // a file with another network than the program's own
    std::shared_ptr<const nnue::Network>
        loaded_network{};  // that file, where it has been read already

    // Whether the evaluator is as it is in the program.
    [[nodiscard]] bool has_own_weights() const { return weights.empty() && variant.empty(); }
    [[nodiscard]] bool has_own_evaluator() const { return has_own_weights() && network.empty(); }

    [[nodiscard]] friend bool operator==(const SearcherChoice&, const SearcherChoice&) = default;
};

// Why there can be no such searcher; nothing if there can. Reads the file of weights or of a
// network.
[[nodiscard]] std::optional<std::string> validate(const SearcherChoice& choice,
                                                  SearcherTable searchers);

// The error is that of validate(). Files are read once. Memory may run out as with any searcher.
[[nodiscard]] Result<std::unique_ptr<Searcher>, std::string>
make_searcher(const SearcherChoice& choice, SearcherTable searchers);

}  // namespace rookery
