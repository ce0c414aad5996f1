// Any bytes as PGN: read as trees, written, read again and compared. The first byte decides in what
// pieces the text arrives, which must not matter.
#include "base/text.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace rookery;

void require(bool condition) {
    if (!condition) std::abort();
}

class SmallPieces final : public TextSource {
  public:
    SmallPieces(std::string_view text, std::size_t piece) : all_(text), piece_(piece) {}
    std::size_t read(char* buffer, std::size_t size) override {
        return all_.read(buffer, std::min(size, piece_));
    }

  private:
    MemorySource all_;
    std::size_t piece_;
};

std::vector<PgnGame> read_in_pieces(std::string_view text, std::size_t piece) {
    SmallPieces source(text, piece);
    PgnReader reader(source);
    std::vector<PgnGame> games;
    while (auto game = read_pgn_game(reader)) games.push_back(std::move(*game));
    return games;
}

// Counts what the fast visitor sees; without variations the main line must stay the same.
struct MainLine : PgnVisitor {
    static constexpr bool wants_variations = false;
    std::vector<Move> moves;
    bool failed = false;

    void game_begin(std::size_t, std::size_t) { *this = {}; }
    void move(const Position& before, Move move) {
        require(move ? before.is_legal(move) : !before.in_check());
        moves.push_back(move);
    }
    void error(const PgnError&) { failed = true; }
};

void check_game(const PgnGame& game) {
    if (game.error) {
        const std::string message = describe(*game.error);
        require(printable(message, message.size()) == message);
        return;
    }
    const std::string text = to_pgn(game);
    const std::vector<PgnGame> once = read_pgn_games(text);
    require(once.size() == 1 && !once[0].error);
    require(once[0].start == game.start);
    require(once[0].main == game.main);
    require(once[0].result == game.result);
    // The standard tags are there now, so nothing may change any more.
    const std::string text_again = to_pgn(once[0]);
    require(text_again == text);
    for (const PgnMove& move : game.main.moves) {
        const CommentCommands commands = parse_comment_commands(move.comment);
        require(parse_comment_commands(to_comment(commands)) == commands);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::vector<PgnGame> games = read_pgn_games(text);
    const std::vector<PgnGame> in_pieces = read_in_pieces(text, 1 + data[0]);
    require(games.size() == in_pieces.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        require(games[i].same_content(in_pieces[i]));
        require(games[i].error == in_pieces[i].error);
        check_game(games[i]);
    }
    MemorySource source(text);
    PgnReader reader(source);
    MainLine line;
    for (std::size_t i = 0; reader.read_game(line); ++i) {
        if (i >= games.size() || line.failed || games[i].error) break;
        require(line.moves.size() == games[i].main.moves.size());
    }
    return 0;
}
