#include "protocol/evaluation_text.h"

#include "notation/fen.h"
#include "notation/names.h"
#include "store/json.h"

#include <fmt/format.h>

#include <cmath>

namespace rookery {
namespace {

using namespace classical;

// "piece square" of "piece_square".
std::string words(std::string_view name) {
    std::string text(name);
    for (char& letter : text)
        if (letter == '_') letter = ' ';
    return text;
}

// A value in hundreds of the evaluation's units, which are not centipawns: docs/evaluation.md.
std::string hundreds(int value) { return fmt::format("{:+.2f}", value / 100.0); }

std::string both(Tapered value) { return fmt::format("{:>6} {:>6}", value.mg(), value.eg()); }

constexpr std::string_view table_head =
    "                              White           Black           lead\n"
    "                             mg     eg       mg     eg       mg     eg    value\n";

std::string group_line(const GroupReport& group) {
    return fmt::format("{:<24} {}  {}  {}  {:>7}\n", words(name_of(group.group)),
                       both(group.sides.sum[Color::White]), both(group.sides.sum[Color::Black]),
                       both(group.sides.lead()), hundreds(group.value));
}

// The sums of danger and initiative are no values, so there is no lead to show.
std::string term_line(const TermReport& term) {
    std::string text =
        fmt::format("  {:<22} {}  {}", words(term.family->name), both(term.sides.sum[Color::White]),
                    both(term.sides.sum[Color::Black]));
    switch (term.family->part) {
        case Part::Danger: text += "  units"; break;
        case Part::Initiative: text += "  at most"; break;
        default: text += "  " + both(term.sides.lead()); break;
    }
    return text + '\n';
}

std::string table(const EvaluationReport& report, bool terms) {
    std::string text(table_head);
    for (const GroupReport& group : report.groups) {
        text += group_line(group);
        if (!terms) continue;
        for (const TermReport& term : group.terms) text += term_line(term);
    }
    text += fmt::format("{:<24} {:>13}  {:>13}  {}  {:>7}\n", "together", "", "",
                        both(report.total), hundreds(report.value));
    return text;
}

// The board with the value of each piece to its side.
std::string board_with(const BySquare<std::optional<int>>& shares, const Position& position) {
    const std::string line = "   +" + std::string(8 * 7, '-') + "+\n";
    std::string text = line;
    for (int rank = 7; rank >= 0; --rank) {
        std::string pieces = fmt::format(" {} |", rank + 1);
        std::string values = "   |";
        for (int file = 0; file < 8; ++file) {
            const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
            const bool empty = position.is_empty(square);
            pieces += fmt::format("{:^7}", empty ? '.' : letter_of(position.piece_on(square)));
            const auto& share = shares[square];
            values += fmt::format("{:^7}", share ? fmt::format("{:.2f}", *share / 100.0) : "");
        }
        text += pieces + "|\n" + values + "|\n";
    }
    text += line + "    ";
    for (char file = 'a'; file <= 'h'; ++file) text += fmt::format("{:^7}", file);
    while (text.back() == ' ') text.pop_back();
    return text + '\n';
}

std::string value_line(int white_value, Color side_to_move) {
    return fmt::format("value   {} for White, {} for the side to move ({})\n",
                       hundreds(white_value),
                       hundreds(side_to_move == Color::White ? white_value : -white_value),
                       word_for(side_to_move));
}

std::string verdict(const EvaluationReport& report) {
    std::string text;
    if (report.ending.empty()) {
        text += fmt::format("phase   {} of {} ({})\n", report.phase, full_phase,
                            "24 is the full middlegame, 0 has kings and pawns only");
        if (report.scale != full_scale)
            text += fmt::format("scale   {} of {}: harder to win than it looks\n", report.scale,
                                full_scale);
    } else {
        text += fmt::format("ending  {}\n", report.ending);
    }
    return text + value_line(report.value, report.side_to_move);
}

// The value of every output bucket; the one in use is in brackets.
std::string bucket_lines(const nnue::Report& report) {
    constexpr std::size_t pieces_each = 32 / nnue::buckets;
    std::string pieces = "pieces  ";
    std::string values = "value   ";
    for (std::size_t bucket = 0; bucket < nnue::buckets; ++bucket) {
        const std::string said = hundreds(report.by_bucket[bucket]);
        pieces += fmt::format(
            "{:^9}", fmt::format("{}-{}", bucket * pieces_each + 1, (bucket + 1) * pieces_each));
        values += fmt::format("{:^9}", bucket == report.bucket ? '[' + said + ']' : said);
    }
    return pieces + '\n' + values + '\n';
}

Json halves(Tapered value) { return {{"mg", value.mg()}, {"eg", value.eg()}}; }

Json sides_json(const Sides& sides) {
    return {{"white", halves(sides.sum[Color::White])}, {"black", halves(sides.sum[Color::Black])}};
}

Json group_json(const GroupReport& group) {
    Json json = sides_json(group.sides);
    json["value"] = group.value;
    json["terms"] = Json::object();
    for (const TermReport& term : group.terms) {
        Json entry = sides_json(term.sides);
        entry["count"] = {{"white", term.count[Color::White]}, {"black", term.count[Color::Black]}};
        entry["meaning"] = term.family->meaning;
        json["terms"][std::string(term.family->name)] = std::move(entry);
    }
    return json;
}

Json shares_json(const BySquare<std::optional<int>>& shares, const Position& position) {
    Json json = Json::object();
    for (Square square : squares(position.occupied()))
        if (shares[square]) json[square_name(square)] = *shares[square];
    return json;
}

Json network_json(const Position& position, const nnue::Report& report) {
    Json json{{"value", report.value}, {"bucket", report.bucket}, {"by_bucket", report.by_bucket}};
    if (!report.ending.empty()) json["ending"] = report.ending;
    json["shares"] = shares_json(report.shares, position);
    return json;
}

}  // namespace

std::string draw_evaluation(const Position& position, const EvaluationReport& report,
                            const EvalView& view) {
    std::string text;
    if (!report.groups.empty()) text += table(report, view.terms) + '\n';
    text += board_with(report.shares, position) + '\n';
    return text + verdict(report);
}

std::string draw_evaluation(const Position& position, const nnue::Report& report) {
    std::string text = board_with(report.shares, position) + '\n' + bucket_lines(report);
    if (!report.ending.empty()) text += fmt::format("ending  {}\n", report.ending);
    return text + value_line(report.value, report.side_to_move);
}

std::string evaluation_json(const Position& position, const EvaluationReport& report,
                            const nnue::Report& by_network) {
    Json json{{"fen", to_fen(position)}, {"value", report.value}};
    if (report.ending.empty()) {
        json["phase"] = report.phase;
        json["scale"] = report.scale;
        json["together"] = halves(report.total);
        for (const GroupReport& group : report.groups)
            json["groups"][std::string(name_of(group.group))] = group_json(group);
    } else {
        json["ending"] = report.ending;
    }
    json["shares"] = shares_json(report.shares, position);
    json["network"] = network_json(position, by_network);
    return json.dump(2) + '\n';
}

}  // namespace rookery
