#include "notation/epd.h"

#include "base/text.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "notation/san.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// Reads "opcode operand operand; opcode ..." from a place in a line to its end.
class OperationReader {
  public:
    OperationReader(std::string_view line, std::size_t start) : line_(line), at_(start) {}

    [[nodiscard]] bool read_all(std::vector<EpdOperation>& operations) {
        for (;;) {
            for (; at_ < line_.size() && (ascii::is_space(line_[at_]) || line_[at_] == ';'); ++at_)
                if (line_[at_] == ';') semicolon_seen_ = true;
            if (at_ == line_.size()) return true;
            EpdOperation operation;
            if (!ascii::is_letter(line_[at_])) {
                if (!semicolon_seen_) return refuse("an operation begins with a letter");
                at_ = std::min(line_.find(';', at_), line_.size());
                continue;
            }
            operation.opcode = word();
            if (!read_operands(operation.operands)) return false;
            operations.push_back(std::move(operation));
        }
    }
    [[nodiscard]] TextError error() && { return std::move(error_); }

  private:
    bool refuse(const char* what) {
        error_ = {what, at_, 0};
        return false;
    }

    bool ends_word(std::size_t index) const {
        return index >= line_.size() || ascii::is_space(line_[index]) || line_[index] == ';';
    }

    std::string word() {
        const std::size_t start = at_;
        while (!ends_word(at_)) ++at_;
        return std::string(line_.substr(start, at_ - start));
    }

    bool read_operands(std::vector<std::string>& operands) {
        for (;;) {
            while (at_ < line_.size() && ascii::is_space(line_[at_])) ++at_;
            if (at_ == line_.size() || line_[at_] == ';') return true;
            if (line_[at_] != '"') {
                operands.push_back(word());
                continue;
            }
            operands.emplace_back();
            if (!read_string(operands.back())) return false;
        }
    }

    // A quote inside need not be escaped: only one at the end of a word can close the string.
    bool read_string(std::string& text) {
        for (std::size_t i = at_ + 1; i < line_.size(); ++i) {
            char c = line_[i];
            if (c == '"' && ends_word(i + 1)) {
                at_ = i + 1;
                return true;
            }
            const bool escapes =
                c == '\\' && i + 1 < line_.size() && (line_[i + 1] == '"' || line_[i + 1] == '\\');
            if (escapes) c = line_[++i];
            text += c == '\n' || c == '\r' ? ' ' : c;
        }
        return refuse("a quotation is not closed");
    }

    std::string_view line_;
    std::size_t at_;
    bool semicolon_seen_ = false;
    TextError error_;
};

// Takes hmvc and fmvn out of the operations and into the counters.
std::optional<TextError> apply_counters(std::vector<EpdOperation>& operations, Setup& setup) {
    for (auto operation = operations.begin(); operation != operations.end();) {
        const bool clock = operation->opcode == "hmvc";
        if (!clock && operation->opcode != "fmvn") {
            ++operation;
            continue;
        }
        const int limit = clock ? max_halfmove_clock : max_fullmove_number;
        const auto value = operation->operands.size() == 1
                               ? parse_digits(operation->operands[0], limit)
                               : std::nullopt;
        if (!value)
            return TextError{operation->opcode + " needs one number up to " +
                             std::to_string(limit)};
        (clock ? setup.halfmove_clock : setup.fullmove_number) =
            clock ? *value : std::max(*value, 1);
        operation = operations.erase(operation);
    }
    return std::nullopt;
}

bool is_string_opcode(std::string_view opcode) {
    const bool comment = opcode.size() == 2 && opcode[0] == 'c' && ascii::is_digit(opcode[1]);
    return comment || opcode == "id" || opcode == "eco";
}

bool needs_quotes(std::string_view operand) {
    if (operand.empty()) return true;
    return std::any_of(operand.begin(), operand.end(),
                       [](char c) { return c == '"' || c == ';' || ascii::is_space(c); });
}

void append_operand(std::string& text, std::string_view operand, bool quote) {
    text += ' ';
    if (!quote) {
        text += operand;
        return;
    }
    text += '"';
    for (char c : operand) {
        if (c == '"' || c == '\\') text += '\\';
        text += c == '\n' || c == '\r' ? ' ' : c;
    }
    text += '"';
}

