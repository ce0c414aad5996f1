// Tuning kept in a file, to go on later as if nothing had happened.
#pragma once

#include "tune/texel.h"

namespace rookery::tune {

// What must be the same for going on to make sense.
struct TexelIdentity {
    std::size_t training = 0;  // positions
    std::size_t validation = 0;
    std::uint64_t seed = 0;
    std::size_t batch = 0;
    double lambda = 0;

    [[nodiscard]] bool operator==(const TexelIdentity&) const = default;
};
[[nodiscard]] TexelIdentity identity_of(const TexelData& data, const TexelSettings& settings,
                                        const TexelTuner& tuner);

[[nodiscard]] std::string checkpoint_text(const TexelState& state, const TexelIdentity& identity);
// Why not, if the text is no checkpoint or one of something else.
[[nodiscard]] Result<TexelState, std::string> state_from(const std::string& text,
                                                         const TexelIdentity& identity);

}  // namespace rookery::tune
