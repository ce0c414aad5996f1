// Any text as a game of people: what is accepted is played by legal moves, and its records come
// back.
#include "training/human_games.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rookery;
    using namespace rookery::training;
    const auto game = parse_human_game({reinterpret_cast<const char*>(data), size});
    if (!game) {
        require(!game.error().empty());
        return 0;
    }
    Position position = Position::start();
    for (const HumanRecord& record : records_of(*game, 0)) {
        const auto human = unpacked(record);
        require(human.has_value());
        require(human->situation.position == position);
        require(position.is_legal(human->move));
        position.make(human->move);
    }
    return 0;
}
