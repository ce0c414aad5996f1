#include "notation/pgn_lexer.h"

#include "base/text.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace rookery {

constexpr PgnLexer::KindTable PgnLexer::make_kinds() {
    KindTable table{};
    for (int c = 0; c < 256; ++c) {
        const char letter = static_cast<char>(c);
        Kind& kind = table[static_cast<std::size_t>(c)];
        if (ascii::is_digit(letter))
            kind = Kind::Digit;
        else if (ascii::is_letter(letter) || c >= 0x80)
            kind = Kind::Symbol;
    }
    for (char c : std::string_view("+#=:-/_@*~^"))
        table[static_cast<unsigned char>(c)] = Kind::Symbol;
    for (char c : std::string_view("!?")) table[static_cast<unsigned char>(c)] = Kind::Glyph;
    for (char c : std::string_view("{};()[]<>$%."))
        table[static_cast<unsigned char>(c)] = Kind::Special;
    return table;
}

constinit const PgnLexer::KindTable PgnLexer::kinds = PgnLexer::make_kinds();

PgnLexer::PgnLexer(TextSource& source, std::size_t longest_tag, std::size_t longest_comment)
    : source_(source), longest_tag_(longest_tag), longest_comment_(longest_comment),
      window_(window_size + 1), at_(window_.data()), end_(window_.data()),
      token_start_(window_.data()) {
    *end_ = '\0';
    refill();
    static constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(byte_order_mark))
        at_ += byte_order_mark.size();
}

// Moves the rest to the front and reads on behind it. False at the end of the text.
bool PgnLexer::refill() {
    if (source_ended_) return false;
    char* const begin = window_.data();
    const std::size_t rest = static_cast<std::size_t>(end_ - at_);
    if (at_ != begin) {
        window_offset_ += static_cast<std::uint64_t>(at_ - begin);
        std::memmove(begin, at_, rest);
    }
    at_ = begin;
    end_ = begin + rest;
    // A pipe may give little at a time: read until the window is full.
    while (end_ < begin + window_size) {
        const std::size_t room = static_cast<std::size_t>(begin + window_size - end_);
        const std::size_t got = source_.read(end_, room);
        if (got == 0) {
            source_ended_ = true;
            break;
        }
        end_ += got;
    }
    *end_ = '\0';
    return static_cast<std::size_t>(end_ - begin) > rest;
}

std::size_t PgnLexer::column() const {
    const std::uint64_t here =
        window_offset_ + static_cast<std::uint64_t>(token_start_ - window_.data());
    return static_cast<std::size_t>(here - std::min(here, line_offset_));
}

inline void PgnLexer::count_line(const char* newline) {
    ++line_;
    line_offset_ = window_offset_ + static_cast<std::uint64_t>(newline + 1 - window_.data());
}

// To the next character of a token; false at the end of the text. Every control character counts
// as white space.
inline bool PgnLexer::skip_space() {
    for (;;) {
        const char c = *at_;
        if (static_cast<unsigned char>(c) > ' ') return true;
        if (c == '\n') {
            count_line(at_);
            ++newlines_;
        } else if (c == '\0' && at_ == end_) {
            if (!refill()) return false;
            continue;
        }
        ++at_;
    }
}

void PgnLexer::skip_line() {
    for (;;) {
        void* const newline = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
        if (newline != nullptr) {
            at_ = static_cast<char*>(newline);  // left for skip_space() to count
            return;
        }
        at_ = end_;
        if (!refill()) return;
    }
}

// "12", "12." or "12..." and so on; not "1-0" or "0-0". True if it was a number and is gone.
inline bool PgnLexer::skip_number() {
    const char* rest = at_;
    while (kind_of(*rest) == Kind::Digit) ++rest;
    if (*rest == '-' || *rest == '/') return false;
    while (*rest == '.') ++rest;
    at_ += rest - at_;
    return true;
}

inline PgnToken PgnLexer::take_symbol() {
    char* rest = at_ + 1;
    while (kind_of(*rest) == Kind::Symbol || kind_of(*rest) == Kind::Digit) ++rest;
    if (*rest == '(' || *rest == '.') {
        // Two forms that reach beyond a symbol: e8(Q) and exd6e.p.
        const auto follows = [&](std::string_view what) {
            return std::string_view(rest, static_cast<std::size_t>(end_ - rest)).starts_with(what);
        };
        if (*rest == '(' && end_ - rest >= 3 && rest[2] == ')' && ascii::is_letter(rest[1]))
            rest += 3;
        else if (rest[-1] == 'e' && follows(".p."))
            rest += 3;
    }
    text_ = {at_, static_cast<std::size_t>(rest - at_)};
    at_ = rest;
    return PgnToken::Symbol;
}

