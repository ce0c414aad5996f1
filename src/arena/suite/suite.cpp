#include "arena/suite/suite.h"

#include "arena/openings/book_file.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "notation/input.h"
#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rookery::arena {
namespace {

constexpr int most_points_of_a_move = 1'000'000;
constexpr std::size_t longest_id = 40;

using Grades = std::vector<GradedMove>;

bool contains(const std::vector<Move>& moves, Move move) {
    return std::ranges::find(moves, move) != moves.end();
}

// The words of an operation, which may be one string of several words.
std::vector<std::string> words_of(const Epd& epd, std::string_view opcode) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : epd.text_of(opcode) + ' ') {
        if (!ascii::is_space(c) && c != ',') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

// Numbers in c8 and moves in c9 or c7. Other suites use these for remarks, so nothing is found
// where c8 is anything but numbers or no moves are named; otherwise their numbers must agree.
Result<Grades, std::string> grades_in_lists(const Epd& epd) {
    Grades grades;
    for (const std::string& word : words_of(epd, "c8")) {
        const auto points = parse_digits(word, most_points_of_a_move);
        if (!points) return Grades{};
        grades.push_back({Move::none(), *points});
    }
    const char* const opcode = epd.find("c9") != nullptr ? "c9" : "c7";
    const std::vector<std::string> moves = words_of(epd, opcode);
    if (grades.empty() || moves.empty()) return Grades{};
    if (moves.size() != grades.size())
        return failure(fmt::format("c8 has points for {} moves, but {} names {}", grades.size(),
                                   opcode, moves.size()));
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto move = parse_san(epd.position, moves[i]);
        if (!move)
            return failure(
                fmt::format("{} {}: {}", opcode, printable(moves[i], 20), move.error().what));
        grades[i].move = *move;
    }
    return grades;
}

// "f5=10, Be5+=2", and nothing else: c0 mostly is a remark.
Grades grades_in_remark(const Epd& epd) {
    Grades grades;
    const std::string text = epd.text_of("c0");
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view part = ascii::trim(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        // The last one: e8=Q=10.
        const std::size_t equals = part.rfind('=');
        if (equals == std::string_view::npos) return {};
        const auto points =
            parse_digits(ascii::trim(part.substr(equals + 1)), most_points_of_a_move);
        const auto move = parse_san(epd.position, ascii::trim(part.substr(0, equals)));
        if (!points || !move) return {};
        grades.push_back({*move, *points});
    }
    return grades;
}

bool names_mate_instead_of_moves(const Epd& epd) {
    const EpdOperation* const best = epd.find("bm");
    return best != nullptr && best->operands.size() == 1 && best->operands[0].starts_with('#');
}

std::string moves_text(const Position& position, std::string_view opcode,
                       const std::vector<Move>& moves) {
    std::string text(opcode);
    for (const Move move : moves) text += ' ' + to_san(position, move);
    return text;
}

}  // namespace

int SuitePosition::points_for(Move move) const {
    const auto found =
        std::ranges::find_if(grades, [&](const GradedMove& one) { return one.move == move; });
    return found == grades.end() ? 0 : found->points;
}

int SuitePosition::most_points() const {
    int most = 0;
    for (const GradedMove& one : grades) most = std::max(most, one.points);
    return most;
}

bool SuitePosition::is_right(Move move) const {
    if (!move || contains(avoid, move)) return false;
    if (!best.empty()) return contains(best, move);
    return !is_graded() || points_for(move) == most_points();
}

