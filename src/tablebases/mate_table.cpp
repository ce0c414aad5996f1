#include "tablebases/mate_table.h"

#include "base/bytes.h"
#include "base/files.h"
#include "base/threads.h"

#include <zstd.h>

#include <algorithm>
#include <span>
#include <stdexcept>

namespace rookery {
namespace {

constexpr std::string_view mate_magic = "RKMATES";
constexpr unsigned mate_version = 1;
constexpr std::size_t mate_block = std::size_t{1} << 20;
constexpr std::size_t mate_hash_size = 8;
constexpr int mate_compression_level = 19;

std::string packed_mate_block(std::span<const MateValue> values) {
    std::string packed(ZSTD_compressBound(values.size()), '\0');
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), values.data(),
                                           values.size(), mate_compression_level);
    if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
    packed.resize(size);
    return packed;
}

// The counts of one side to move.
MateCounts mate_counts_of(std::span<const MateValue> values) {
    MateCounts counts;
    for (const MateValue value : values) {
        if (value == mate_illegal) continue;
        if (value == mate_draw) {
            ++counts.draws;
            continue;
        }
        ++(is_mate_win(value) ? counts.wins : counts.losses);
        counts.longest = std::max<int>(counts.longest, value);
    }
    return counts;
}

// The head and the rest of a file of which the hash is right.
struct MateFileParts {
    MateTableInfo info;
    ByteReader rest;
};

Result<MateFileParts, std::string> read_mate_head(std::string_view bytes) {
    if (!bytes.starts_with(mate_magic)) return failure(std::string("this is no mate table"));
    if (bytes.size() <= mate_magic.size() + mate_hash_size)
        return failure(std::string("the file is cut off"));
    const std::string_view hashed = bytes.substr(0, bytes.size() - mate_hash_size);
    ByteReader reader(hashed.substr(mate_magic.size()));
    if (const unsigned version = reader.byte(); version != mate_version)
        return failure("its format has version " + std::to_string(version) +
                       "; this program reads version " + std::to_string(mate_version));
    if (ByteReader(bytes.substr(hashed.size())).fixed(mate_hash_size) != hash_of(hashed))
        return failure(std::string("the checksum is wrong: the file is damaged or cut off"));
    MateTableInfo info;
    info.ending = Ending::find(reader.text(reader.byte()));
    if (info.ending == nullptr) return failure(std::string("it names no ending that is known"));
    for (std::size_t side = 0; side < info.ending->sides(); ++side) {
        MateCounts& counts = info.counts[static_cast<Color>(side)];
        counts.wins = reader.varint();
        counts.draws = reader.varint();
        counts.losses = reader.varint();
        const std::uint64_t size = info.ending->size();
        const std::uint64_t longest = reader.varint();
        if (counts.wins > size || counts.draws > size || counts.losses > size ||
            longest > most_mate_plies)
            return failure(std::string("its counts make no sense"));
        counts.longest = static_cast<int>(longest);
    }
    if (!reader.ok()) return failure(std::string("its head is incomplete"));
    return MateFileParts{info, reader};
}

Result<std::string, std::string> text_of_mate_file(const std::filesystem::path& path) {
    // No table is larger than this, packed or not.
    return text_of_file(path.string(), std::size_t{64} << 20);
}

}  // namespace

int MateTableInfo::longest() const {
    return std::max(counts[Color::White].longest, counts[Color::Black].longest);
}

std::uint64_t MateTableInfo::positions() const {
    return counts[Color::White].positions() + counts[Color::Black].positions();
}

MateTable::MateTable(const Ending& ending, std::vector<MateValue> values)
    : info_{.ending = &ending}, values_(std::move(values)) {
    assert(values_.size() == ending.sides() * ending.size());
    for (std::size_t side = 0; side < ending.sides(); ++side) {
        const auto half = std::span(values_).subspan(side * ending.size(), ending.size());
        info_.counts[static_cast<Color>(side)] = mate_counts_of(half);
        MateValue before = mate_draw;
        for (MateValue& value : half) {
            if (value == mate_illegal) value = before;
            before = value;
        }
    }
}

Result<MateTable, std::string> MateTable::parse(std::string_view bytes) {
    auto parts = read_mate_head(bytes);
    if (!parts) return failure(std::move(parts).error());
    ByteReader& rest = parts->rest;
    const std::size_t size = parts->info.ending->sides() * parts->info.ending->size();
    std::vector<std::size_t> packed_sizes;
    for (std::size_t at = 0; at < size; at += mate_block) packed_sizes.push_back(rest.varint());
    std::vector<MateValue> values(size);
    std::size_t at = 0;
    for (const std::size_t packed_size : packed_sizes) {
        const std::string_view packed = rest.text(packed_size);
        const std::size_t raw = std::min(mate_block, size - at);
        if (!rest.ok() ||
            ZSTD_decompress(values.data() + at, raw, packed.data(), packed.size()) != raw)
            return failure("the block for bytes " + std::to_string(at) + " to " +
                           std::to_string(at + raw - 1) + " cannot be unpacked");
        at += raw;
    }
    if (rest.left() > 0) return failure(std::string("there are bytes behind the last block"));
    return MateTable(parts->info, std::move(values));
}

Result<MateTableInfo, std::string> MateTable::parse_info(std::string_view bytes) {
    auto parts = read_mate_head(bytes);
    if (!parts) return failure(std::move(parts).error());
    return parts->info;
}

Result<MateTable, std::string> MateTable::open(const std::filesystem::path& path) {
    const auto bytes = text_of_mate_file(path);
    if (!bytes) return failure(bytes.error());
    auto table = parse(*bytes);
    if (!table) return failure(path.string() + ": " + table.error());
    return table;
}

Result<MateTableInfo, std::string> MateTable::open_info(const std::filesystem::path& path) {
    const auto bytes = text_of_mate_file(path);
    if (!bytes) return failure(bytes.error());
    auto info = parse_info(*bytes);
    if (!info) return failure(path.string() + ": " + info.error());
    return info;
}

std::string MateTable::bytes(std::size_t threads) const {
    std::vector<std::string> blocks((values_.size() + mate_block - 1) / mate_block);
    share_among_threads(threads, blocks.size(), [&](std::size_t i) {
        const std::size_t at = i * mate_block;
        blocks[i] = packed_mate_block(
            std::span(values_).subspan(at, std::min(mate_block, values_.size() - at)));
    });
    ByteWriter writer;
    writer.text(mate_magic);
    writer.byte(mate_version);
    writer.byte(static_cast<unsigned>(ending().name().size()));
    writer.text(ending().name());
    for (std::size_t side = 0; side < ending().sides(); ++side) {
        const MateCounts& counts = info_.counts[static_cast<Color>(side)];
        for (const std::uint64_t count : {counts.wins, counts.draws, counts.losses})
            writer.varint(count);
        writer.varint(static_cast<std::uint64_t>(counts.longest));
    }
    for (const std::string& block : blocks) writer.varint(block.size());
    for (const std::string& block : blocks) writer.text(block);
    std::string bytes = writer.take();
    ByteWriter hash;
    hash.fixed(hash_of(bytes), mate_hash_size);
    return bytes + hash.take();
}

}  // namespace rookery