PgnToken PgnLexer::next() {
    newlines_ = at_start_ ? 1 : 0;
    at_start_ = false;
    for (;;) {
        if (!skip_space()) {
            token_start_ = at_;
            text_ = {};
            return PgnToken::End;
        }
        ensure(longest_symbol);
        token_start_ = at_;
        switch (kind_of(*at_)) {
            case Kind::Symbol: return take_symbol();
            case Kind::Digit:
                if (!skip_number()) return take_symbol();
                newlines_ = 0;
                break;
            case Kind::Glyph: {
                const char* rest = at_ + 1;
                while (kind_of(*rest) == Kind::Glyph) ++rest;
                text_ = {at_, static_cast<std::size_t>(rest - at_)};
                at_ += rest - at_;
                return PgnToken::Glyph;
            }
            case Kind::Special: {
                const PgnToken token = take_special();
                if (token != PgnToken::End) return token;
                break;
            }
            case Kind::Other:
                text_ = {at_, 1};
                ++at_;
                return PgnToken::Symbol;
        }
    }
}

// PgnToken::End for a mark that means nothing here and is skipped.
PgnToken PgnLexer::take_special() {
    switch (*at_) {
        case '{':
        case ';': return PgnToken::Comment;
        case '[': return PgnToken::Tag;
        case '(': ++at_; return PgnToken::VariationBegin;
        case ')': ++at_; return PgnToken::VariationEnd;
        case '$': {
            const char* rest = at_ + 1;
            while (kind_of(*rest) == Kind::Digit) ++rest;
            text_ = {at_ + 1, static_cast<std::size_t>(rest - at_ - 1)};
            at_ += rest - at_;
            return PgnToken::Nag;
        }
        case '%':
            if (column() == 0) {
                skip_line();
                return PgnToken::End;
            }
            text_ = {at_, 1};
            ++at_;
            return PgnToken::Symbol;
        default:  // dots, and closing marks without an opening one
            ++at_;
            return PgnToken::End;
    }
}

// From `start` to `end`, after what the scratch already holds.
PgnCommentText PgnLexer::finish_comment(const char* start, const char* end) {
    PgnCommentText comment;
    const std::string_view last(start, static_cast<std::size_t>(end - start));
    if (scratch_.empty()) {
        comment.text = last;
    } else {
        scratch_ += last;
        comment.text = scratch_;
    }
    comment.cut = comment.text.size() > longest_comment_;
    comment.text = cut_utf8(comment.text, longest_comment_);
    return comment;
}

PgnCommentText PgnLexer::read_comment() {
    // If this begins a line, the closing brace is missing and the next game starts here.
    static constexpr std::string_view next_game = "[Event \"";
    scratch_.clear();
    if (*at_ == ';') return read_rest_of_line();
    ++at_;
    const char* scan = at_;
    for (;;) {
        // Near the end of the window the next game might be cut in two.
        const std::ptrdiff_t kept = source_ended_ ? 0 : std::ssize(next_game) + 1;
        const char* const limit = end_ - std::min(kept, end_ - at_);
        for (; scan < limit && *scan != '}'; ++scan) {
            if (*scan != '\n') continue;
            count_line(scan);
            const std::string_view ahead(scan + 1, static_cast<std::size_t>(end_ - scan - 1));
            if (!ahead.starts_with(next_game)) continue;
            const PgnCommentText comment = finish_comment(at_, scan);
            --line_;  // left for skip_space() to count
            at_ += scan - at_;
            return comment;
        }
        if (scan < limit) {
            PgnCommentText comment = finish_comment(at_, scan);
            comment.closed = true;
            at_ += scan + 1 - at_;
            return comment;
        }
        // Not in one piece. Bytes beyond the limit need not be kept.
        if (scan > at_ && scratch_.size() <= longest_comment_)
            scratch_.append(at_, static_cast<std::size_t>(scan - at_));
        if (scan > at_) at_ += scan - at_;
        if (!refill() && at_ == end_) return finish_comment(at_, at_);
        scan = at_;
    }
}

