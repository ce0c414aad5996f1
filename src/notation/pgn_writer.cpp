#include "notation/pgn_writer.h"

#include "base/text.h"
#include "notation/fen.h"
#include "notation/san.h"

#include <algorithm>

namespace rookery {
namespace {

constexpr std::size_t columns = 80;

// Puts words on lines. A word is held back until the next one shows that nothing is glued to it.
class Wrapper {
  public:
    explicit Wrapper(std::string& out) : out_(out) {}

    void word(std::string_view text) {
        if (!glued_) place();
        glued_ = false;
        waiting_ += text;
    }
    // The next word follows without a blank.
    void glue() { glued_ = true; }
    void end_line() {
        place();
        if (column_ > 0) out_ += '\n';
        column_ = 0;
        glued_ = false;
    }

  private:
    // A line that begins with such a character would be read as a remark or as the next game.
    static bool may_begin_line(std::string_view text) {
        return !text.starts_with('%') && !(text.starts_with('[') && !text.starts_with("[%"));
    }
    void place() {
        if (waiting_.empty()) return;
        if (column_ > 0) {
            const bool fits = column_ + 1 + waiting_.size() <= columns;
            const bool same_line = fits || !may_begin_line(waiting_);
            out_ += same_line ? ' ' : '\n';
            column_ = same_line ? column_ + 1 : 0;
        }
        out_ += waiting_;
        column_ += waiting_.size();
        waiting_.clear();
    }

    std::string& out_;
    std::string waiting_;
    std::size_t column_ = 0;
    bool glued_ = false;
};

class MovetextWriter {
  public:
    MovetextWriter(Wrapper& wrapper, const PgnWriteOptions& options)
        : wrapper_(wrapper), options_(options) {}

    void line(const PgnLine& line, const Position& start) {
        comment(line.comment);
        Position position = start;
        bool number_needed = true;
        for (const PgnMove& move : line.moves) {
            const bool pass = !move.move;
            if (pass ? position.in_check() : !position.is_legal(move.move)) return;
            number(position, number_needed);
            wrapper_.word(pass ? "--" : to_san(position, move.move));
            number_needed = annotations(move, position);
            position = pass ? position.after_null() : position.after(move.move);
        }
    }

  private:
    // White's moves have a number; Black's after anything that interrupts the line.
    void number(const Position& position, bool needed) {
        const bool white = position.side_to_move() == Color::White;
        if (!white && !needed) return;
        wrapper_.word(std::to_string(position.fullmove_number()) + (white ? "." : "..."));
    }

    // True if something stands between this move and the next.
    bool annotations(const PgnMove& move, const Position& before) {
        if (options_.nags)
            for (int nag : move.nags) wrapper_.word("$" + std::to_string(nag));
        bool interrupted = comment(move.comment);
        if (options_.variations) {
            for (const PgnLine& variation : move.variations) {
                wrapper_.word("(");
                wrapper_.glue();
                line(variation, before);
                wrapper_.glue();
                wrapper_.word(")");
                interrupted = true;
            }
        }
        return comment(move.comment_after_variations) || interrupted;
    }

    bool comment(std::string_view text) {
        if (!options_.comments || text.empty()) return false;
        // There is no way to write a closing brace inside braces; the rest of a line may hold one.
        const bool in_braces = text.find('}') == std::string_view::npos;
        if (!in_braces) {
            wrapper_.end_line();
            wrapper_.word("; ");
            wrapper_.glue();
            std::string one_line(text);
            for (char& c : one_line)
                if (ends_word(c)) c = ' ';
            wrapper_.word(one_line);
            wrapper_.end_line();
            return true;
        }
        wrapper_.word("{");
        wrapper_.glue();
        words(text);
        wrapper_.glue();
        wrapper_.word("}");
        return true;
    }

    // Word by word, but commands like [%clk 0:01:00] in one piece.
    void words(std::string_view text) {
        while (!text.empty()) {
            std::size_t end = 0;
            if (text.starts_with("[%"))
                if (const std::size_t bracket = text.find(']'); bracket < columns) end = bracket;
            while (end < text.size() && !ends_word(text[end])) ++end;
            if (end > 0) wrapper_.word(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    static bool ends_word(char c) { return static_cast<unsigned char>(c) <= ' '; }

    Wrapper& wrapper_;
    const PgnWriteOptions& options_;
};

void append_tag(std::string& out, std::string_view name, std::string_view value) {
    out += '[';
    out += name;
    out += " \"";
    for (char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    out += "\"]\n";
}

bool is_writable_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return c > ' ' && c < '\x7F' && c != '"' && c != '[' && c != ']';
    });
}

bool has_tag(const PgnGame& game, std::string_view name) {
    return std::any_of(game.tags.begin(), game.tags.end(),
                       [&](const PgnTag& tag) { return tag.name == name; });
}

void append_tags(std::string& out, const PgnGame& game) {
    struct Standard {
        std::string_view name;
        std::string_view unknown;
    };
    static constexpr Standard roster[] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                          {"Round", "?"}, {"White", "?"}, {"Black", "?"},
                                          {"Result", "*"}};
    std::vector<const PgnTag*> written;
    for (const Standard& standard : roster) {
        const auto tag = std::find_if(game.tags.begin(), game.tags.end(), [&](const PgnTag& given) {
            return given.name == standard.name;
        });
        if (tag != game.tags.end()) written.push_back(&*tag);
        if (standard.name == "Result")
            append_tag(out, standard.name, notation_of(game.result));
        else
            append_tag(out, standard.name,
                       tag != game.tags.end() ? std::string_view(tag->value) : standard.unknown);
    }
    const bool has_fen = has_tag(game, "FEN");
    const bool writes_fen = has_fen || !(game.start == ordinary_start());
    for (const PgnTag& tag : game.tags) {
        if (std::find(written.begin(), written.end(), &tag) != written.end()) continue;
        if (tag.name == "FEN")
            append_tag(out, tag.name, to_fen(game.start));
        else if (tag.name == "SetUp")
            append_tag(out, tag.name, writes_fen ? "1" : "0");
        else if (is_writable_name(tag.name))
            append_tag(out, tag.name, tag.value);
    }
    if (writes_fen && !has_tag(game, "SetUp")) append_tag(out, "SetUp", "1");
    if (writes_fen && !has_fen) append_tag(out, "FEN", to_fen(game.start));
}

}  // namespace

std::string to_pgn(const PgnGame& game, const PgnWriteOptions& options) {
    std::string out;
    append_tags(out, game);
    out += '\n';
    Wrapper wrapper(out);
    MovetextWriter(wrapper, options).line(game.main, game.start);
    wrapper.word(notation_of(game.result));
    wrapper.end_line();
    out += '\n';
    return out;
}

}  // namespace rookery
