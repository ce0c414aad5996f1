#include "notation/pgn_reader.h"

#include "base/bytes.h"
#include "base/text.h"
#include "notation/fen.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// Lower case letters and digits only: "Fischer Random" and "fischerandom" are spelled in many ways.
std::string simplified(std::string_view text) {
    std::string simple;
    for (char c : text)
        if (ascii::is_letter(c) || ascii::is_digit(c)) simple += ascii::to_lower(c);
    return simple;
}

bool follows_ordinary_rules(std::string_view variant) {
    static constexpr std::string_view known[] = {"",
                                                 "standard",
                                                 "normal",
                                                 "chess",
                                                 "regular",
                                                 "orthodox",
                                                 "fromposition",
                                                 "chess960",
                                                 "960",
                                                 "fischerandom",
                                                 "frc",
                                                 "fischerrandom",
                                                 "fischerchess",
                                                 "freestyle",
                                                 "freestylechess",
                                                 "dfrc",
                                                 "chess9lx",
                                                 "doublechess960",
                                                 "shufflechess",
                                                 "fischerandomchess",
                                                 "fischerrandomchess"};
    const std::string simple = simplified(variant);
    return std::find(std::begin(known), std::end(known), simple) != std::end(known);
}

// Signs of older programs that evaluate the position.
int nag_from_sign(std::string_view sign) {
    static constexpr std::pair<std::string_view, int> signs[] = {
        {"=", 10},   {"+=", 14}, {"=+", 15}, {"+/=", 14}, {"=/+", 15}, {"+/-", 16},
        {"-/+", 17}, {"+-", 18}, {"-+", 19}, {"±", 16},   {"∓", 17},   {"⩲", 14},
        {"⩱", 15},   {"∞", 13},  {"N", 146}, {"D", 220}};
    for (const auto& [text, nag] : signs)
        if (text == sign) return nag;
    return 0;
}

}  // namespace

std::optional<GameResult> parse_result(std::string_view text) {
    if (text == "*") return GameResult::Open;
    if (text == "1-0") return GameResult::WhiteWins;
    if (text == "0-1") return GameResult::BlackWins;
    if (text == "1/2-1/2" || text == "1/2" || text == "½-½") return GameResult::Draw;
    return std::nullopt;
}

std::string describe(const PgnError& error) {
    return "game " + std::to_string(error.game) + ", " + describe(error.text);
}

int nag_from_glyph(std::string_view glyph) {
    static constexpr std::string_view glyphs[] = {"!", "?", "!!", "??", "!?", "?!"};
    for (int i = 0; i < 6; ++i)
        if (glyph == glyphs[i]) return i + 1;
    // "!!!" and the like mean the double sign.
    return glyph.front() == '!' ? 3 : 4;
}

PgnReader::PgnReader(TextSource& source, const PgnLimits& limits)
    : lexer_(source, limits.longest_tag, limits.longest_comment), limits_(limits) {
    token_ = lexer_.next();
}

bool PgnReader::find_game() {
    early_comment_.clear();
    for (;; token_ = lexer_.next()) {
        switch (token_) {
            case PgnToken::End: return false;
            case PgnToken::Symbol:
            case PgnToken::VariationBegin: return true;
            case PgnToken::Tag: early_comment_.clear(); return true;
            case PgnToken::Comment:
                if (!early_comment_.empty()) early_comment_ += ' ';
                early_comment_ += lexer_.read_comment().text;
                if (early_comment_.size() > limits_.longest_comment)
                    early_comment_.resize(limits_.longest_comment);
                break;
            default: break;  // remains of the game before
        }
    }
}

bool PgnReader::tag_starts_next_game() {
    // An empty line inside the tags happens; it ends them only if the tags begin again.
    if (tags_seen_.empty() || lexer_.newlines_before() < 2) return false;
    const std::string_view name = lexer_.peek_tag_name();
    return name == "Event" ||
           std::find(tags_seen_.begin(), tags_seen_.end(), hash_of(name)) != tags_seen_.end();
}

