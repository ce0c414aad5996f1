// Any bytes as lines of EPD: what is accepted can be written and read again unchanged.
#include "notation/epd.h"
#include "notation/input.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace rookery;

void require(bool condition) {
    if (!condition) std::abort();
}

void check_line(std::string_view line) {
    const auto epd = parse_epd(line);
    if (!epd) {
        require(!epd.error().what.empty());
        require(epd.error().offset <= line.size());
        return;
    }
    const std::string text = to_epd(*epd);
    require(text.find('\n') == std::string::npos);
    const auto again = parse_epd(text);
    require(again.ok());
    require(again->position == epd->position);
    require(again->operations == epd->operations);
    require(!again->notices.any());

    for (const EpdOperation& operation : epd->operations) {
        const auto moves = epd_moves(*epd, operation.opcode);
        if (!moves) continue;
        Position position = epd->position;
        for (Move move : *moves) {
            require(position.is_legal(move));
            if (operation.opcode == "pv") position.make(move);
        }
    }
    (void)epd->mate_distance();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_line(text);
    MemorySource source(text);
    LineReader lines(source);
    while (const auto line = lines.next()) check_line(*line);
    return 0;
}
