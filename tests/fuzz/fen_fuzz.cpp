// Any bytes as a FEN: no crash, and an accepted FEN can be written and read again unchanged.
#include "base/text.h"
#include "chess/movegen.h"
#include "notation/fen.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace rookery;

void require(bool condition) {
    if (!condition) std::abort();
}

void check_again(const Position& position, const std::string& fen) {
    const auto again = parse_fen(fen);
    require(again.ok());
    require(again->position == position);
    require(!again->notices.any());
    require(!again->counters_missing);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto parsed = parse_fen(text);
    if (!parsed) {
        const std::string message = describe(parsed.error());
        require(!parsed.error().what.empty());
        require(parsed.error().offset <= size);
        require(printable(message, message.size()) == message);
        return 0;
    }
    const Position& position = parsed->position;
    require(position.is_consistent());
    check_again(position, to_fen(position));
    check_again(position, to_fen(position, FenStyle::Shredder));
    require(legal_moves(position).size() == static_cast<std::size_t>(count_moves(position)));
    return 0;
}
