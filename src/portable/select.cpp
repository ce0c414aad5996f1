// The portable program: holds one build of the engine per instruction-set level and becomes the
// best one this processor can run. It replaces itself, so that the engine keeps the process id and
// gets the signals.

#include <cpuid.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifndef MFD_EXEC  // older kernel headers
#define MFD_EXEC 0x0010U
#endif

// The assembler finds the programs in the folder that CMake names with -Wa,-I.
#define EMBED(symbol, file)                                                                        \
    extern "C" const char symbol##_begin[];                                                        \
    extern "C" const char symbol##_end[];                                                          \
    asm(".section .rodata\n"                                                                       \
        ".balign 64\n" #symbol "_begin:\n"                                                         \
        ".incbin \"" file "\"\n" #symbol "_end:\n"                                                 \
        ".previous\n")

EMBED(engine_v2, "rookery-engine-v2");
EMBED(engine_v3_magic, "rookery-engine-v3-magic");
EMBED(engine_v3, "rookery-engine-v3");
EMBED(engine_v4, "rookery-engine-v4");

extern char** environ;  // execve's counterpart of main's argv

namespace {

constexpr int exit_usage = 2;
constexpr int exit_failed = 1;

struct Level {
    const char* name;
    const char* begin;
    const char* end;
    bool runs;  // this processor and its operating system can run it
    bool fast;  // and it is not held back by a slow instruction
};

// AMD before family 25 (Zen 3) and its Hygon twins run PEXT in microcode, slower than the magic
// lookup.
bool pext_is_slow() {
    unsigned max = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(0, &max, &b, &c, &d) == 0) {
        return false;
    }
    std::array<char, 13> vendor{};
    std::memcpy(vendor.data(), &b, 4);
    std::memcpy(vendor.data() + 4, &d, 4);
    std::memcpy(vendor.data() + 8, &c, 4);
    if (std::strcmp(vendor.data(), "AuthenticAMD") != 0 &&
        std::strcmp(vendor.data(), "HygonGenuine") != 0) {
        return false;
    }
    unsigned a = 0;
    __get_cpuid(1, &a, &b, &c, &d);
    const unsigned family = ((a >> 8) & 0xF) + ((a >> 20) & 0xFF);
    return family < 25;
}

// Best first. The compiler's check also asks whether the operating system saves the wide registers.
std::array<Level, 4> levels() {
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("x86-64-v2") != 0;
    const bool v3 = __builtin_cpu_supports("x86-64-v3") != 0;
    const bool v4 = __builtin_cpu_supports("x86-64-v4") != 0;
    const bool pext = !pext_is_slow();
    return {{{"v4", engine_v4_begin, engine_v4_end, v4, pext},
             {"v3", engine_v3_begin, engine_v3_end, v3, pext},
             {"v3-magic", engine_v3_magic_begin, engine_v3_magic_end, v3, true},
             {"v2", engine_v2_begin, engine_v2_end, v2, true}}};
}

// The level that ROOKERY_LEVEL names, or else the best. Says what is wrong and returns null
// otherwise.
const Level* choose(const std::array<Level, 4>& all) {
    const char* wanted = std::getenv("ROOKERY_LEVEL");
    if (wanted != nullptr && *wanted == '\0') {
        wanted = nullptr;
    }
    for (const Level& level : all) {
        if (wanted == nullptr && level.runs && level.fast) {
            return &level;
        }
        if (wanted != nullptr && std::strcmp(level.name, wanted) == 0) {
            if (level.runs) {
                return &level;
            }
            std::fprintf(stderr, "ROOKERY_LEVEL=%s: this processor cannot run that level\n",
                         wanted);
            return nullptr;
        }
    }
    if (wanted == nullptr) {
        std::fputs("this processor is too old: Rookery needs x86-64-v2\n", stderr);
    } else {
        std::fprintf(stderr, "ROOKERY_LEVEL=%s: no such level; there are v2, v3-magic, v3 and v4\n",
                     wanted);
    }
    return nullptr;
}

bool write_all(int file, const Level& level) {
    for (const char* at = level.begin; at != level.end;) {
        const ssize_t written = write(file, at, static_cast<std::size_t>(level.end - at));
        if (written < 0 && errno != EINTR) {
            return false;
        }
        at += written > 0 ? written : 0;
    }
    return true;
}

// The engine as a file in memory that leaves no trace.
int in_memory(const Level& level) {
    int file = memfd_create("rookery", MFD_CLOEXEC | MFD_EXEC);
    if (file < 0) {  // kernels before 6.3 do not know MFD_EXEC
        file = memfd_create("rookery", MFD_CLOEXEC);
    }
    return file >= 0 && write_all(file, level) ? file : -1;
}

// The same as a private temporary file, where files in memory are refused. Its name is gone before
// it runs; it is opened again for reading, because a file open for writing cannot be started.
int in_folder(const Level& level) {
    const char* folder = std::getenv("TMPDIR");
    std::array<char, 4096> path{};
    std::snprintf(path.data(), path.size(), "%s/rookery-XXXXXX",
                  folder != nullptr && *folder != '\0' ? folder : "/tmp");
    const int writer = mkstemp(path.data());
    if (writer < 0) {
        return -1;
    }
    const bool written = fchmod(writer, 0700) == 0 && write_all(writer, level);
    const int file = written ? open(path.data(), O_RDONLY | O_CLOEXEC) : -1;
    close(writer);
    unlink(path.data());
    return file;
}

}  // namespace

int main(int, char** argv) {
    const std::array<Level, 4> all = levels();
    const Level* level = choose(all);
    if (level == nullptr) {
        return exit_usage;
    }
    for (const auto prepare : {in_memory, in_folder}) {
        if (const int file = prepare(*level); file >= 0) {
            fexecve(file, argv, environ);  // returns only when refused
        }
    }
    std::perror("rookery: cannot start the engine");
    return exit_failed;
}
