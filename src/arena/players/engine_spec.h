// An engine that is another program: how to start it and what to tell it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rookery::arena {

enum class Protocol : std::uint8_t { Uci, Xboard };

[[nodiscard]] constexpr const char* name_of(Protocol protocol) {
    return protocol == Protocol::Uci ? "uci" : "xboard";
}

// In the order in which they are set.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

struct EngineSpec {
    std::string name;
    std::string command;  // a path, or a name to look for on PATH
    std::vector<std::string> arguments;
    std::string folder;  // to start it in; empty: where we are
    OptionValues options;
    Protocol protocol = Protocol::Uci;
    std::optional<int> niceness;
    std::vector<int> processors;  // to keep it on; empty: any

    [[nodiscard]] friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

// How long an engine may take for what is not a move.
struct Courtesies {
    std::chrono::milliseconds hello{10'000};    // until it has introduced itself
    std::chrono::milliseconds ready{60'000};    // large tables take their time to clear
    std::chrono::milliseconds farewell{500};    // to end by itself
    std::chrono::milliseconds after_stop{200};  // to answer `stop`, once it counts as stalled
    std::chrono::milliseconds interrupted{2'000};  // to answer `stop` in the middle of its thoughts
};

}  // namespace rookery::arena
