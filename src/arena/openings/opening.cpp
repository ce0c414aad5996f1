#include "arena/openings/opening.h"

#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"

#include <cassert>
#include <numeric>
#include <string_view>

namespace rookery::arena {
namespace {

struct NamedLine {
    std::string_view name;
    std::string_view moves;
};

constexpr NamedLine study_lines[] = {
    {"Ruy Lopez, Berlin Defence", "e4 e5 Nf3 Nc6 Bb5 Nf6"},
    {"Scandinavian Defence", "e4 d5 exd5 Qxd5 Nc3 Qa5"},
    {"Sicilian Defence, Open", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3"},
    {"Queen's Gambit Declined", "d4 d5 c4 e6 Nf3 Nf6"},
    {"Sicilian Defence, Smith-Morra Gambit", "e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6"},
    {"French Defence, Exchange Variation", "e4 e6 d4 d5 exd5 exd5"},
    {"Petrov's Defence", "e4 e5 Nf3 Nf6"},
    {"King's Indian Defence", "d4 Nf6 c4 g6 Nc3 Bg7"},
    {"Alekhine's Defence", "e4 Nf6 e5 Nd5 d4 d6"},
    {"Englund Gambit", "d4 e5 dxe5 Nc6 Nf3 Qe7"},
};

Opening opening_of(const NamedLine& line) {
    Opening opening;
    opening.name = line.name;
    Position position = opening.start;
    for (std::string_view rest = line.moves; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        const Move move = read_plain_san(position, word);
        assert(move);
        opening.moves.push_back(move);
        position.make(move);
        rest.remove_prefix(word.size());
        if (!rest.empty()) rest.remove_prefix(1);
    }
    return opening;
}

// Index and seed must both count: neighbouring indices of one seed and neighbouring seeds of one
// index have nothing to do with one another.
Random generator_of(std::uint64_t seed, std::uint64_t index) {
    return Random(SplitMix(seed).next() ^ SplitMix(~index).next());
}

}  // namespace

std::string text_of(const Opening& opening) {
    if (!opening.name.empty()) return opening.name;
    const bool usual = opening.start == Position::start();
    std::string text = usual && !opening.moves.empty() ? "" : to_fen(opening.start);
    Position position = opening.start;
    bool first = true;
    for (const Move move : opening.moves) {
        if (!position.is_legal(move)) break;
        const bool white = position.side_to_move() == Color::White;
        if (!text.empty()) text += ' ';
        if (white || first)
            text += std::to_string(position.fullmove_number()) + (white ? ". " : "... ");
        text += to_san(position, move);
        position.make(move);
        first = false;
    }
    return text;
}

std::vector<Opening> study_openings() {
    std::vector<Opening> openings;
    for (const NamedLine& line : study_lines) openings.push_back(opening_of(line));
    return openings;
}

Opening chess960_opening(int number) {
    assert(number >= 0 && number < 960);
    Opening opening;
    opening.start = Position::from(Setup::chess960(number))->position;
    opening.chess960 = true;
    opening.name = "Chess960 " + std::to_string(number);
    return opening;
}

Opening random_opening(std::uint64_t seed, std::uint64_t index, const RandomOpenings& wanted) {
    assert(0 <= wanted.fewest_plies && wanted.fewest_plies <= wanted.most_plies);
    Random random = generator_of(seed, index);
    Opening opening;
    if (wanted.chess960) opening = chess960_opening(static_cast<int>(random.below(960)));
    const auto choices = static_cast<std::uint64_t>(wanted.most_plies - wanted.fewest_plies + 1);
    const auto plies = static_cast<std::size_t>(wanted.fewest_plies) + random.below(choices);
    for (;;) {
        Game game(opening.start);
        while (game.plies() < plies && game.ending() == GameEnding::None) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random.below(moves.size())]);
        }
        // Also where the very last move ended the game: there must be something left to play.
        if (game.ending() != GameEnding::None) continue;
        opening.moves = game.moves();
        return opening;
    }
}

std::vector<Opening> random_openings(std::uint64_t seed, std::size_t count,
                                     const RandomOpenings& wanted) {
    std::vector<Opening> openings;
    openings.reserve(count);
    for (std::size_t i = 0; i < count; ++i) openings.push_back(random_opening(seed, i, wanted));
    return openings;
}

std::vector<std::size_t> opening_order(std::size_t count, std::uint64_t seed, Order order) {
    std::vector<std::size_t> indices(count);
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    if (order == Order::Random) {
        Random random(seed);
        shuffle(indices, random);
    }
    return indices;
}

std::size_t opening_of_game(const std::vector<std::size_t>& order, std::size_t game) {
    assert(!order.empty());
    return order[pair_of_game(game) % order.size()];
}

}  // namespace rookery::arena
