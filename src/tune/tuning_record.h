// What is kept of a tuning by games, as text for a file: how it was set up, and how its games
// ended.
//
// The numbers themselves need not be kept. Told the same results again, a tuner stands where it
// stood.
#pragma once

#include "base/result.h"
#include "tune/game_tuner.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::tune {

// What must be the same for going on to make sense: {"seed", "1"}.
using Facts = std::vector<std::pair<std::string, std::string>>;

// Name, start and step of each.
void add_facts(Facts& facts, const std::vector<TunedParameter>& numbers);

class TuningRecord {
  public:
    explicit TuningRecord(Facts facts) : facts_(std::move(facts)) {}

    // The error follows the name of the file: "was made with seed 1, not 2".
    [[nodiscard]] static Result<TuningRecord, std::string> from_text(std::string_view text,
                                                                     const Facts& facts);
    [[nodiscard]] std::string text() const;

    // As TrialQueue writes them; empty for a stage that has not begun. Stages nobody asks for stay
    // as they are.
    [[nodiscard]] std::string_view results_of(std::string_view stage) const;
    void keep(std::string_view stage, std::string results);

  private:
    Facts facts_;
    std::vector<std::pair<std::string, std::string>> stages_;  // by name
};

}  // namespace rookery::tune
