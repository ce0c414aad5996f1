#include "arena/openings/opening.h"

#include "base/random.h"
#include "base/text.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/input.h"
#include "notation/pgn_reader.h"
#include "notation/san.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

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
        // The last move may have ended the game, too: there must be something left to play.
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

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// LineReader strips the same, so that a file means the same wherever it is read.
std::string_view stripped(std::string_view line) {
    const auto is_padding = [](char c) { return c == '\0' || ascii::is_space(c); };
    while (!line.empty() && is_padding(line.front())) line.remove_prefix(1);
    while (!line.empty() && is_padding(line.back())) line.remove_suffix(1);
    return line;
}

bool ends_in_pgn(std::string_view name) {
    return name.size() >= 4 && ascii::equal_ignoring_case(name.substr(name.size() - 4), ".pgn");
}

std::string describe_ending(GameEnding ending) {
    return std::string("the game is over after it: ") + describe(ending);
}

bool is_chess960_variant(std::string_view variant) {
    std::string letters;
    for (const char c : variant)
        if (ascii::is_letter(c) || ascii::is_digit(c)) letters += ascii::to_lower(c);
    static constexpr std::string_view words[] = {"960", "9lx", "fischer", "freestyle", "frc"};
    return std::ranges::any_of(
        words, [&](std::string_view word) { return letters.find(word) != std::string::npos; });
}

}  // namespace

// Takes from each game what an opening needs; the rest of the text is never kept.
class OpeningBook::GameCollector : public PgnVisitor {
  public:
    static constexpr bool wants_variations = false;

    explicit GameCollector(OpeningBook& book)
        : book_(book),
          most_plies_(book.options_.plies.value_or(std::numeric_limits<std::size_t>::max())) {}

    void game_begin(std::size_t /*number*/, std::size_t line) {
        game_ = {};
        game_.first_move = static_cast<std::uint32_t>(book_.moves_.size());
        game_.line = static_cast<std::uint32_t>(line);
        eco_.clear();
        opening_.clear();
        variation_.clear();
        passed_ = false;
    }
    void tag(std::string_view name, std::string_view value) {
        if (value.empty() || value == "?") return;
        if (name == "ECO") eco_ = value;
        if (name == "Opening") opening_ = value;
        if (name == "Variation") variation_ = value;
        if (name == "Variant") game_.chess960 = is_chess960_variant(value);
    }
    bool moves_begin(const Position& start) {
        // Most games begin at the usual start, which is kept once.
        if (!(start == book_.starts_.front())) {
            game_.start = static_cast<std::uint32_t>(book_.starts_.size());
            book_.starts_.push_back(start);
        }
        return most_plies_ > 0;
    }
    void move(const Position& /*before*/, Move move) {
        if (game_.moves == most_plies_ || passed_) return;
        passed_ = !move;
        if (passed_) return;
        book_.moves_.push_back(move);
        ++game_.moves;
    }
    void error(const PgnError& error) {
        // An error behind the moves that are wanted does no harm.
        if (game_.moves < most_plies_) print_error(describe(error));
    }
    void game_end() {
        if (passed_ && game_.error == 0)
            print_error("line " + std::to_string(game_.line) + ": a side passes in this game");
        std::string name = eco_;
        for (const std::string& part : {opening_, variation_}) {
            if (part.empty()) continue;
            if (!name.empty()) name += name == eco_ ? " " : ", ";
            name += part;
        }
        if (!name.empty()) {
            game_.name = static_cast<std::uint32_t>(book_.names_.size());
            book_.names_.push_back(to_utf8(name));
        }
        book_.games_.push_back(game_);
    }

  private:
    void print_error(std::string what) {
        book_.errors_.push_back(std::move(what));
        game_.error = static_cast<std::uint32_t>(book_.errors_.size());
    }

    OpeningBook& book_;
    std::size_t most_plies_;
    StoredGame game_;
    std::string eco_;
    std::string opening_;
    std::string variation_;
    bool passed_ = false;
};

Result<OpeningBook, std::string> OpeningBook::load(const std::filesystem::path& path,
                                                   const OpeningOptions& options) {
    auto file = read_book_file(path, options.limits);
    if (!file) return failure(std::move(file).error());
    std::string name = path.string();
    if (file->name != path.filename().string()) name += ": " + printable(file->name);
    return from_text(std::move(file->text), std::move(name), options);
}

