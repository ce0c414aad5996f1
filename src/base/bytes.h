// Numbers as bytes: written one after another, and read back from bytes that may be damaged; and a
// hash of bytes.
//
// A varint has seven bits a byte, low first; the eighth bit says that more follow. A number that
// may be negative is zigzag coded first (0, -1, 1, -2, ...), so that small ones stay short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace rookery {

class ByteWriter {
  public:
    void byte(unsigned value) { bytes_ += static_cast<char>(value & 0xFF); }
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned>(value & 0x7F) | 0x80);
        byte(static_cast<unsigned>(value));
    }
    void zigzag(std::int64_t value) {
        const auto bits = static_cast<std::uint64_t>(value);
        varint(value < 0 ? ~(bits << 1) : bits << 1);
    }
    // Always `count` bytes, low first.
    void fixed(std::uint64_t value, std::size_t count) {
        for (; count > 0; --count, value >>= 8) byte(static_cast<unsigned>(value & 0xFF));
    }
    void text(std::string_view bytes) { bytes_ += bytes; }

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

// Past the end of the bytes, or after a number too large, every read gives zero and ok() is false.
class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    unsigned byte() {
        if (rest_.empty()) {
            ok_ = false;
            return 0;
        }
        const auto value = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return value;
    }
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint64_t next = byte();
            value |= (next & 0x7F) << shift;
            if (shift == 63 && next > 1) break;
            if (next < 0x80) return value;
        }
        ok_ = false;
        return 0;
    }
    std::int64_t zigzag() {
        const std::uint64_t bits = varint();
        return static_cast<std::int64_t>((bits & 1) != 0 ? ~(bits >> 1) : bits >> 1);
    }
    int zigzag_int() {
        const std::int64_t value = zigzag();
        if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
            ok_ = false;
            return 0;
        }
        return static_cast<int>(value);
    }
    std::uint64_t fixed(std::size_t count) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{byte()} << (8 * i);
        return value;
    }
    std::string_view text(std::size_t size) {
        if (size > rest_.size()) {
            ok_ = false;
            return {};
        }
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] std::size_t left() const { return rest_.size(); }

  private:
    std::string_view rest_;
    bool ok_ = true;
};

// The 64-bit FNV-1a hash. It tells things apart and finds damage, but is not secure.
[[nodiscard]] constexpr std::uint64_t hash_of(std::string_view bytes) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
    for (const char one : bytes) hash = (hash ^ static_cast<unsigned char>(one)) * 0x100'0000'01B3;
    return hash;
}

}  // namespace rookery
