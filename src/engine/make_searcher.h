// A searcher, its evaluator and its strength, chosen by name.
#pragma once

#include "base/result.h"
#include "engine/strength.h"
#include "eval/classical/variant.h"
#include "eval/network/network.h"
#include "search/searcher.h"

#include <memory>
#include <optional>
#include <string>

namespace rookery {

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
    std::shared_ptr<const network::Network> loaded_network{};  // that file, where it has been read already

    // Whether the evaluator is as it is in the program.
    [[nodiscard]] bool has_own_weights() const { return weights.empty() && variant.empty(); }
    [[nodiscard]] bool has_own_evaluator() const { return has_own_weights() && network.empty(); }

    [[nodiscard]] friend bool operator==(const SearcherChoice&, const SearcherChoice&) = default;
};

// Why there can be no such searcher; nothing if there can. Reads the file of weights or of a network.
[[nodiscard]] std::optional<std::string> problem_with(const SearcherChoice& choice,
                                                      SearcherTable searchers);

// The error is that of problem_with(). Files are read once. Memory may run out as with any searcher.
[[nodiscard]] Result<std::unique_ptr<Searcher>, std::string>
make_searcher(const SearcherChoice& choice, SearcherTable searchers);

}  // namespace rookery
