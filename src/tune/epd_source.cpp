#include "tune/epd_source.h"

#include "notation/line_reader.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace rookery::tune {
namespace {

struct ResultText {
    std::string_view text;
    std::uint8_t half_points;
};
constexpr auto result_texts = std::to_array<ResultText>({{"1-0", 2},
                                                         {"0-1", 0},
                                                         {"1/2-1/2", 1},
                                                         {"1/2", 1},
                                                         {"1.0", 2},
                                                         {"0.5", 1},
                                                         {"0.0", 0},
                                                         {"1", 2},
                                                         {"0", 0}});

std::optional<std::uint8_t> half_points_of(std::string_view text) {
    for (const ResultText& known : result_texts)
        if (text == known.text) return known.half_points;
    return std::nullopt;
}

std::optional<std::uint8_t> result_of(const Epd& epd) {
    for (const EpdOperation& operation : epd.operations) {
        const std::string& code = operation.opcode;
        if (code.size() != 2 || code[0] != 'c' || code[1] < '0' || code[1] > '9') continue;
        if (operation.operands.size() != 1) continue;
        if (const auto points = half_points_of(operation.operands.front())) return points;
    }
    return std::nullopt;
}

// Nothing if it is no number.
std::optional<int> number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// Which game a line belongs to, from what stands in it and in the line before.
class GameCounter {
  public:
    std::uint32_t number(const Epd& epd, std::uint8_t result) {
        const std::string id = epd.text_of("id");
        const int ply = 2 * epd.position.fullmove_number() +
                        (epd.position.side_to_move() == Color::Black ? 1 : 0);
        const bool goes_on =
            id.empty() && id_.empty() ? result == result_ && ply > ply_ : id == id_;
        if (!first_ && !goes_on) ++game_;
        first_ = false;
        id_ = id;
        result_ = result;
        ply_ = ply;
        return game_;
    }

  private:
    bool first_ = true;
    std::string id_;
    std::uint8_t result_ = 0;
    int ply_ = 0;
    std::uint32_t game_ = 0;
};

std::optional<std::string> read_epd(const std::string& path, const PositionVisitor& visit) {
    auto file = FileSource::open(path);
    if (!file) return path + ": " + file.error().what;
    LineReader lines(*file);
    GameCounter games;
    std::size_t taken = 0;
    std::string first_problem;
    while (const auto line = lines.next()) {
        const auto note = [&](const std::string& what) {
            if (first_problem.empty())
                first_problem = "line " + std::to_string(lines.line_number()) + ": " + what;
        };
        const auto epd = parse_epd(*line);
        if (!epd) {
            note(epd.error().what);
            continue;
        }
        auto position = training_position_of(*epd);
        if (!position) {
            note(position.error());
            continue;
        }
        position->game = games.number(*epd, position->result);
        ++taken;
        if (!visit(*position)) return std::nullopt;
    }
    if (file->failed()) return path + " cannot be read to its end";
    if (taken > 0) return std::nullopt;
    return path + " holds no position with a result" +
           (first_problem.empty() ? "" : "; " + first_problem);
}

}  // namespace

Result<TrainingPosition, std::string> training_position_of(const Epd& epd) {
    const auto result = result_of(epd);
    if (!result) return failure(std::string("c0 to c9 do not say how the game ended"));
    TrainingPosition position{epd.position, no_score, *result, 0};
    if (const EpdOperation* operation = epd.find("ce");
        operation != nullptr && operation->operands.size() == 1) {
        const auto score = number_in(operation->operands.front());
        if (!score) return failure(std::string("the score (ce) is no number"));
        const int limited = std::clamp(*score, -32000, 32000);
        position.score = static_cast<std::int16_t>(
            epd.position.side_to_move() == Color::White ? limited : -limited);
    }
    return position;
}

PositionSource epd_source(std::string path) {
    return [path = std::move(path)](const PositionVisitor& visit) { return read_epd(path, visit); };
}

}  // namespace rookery::tune
