#include "colony/sharing/sharing_companion.h"

namespace rookery::colony {
namespace {

// Unless as much is known already.
void learn(Table& table, const Discovery& discovery) {
    TableEntry known;
    if (table.probe(discovery.key, 0, known) && known.depth >= discovery.entry.depth) return;
    table.store(discovery.key, 0, discovery.entry);
}

}  // namespace

void SharingCompanion::on_pause(Table& table, std::uint64_t nodes) {
    const Pace::Time now = pace_.reach(nodes);
    if (now >= next_sending_) {
        next_sending_ = now + settings_.interval;
        if (Discoveries found = outbox_.take(); !found.empty()) channel_.send(std::move(found));
    }
    for (const Discovery& discovery : channel_.receive()) learn(table, discovery);
}

}  // namespace rookery::colony
