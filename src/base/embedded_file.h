// Files that are part of the program: the assembler reads them when the source file is compiled.
#pragma once

#include <cstddef>
#include <string_view>

// Defines `std::string_view NAME()`, the bytes of the file PATH. Once in a source file that is
// compiled by itself; src/CMakeLists.txt passes the path.
#define ROOKERY_EMBED_FILE(NAME, PATH)                                                             \
    asm(".section .rodata\n"                                                                       \
        ".globl rookery_" #NAME "_begin, rookery_" #NAME "_end\n"                                  \
        "rookery_" #NAME "_begin:\n"                                                               \
        ".incbin \"" PATH "\"\n"                                                                   \
        "rookery_" #NAME "_end:\n"                                                                 \
        ".text\n");                                                                                \
    extern "C" {                                                                                   \
    extern const char rookery_##NAME##_begin[];                                                    \
    extern const char rookery_##NAME##_end[];                                                      \
    }                                                                                              \
    static std::string_view NAME() {                                                               \
        return {rookery_##NAME##_begin,                                                            \
                static_cast<std::size_t>(rookery_##NAME##_end - rookery_##NAME##_begin)};          \
    }
