// One of our own searchers as a player, in this process.
//
// It cannot be stopped by force as another program can, so it always gets a deadline, the timeout
// of the referee if there is no nearer one.
#pragma once

#include "arena/game/player.h"
#include "arena/players/engine_link.h"
#include "engine/make_searcher.h"

#include <memory>
#include <optional>
#include <string>

namespace rookery::arena {

struct SearcherSpec {
    std::string name;      // as a player
    std::string searcher;  // in the table
    std::uint64_t seed = 1;
    Resources resources;
    std::string evaluator{};  // empty: the searcher's own
    int level = 0;            // 0: full strength
    std::string weights{};    // a file; empty: the evaluator's own
    SettingValues settings{};
    classical::VariantText variant{};
    std::string colony{};   // the invitation file, if a colony helps the searcher
    std::string network{};  // a file; empty: the program's own
    bool human_pace = false;

    [[nodiscard]] SearcherChoice choice() const {
        SearcherChoice choice{searcher, evaluator, strength_of_level(level),
                              seed,     weights,   settings,
                              variant,  colony,    network};
        choice.human_pace = human_pace;
        return choice;
    }
};

class SearcherPlayer final : public Player {
  public:
    // The table must outlive the player; tables are constants.
    SearcherPlayer(SearcherSpec spec, SearcherTable searchers);

    [[nodiscard]] const std::string& name() const override { return spec_.name; }
    [[nodiscard]] Result<bool, std::string> start() override;
    void number_game(std::uint64_t number) override { number_ = number; }
    [[nodiscard]] Result<bool, std::string> new_game(bool chess960) override;
    [[nodiscard]] MoveReply choose(const MoveRequest& request) override;
    void stop() override { searcher_.reset(); }
    [[nodiscard]] bool obeys_nodes() override;
    [[nodiscard]] std::optional<Duration> latency() const override { return std::nullopt; }
    [[nodiscard]] std::string conversation() const override { return conversation_.text(); }

  private:
    // Whether games of different numbers have different seeds.
    [[nodiscard]] bool is_random() const;

    const SearcherSpec spec_;
    const SearcherTable searchers_;
    std::unique_ptr<Searcher> searcher_;
    std::uint64_t number_ = 0;  // of the game
    Conversation conversation_;
    std::optional<bool> obeys_nodes_;
};

}  // namespace rookery::arena
