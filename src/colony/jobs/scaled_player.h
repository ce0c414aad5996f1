// A player on a machine that is slower or faster than the one its clock is meant for.
#pragma once

#include "arena/game/player.h"

#include <optional>
#include <string>

namespace rookery::colony {

// Asked in the time of the reference, it asks the player in the time of this machine, and answers in that of the
// reference again.
class ScaledPlayer final : public arena::Player {
  public:
    // The player must outlive it.
    ScaledPlayer(arena::Player& player, double stretch) : player_(player), stretch_(stretch) {}

    [[nodiscard]] const std::string& name() const override { return player_.name(); }
    [[nodiscard]] Result<bool, std::string> start() override { return player_.start(); }
    void number_game(std::uint64_t number) override { player_.number_game(number); }
    [[nodiscard]] Result<bool, std::string> new_game(bool chess960) override { return player_.new_game(chess960); }
    [[nodiscard]] arena::MoveReply choose(const arena::MoveRequest& request) override;
    void stop() override { player_.stop(); }
    [[nodiscard]] std::optional<arena::Duration> latency() const override { return player_.latency(); }
    [[nodiscard]] bool obeys_nodes() override { return player_.obeys_nodes(); }
    [[nodiscard]] std::string conversation() const override { return player_.conversation(); }

    // What it answered last; the referee keeps no move that came too late.
    [[nodiscard]] const arena::MoveReply& last() const { return last_; }

  private:
    arena::Player& player_;
    const double stretch_;
    arena::MoveReply last_;
};

}  // namespace rookery::colony
