#include "eval/nnue/network_file.h"

#include <cstdio>
#include <cstdlib>

// The bytes of the file between two symbols; its path comes from src/CMakeLists.txt. This file is
// compiled without link-time optimisation, which would not find the symbols.
asm(".section .rodata\n"
    ".globl rookery_network_begin, rookery_network_end\n"
    "rookery_network_begin:\n"
    ".incbin \"" ROOKERY_NETWORK "\"\n"
    "rookery_network_end:\n"
    ".text\n");
extern "C" {
extern const char rookery_network_begin[];
extern const char rookery_network_end[];
}

namespace rookery::nnue {

std::shared_ptr<const Network> default_net() {
    static const std::shared_ptr<const Network> own = [] {
        const std::string_view bytes(
            rookery_network_begin,
            static_cast<std::size_t>(rookery_network_end - rookery_network_begin));
        auto parsed = parse_network(bytes);
        if (parsed) return *parsed;
        // The program was built with a wrong file; a test finds that before a user does.
        std::fprintf(stderr, "rookery: the network inside the program: %s\n",
                     parsed.error().c_str());
        std::abort();
    }();
    return own;
}

}  // namespace rookery::nnue
