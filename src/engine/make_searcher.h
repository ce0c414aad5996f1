// Makes a searcher from a choice: searcher, evaluator and strength by name.
#pragma once

#include "base/result.h"
#include "eval/classical/variant.h"
#include "eval/nnue/network.h"
#include "levels/levels.h"
#include "search/searcher.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace rookery {

struct SearcherChoice {
    std::string searcher;
    std::string evaluator;  // empty: the searcher's default
    Strength strength;
    std::uint64_t seed = 1;
    std::string weights{};  // a file of weights for the classical evaluation; empty: the default
    SettingValues settings{};
    classical::VariantText variant{};  // of the classical evaluation
    std::string
        colony{};  // the invitation for a searcher that a colony helps; empty: the usual one
    std::string network{};  // a network file; empty: the default net
    std::shared_ptr<const nnue::Network>
        loaded_network{};     // the network of that file, if it was read already
    bool human_pace = false;  // answers no sooner than a person would

    // Whether the evaluator uses the weights and the network built into the program.
    [[nodiscard]] bool has_own_weights() const { return weights.empty() && variant.empty(); }
    [[nodiscard]] bool has_own_evaluator() const { return has_own_weights() && network.empty(); }

    [[nodiscard]] friend bool operator==(const SearcherChoice&, const SearcherChoice&) = default;
};

// The reason why the choice is invalid, if it is. Reads the file of weights or of a network.
[[nodiscard]] std::optional<std::string> validate(const SearcherChoice& choice,
                                                  SearcherTable searchers);

// The error is that of validate(). Files are read once. Memory may run out as with any searcher.
[[nodiscard]] Result<std::unique_ptr<Searcher>, std::string>
make_searcher(const SearcherChoice& choice, SearcherTable searchers);

}  // namespace rookery
