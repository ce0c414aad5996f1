#include "notation/pgn_game.h"

#include "base/text.h"
#include "notation/fen.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// Half-moves to make room for at first.
constexpr std::size_t usual_length = 100;

// The limit for all comments of a game together, so that no text fills the memory.
constexpr std::size_t longest_text_of_game = 1 << 24;

// Words with single blanks between, and without control characters.
std::string tidied(std::string_view text) {
    const std::string utf8 = to_utf8(text);
    std::string tidy;
    tidy.reserve(utf8.size());
    bool gap = false;
    for (char c : utf8) {
        if (static_cast<unsigned char>(c) <= ' ' || c == '\x7F') {
            gap = true;
            continue;
        }
        if (gap && !tidy.empty()) tidy += ' ';
        gap = false;
        tidy += c;
    }
    return tidy;
}

// The value on one line, even if it had line breaks.
std::string tag_value(std::string_view text) {
    std::string value(cut_utf8(to_utf8(text), PgnLimits().longest_tag));
    for (char& c : value)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = ' ';
    return value;
}

}  // namespace

const Position& ordinary_start() {
    static const Position start = Position::start();
    return start;
}

bool PgnLine::operator==(const PgnLine& other) const {
    return comment == other.comment && moves == other.moves;
}

bool PgnMove::operator==(const PgnMove& other) const {
    return move == other.move && nags == other.nags && comment == other.comment &&
           comment_after_variations == other.comment_after_variations &&
           variations == other.variations;
}

std::string_view PgnGame::tag(std::string_view name) const {
    for (const PgnTag& tag : tags)
        if (tag.name == name) return tag.value;
    return {};
}

void PgnGame::set_tag(std::string_view name, std::string_view value) {
    for (PgnTag& tag : tags) {
        if (tag.name != name) continue;
        tag.value = value;
        return;
    }
    tags.push_back({std::string(name), std::string(value)});
}

bool PgnGame::same_content(const PgnGame& other) const {
    return tags == other.tags && start == other.start && main == other.main &&
           result == other.result;
}

PgnGame to_pgn_game(const Game& game) {
    PgnGame pgn;
    pgn.start = game.start();
    pgn.result = game.result();
    pgn.set_tag("Result", notation_of(pgn.result));
    if (!(pgn.start == ordinary_start())) {
        if (pgn.start.needs_chess960()) pgn.set_tag("Variant", "Chess960");
        pgn.set_tag("SetUp", "1");
        pgn.set_tag("FEN", to_fen(pgn.start));
    }
    pgn.main.moves.reserve(game.plies());
    for (Move move : game.moves()) pgn.main.moves.push_back({move, {}, {}, {}, {}});
    return pgn;
}

void PgnTreeBuilder::game_begin(std::size_t, std::size_t) {
    game_ = PgnGame();
    open_.clear();
    open_.emplace_back();
    open_.front().moves.reserve(usual_length);
    has_result_ = false;
    text_size_ = 0;
}

void PgnTreeBuilder::tag(std::string_view name, std::string_view value) {
    game_.tags.push_back({std::string(name), tag_value(value)});
}

bool PgnTreeBuilder::moves_begin(const Position& start) {
    game_.start = start;
    return true;
}

void PgnTreeBuilder::move(const Position&, Move move) {
    open_.back().moves.push_back({move, {}, {}, {}, {}});
}

void PgnTreeBuilder::comment(std::string_view text) {
    if (text_size_ + text.size() > longest_text_of_game) {
        game_.notices.comment_cut = true;
        return;
    }
    text_size_ += text.size();
    append_comment(open_.back(), tidied(text));
}

// Appends to the last part of the line.
void PgnTreeBuilder::append_comment(PgnLine& line, std::string_view text) {
    if (text.empty()) return;
    std::string& comment = line.moves.empty() ? line.comment
                           : line.moves.back().variations.empty()
                               ? line.moves.back().comment
                               : line.moves.back().comment_after_variations;
    if (!comment.empty()) comment += ' ';
    comment += text;
    const std::size_t longest = PgnLimits().longest_comment;
    if (comment.size() <= longest) return;
    comment = ascii::trim(cut_utf8(comment, longest));
    game_.notices.comment_cut = true;
}

void PgnTreeBuilder::nag(int number) {
    PgnLine& line = open_.back();
    // $0 means nothing, and before the first move there is no move to annotate.
    if (number == 0 || line.moves.empty()) return;
    std::vector<int>& nags = line.moves.back().nags;
    if (std::find(nags.begin(), nags.end(), number) == nags.end()) nags.push_back(number);
}

void PgnTreeBuilder::variation_begin() { open_.emplace_back(); }

void PgnTreeBuilder::variation_end() { close_variation(); }

void PgnTreeBuilder::close_variation() {
    PgnLine variation = std::move(open_.back());
    open_.pop_back();
    // Without moves only its comment is worth keeping.
    if (variation.moves.empty())
        append_comment(open_.back(), variation.comment);
    else
        open_.back().moves.back().variations.push_back(std::move(variation));
}

void PgnTreeBuilder::result(GameResult result) {
    game_.result = result;
    has_result_ = true;
}

void PgnTreeBuilder::notice(PgnNotice notice) {
    switch (notice) {
        case PgnNotice::CommentCut: game_.notices.comment_cut = true; break;
        case PgnNotice::TagCut: game_.notices.tag_cut = true; break;
        case PgnNotice::TagIgnored: game_.notices.tag_ignored = true; break;
        case PgnNotice::MarkIgnored: game_.notices.mark_ignored = true; break;
    }
}

void PgnTreeBuilder::error(const PgnError& error) { game_.error = error; }

void PgnTreeBuilder::game_end() {
    while (open_.size() > 1) close_variation();
    game_.main = std::move(open_.front());
    open_.clear();
    // Where the moves end without a result, the tag may know it.
    if (!has_result_)
        game_.result = parse_result(ascii::trim(game_.tag("Result"))).value_or(GameResult::Open);
}

std::optional<PgnGame> read_pgn_game(PgnReader& reader) {
    PgnTreeBuilder builder;
    if (!reader.read_game(builder)) return std::nullopt;
    return builder.take();
}

std::vector<PgnGame> read_pgn_games(std::string_view text) {
    MemorySource source(text);
    PgnReader reader(source);
    std::vector<PgnGame> games;
    while (auto game = read_pgn_game(reader)) games.push_back(std::move(*game));
    return games;
}

}  // namespace rookery
