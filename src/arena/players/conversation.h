// What was said between us and a player, for whoever has to find out what went wrong.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

// Bounded: of a long conversation the beginning and the end are kept, of a long line as well. Its
// strings are used again, so that a game adds lines without allocating.
class Conversation {
  public:
    static constexpr std::size_t first_lines = 200;
    static constexpr std::size_t last_lines = 400;
    static constexpr std::size_t longest_line = 1000;

    enum class From : std::uint8_t { Us, Player };

    // Starts anew; times count from here.
    void clear();
    // One or several lines.
    void add(From from, std::string_view text);

    // Lines like "   12 < uciok", milliseconds first; '>' is what we said.
    [[nodiscard]] std::string text() const;
    // The last few lines of the player, oldest first, joined by " | ".
    [[nodiscard]] std::string last_of_player(std::size_t lines) const;

  private:
    struct Line {
        std::chrono::milliseconds when{0};
        From from = From::Us;
        std::string text;
    };

    void add_line(From from, std::string_view line);
    [[nodiscard]] const Line& at(std::size_t index) const;

    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::vector<Line> first_;
    std::vector<Line> last_;  // a ring, once it is full
    std::size_t count_ = 0;
};

}  // namespace rookery::arena
