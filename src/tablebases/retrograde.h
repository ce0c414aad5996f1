// Retrograde analysis: the plies until mate of every position of one ending.
//
// It begins with the mates and goes backwards. A position from which a move leads to a loss in n
// plies is won in n + 1. A position of which the last move turns out to lead to a win in n plies is
// lost in n + 1; a counter for each position says how many of its moves are still open. Captures
// and promotions lead to endings that are known, and are looked up once, at the beginning.
#pragma once

#include "tablebases/mate_table.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace rookery {

// Tables of endings, by Ending::ordinal().
class KnownMates {
  public:
    KnownMates() : tables_(Ending::all().size()) {}

    void add(MateTable table) {
        const std::size_t ordinal = table.ending().ordinal();
        tables_[ordinal] = std::make_unique<const MateTable>(std::move(table));
    }
    [[nodiscard]] const MateTable* table(const Ending& ending) const {
        return tables_[ending.ordinal()].get();
    }
    // Dead endings need no table; another one must be there. The position is legal.
    [[nodiscard]] MateValue value(const FewPieces& position) const;

  private:
    std::vector<std::unique_ptr<const MateTable>> tables_;
};

// The tables that Ending::needs() names must be known. Reports the length in plies of the mates
// that it looks for, on the calling thread. Nothing if it was stopped.
[[nodiscard]] std::optional<MateTable> analyse_ending(const Ending& ending, const KnownMates& known,
                                                      std::size_t threads,
                                                      const std::stop_token& stop,
                                                      const std::function<void(int plies)>& report);

}  // namespace rookery