// The "+" of "Qd1 +".
bool is_mark(std::string_view operand) {
    return std::all_of(operand.begin(), operand.end(),
                       [](char c) { return c == '+' || c == '#' || c == '!' || c == '?'; });
}

}  // namespace

const EpdOperation* Epd::find(std::string_view opcode) const {
    for (const EpdOperation& operation : operations)
        if (operation.opcode == opcode) return &operation;
    return nullptr;
}

std::string Epd::text_of(std::string_view opcode) const {
    std::string text;
    if (const EpdOperation* operation = find(opcode)) {
        for (const std::string& operand : operation->operands) {
            if (!text.empty()) text += ' ';
            text += operand;
        }
    }
    return text;
}

std::optional<int> Epd::mate_distance() const {
    static constexpr int longest_mate = 9999;
    const auto number = [](std::string_view text) -> std::optional<int> {
        const bool mated = text.starts_with('-');
        if (mated) text.remove_prefix(1);
        const auto moves = parse_digits(text, longest_mate);
        if (!moves) return std::nullopt;
        return mated ? -*moves : *moves;
    };
    if (const EpdOperation* mate = find("dm"); mate && mate->operands.size() == 1)
        return number(mate->operands[0]);
    const EpdOperation* best = find("bm");
    if (!best || best->operands.size() != 1 || !best->operands[0].starts_with('#'))
        return std::nullopt;
    return number(std::string_view(best->operands[0]).substr(1));
}

Result<Epd, TextError> parse_epd(std::string_view line) {
    FenFields fields(line);
    const std::size_t start = fields.offset();
    if (!fields.read_position(FenFields::GluedCounter::Allowed)) return failure(fields.error());
    const std::string_view next = fields.peek();
    if (!next.empty() && ascii::is_digit(next.front()) && !fields.read_counters())
        return failure(fields.error());

    std::vector<EpdOperation> operations;
    OperationReader reader(line, fields.offset());
    if (!reader.read_all(operations)) return failure(std::move(reader).error());
    if (auto problem = apply_counters(operations, fields.setup())) {
        problem->offset = fields.offset();
        return failure(std::move(*problem));
    }
    auto placed = Position::from(fields.setup());
    if (!placed) return failure(TextError{describe(placed.error()), start});
    Epd epd{placed->position, placed->notices, std::move(operations)};
    if (fields.castling_dropped()) epd.notices.castling_dropped = true;
    return epd;
}

std::string to_epd(const Epd& epd) {
    std::string text = to_fen_without_counters(epd.position);
    if (epd.position.halfmove_clock() != 0)
        text += " hmvc " + std::to_string(epd.position.halfmove_clock()) + ';';
    if (epd.position.fullmove_number() != 1)
        text += " fmvn " + std::to_string(epd.position.fullmove_number()) + ';';
    for (const EpdOperation& operation : epd.operations) {
        text += ' ';
        text += operation.opcode;
        const bool string = is_string_opcode(operation.opcode);
        for (const std::string& operand : operation.operands)
            append_operand(text, operand, string || needs_quotes(operand));
        text += ';';
    }
    return text;
}

Result<std::vector<Move>, TextError> epd_moves(const Epd& epd, std::string_view opcode) {
    std::vector<Move> moves;
    const EpdOperation* const operation = epd.find(opcode);
    if (operation == nullptr) return moves;
    const bool one_after_another = opcode == "pv";
    Position position = epd.position;
    for (const std::string& operand : operation->operands) {
        if (is_mark(operand)) continue;
        auto move = parse_san(position, operand);
        if (!move && opcode == "am" && move.error().problem == SanProblem::Ambiguous) {
            const auto& choices = move.error().choices;
            moves.insert(moves.end(), choices.begin(), choices.end());
            continue;
        }
        if (!move)
            return failure(TextError{std::string(opcode) + " " + printable(operand, 20) + ": " +
                                     move.error().what});
        moves.push_back(*move);
        if (one_after_another) position.make(*move);
    }
    return moves;
}

}  // namespace rookery
