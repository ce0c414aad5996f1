#include "colony/live/bus_channel.h"

#include "base/hash.h"
#include "colony/messages/share_batch.h"

#include <utility>

namespace rookery::colony {
namespace {

constexpr std::string_view subject_prefix = "rk.share.";
// More than a search takes up between two looks; who is behind loses the rest.
constexpr std::size_t most_waiting = 16 * most_discoveries_in_batch;

}  // namespace

BusChannel::BusChannel(Bus& bus, const std::string& search, Trust trusts, Witness witness)
    : bus_(bus), search_(hash_of(search)), own_subject_(std::string(subject_prefix) + bus.member()),
      trusts_(std::move(trusts)), witness_(std::move(witness)) {}

void BusChannel::send(Discoveries discoveries) { bus_.publish(own_subject_, to_bytes(search_, discoveries)); }

Discoveries BusChannel::receive() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(arrived_, {});
}

std::uint64_t BusChannel::refused() const {
    const std::scoped_lock lock(mutex_);
    return refused_;
}

void BusChannel::hear(const Letter& letter) {
    // A job that somebody has had sent here keeps its own subject.
    if (letter.subject == own_subject_ || !letter.subject.starts_with(subject_prefix)) return;
    const std::string_view member = letter.subject.substr(subject_prefix.size());
    const bool is_trusted = !trusts_ || trusts_(member);
    // What is worth nothing is not even read.
    auto batch = is_trusted ? parse_share_batch(letter.bytes) : failure(std::string("it is not trusted"));
    const std::scoped_lock lock(mutex_);
    if (!batch) {
        ++refused_;
        return;
    }
    if (batch->search != search_ || arrived_.size() + batch->discoveries.size() > most_waiting) return;
    if (witness_) witness_(member, batch->discoveries);
    arrived_.insert(arrived_.end(), batch->discoveries.begin(), batch->discoveries.end());
}

}  // namespace rookery::colony
