#include "levels/styles.h"

#include "chess/attacks.h"
#include "eval/geometry.h"
#include "eval/nnue/nnue_evaluator.h"
#include "search/pvs/pvs_searcher.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
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
    // For each piece on the board, of both sides; queens count twice.
    int piece = 0;
};

constexpr StyleWeights attacker_weights{
    .attack = 7, .exposure = -2, .storm = 4, .shelter = 0, .piece = 4};
constexpr StyleWeights solid_weights{
    .attack = 0, .exposure = -7, .storm = -2, .shelter = 9, .piece = -4};

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

// The value of the position for one side beyond the evaluation.
int style_value(const Position& position, Color us, const StyleWeights& weights) {
    const Bitboard pieces =
        position.occupied() & ~position.pieces(PieceType::Pawn) & ~position.pieces(PieceType::King);
    return weights.attack * attacks_on_king(position, ~us) +
           weights.exposure * attacks_on_king(position, us) +
           weights.storm * pawn_storm(position, us) + weights.shelter * pawn_shelter(position, us) +
           weights.piece * (popcount(pieces) + popcount(position.pieces(PieceType::Queen)));
}

// Another evaluator as the side `us` likes it. Contempt is part of it: draws by the rules stay 0,
// and all that is played on for is worth so much more.
class StyleEvaluator final : public ErasedEvaluator {
  public:
    StyleEvaluator(std::unique_ptr<ErasedEvaluator> evaluator, Color us,
                   const StyleWeights& weights, int contempt)
        : evaluator_(std::move(evaluator)), us_(us), weights_(weights), contempt_(contempt) {}

    [[nodiscard]] Score evaluate(const Position& position) override {
        const Score score = evaluator_->evaluate(position);
        if (score.is_known_endgame()) return score;
        const int extra = contempt_ + style_value(position, us_, weights_);
        const int value = score.value() + (position.side_to_move() == us_ ? extra : -extra);
        // No style makes a known win of it.
        constexpr int most = Score::known_win - 1;
        return Score(std::clamp(value, -most, most));
    }
    void clear() override { evaluator_->clear(); }

  private:
    std::unique_ptr<ErasedEvaluator> evaluator_;
    Color us_;
    StyleWeights weights_;
    int contempt_;
};

// Searches with an evaluator for the side to move at the root. That changes hardly ever: an engine
// plays one side of a game.
class StyledSearcher final : public Searcher {
  public:
    StyledSearcher(EvaluatorMaker evaluator, const StyleWeights& weights, int contempt)
        : evaluator_(std::move(evaluator)), weights_(weights), contempt_(contempt) {}

    void new_game() override {
        if (searcher_) searcher_->new_game();
    }
    void resize(const Resources& resources) override {
        if (searcher_) searcher_->resize(resources);
        resources_ = resources;
    }
    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        const Color us = root.position.side_to_move();
        if (us != us_) {
            searcher_.reset();  // first: two tables might not fit
            us_.reset();
            auto made = make_pvs(
                {.evaluator = [make = evaluator_, us, weights = weights_, contempt = contempt_] {
                    return std::make_unique<StyleEvaluator>(make(), us, weights, contempt);
                }});
            made->resize(resources_);
            searcher_ = std::move(made);
            us_ = us;
        }
        return searcher_->search(root, limits, std::move(stop), listener);
    }

  private:
    const EvaluatorMaker evaluator_;
    const StyleWeights weights_;
    const int contempt_;
    Resources resources_;
    std::unique_ptr<Searcher> searcher_;
    std::optional<Color> us_;
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
