#include "commands/position_option.h"

#include "base/files.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/text.h"
#include "training/packed_position.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {

void PositionOption::add_to(Command command) {
    command.option("--fen", words_, "The position, as FEN (default: the start)")
        .type("FEN")
        .words(1, 6);
}

void PositionOption::add_as_words(Command command) {
    name_ = "FEN";
    command.argument("FEN", words_, "The position (default: the start)");
}

std::optional<Position> PositionOption::position() const {
    if (words_.empty()) return Position::start();
    std::string text;
    for (const std::string& word : words_) text += (text.empty() ? "" : " ") + word;
    const auto parsed = parse_fen(text);
    if (!parsed) {
        fmt::print(stderr, "rookery: {}: {}\n  {}\n", name_, describe(parsed.error()),
                   printable(text, 100));
        return std::nullopt;
    }
    if (parsed->notices.any())
        fmt::print(stderr, "rookery: {}: {}\n", name_, describe(parsed->notices));
    return parsed->position;
}

namespace {

using Positions = Result<std::vector<Position>, std::string>;

Positions from_records(const std::string& path, std::string_view bytes) {
    training::PackedPosition record{};
    if (bytes.size() % record.size() != 0)
        return failure(fmt::format("{}: positions have {} bytes each, and it ends within one", path,
                                   record.size()));
    std::vector<Position> positions;
    for (; !bytes.empty(); bytes.remove_prefix(record.size())) {
        std::copy_n(bytes.begin(), record.size(), record.begin());
        const auto position = training::unpacked(record);
        if (!position)
            return failure(fmt::format("{}: number {} is no position", path, positions.size() + 1));
        positions.push_back(*position);
    }
    return positions;
}

Positions from_lines(const std::string& path, std::string_view text) {
    std::vector<Position> positions;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.empty() || line == "\r") continue;
        const auto epd = parse_epd(line);
        if (!epd)
            return failure(fmt::format("{}: line {}: {}", path, number, describe(epd.error())));
        positions.push_back(epd->position);
    }
    return positions;
}

}  // namespace

Positions positions_of_file(const std::string& path) {
    const auto content = text_of_file(path);
    if (!content) return failure(content.error());
    return path.ends_with(".positions") ? from_records(path, *content) : from_lines(path, *content);
}

}  // namespace rookery
