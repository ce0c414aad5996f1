#include "commands/position_file.h"

#include "base/file_text.h"
#include "notation/epd.h"
#include "training/packed_position.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {
namespace {

using Positions = Result<std::vector<Position>, std::string>;

Positions from_records(const std::string& path, std::string_view bytes) {
    training::PackedPosition record{};
    if (bytes.size() % record.size() != 0)
        return failure(fmt::format("{}: positions have {} bytes each, and it ends within one", path, record.size()));
    std::vector<Position> positions;
    for (; !bytes.empty(); bytes.remove_prefix(record.size())) {
        std::copy_n(bytes.begin(), record.size(), record.begin());
        const auto position = training::unpacked(record);
        if (!position) return failure(fmt::format("{}: number {} is no position", path, positions.size() + 1));
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
        if (!epd) return failure(fmt::format("{}: line {}: {}", path, number, describe(epd.error())));
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
