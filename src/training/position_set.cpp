#include "training/position_set.h"

#include "base/random.h"
#include "base/threads.h"

namespace rookery::training {
namespace {

std::uint64_t mixed(std::uint64_t value) { return SplitMix(value).next(); }

std::uint8_t result_code(GameResult result) {
    if (result == GameResult::Draw) return 1;
    return result == GameResult::WhiteWins ? 2 : 0;
}

}  // namespace

PackedPosition labelled(const Position& position, int white_score, GameResult result) {
    PackedPosition bytes = packed(position);
    const auto score = static_cast<std::uint16_t>(white_score);
    bytes[28] = static_cast<std::uint8_t>(score & 0xFF);
    bytes[29] = static_cast<std::uint8_t>(score >> 8);
    bytes[30] = result_code(result);
    bytes[31] = 0;
    return bytes;
}

bool KeySet::insert(Key key) {
    if (key == 0) return !std::exchange(has_zero_, true);
    if (4 * size_ >= 3 * slots_.size()) grow();
    std::size_t place = mixed(key) & (slots_.size() - 1);
    while (slots_[place] != 0) {
        if (slots_[place] == key) return false;
        place = (place + 1) & (slots_.size() - 1);
    }
    slots_[place] = key;
    ++size_;
    return true;
}

void KeySet::grow() {
    std::vector<Key> old(2 * slots_.size());
    old.swap(slots_);
    size_ = 0;
    for (const Key key : old)
        if (key != 0) static_cast<void>(insert(key));
}

void PositionBatch::Counts::add(const Counts& others) {
    games += others.games;
    held_games += others.held_games;
    positions += others.positions;
    held_positions += others.held_positions;
    filtered += others.filtered;
    repeated += others.repeated;
}

// By its moves alone, so that the same games are held back in all files.
bool PositionBatch::is_held_back(const SelfplayGame& game) const {
    if (held_back_of_ == 0) return false;
    std::uint64_t sum = game.start.key();
    for (const ScoredMove& one : game.moves) sum = mixed(sum + one.move.code());
    return mixed(sum) % held_back_of_ == 0;
}

void PositionBatch::add(const SelfplayGame& game) {
    const bool is_held = is_held_back(game);
    ++(is_held ? counts_.held_games : counts_.games);
    for_each_position(game, [&](const Position& position, const ScoredMove& next, std::size_t ply) {
        if (!filter_.takes(position, next, ply)) {
            ++counts_.filtered;
            return;
        }
        // A KeySet uses the low bits of the same mixed number.
        const std::size_t shard = mixed(position.key()) >> 58;
        static_assert(shards == std::size_t{1} << (64 - 58));
        by_shard_[shard].push_back(static_cast<std::uint32_t>(candidates_.size()));
        candidates_.push_back(
            {position.key(), labelled(position, next.white_score, game.result), is_held});
    });
}

void PositionBatch::keep_new() {
    for (const Candidate& one : candidates_)
        if (one.is_new) (one.is_held_back ? held_back_ : taken_).push_back(one.record);
    counts_.positions = taken_.size();
    counts_.held_positions = held_back_.size();
    counts_.repeated = candidates_.size() - taken_.size() - held_back_.size();
    candidates_ = {};
    by_shard_ = {};
}

void PositionSet::insert(std::span<PositionBatch* const> batches, std::size_t threads) {
    share_among_threads(threads, seen_.size(), [&](std::size_t shard) {
        for (PositionBatch* batch : batches)
            for (const std::uint32_t i : batch->by_shard_[shard])
                batch->candidates_[i].is_new = seen_[shard].insert(batch->candidates_[i].key);
    });
    share_among_threads(threads, batches.size(), [&](std::size_t i) { batches[i]->keep_new(); });
    for (const PositionBatch* batch : batches) counts_.add(batch->counts_);
}

}  // namespace rookery::training
