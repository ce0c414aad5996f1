#include "training/compression.h"

#include <zstd.h>

#include <stdexcept>

namespace rookery::training {
namespace {

// Slow to write, which nobody notices beside the games, and as fast to read as any.
constexpr int level = 19;

}  // namespace

std::string compressed(std::string_view bytes) {
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size =
        ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), level);
    if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
    packed.resize(size);
    return packed;
}

std::optional<std::string> decompressed(std::string_view bytes, std::size_t size) {
    std::string raw(size, '\0');
    const std::size_t got = ZSTD_decompress(raw.data(), raw.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(got) != 0 || got != size) return std::nullopt;
    return raw;
}

}  // namespace rookery::training
