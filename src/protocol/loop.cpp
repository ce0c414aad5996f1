#include "protocol/loop.h"

#include "notation/ascii.h"
#include "protocol/line_input.h"
#include "protocol/uci_loop.h"
#include "protocol/xboard_loop.h"

#include <optional>
#include <string>

namespace rookery {

void run_loop(const LoopSetup& setup, Dialect expected, std::istream& input, std::FILE* output) {
    std::string line;
    LineStatus status{};
    do status = read_line(input, line, max_line_length);
    while (status == LineStatus::Line && ascii::trim(line).empty());
    if (status == LineStatus::End) return;
    std::optional<std::string> first;
    if (status == LineStatus::Line) first = ascii::trim(line);
    if (first == "uci") expected = Dialect::Uci;
    if (first == "xboard") expected = Dialect::Xboard;
    if (expected == Dialect::Uci)
        uci::run_loop(setup, first, input, output);
    else
        xboard::run_loop(setup, first, input, output);
}

}  // namespace rookery
