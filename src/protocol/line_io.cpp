#include "protocol/line_io.h"

#include <string>

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

void Output::write(std::string_view lines) {
    const std::lock_guard lock(mutex_);
    sink_(lines);
    log("<< ", lines);
}

void Output::note_input(std::string_view line) {
    const std::lock_guard lock(mutex_);
    log(">> ", line);
}

bool Output::log_to(const std::string& path) {
    const std::lock_guard lock(mutex_);
    log_.reset(path.empty() ? nullptr : std::fopen(path.c_str(), "a"));
    return path.empty() || log_ != nullptr;
}

void Output::log(std::string_view mark, std::string_view lines) {
    if (!log_) return;
    do {
        const std::size_t end = lines.find('\n');
        const std::string_view line = lines.substr(0, end);
        std::fwrite(mark.data(), 1, mark.size(), log_.get());
        std::fwrite(line.data(), 1, line.size(), log_.get());
        std::fputc('\n', log_.get());
        lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    } while (!lines.empty());
    std::fflush(log_.get());
}

}  // namespace rookery
