// Finds the magic multipliers of src/chess/magics.h and prints that file.
//
//     build/release/bin/find_magics > src/chess/magics.h
//
// A magic is good when it sends all sets of blockers of a square to indices of as many bits as
// there are blockers, and two sets share an index only if they leave the slider the same attacks.
// Sparse random numbers are tried until one does. The seed is fixed, so the outcome is always the
// same.

#include "base/random.h"
#include "chess/attacks.h"

#include <cstdio>
#include <vector>

using namespace rookery;

namespace {

using Walk = Bitboard (*)(Square, Bitboard);

struct Case {
    Bitboard blockers;
    Bitboard attacks;
};

std::vector<Case> all_cases(Square square, Bitboard mask, Walk walk) {
    std::vector<Case> cases;
    Bitboard subset = 0;
    do {
        cases.push_back({subset, walk(square, subset)});
        subset = (subset - mask) & mask;
    } while (subset != 0);
    return cases;
}

bool separates(Bitboard magic, int bits, const std::vector<Case>& cases,
               std::vector<Bitboard>& table) {
    table.assign(std::size_t{1} << bits, 0);  // no slider has an empty set of attacks
    for (const Case& entry : cases) {
        Bitboard& slot = table[(entry.blockers * magic) >> (64 - bits)];
        if (slot != 0 && slot != entry.attacks) return false;
        slot = entry.attacks;
    }
    return true;
}

Bitboard find_magic(Square square, Bitboard mask, Walk walk, Random& random) {
    const std::vector<Case> cases = all_cases(square, mask, walk);
    std::vector<Bitboard> table;
    for (;;) {
        const Bitboard magic = random.next() & random.next() & random.next();
        if (popcount((mask * magic) >> 56) < 6) continue;  // too little reaches the top bits
        if (separates(magic, popcount(mask), cases, table)) return magic;
    }
}

void print_table(const char* name, Bitboard (*mask_of)(Square), Walk walk, Random& random) {
    std::printf("inline constexpr BySquare<Bitboard> %s = {{\n", name);
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        std::printf(
            "%s0x%016llXULL,%s", i % 4 == 0 ? "    " : " ",
            static_cast<unsigned long long>(find_magic(square, mask_of(square), walk, random)),
            i % 4 == 3 ? "\n" : "");
    }
    std::printf("}};\n");
}

}  // namespace

int main() {
    Random random(1);
    std::printf("// Written by tools/find_magics.cpp; not by hand.\n"
                "#pragma once\n\n"
                "#include \"chess/bitboard.h\"\n\n"
                "namespace rookery {\n\n");
    print_table("rook_magics", rook_blockers, walk_rook, random);
    std::printf("\n");
    print_table("bishop_magics", bishop_blockers, walk_bishop, random);
    std::printf("\n}  // namespace rookery\n");
}
