#include "lab/sample_positions.h"

#include "notation/fen.h"

namespace rookery::lab {
namespace {

NamedPosition named(const char* name, std::string_view fen) { return {name, parse_fen(fen)->position}; }

}  // namespace

std::vector<NamedPosition> growth_positions() {
    return {
        {"start", Position::start()},
        named("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        named("rook ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        named("blocked pawns", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"),
    };
}

std::vector<NamedPosition> settling_positions() {
    return {
        {"start", Position::start()},
        named("combination", "2r4k/p4ppp/5n1n/8/1bb5/2N2N2/PBKR1PPP/3R4 w - - 0 20"),
    };
}

}  // namespace rookery::lab
