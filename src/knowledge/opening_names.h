// Names of openings, found by position, so that transpositions have the name they lead to.
#pragma once

#include "base/result.h"
#include "chess/game.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace rookery {

struct OpeningName {
    std::string eco;  // the code of the Encyclopaedia of Chess Openings: "B90"
    std::string name;

    [[nodiscard]] friend bool operator==(const OpeningName&, const OpeningName&) = default;
};

// The text of data/openings/names.tsv, in a file that the build makes of it.
[[nodiscard]] std::string_view built_in_opening_names();

class OpeningNames {
  public:
    // The table that is part of the program (data/openings/names.tsv).
    [[nodiscard]] static OpeningNames built_in();

    // Adds the lines of a table: code, name and moves, with a tabulator between them. Moves are
    // SAN, with or without numbers. A name for a position that has one replaces it. The error names
    // the line; the lines before it have been added.
    [[nodiscard]] std::optional<std::string> add(std::string_view table);

    [[nodiscard]] std::size_t size() const { return names_.size(); }
    // The name of just this position, or null.
    [[nodiscard]] const OpeningName* find(const Position& position) const;

    struct Found {
        OpeningName name;
        std::size_t plies = 0;  // of the game, until the position that has the name
    };
    // The name of the last position of the game that has one.
    [[nodiscard]] std::optional<Found> find(const Game& game) const;

  private:
    std::unordered_map<Key, OpeningName> names_;
};

}  // namespace rookery