void PgnReader::remember_tag(const PgnTagText& tag) {
    tags_seen_.push_back(hash_of(tag.name));
    if (tag.name == "FEN") fen_ = tag.value;
    if (tag.name == "Variant") variant_ = tag.value;
}

bool PgnReader::set_up() {
    if (!follows_ordinary_rules(variant_))
        return refuse("the variant '" + printable(variant_, 30) + "' has other rules");
    lines_.clear();
    const std::string_view fen = ascii::trim(fen_);
    if (fen.empty() || fen == "?" || fen == "-") {
        lines_.emplace_back(ordinary_start_);
        return true;
    }
    const auto parsed = parse_fen(fen);
    if (!parsed) return refuse("the FEN tag: " + parsed.error().what);
    lines_.emplace_back(parsed->position);
    return true;
}

PgnReader::Meaning PgnReader::understand(std::string_view symbol) {
    Meaning meaning;
    if (const auto result = parse_result(symbol)) {
        meaning.kind = SymbolKind::Result;
        meaning.result = *result;
        return meaning;
    }
    const Position& position = lines_.back().current();
    if (symbol == "--" || symbol == "Z0") {
        if (position.in_check())
            refuse("a side in check cannot pass");
        else
            meaning.kind = SymbolKind::Pass;
        return meaning;
    }
    meaning.nag = nag_from_sign(symbol);
    if (meaning.nag != 0) {
        meaning.kind = SymbolKind::Mark;
        return meaning;
    }
    if (symbol == "e.p." || symbol == "ep" || symbol == "+" || symbol == "#" || symbol == "++") {
        meaning.kind = SymbolKind::Nothing;
        return meaning;
    }
    auto move = parse_san(position, symbol);
    if (!move) {
        refuse(printable(symbol, 20) + ": " + move.error().what);
        return meaning;
    }
    meaning.kind = SymbolKind::Move;
    meaning.move = *move;
    return meaning;
}

// A tag that begins a line. A command like [%clk] that lost its braces does not.
bool PgnReader::at_next_game() {
    if (lexer_.newlines_before() == 0) return false;
    const std::string_view name = lexer_.peek_tag_name();
    return !name.empty() && ascii::is_letter(name.front());
}

bool PgnReader::refuse_at(std::string what, std::size_t line, std::size_t column) {
    error_ = PgnError{games_, plies_, {std::move(what), column, line}};
    return false;
}

bool PgnReader::refuse(std::string what) {
    return refuse_at(std::move(what), lexer_.line(), lexer_.column());
}

bool PgnReader::skip_variation() {
    const std::size_t line = lexer_.line();
    const std::size_t column = lexer_.column();
    for (std::size_t depth = 1; depth > 0;) {
        token_ = lexer_.next();
        if (token_ == PgnToken::VariationBegin) ++depth;
        if (token_ == PgnToken::VariationEnd) --depth;
        // Not closed: the next token will be the tag of the next game, or the end.
        if (token_ == PgnToken::Comment) lexer_.read_comment();
        if (token_ == PgnToken::End || (token_ == PgnToken::Tag && at_next_game()))
            return refuse_at("a variation is not closed", line, column);
        if (token_ == PgnToken::Tag) lexer_.read_tag();
    }
    return true;
}

// To the tag that begins the next game, or to the end. With stop_at_result also past the result.
void PgnReader::skip_game(bool stop_at_result) {
    std::size_t depth = 0;
    for (;; token_ = lexer_.next()) {
        switch (token_) {
            case PgnToken::End: return;
            case PgnToken::Tag:
                if (at_next_game()) return;
                lexer_.read_tag();
                break;
            case PgnToken::Comment: lexer_.read_comment(); break;
            case PgnToken::VariationBegin: ++depth; break;
            case PgnToken::VariationEnd: depth -= depth > 0 ? 1 : 0; break;
            case PgnToken::Symbol:
                if (stop_at_result && depth == 0 && parse_result(lexer_.text())) {
                    token_ = lexer_.next();
                    return;
                }
                break;
            default: break;
        }
    }
}

}  // namespace rookery
