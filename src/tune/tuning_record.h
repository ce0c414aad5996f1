// The checkpoint of a tuning by games as text: its settings and the results of its games. Values
// are not stored, because the results restore the state of a tuner.
#pragma once

#include "base/result.h"
#include "tune/game_tuner.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::tune {

// Settings that must be the same when a tuning is resumed: {"seed", "1"}.
using Facts = std::vector<std::pair<std::string, std::string>>;

// Adds name, start and step of each parameter.
void add_facts(Facts& facts, const std::vector<TunedParameter>& parameters);

class TuningRecord {
  public:
    explicit TuningRecord(Facts facts) : facts_(std::move(facts)) {}

    // The error follows the name of the file: "was made with seed 1, not 2".
    [[nodiscard]] static Result<TuningRecord, std::string> from_text(std::string_view text,
                                                                     const Facts& facts);
    [[nodiscard]] std::string text() const;

    // As TrialQueue writes them; empty for a stage that has not begun.
    [[nodiscard]] std::string_view results_of(std::string_view stage) const;
    void keep(std::string_view stage, std::string results);

  private:
    Facts facts_;
    std::vector<std::pair<std::string, std::string>> stages_;  // by name
};

}  // namespace rookery::tune
