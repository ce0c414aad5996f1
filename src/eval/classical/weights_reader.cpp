// Weights read from the text of default_weights.h, or one like it.
#include "base/file_text.h"
#include "eval/classical/weight_table.h"
#include "notation/ascii.h"
#include "notation/printable.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace rookery::classical {
namespace {

bool is_in_name(char letter) {
    return ascii::is_letter(letter) || ascii::is_digit(letter) || letter == '_';
}

class SourceReader {
  public:
    explicit SourceReader(std::string_view text) : text_(text) {}

    Result<Weights, TextError> read() {
        skip_to_table();
        while (at_ < text_.size() && error_.what.empty()) {
            const char letter = text_[at_];
            if (text_.substr(at_, 2) == "//")
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (letter == '.')
                read_name();
            else if (letter == '-' || ascii::is_digit(letter))
                read_number();
            else if (text_.substr(at_, 2) == "};" && group_.empty())
                break;
            else
                skip(letter);
        }
        if (error_.what.empty()) end_family();
        if (error_.what.empty() && done_ != weight_table().size())
            refuse("'" + full_name(weight_table()[done_]) + "' is missing");
        if (!error_.what.empty()) return failure(error_);
        return shaped(flat_);
    }

  private:
    static std::string full_name(const WeightFamily& family) {
        return std::string(name_of(family.group)) + '.' + std::string(family.name);
    }

    // What stands before the first brace of the table is of no interest.
    void skip_to_table() {
        const std::size_t table = text_.find("default_weights = {");
        if (table == std::string_view::npos)
            refuse("there is no 'default_weights = {' in it");
        else
            at_ = text_.find('{', table) + 1;
    }

    void skip(char letter) {
        if (letter == '{') ++depth_;
        if (letter == '}' && --depth_ == 0) group_ = {};
        ++at_;
    }

    void read_name() {
        const std::size_t start = ++at_;
        while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
        const std::string_view name = text_.substr(start, at_ - start);
        end_family();
        if (!error_.what.empty()) return;
        if (depth_ == 0) {
            group_ = name;
            return;
        }
        // They stand in the order of the table.
        if (done_ == weight_table().size() || weight_table()[done_].name != name ||
            name_of(weight_table()[done_].group) != group_) {
            at_ = start;
            return refuse("'" + printable(std::string(group_) + '.' + std::string(name), 60) +
                          "' is not what should follow here");
        }
        family_ = &weight_table()[done_++];
    }

    void read_number() {
        int number = 0;
        const auto [end, problem] =
            std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
        constexpr int largest = std::numeric_limits<std::int16_t>::max();
        if (problem != std::errc{} || number > largest || number < -largest)
            return refuse("this is not the value of a weight");
        if (family_ == nullptr || numbers_ == 2 * family_->size())
            return refuse("a number too many");
        Tapered& weight = flat_[family_->first + numbers_ / 2];
        weight = numbers_ % 2 == 0 ? Tapered(number, 0) : Tapered(weight.mg(), number);
        ++numbers_;
        at_ = static_cast<std::size_t>(end - text_.data());
    }

    void end_family() {
        if (family_ != nullptr && numbers_ != 2 * family_->size())
            return refuse("'" + full_name(*family_) + "' has " + std::to_string(numbers_) +
                          " numbers, not " + std::to_string(2 * family_->size()));
        family_ = nullptr;
        numbers_ = 0;
    }

    void refuse(std::string what) {
        const std::string_view before = text_.substr(0, at_);
        const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        const std::size_t line_start = before.rfind('\n') + 1;  // of npos: 0
        error_ = TextError{std::move(what), at_ - line_start, lines + 1};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::string_view group_;
    std::size_t done_ = 0;  // families begun so far
    const WeightFamily* family_ = nullptr;
    std::size_t numbers_ = 0;
    FlatWeights flat_{};
    TextError error_;
};

}  // namespace

Result<Weights, TextError> weights_from_source(std::string_view text) {
    return SourceReader(text).read();
}

Result<Weights, std::string> weights_from_file(const std::string& path) {
    const auto text = text_of_file(path);
    if (!text) return failure(text.error());
    const auto weights = weights_from_source(*text);
    if (!weights) return failure(path + ": " + describe(weights.error()));
    return *weights;
}

}  // namespace rookery::classical
