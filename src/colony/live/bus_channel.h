// Discoveries of one search, to and from the other members of a colony.
#pragma once

#include "colony/bus/bus.h"
#include "colony/sharing/discovery.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace rookery::colony {

class BusChannel final : public Channel {
  public:
    // Whether a member's word is worth anything.
    using Trust = std::function<bool(std::string_view member)>;
    // Hears who told us what, on a thread of the bus.
    using Witness = std::function<void(std::string_view member, const Discoveries& discoveries)>;

    // The bus must outlive it. Somebody hands it what is heard on rk.share.*: ears are kept longer than searches last.
    BusChannel(Bus& bus, const std::string& search, Trust trusts = {}, Witness witness = {});

    void send(Discoveries discoveries) override;
    [[nodiscard]] Discoveries receive() override;

    void hear(const Letter& letter);

    // Batches that could not be read, or came from nobody we trust.
    [[nodiscard]] std::uint64_t refused() const;

  private:
    Bus& bus_;
    const std::uint64_t search_;
    const std::string own_subject_;
    const Trust trusts_;
    const Witness witness_;
    mutable std::mutex mutex_;
    Discoveries arrived_;
    std::uint64_t refused_ = 0;
};

}  // namespace rookery::colony