Result<OpeningBook, std::string> OpeningBook::from_text(std::string text, std::string name,
                                                        const OpeningOptions& options) {
    OpeningBook book;
    book.name_ = std::move(name);
    book.options_ = options;
    // Offsets have 32 bits.
    if (text.size() >= std::numeric_limits<std::uint32_t>::max())
        return failure(book.name_ + ": is too large");
    if (std::string_view(text).starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());

    MemorySource source(text);
    LineReader lines(source);
    const auto first = lines.next();
    if (!first) return failure(book.name_ + ": there are no openings in it");
    std::optional<std::string> problem;
    if (first->front() == '[' || ends_in_pgn(book.name_)) {
        problem = book.take_games(text);
    } else if (const auto parsed = parse_epd(*first); parsed) {
        book.take_positions(std::move(text));
    } else {
        problem = book.at_line(lines.line_number(), "neither a position nor the begin of a game: " +
                                                        parsed.error().what);
    }
    if (problem) return failure(std::move(*problem));
    return book;
}

OpeningBook OpeningBook::of(std::vector<Opening> openings, std::string name) {
    OpeningBook book;
    book.name_ = std::move(name);
    book.given_ = std::move(openings);
    return book;
}

void OpeningBook::take_positions(std::string text) {
    text_ = std::move(text);
    const std::string_view all = text_;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        const std::string_view line = stripped(all.substr(begin, end - begin));
        if (!line.empty() && line.front() != '#')
            lines_.push_back(static_cast<std::uint32_t>(line.data() - all.data()));
        begin = end + 1;
    }
    lines_.shrink_to_fit();
}

std::optional<std::string> OpeningBook::take_games(const std::string& text) {
    starts_.push_back(Position::start());
    names_.emplace_back();
    MemorySource source(text);
    PgnReader reader(source);
    GameCollector collector(*this);
    while (reader.read_game(collector)) {
    }
    if (games_.empty()) return name_ + ": there are no games in it";
    games_.shrink_to_fit();
    moves_.shrink_to_fit();
    return std::nullopt;
}

std::size_t OpeningBook::size() const {
    return std::max({lines_.size(), games_.size(), given_.size()});
}

Result<Opening, std::string> OpeningBook::at(std::size_t index) const {
    assert(index < size());
    if (!lines_.empty()) return position_at(index);
    if (!games_.empty()) return game_at(index);
    return given_[index];
}

std::string_view OpeningBook::line_at(std::size_t index) const {
    const std::string_view rest = std::string_view(text_).substr(lines_[index]);
    return stripped(rest.substr(0, rest.find('\n')));
}

std::string OpeningBook::at_line(std::size_t line, std::string_view what) const {
    return (name_ + ": line " + std::to_string(line) + ": ").append(what);
}

Result<Opening, std::string> OpeningBook::position_at(std::size_t index) const {
    const auto refuse = [&](std::string_view what) {
        // Counted only for errors: good lines need no number.
        const auto end = text_.begin() + static_cast<std::ptrdiff_t>(lines_[index]);
        const auto before = std::count(text_.begin(), end, '\n');
        return failure(at_line(static_cast<std::size_t>(before) + 1, what));
    };
    const auto parsed = parse_epd(line_at(index));
    if (!parsed) return refuse(describe(parsed.error()));
    const GameEnding ending = Game(parsed->position).ending();
    if (ending != GameEnding::None) return refuse(describe_ending(ending));
    Opening opening;
    opening.start = parsed->position;
    opening.chess960 = options_.chess960 || opening.start.needs_chess960();
    opening.name = to_utf8(parsed->text_of("id"));
    return opening;
}

Result<Opening, std::string> OpeningBook::game_at(std::size_t index) const {
    const StoredGame& stored = games_[index];
    if (stored.error > 0) return failure(name_ + ": " + errors_[stored.error - 1]);
    Opening opening;
    opening.start = starts_[stored.start];
    const auto first = moves_.begin() + static_cast<std::ptrdiff_t>(stored.first_move);
    opening.moves.assign(first, first + static_cast<std::ptrdiff_t>(stored.moves));
    Game game(opening.start);
    for (const Move move : opening.moves) game.play(move);
    if (const GameEnding ending = game.ending(); ending != GameEnding::None)
        return failure(at_line(stored.line, describe_ending(ending)));
    opening.chess960 = options_.chess960 || stored.chess960 || opening.start.needs_chess960();
    opening.name = names_[stored.name];
    return opening;
}

}  // namespace rookery::arena
