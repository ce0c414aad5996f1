// Weights written back as the text of default_weights.h.
#include "eval/classical/weight_table.h"

#include <cassert>

namespace rookery::classical {
namespace {

constexpr std::string_view head =
    R"(// What every weight is worth unless someone says otherwise: {middlegame, endgame}. The layout is that
// of weights_as_source(), which the tuners write with; values may be edited by hand.
#pragma once

#include "eval/classical/weights.h"

namespace rookery::classical {

// clang-format off
inline constexpr Weights default_weights = {
)";

constexpr std::string_view tail = R"(};
// clang-format on

}  // namespace rookery::classical
)";

// Piece-square tables four to a line, a rank each; everything else up to this many.
constexpr std::size_t weights_per_line = 8;
constexpr std::size_t weights_per_rank = 4;

std::string text_of(Tapered weight) {
    return '{' + std::to_string(weight.mg()) + ", " + std::to_string(weight.eg()) + '}';
}

void write_row(std::string& text, const FlatWeights& flat, std::size_t first, std::size_t count,
               std::size_t per_line, const std::string& indent) {
    if (count <= per_line) {
        text += '{';
        for (std::size_t i = 0; i < count; ++i)
            text += (i == 0 ? "" : ", ") + text_of(flat[first + i]);
        text += '}';
        return;
    }
    text += "{\n";
    for (std::size_t i = 0; i < count; ++i) {
        if (i % per_line == 0) text += indent + "    ";
        text += text_of(flat[first + i]) + ',';
        text += i % per_line == per_line - 1 || i + 1 == count ? '\n' : ' ';
    }
    text += indent + '}';
}

void write_family(std::string& text, const FlatWeights& flat, const WeightFamily& family) {
    const std::string indent(8, ' ');
    const std::size_t per_line =
        family.group == Group::PieceSquare ? weights_per_rank : weights_per_line;
    text += indent + '.' + std::string(family.name) + " = ";
    if (family.size() == 1) {
        text += text_of(flat[family.first]);
    } else if (family.rows == 1) {
        write_row(text, flat, family.first, family.columns, per_line, indent);
    } else {
        text += "{\n";
        for (std::size_t row = 0; row < family.rows; ++row) {
            text += indent + "    ";
            write_row(text, flat, family.first + row * family.columns, family.columns, per_line,
                      indent + "    ");
            text += ",\n";
        }
        text += indent + '}';
    }
    text += ",\n";
}

}  // namespace

std::string weights_as_source(const Weights& weights) {
    const FlatWeights flat = flattened(weights);
    std::string text(head);
    const WeightFamily* before = nullptr;
    for (const WeightFamily& family : weight_table()) {
        if (before == nullptr || before->group != family.group) {
            if (before != nullptr) text += "    },\n";
            text += "    ." + std::string(name_of(family.group)) + " = {\n";
        }
        write_family(text, flat, family);
        before = &family;
    }
    text += "    },\n";
    text += tail;
    return text;
}

}  // namespace rookery::classical
