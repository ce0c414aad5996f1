#include "knowledge/polyglot_book.h"

// The bytes of the file between two symbols; its path comes from src/CMakeLists.txt.
asm(".section .rodata\n"
    ".globl rookery_book_begin, rookery_book_end\n"
    "rookery_book_begin:\n"
    ".incbin \"" ROOKERY_BOOK "\"\n"
    "rookery_book_end:\n"
    ".text\n");
extern "C" {
extern const char rookery_book_begin[];
extern const char rookery_book_end[];
}

namespace rookery {

PolyglotBook PolyglotBook::default_book() {
    return over(
        {rookery_book_begin, static_cast<std::size_t>(rookery_book_end - rookery_book_begin)});
}

}  // namespace rookery
