// Any bytes as a batch of entries: what is accepted is written as the same bytes again.
#include "colony/sharing.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rookery;
    using namespace rookery::colony;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto batch = parse_share_batch(bytes);
    if (!batch) {
        require(!batch.error().empty());
        return 0;
    }
    require(looks_like_batch(bytes));
    require(batch->discoveries.size() <= most_discoveries_in_batch);
    for (const Discovery& one : batch->discoveries) {
        require(one.entry.bound != Bound::None);
        require(one.entry.depth >= 0);
    }
    require(to_bytes(batch->search, batch->discoveries) == bytes);
    return 0;
}