PgnCommentText PgnLexer::read_rest_of_line() {
    ++at_;
    for (;;) {
        const std::size_t left = static_cast<std::size_t>(end_ - at_);
        char* const newline = static_cast<char*>(std::memchr(at_, '\n', left));
        if (newline != nullptr || source_ended_) {
            char* const end = newline != nullptr ? newline : end_;
            PgnCommentText comment = finish_comment(at_, end);
            comment.closed = true;
            at_ = end;  // the line end is left for skip_space() to count
            return comment;
        }
        if (scratch_.size() <= longest_comment_) scratch_.append(at_, left);
        at_ = end_;
        refill();
    }
}

namespace {

struct TagLine {
    std::string_view rest;

    void skip_blanks() {
        while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t'))
            rest.remove_prefix(1);
    }
    // More than the letters, digits and underscores of the standard, but no mark with a meaning.
    static bool belongs_to_name(char c) {
        return c > ' ' && c < '\x7F' && c != '"' && c != '[' && c != ']';
    }
    std::string_view take_name() {
        std::size_t length = 0;
        while (length < rest.size() && belongs_to_name(rest[length])) ++length;
        const std::string_view name = rest.substr(0, length);
        rest.remove_prefix(length);
        return name;
    }
};

std::size_t skip_blanks(std::string_view line, std::size_t index) {
    while (index < line.size() && (line[index] == ' ' || line[index] == '\t')) ++index;
    return index;
}

// A quote closes the value if only the bracket follows: quotes inside are often not escaped.
bool closes_value(std::string_view line, std::size_t quote) {
    const std::size_t bracket = skip_blanks(line, quote + 1);
    return bracket < line.size() && line[bracket] == ']';
}

// The same for a quote after a backslash, which closes the value only at the end of the line: some
// programs write a backslash at the end of a value without escaping it.
bool closes_line(std::string_view line, std::size_t quote) {
    if (!closes_value(line, quote)) return false;
    const std::size_t after = skip_blanks(line, skip_blanks(line, quote + 1) + 1);
    return after == line.size() || line[after] == '\r';
}

}  // namespace

std::string_view PgnLexer::peek_tag_name() {
    ensure(longest_tag_line);
    token_start_ = at_;
    TagLine line{{at_ + 1, static_cast<std::size_t>(end_ - at_ - 1)}};
    line.skip_blanks();
    return line.take_name();
}

PgnTagText PgnLexer::read_tag() {
    ensure(longest_tag_line);
    token_start_ = at_;
    const std::size_t available =
        std::min(longest_tag_line, static_cast<std::size_t>(end_ - at_)) - 1;
    const char* const newline = static_cast<const char*>(std::memchr(at_ + 1, '\n', available));
    const std::size_t length =
        newline != nullptr ? static_cast<std::size_t>(newline - at_ - 1) : available;
    TagLine line{{at_ + 1, length}};

    PgnTagText tag;
    line.skip_blanks();
    tag.name = line.take_name();
    line.skip_blanks();
    if (tag.name.empty() || tag.name.size() > longest_symbol || line.rest.empty() ||
        line.rest.front() != '"') {
        at_ += 1 + length;
        return tag;
    }
    line.rest.remove_prefix(1);
    tag.well_formed = true;

    const std::string_view rest = line.rest;
    bool copied = false;
    std::size_t end = 0;
    scratch_.clear();
    for (; end < rest.size(); ++end) {
        const char c = rest[end];
        if (c == '"' && closes_value(rest, end)) break;
        const bool escapes =
            c == '\\' && end + 1 < rest.size() &&
            (rest[end + 1] == '\\' || (rest[end + 1] == '"' && !closes_line(rest, end + 1)));
        if (escapes && !copied) {
            copied = true;
            scratch_ = rest.substr(0, end);
        }
        if (escapes) ++end;
        if (copied) scratch_ += rest[end];
    }
    tag.value = copied ? std::string_view(scratch_) : rest.substr(0, end);
    if (end < rest.size())
        end = skip_blanks(rest, end + 1) + 1;
    else
        tag.value = ascii::trim(tag.value);  // not closed: the line end must do
    at_ += rest.data() - at_ + static_cast<std::ptrdiff_t>(end);
    tag.cut = tag.value.size() > longest_tag_;
    tag.value = cut_utf8(tag.value, longest_tag_);
    return tag;
}

}  // namespace rookery
