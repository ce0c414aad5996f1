# Compiler flags of every file of the project.

include(CheckCXXCompilerFlag)

add_compile_options(
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wold-style-cast
    -Wno-missing-field-initializers) # designated initialisers leave fields at their defaults on purpose
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ 12 sees overlapping and overlong copies in std::string that are none, and notes a change of ABI
    # since g++ 4.6.
    add_compile_options(-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-psabi)
    # The compiler collects its garbage later: a file takes 7 % less time and up to half a gibibyte.
    add_compile_options("SHELL:--param ggc-min-expand=300" "SHELL:--param ggc-min-heapsize=524288")
else()
    # Inner braces of a member that is a struct, and & of two conditions that should not become branches.
    add_compile_options(-Wno-missing-braces)
    check_cxx_compiler_flag(-Wno-bitwise-instead-of-logical ROOKERY_KNOWS_BITWISE)
    if(ROOKERY_KNOWS_BITWISE)
        add_compile_options(-Wno-bitwise-instead-of-logical)
    endif()
endif()

# The same arithmetic everywhere: a fused multiply-add rounds once where two operations round twice.
add_compile_options(-ffp-contract=off)

# Asserts and small optimised code for debugging; the level of -O decides how long the sanitizer tests take.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS") # -g1: lines in reports, at half the build
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g -D_GLIBCXX_ASSERTIONS")

if(ROOKERY_FUZZ)
    # Libraries get the coverage counters; only the fuzz programs get libFuzzer's main.
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(ROOKERY_SANITIZE)
    add_compile_options(-fsanitize=${ROOKERY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${ROOKERY_SANITIZE} -fno-sanitize-recover=all)
endif()
