// Reads the games of a PGN text move by move and checks every move.
//
// The reader needs the same small amount of memory for a file of any size. It reports to a visitor,
// which is a template parameter; PgnTreeBuilder in pgn_game.h is one. A visitor has the members of
// PgnVisitor: it can inherit from it and redefine some of them.
//
// Reading never stops at a bad game: the reader calls error(), skips the rest of the game and goes
// on at the next line that begins with a tag.
#pragma once

#include "base/text.h"
#include "chess/game.h"
#include "chess/position.h"
#include "notation/pgn_lexer.h"
#include "notation/san.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// "*", "1-0", "0-1" or "1/2-1/2"; "½-½" and "1/2" mean a draw, too.
[[nodiscard]] std::optional<GameResult> parse_result(std::string_view text);

struct PgnError {
    std::size_t game = 0;  // counted from 1 through the text
    std::size_t ply = 0;   // of the main line and the variations read so far
    TextError text;

    [[nodiscard]] bool operator==(const PgnError&) const = default;
};

// "game 3, line 17, column 4: ..."
[[nodiscard]] std::string describe(const PgnError& error);

// Parts that were left out; the game is readable without them.
enum class PgnNotice : std::uint8_t {
    CommentCut,  // longer than the limit
    TagCut,      // its value was
    TagIgnored,  // it had no name or no value in quotes, or there were too many
    MarkIgnored  // a NAG beyond $255 or an unknown sign
};

struct PgnLimits {
    std::size_t longest_tag = 4096;
    std::size_t longest_comment = 1 << 16;
    std::size_t tags = 1024;
    std::size_t variation_depth = 256;
    // In all lines of a game together.
    std::size_t moves = 1 << 20;
};

// The calls of a reader. Texts are raw bytes and valid only during the call.
struct PgnVisitor {
    // If false, variations are skipped unread.
    static constexpr bool wants_variations = true;

    void game_begin(std::size_t /*number*/, std::size_t /*line*/) {}
    void tag(std::string_view /*name*/, std::string_view /*value*/) {}
    // After the tags. Answer false to skip the moves.
    bool moves_begin(const Position& /*start*/) { return true; }
    // Legal, or Move::none() for a pass ("--").
    void move(const Position& /*before*/, Move /*move*/) {}
    void comment(std::string_view /*text*/) {}
    void nag(int /*number*/) {}
    // A variation replaces the last move of the line it interrupts.
    void variation_begin() {}
    void variation_end() {}
    void result(GameResult /*result*/) {}
    void notice(PgnNotice /*notice*/) {}
    void error(const PgnError& /*error*/) {}
    // Always last, also after an error.
    void game_end() {}
};

class PgnReader {
  public:
    explicit PgnReader(TextSource& source, const PgnLimits& limits = {});

    // Reads the next game; false if there is none.
    template <class Visitor>
    bool read_game(Visitor& visitor);

    [[nodiscard]] std::size_t games() const { return games_; }

  private:
    // The state of a line of moves. A variation starts before the last move, hence two positions.
    struct Line {
        explicit Line(const Position& start) : positions{start, start} {}
        [[nodiscard]] const Position& current() const { return positions[now]; }
        [[nodiscard]] const Position& before() const { return positions[1 - now]; }
        // The new position is made where the older of the two was, without a copy in between.
        void advance(Move move) {
            Position* const next = &positions[1 - now];
            if (move)
                ::new (next) Position(current().after(move));
            else
                ::new (next) Position(current().after_null());
            now = 1 - now;
            moved = true;
        }

        Position positions[2];
        int now = 0;
        bool moved = false;
    };
    enum class SymbolKind : std::uint8_t { Move, Pass, Result, Mark, Nothing, Error };
    struct Meaning {
        SymbolKind kind = SymbolKind::Error;
        Move move;
        GameResult result = GameResult::Open;
        int nag = 0;
    };

    // Goes to where the next game begins and leaves its first token in token_.
    bool find_game();
    template <class Visitor>
    void read_tags(Visitor& visitor);
    template <class Visitor>
    void read_moves(Visitor& visitor);
    template <class Visitor>
    bool read_symbol(Visitor& visitor, bool& finished);
    template <class Visitor>
    void play(Visitor& visitor, Move move);
    template <class Visitor>
    bool read_comment(Visitor& visitor);
    template <class Visitor>
    bool begin_variation(Visitor& visitor);
    template <class Visitor>
    void end_variation(Visitor& visitor);

    [[nodiscard]] bool tag_starts_next_game();
    void remember_tag(const PgnTagText& tag);
    [[nodiscard]] bool set_up();
    // Reads a symbol that is not a plain move: sloppy moves, results, passes, signs.
    [[nodiscard]] Meaning understand(std::string_view symbol);
    [[nodiscard]] bool at_next_game();
    // Both return false, for convenience.
    bool refuse(std::string what);
    bool refuse_at(std::string what, std::size_t line, std::size_t column);
    bool skip_variation();
    void skip_game(bool stop_at_result);

    PgnLexer lexer_;
    PgnLimits limits_;
    PgnToken token_ = PgnToken::End;
    std::size_t games_ = 0;
    std::size_t plies_ = 0;
    Position ordinary_start_ = Position::start();
    std::vector<Line> lines_;
    std::vector<std::uint64_t> tags_seen_;
    std::string fen_;
    std::string variant_;
    // A comment before a game that turns out to have no tags belongs to that game.
    std::string early_comment_;
    std::optional<PgnError> error_;
};

