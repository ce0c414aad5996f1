// Milliseconds of a prediction by a human network on one thread.
//
//     bench_human_speed [file.rookhuman]...
//
// Without a file it is the tiny network of the tests. The best and the median of 200 predictions.
#include "base/measure.h"
#include "levels/human_network.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace rookery;

bool measure(const std::string& file) {
    const auto network = human::HumanNetwork::from_file(file);
    if (!network) {
        std::fprintf(stderr, "%s\n", network.error().c_str());
        return false;
    }
    human::HumanPredictor predictor(*network);
    const human::HumanSituation situation{.position = Position::start()};
    std::vector<double> times;
    for (int i = 0; i < 200; ++i) {
        const Stopwatch watch;
        do_not_optimize(predictor.predict(situation));
        times.push_back(watch.seconds());
    }
    std::ranges::sort(times);
    const auto million = static_cast<double>((**network).multiplications()) / 1e6;
    const auto& shape = (**network).shape();
    std::printf(
        "%s: %u blocks of %u channels, %.1f million multiplications, %.3f ms (median %.3f), "
        "%.1f billion multiplications/s\n",
        file.c_str(), shape.blocks, shape.channels, million, 1e3 * times.front(),
        1e3 * times[times.size() / 2], million / 1e3 / times.front());
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> files(argv + 1, argv + argc);
    if (files.empty())
        files.emplace_back(ROOKERY_SOURCE_DIR "/tests/levels/human_fixture.rookhuman");
    return std::ranges::all_of(files, measure) ? 0 : 1;
}
