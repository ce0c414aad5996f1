// Any bytes as the file of a mate table: a table that is accepted has a value for every number, and
// a damaged one a reason. The second half of the checks gets the bytes with a right checksum.
#include "base/bytes.h"
#include "tablebases/mate_table.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace rookery;

void require(bool condition) {
    if (!condition) std::abort();
}

void check_file(std::string_view bytes) {
    const auto info = MateTable::parse_info(bytes);
    const auto table = MateTable::parse(bytes);
    if (!table) return require(!table.error().empty());
    require(info.ok());
    require(info->counts == table->info().counts);
    std::uint64_t sum = 0;
    const Ending& ending = table->ending();
    for (std::size_t side = 0; side < ending.sides(); ++side)
        for (std::size_t number = 0; number < ending.size(); ++number)
            sum += table->value(static_cast<Color>(side), number);
    require(sum <= std::uint64_t{255} * ending.sides() * ending.size());
    if (ending.pieces() > 3) return;  // packing takes long
    const auto again = MateTable::parse(table->bytes(1));
    require(again.ok());
    for (std::size_t number = 0; number < ending.size(); ++number)
        require(again->value(Color::White, number) == table->value(Color::White, number));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check_file(bytes);
    ByteWriter hash;
    hash.fixed(hash_of(bytes), 8);
    check_file(std::string(bytes) + hash.take());
    return 0;
}