// The number of a sign like "!?", or 0.
[[nodiscard]] int nag_from_glyph(std::string_view glyph);

template <class Visitor>
bool PgnReader::read_game(Visitor& visitor) {
    if (!find_game()) return false;
    ++games_;
    plies_ = 0;
    error_.reset();
    visitor.game_begin(games_, lexer_.line());
    read_tags(visitor);
    if (set_up()) {
        if (visitor.moves_begin(lines_.front().current()))
            read_moves(visitor);
        else
            skip_game(true);
    }
    if (error_) {
        skip_game(false);
        visitor.error(*error_);
    }
    visitor.game_end();
    return true;
}

template <class Visitor>
void PgnReader::read_tags(Visitor& visitor) {
    tags_seen_.clear();
    fen_.clear();
    variant_.clear();
    while (token_ == PgnToken::Tag) {
        if (tag_starts_next_game()) return;
        const PgnTagText tag = lexer_.read_tag();
        if (!tag.well_formed || tags_seen_.size() == limits_.tags) {
            visitor.notice(PgnNotice::TagIgnored);
        } else {
            if (tag.cut) visitor.notice(PgnNotice::TagCut);
            remember_tag(tag);
            visitor.tag(tag.name, tag.value);
        }
        token_ = lexer_.next();
    }
}

template <class Visitor>
void PgnReader::read_moves(Visitor& visitor) {
    if (!early_comment_.empty()) visitor.comment(early_comment_);
    for (;; token_ = lexer_.next()) {
        switch (token_) {
            case PgnToken::Symbol: {
                const Move move = read_plain_san(lines_.back().current(), lexer_.text());
                if (move) [[likely]] {
                    if (plies_ == limits_.moves) return void(refuse("the game has too many moves"));
                    play(visitor, move);
                    break;
                }
                bool finished = false;
                if (!read_symbol(visitor, finished) || finished) return;
                break;
            }
            case PgnToken::Glyph:
            case PgnToken::Nag: {
                const int nag = token_ == PgnToken::Glyph
                                    ? nag_from_glyph(lexer_.text())
                                    : parse_digits(lexer_.text(), 255).value_or(-1);
                if (nag >= 0)
                    visitor.nag(nag);
                else
                    visitor.notice(PgnNotice::MarkIgnored);
                break;
            }
            case PgnToken::Comment:
                if (!read_comment(visitor)) return;
                break;
            case PgnToken::VariationBegin:
                if (!begin_variation(visitor)) return;
                break;
            case PgnToken::VariationEnd:
                // A closing mark too many is ignored.
                if (lines_.size() > 1) end_variation(visitor);
                break;
            case PgnToken::Tag:
                if (!at_next_game()) return void(refuse("a tag stands among the moves"));
                [[fallthrough]];
            case PgnToken::End:
                if (lines_.size() > 1) refuse("a variation is not closed");
                return;
        }
    }
}

// False after an error.
template <class Visitor>
bool PgnReader::read_symbol(Visitor& visitor, bool& finished) {
    const Meaning meaning = understand(lexer_.text());
    switch (meaning.kind) {
        case SymbolKind::Move:
        case SymbolKind::Pass:
            if (plies_ == limits_.moves) return refuse("the game has too many moves");
            play(visitor, meaning.move);
            return true;
        case SymbolKind::Result:
            // A result inside a variation is an annotation.
            if (lines_.size() > 1) return true;
            visitor.result(meaning.result);
            token_ = lexer_.next();
            finished = true;
            return true;
        case SymbolKind::Mark: visitor.nag(meaning.nag); return true;
        case SymbolKind::Nothing: return true;
        case SymbolKind::Error: return false;
    }
    return false;
}

template <class Visitor>
void PgnReader::play(Visitor& visitor, Move move) {
    Line& line = lines_.back();
    visitor.move(line.current(), move);
    line.advance(move);
    ++plies_;
}

template <class Visitor>
bool PgnReader::read_comment(Visitor& visitor) {
    const std::size_t line = lexer_.line();
    const std::size_t column = lexer_.column();
    const PgnCommentText comment = lexer_.read_comment();
    visitor.comment(comment.text);
    if (comment.cut) visitor.notice(PgnNotice::CommentCut);
    if (comment.closed) return true;
    token_ = lexer_.next();
    return refuse_at("a comment is not closed", line, column);
}

template <class Visitor>
bool PgnReader::begin_variation(Visitor& visitor) {
    if constexpr (!Visitor::wants_variations) {
        return skip_variation();
    } else {
        if (!lines_.back().moved) return refuse("a variation stands before the first move");
        if (lines_.size() > limits_.variation_depth)
            return refuse("variations are nested deeper than " +
                          std::to_string(limits_.variation_depth));
        const Position start = lines_.back().before();
        lines_.emplace_back(start);
        visitor.variation_begin();
        return true;
    }
}

template <class Visitor>
void PgnReader::end_variation(Visitor& visitor) {
    lines_.pop_back();
    visitor.variation_end();
}

}  // namespace rookery