std::string SuitePosition::expected() const {
    std::vector<std::string> parts;
    if (!best.empty()) parts.push_back(moves_text(position, "bm", best));
    if (!avoid.empty()) parts.push_back(moves_text(position, "am", avoid));
    if (mate)
        parts.push_back(fmt::format("{} in {}", *mate > 0 ? "mate" : "mated", std::abs(*mate)));
    if (best.empty() && is_graded()) {
        std::vector<Move> worth_most;
        for (const GradedMove& one : grades)
            if (one.points == most_points()) worth_most.push_back(one.move);
        parts.push_back(moves_text(position, "bm", worth_most));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

Result<SuitePosition, std::string> suite_position_of(const Epd& epd) {
    SuitePosition wanted{.position = epd.position,
                         .chess960 = epd.position.needs_chess960(),
                         .id = printable(to_utf8(epd.text_of("id")), longest_id)};
    if (legal_moves(epd.position).empty())
        return failure(std::string("the side to move has no legal move"));
    wanted.mate = epd.mate_distance();
    const bool mate_named = epd.find("dm") != nullptr || names_mate_instead_of_moves(epd);
    if (mate_named && wanted.mate.value_or(0) == 0)
        return failure(std::string("dm and 'bm #' need a number of moves"));
    if (!names_mate_instead_of_moves(epd)) {
        auto best = epd_moves(epd, "bm");
        if (!best) return failure(best.error().what);
        wanted.best = std::move(*best);
    }
    auto avoid = epd_moves(epd, "am");
    if (!avoid) return failure(avoid.error().what);
    wanted.avoid = std::move(*avoid);
    auto grades = grades_in_lists(epd);
    if (!grades) return failure(grades.error());
    wanted.grades = std::move(*grades);
    if (wanted.grades.empty()) wanted.grades = grades_in_remark(epd);
    if (wanted.most_points() == 0) wanted.grades.clear();
    if (wanted.best.empty() && wanted.avoid.empty() && !wanted.mate && !wanted.is_graded())
        return failure(std::string("nothing is expected of it: no bm, am, dm or points"));
    return wanted;
}

Result<Suite, std::string> read_suite(std::string_view text, std::string name) {
    Suite suite;
    suite.name = std::move(name);
    MemorySource source(text);
    LineReader lines(source);
    while (const auto line = lines.next()) {
        const auto skip = [&](std::string why) {
            suite.skipped.push_back({lines.line_number(), std::move(why)});
        };
        const auto epd = parse_epd(*line);
        if (!epd) {
            skip(describe(epd.error()));
            continue;
        }
        auto wanted = suite_position_of(*epd);
        if (!wanted) {
            skip(wanted.error());
            continue;
        }
        wanted->line = lines.line_number();
        if (wanted->id.empty()) wanted->id = fmt::format("line {}", wanted->line);
        suite.positions.push_back(std::move(*wanted));
    }
    if (!suite.positions.empty()) return suite;
    if (suite.skipped.empty()) return failure(suite.name + ": there are no positions in it");
    const SkippedLine& first = suite.skipped.front();
    return failure(fmt::format("{}: there is no position in it that could be tested; line {}: {}",
                               suite.name, first.line, first.why));
}

Result<Suite, std::string> load_suite(const std::filesystem::path& path) {
    const auto file = read_book_file(path);
    if (!file) return failure(file.error());
    return read_suite(file->text, path.string());
}

namespace {

constexpr std::size_t longest_trouble = 300;

// The same seen by the other side.
EngineScore mirrored(EngineScore score) {
    score.value = -score.value;
    if (score.bound == EngineScore::Bound::Lower)
        score.bound = EngineScore::Bound::Upper;
    else if (score.bound == EngineScore::Bound::Upper)
        score.bound = EngineScore::Bound::Lower;
    return score;
}

std::string trouble_text(const MoveReply& reply) {
    const std::string& details = reply.details.empty() ? reply.said : reply.details;
    const char* const kind = describe(reply.trouble);
    return details.empty() ? kind
                           : fmt::format("{}: {}", kind, printable(details, longest_trouble));
}

}  // namespace

std::optional<bool> announces_mate(const EngineScore& score, int moves) {
    if (moves < 0) return announces_mate(mirrored(score), -moves);
    const bool announced =
        score.kind == EngineScore::Kind::Mate && score.value > 0 && score.value <= moves;
    switch (score.bound) {
        case EngineScore::Bound::Exact: return announced;
        // At least so much: it may be more.
        case EngineScore::Bound::Lower: return announced ? std::optional(true) : std::nullopt;
        // At most so much: it may be less.
        case EngineScore::Bound::Upper: return announced ? std::nullopt : std::optional(false);
    }
    return std::nullopt;
}

bool SuiteJudge::is_right(Move move, const std::optional<EngineScore>& score) {
    if (!position_.mate) return position_.is_right(move);
    if (score)
        if (const auto said = announces_mate(*score, *position_.mate)) sees_mate_ = *said;
    return sees_mate_ && position_.is_right(move);
}

void SuiteJudge::add(const Thought& thought) {
    if (!is_right(thought.move, thought.score))
        right_since_.reset();
    else if (!right_since_)
        right_since_ = Moment{thought.after, thought.nodes, thought.depth};
}

SuiteAnswer SuiteJudge::judge(const MoveReply& reply) {
    SuiteAnswer answer;
    answer.score = reply.score;
    answer.depth = reply.depth;
    answer.nodes = reply.nodes;
    answer.spent = reply.spent;
    if (reply.trouble != Trouble::None) {
        answer.trouble = trouble_text(reply);
        return answer;
    }
    answer.move = reply.move;
    answer.points = position_.points_for(reply.move);
    answer.solved = is_right(reply.move, reply.score);
    // The move may differ from the last report, or there was no report.
    if (answer.solved)
        answer.solution = right_since_.value_or(Moment{reply.spent, reply.nodes, reply.depth});
    return answer;
}

SuiteAnswer missed_by_trouble(std::string_view why) {
    SuiteAnswer answer;
    answer.trouble = printable(why, longest_trouble);
    return answer;
}

}  // namespace rookery::arena
