#include "levels/styles.h"

#include "chess/attacks.h"
#include "eval/geometry.h"
#include "eval/nnue/nnue_evaluator.h"
#include "search/pvs/pvs_searcher.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

namespace rookery {
namespace {

// In the units of the evaluation, of which a pawn is about 70 in the middlegame.
struct StyleWeights {
    // For each square beside the enemy king that a piece of ours attacks, and beside our king that
    // one of theirs attacks.
    int attack = 0;
    int exposure = 0;
    // For each step of a pawn of ours near the enemy king.
    int storm = 0;
    // For each pawn of ours in front of our king.
    int shelter = 0;
    // For each piece of either side that stays on the board; queens count twice.
    int piece = 0;
};

constexpr StyleWeights attacker_weights{
    .attack = 18, .exposure = 0, .storm = 9, .shelter = 0, .piece = 8};
constexpr StyleWeights solid_weights{
    .attack = 0, .exposure = -10, .storm = -3, .shelter = 12, .piece = -6};

constexpr std::array<SearcherSetting, 1> attacker_table = {{{"contempt", 20, -200, 200, 0}}};
constexpr std::array<SearcherSetting, 1> solid_table = {{{"contempt", -15, -200, 200, 0}}};

// How many squares beside the king of `defender` each enemy piece attacks, together.
int attacks_on_king(const Position& position, Color defender) {
    const Bitboard zone = king_attacks(position.king(defender));
    int count = 0;
    for (const PieceType type :
         {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
        for (const Square square : squares(position.pieces(~defender, type)))
            count += popcount(piece_attacks(type, square, position.occupied()) & zone);
    return count;
}

// Steps made by pawns on the files at the enemy king.
int pawn_storm(const Position& position, Color attacker) {
    const int king_file = file_number(position.king(~attacker));
    int steps = 0;
    for (const Square square : squares(position.pieces(attacker, PieceType::Pawn)))
        if (std::abs(file_number(square) - king_file) <= 1) steps += rank_for(attacker, square) - 1;
    return steps;
}

// Pawns one or two ranks before the king, on its file and the two beside it.
int pawn_shelter(const Position& position, Color color) {
    const Square king = position.king(color);
    int count = 0;
    for (const Square square : squares(position.pieces(color, PieceType::Pawn))) {
        const int ahead = rank_for(color, square) - rank_for(color, king);
        if (std::abs(file_number(square) - file_number(king)) <= 1 && ahead >= 1 && ahead <= 2)
            ++count;
    }
    return count;
}

int count_pieces(const Position& position) {
    const Bitboard pieces =
        position.occupied() & ~position.pieces(PieceType::Pawn) & ~position.pieces(PieceType::King);
    return popcount(pieces) + popcount(position.pieces(PieceType::Queen));
}

// How a side likes to play, in a search from a root with so many pieces.
struct Taste {
    Color us = Color::White;
    StyleWeights weights;
    int contempt = 0;
    int pieces_at_root = 0;

    // The value of a position for that side beyond the evaluation.
    [[nodiscard]] int value_of(const Position& position) const {
        return contempt + weights.attack * attacks_on_king(position, ~us) +
               weights.exposure * attacks_on_king(position, us) +
               weights.storm * pawn_storm(position, us) +
               weights.shelter * pawn_shelter(position, us) +
               weights.piece * (count_pieces(position) - pieces_at_root);
    }
};

// Another evaluator with a taste. Contempt is part of it: draws by the rules stay 0, and all that
// is played on for is worth so much more.
class StyleEvaluator final : public ErasedEvaluator {
  public:
    StyleEvaluator(std::unique_ptr<ErasedEvaluator> evaluator, std::shared_ptr<const Taste> taste)
        : evaluator_(std::move(evaluator)), taste_(std::move(taste)) {}

    [[nodiscard]] Score evaluate(const Position& position) override {
        const Score score = evaluator_->evaluate(position);
        if (score.is_known_endgame()) return score;
        const int extra = taste_->value_of(position);
        const int value = score.value() + (position.side_to_move() == taste_->us ? extra : -extra);
        // No style makes a known win of it.
        constexpr int most = Score::known_win - 1;
        return Score(std::clamp(value, -most, most));
    }
    void clear() override { evaluator_->clear(); }

  private:
    std::unique_ptr<ErasedEvaluator> evaluator_;
    std::shared_ptr<const Taste> taste_;
};

// Searches with the taste of the side to move at the root. When the side changes, everything
// learned is forgotten; that happens hardly ever, because an engine plays one side of a game.
class StyledSearcher final : public Searcher {
  public:
    StyledSearcher(EvaluatorMaker evaluator, const StyleWeights& weights, int contempt)
        : taste_(std::make_shared<Taste>()) {
        taste_->weights = weights;
        taste_->contempt = contempt;
        searcher_ = make_pvs({.evaluator = [make = std::move(evaluator),
                                            taste = std::shared_ptr<const Taste>(taste_)] {
            return std::make_unique<StyleEvaluator>(make(), taste);
        }});
    }

    void new_game() override { searcher_->new_game(); }
    void resize(const Resources& resources) override { searcher_->resize(resources); }
    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        if (const Color us = root.position.side_to_move(); us != taste_->us) {
            searcher_->new_game();
            taste_->us = us;
        }
        taste_->pieces_at_root = count_pieces(root.position);
        return searcher_->search(root, limits, std::move(stop), listener);
    }

  private:
    const std::shared_ptr<Taste> taste_;  // changes between searches alone
    std::unique_ptr<Searcher> searcher_;
};

std::unique_ptr<Searcher> make_styled(const SearcherSetup& setup, const StyleWeights& weights,
                                      int contempt) {
    for (const auto& [name, value] : setup.settings)
        if (name == "contempt") contempt = value;
    EvaluatorMaker evaluator = setup.evaluator;
    if (!evaluator) evaluator = [] { return std::make_unique<Erased<NnueEvaluator>>(); };
    return std::make_unique<StyledSearcher>(std::move(evaluator), weights, contempt);
}

}  // namespace

std::unique_ptr<Searcher> make_attacker(const SearcherSetup& setup) {
    return make_styled(setup, attacker_weights, attacker_table[0].standard);
}

std::unique_ptr<Searcher> make_solid(const SearcherSetup& setup) {
    return make_styled(setup, solid_weights, solid_table[0].standard);
}

std::span<const SearcherSetting> attacker_settings() { return attacker_table; }
std::span<const SearcherSetting> solid_settings() { return solid_table; }

}  // namespace rookery
