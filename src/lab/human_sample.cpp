#include "lab/human_sample.h"

#include "base/random.h"

#include <array>
#include <numeric>

namespace rookery::lab {

std::size_t human_band_of(int rating) {
    const int band =
        rating < first_human_band ? 0 : (rating - first_human_band) / human_band_width + 1;
    return std::min(static_cast<std::size_t>(band), human_bands - 1);
}

std::string human_band_name(std::size_t band) {
    const int lowest = first_human_band + human_band_width * (static_cast<int>(band) - 1);
    if (band == 0) return fmt::format("below {}", first_human_band);
    if (band == human_bands - 1) return fmt::format("from {}", lowest);
    return fmt::format("{} to {}", lowest, lowest + human_band_width - 1);
}

Result<std::vector<training::HumanMove>, std::string> read_sample(const HumanSample& sample) {
    const auto all = training::human_moves_of_file(sample.moves);
    if (!all) return failure(all.error());
    std::vector<std::size_t> order(all->size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(sample.seed);
    shuffle(order, random);
    std::array<std::size_t, human_bands> taken{};
    std::vector<std::size_t> chosen;
    for (const std::size_t i : order) {
        const training::HumanMove& one = (*all)[i];
        if (one.ply < sample.first_ply) continue;
        std::size_t& count = taken[human_band_of(one.situation.rating)];
        if (sample.per_band > 0 && count == sample.per_band) continue;
        ++count;
        chosen.push_back(i);
    }
    if (chosen.empty())
        return failure(
            fmt::format("{}: no move is from ply {} on", sample.moves, sample.first_ply));
    std::ranges::sort(chosen);
    std::vector<training::HumanMove> moves;
    moves.reserve(chosen.size());
    for (const std::size_t i : chosen) moves.push_back((*all)[i]);
    return moves;
}

}  // namespace rookery::lab
