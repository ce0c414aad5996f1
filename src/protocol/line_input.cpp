#include "protocol/line_input.h"

namespace rookery {

LineStatus read_line(std::istream& input, std::string& line, std::size_t max_length) {
    using Traits = std::istream::traits_type;
    line.clear();
    bool anything = false;
    bool too_long = false;
    for (;;) {
        const auto next = input.rdbuf()->sbumpc();
        const bool end = Traits::eq_int_type(next, Traits::eof());
        if (end && !anything) return LineStatus::End;
        anything = true;
        if (end || Traits::to_char_type(next) == '\n') break;
        if (line.size() == max_length) {
            too_long = true;
            line.clear();
            line.shrink_to_fit();
        }
        if (!too_long) line += Traits::to_char_type(next);
    }
    if (too_long) return LineStatus::TooLong;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return LineStatus::Line;
}

}  // namespace rookery
