// A searcher that plays a random legal move: the smallest example of a Searcher, and a player that
// every other must beat.
#pragma once

#include "base/random.h"
#include "search/searcher.h"

namespace rookery {

class RandomSearcher final : public Searcher {
  public:
    explicit RandomSearcher(std::uint64_t seed) : seed_(seed), random_(seed) {}

    void new_game() override { random_ = Random(seed_); }
    void resize(const Resources&) override {}
    [[nodiscard]] SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                                      SearchListener& listener) override;

  private:
    std::uint64_t seed_;
    Random random_;
};

}  // namespace rookery
