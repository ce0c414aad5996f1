// How fast PGN games are read on one thread: every move is parsed, checked and made.
//
//     bench_pgn_speed [megabytes] [file.pgn]
//
// Without a file, games of random but plausible moves are written to a temporary one first.
#include "base/random.h"
#include "chess/movegen.h"
#include "notation/input.h"
#include "notation/pgn_game.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/resource.h>

namespace {

using namespace rookery;

// Castles when it can, captures every other time it can, and else plays a random move.
Move plausible_move(const Position& position, Random& random) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return Move::none();
    for (Move move : moves)
        if (move.is_castling()) return move;
    Move choice = moves[random.below(moves.size())];
    for (int tries = 0; tries < 4 && !position.is_capture(choice) && random.one_in(2); ++tries)
        choice = moves[random.below(moves.size())];
    return choice;
}

std::string random_game(Random& random, std::size_t number) {
    PgnGame game;
    game.set_tag("Event", "Speed test");
    game.set_tag("Site", "Nowhere");
    game.set_tag("Date", "2024.01.01");
    game.set_tag("Round", std::to_string(number));
    game.set_tag("White", "Player, First");
    game.set_tag("Black", "Player, Second");
    Position position = game.start;
    const std::size_t length = 60 + random.below(100);
    while (game.main.moves.size() < length) {
        const Move move = plausible_move(position, random);
        if (!move) break;
        game.main.moves.push_back({move, {}, {}, {}, {}});
        position.make(move);
    }
    game.result = GameResult::Draw;
    return to_pgn(game);
}

bool write_games(const std::string& path, std::size_t bytes) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return false;
    Random random(1);
    std::size_t written = 0;
    for (std::size_t number = 1; written < bytes; ++number) {
        const std::string game = random_game(random, number);
        if (std::fwrite(game.data(), 1, game.size(), file) != game.size()) break;
        written += game.size();
    }
    return std::fclose(file) == 0 && written >= bytes;
}

// Processor time of this process: other work on the machine must not count.
double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

long peak_memory_kib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

struct Counter : PgnVisitor {
    std::size_t moves = 0;
    std::size_t tag_bytes = 0;
    std::size_t errors = 0;
    std::uint64_t keys = 0;

    void tag(std::string_view name, std::string_view value) {
        tag_bytes += name.size() + value.size() + 6;
    }
    void move(const Position& before, Move) {
        ++moves;
        keys ^= before.key();
    }
    void error(const PgnError& error) {
        if (++errors == 1) std::fprintf(stderr, "%s\n", describe(error).c_str());
    }
};

template <class Read>
void report(const char* name, double megabytes, Read read) {
    const double before = cpu_seconds();
    const Counter counter = read();
    const double seconds = cpu_seconds() - before;
    const double tags = static_cast<double>(counter.tag_bytes) / 1e6;
    std::printf(
        "%s: %.2f CPU seconds, %.1f MB/s of file, %.1f MB/s of movetext, %.2f million moves/s, "
        "%zu moves, %zu errors, keys %016llx, peak memory %ld KiB\n",
        name, seconds, megabytes / seconds, (megabytes - tags) / seconds,
        static_cast<double>(counter.moves) / seconds / 1e6, counter.moves, counter.errors,
        static_cast<unsigned long long>(counter.keys), peak_memory_kib());
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t wanted = (argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 128) * 1'000'000;
    const bool given = argc > 2;
    const std::string path =
        given ? argv[2]
              : (std::filesystem::temp_directory_path() / "rookery_pgn_speed.pgn").string();
    if (!given && !write_games(path, wanted)) {
        std::fprintf(stderr, "cannot write %s\n", path.c_str());
        return 1;
    }
    const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
    std::printf("%.1f MB, peak memory before reading %ld KiB\n", megabytes, peak_memory_kib());

    report("events", megabytes, [&] {
        Counter counter;
        if (auto source = FileSource::open(path)) {
            PgnReader reader(*source);
            while (reader.read_game(counter)) {
            }
        }
        return counter;
    });
    report("trees", megabytes, [&] {
        Counter counter;
        if (auto source = FileSource::open(path)) {
            PgnReader reader(*source);
            while (const auto game = read_pgn_game(reader)) {
                counter.moves += game->main.moves.size();
                for (const PgnTag& tag : game->tags)
                    counter.tag_bytes += tag.name.size() + tag.value.size() + 6;
                counter.errors += game->error ? 1u : 0u;
            }
        }
        return counter;
    });
    if (!given) std::filesystem::remove(path);
    return 0;
}
