// Moves of people that were held back, a sample of each rating band: what `rookery human match` and
// `rookery human fit` ask about.
#pragma once

#include "base/result.h"
#include "base/threads.h"
#include "training/human_export.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

struct HumanSample {
    std::string moves;            // a file that `human export` has written
    std::size_t per_band = 2000;  // positions of each rating band; 0: all
    int first_ply = 10;
    std::uint64_t seed = 1;  // of the choice of positions
    std::size_t threads = 1;
};

// Bands of 200 points of the player who moves. The first and the last are open.
inline constexpr int human_band_width = 200;
inline constexpr int first_human_band = 800;
inline constexpr std::size_t human_bands = 9;
[[nodiscard]] std::size_t human_band_of(int rating);
[[nodiscard]] std::string human_band_name(std::size_t band);

// In the order of the file. The error is for a person.
[[nodiscard]] Result<std::vector<training::HumanMove>, std::string>
read_sample(const HumanSample& sample);

// Calls make() on every thread, and what it returns for each move; the results in the order of the
// moves. Those that were not reached when it was stopped are empty.
template <class Answer, class Make>
[[nodiscard]] std::vector<Answer> ask_about(const std::vector<training::HumanMove>& moves,
                                            std::size_t threads, Make make, const std::string& name,
                                            const std::stop_token& stop, const Progress& progress) {
    constexpr std::size_t at_once = 64;
    std::vector<Answer> answers(moves.size());
    std::atomic<std::size_t> next = 0;
    run_on_threads(threads, [&](std::size_t) {
        auto ask = make();
        for (;;) {
            const std::size_t first = next.fetch_add(at_once);
            if (first >= moves.size() || stop.stop_requested()) return;
            report(progress, fmt::format("{}: {} of {} positions", name, first, moves.size()));
            const std::size_t end = std::min(moves.size(), first + at_once);
            for (std::size_t i = first; i < end && !stop.stop_requested(); ++i)
                answers[i] = ask(moves[i]);
        }
    });
    return answers;
}

}  // namespace rookery::lab
