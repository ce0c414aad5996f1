// Any bytes as a human network: what is accepted predicts probabilities. A wrong checksum is put
// right first, because nearly all inputs would end there.
#include "base/bytes.h"
#include "levels/human_network.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void check_network(std::string_view bytes) {
    using namespace rookery;
    using namespace rookery::human;
    const auto network = HumanNetwork::parse(bytes);
    if (!network) {
        require(!network.error().empty());
        return;
    }
    if ((**network).multiplications() > 10'000'000) return;
    const HumanPrediction prediction =
        HumanPredictor(*network).predict({.position = Position::start()});
    double sum = 0;
    for (const HumanMoveChance& one : prediction.moves) sum += one.probability;
    require(prediction.moves.size() == 20);
    require(std::abs(sum - 1) < 1e-6);
    require(std::abs(prediction.win + prediction.draw + prediction.loss - 1) < 1e-6);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string bytes(reinterpret_cast<const char*>(data), size);
    check_network(bytes);
    if (bytes.size() < 16) return 0;
    bytes.resize(bytes.size() - 8);
    rookery::ByteWriter end;
    end.fixed(rookery::hash_of(bytes), 8);
    check_network(bytes + end.take());
    return 0;
}
