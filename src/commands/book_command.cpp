#include "commands/cli.h"
#include "knowledge/book_builder.h"
#include "knowledge/polyglot_book.h"
#include "notation/coordinate.h"
#include "notation/names.h"
#include "notation/san.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <atomic>
#include <memory>

namespace rookery {
namespace {

struct BookArguments {
    std::vector<std::string> files;
    std::string file;
    std::string output;
    BookSettings settings;
    std::string scoring = "points";
    PositionOption position;
};

std::string counted(std::uint64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

int print_written(const Result<BookBuilder::Written, std::string>& written,
                  const std::string& path) {
    if (!written) return fail_with(written.error());
    fmt::print("{}: {} for {}\n", path, counted(written->entries, "move"),
               counted(written->positions, "position"));
    return exit_ok;
}

int run_build(const BookArguments& arguments) {
    BookSettings settings = arguments.settings;
    settings.scoring = arguments.scoring == "games" ? BookScoring::Games : BookScoring::Points;
    BookBuilder builder(settings, arguments.output);
    std::atomic<std::uint64_t> games = 0;
    ProgressLine line;
    const auto read = run_watched(
        line,
        [&](const std::stop_token& stop) -> std::optional<std::string> {
            for (const std::string& file : arguments.files) {
                auto source = FileSource::open(file);
                if (!source) return source.error().what;
                StoppableSource text(*source, stop);
                if (auto problem = builder.add_games(text, [&] {
                        ++games;
                        return !stop.stop_requested();
                    }))
                    return file + ": " + *problem;
            }
            return std::nullopt;
        },
        [&] {
            return fmt::format("{} games read, {:.0f} a second", games.load(),
                               static_cast<double>(games.load()) / line.seconds());
        });
    if (read.stopped) return fail_with("stopped; no book was written", exit_interrupted);
    if (read.value) return fail_with_printable(*read.value);
    const BookBuilder::Counts& counts = builder.counts();
    fmt::print("{} taken", counted(counts.games, "game"));
    for (const auto& [count, why] : {std::pair(counts.unfinished, "without a result"),
                                     std::pair(counts.unrated, "without high enough ratings"),
                                     std::pair(counts.damaged, "with moves that are no chess")})
        if (count > 0) fmt::print(", {} {} left out", count, why);
    fmt::print("\n");
    return print_written(builder.write(), arguments.output);
}

int run_merge(const BookArguments& arguments) {
    return print_written(
        merge_books({arguments.files.begin(), arguments.files.end()}, arguments.output),
        arguments.output);
}

int run_show(const BookArguments& arguments) {
    const auto position = arguments.position.position();
    if (!position) return exit_usage;
    auto book = PolyglotBook::open_to_play(arguments.file);
    if (!book) return fail_with_printable(book.error());
    const std::vector<BookMove> moves = book->moves(Game(*position));
    if (moves.empty()) return fail_with("the book has no move for this position");
    double sum = 0;
    for (const BookMove& one : moves) sum += one.weight;
    for (const BookMove& one : moves)
        fmt::print("{:7} {:5}  {:5.1f} %\n", to_san(*position, one.move), one.weight,
                   sum > 0 ? 100 * one.weight / sum : 0.0);
    return exit_ok;
}

// A move of which the position is not known.
std::string raw_move(std::uint16_t code) {
    constexpr std::string_view pieces = " nbrq";
    const std::size_t promoted = code >> 12 & 7;
    std::string text = square_name(square_at(code >> 6 & 63)) + square_name(square_at(code & 63));
    if (promoted > 0 && promoted < pieces.size()) text += pieces[promoted];
    return text;
}

int run_dump(const BookArguments& arguments) {
    auto book = PolyglotBook::open(arguments.file);
    if (!book) return fail_with_printable(book.error());
    for (std::uint64_t i = 0; i < book->size(); ++i) {
        const auto entry = book->entry(i);
        if (!entry) return fail_with(fmt::format("entry {} cannot be read", i + 1));
        fmt::print("{:016x} {} {} {}\n", entry->key, raw_move(entry->move), entry->weight,
                   entry->learn);
    }
    return exit_ok;
}

int run_check(const BookArguments& arguments) {
    auto book = PolyglotBook::open(arguments.file);
    if (!book) return fail_with_printable(book.error());
    const PolyglotBook::Faults faults = book->check();
    if (faults.unreadable > 0)
        return fail_with(fmt::format("{} of {} cannot be read", faults.unreadable,
                                     counted(book->size(), "entry")));
    if (faults.unsorted > 0)
        return fail_with(
            fmt::format("{} of {} entries are out of order, so moves will not be found",
                        faults.unsorted, book->size()));
    fmt::print("{}: {} entries, in order; {} with weight 0, which are never played\n",
               arguments.file, book->size(), faults.weightless);
    return exit_ok;
}

void add_build(Command book, Context& context) {
    const Command command = book.subcommand("build", "Make a book of the games of PGN files");
    const auto arguments = std::make_shared<BookArguments>();
    command.argument("PGN", arguments->files, "Files with games").required();
    command.output_file("--output", arguments->output, "FILE", "The book").required();
    command
        .option("--plies", arguments->settings.plies, "N",
                fmt::format("Half-moves of each game (default: {})", arguments->settings.plies))
        .whole_range(1, 1000);
    command
        .option("--min-games", arguments->settings.fewest_games, "N",
                fmt::format("Leave out moves of fewer games (default: {})",
                            arguments->settings.fewest_games))
        .range(1, 1e9);
    command
        .option("--scoring", arguments->scoring, "HOW",
                "Weights: points (2 for a win, 1 for a draw; default) or games")
        .one_of({"points", "games"});
    command
        .option("--min-rating", arguments->settings.lowest_rating, "N",
                "Only games in which both players have this rating")
        .range(0, 10000);
    command
        .option("--memory", arguments->settings.memory_mib, "MIB",
                fmt::format("For counting; the rest goes to files beside the book (default: {})",
                            arguments->settings.memory_mib))
        .range(1, 1 << 20);
    command.footer(
        R"(Games without a result, and games with something that is no chess, are left out.
Example: rookery book build games.pgn --output games.bin --plies 24 --min-games 5)");
    command.on_run([arguments, &context] { context.exit_code = run_build(*arguments); });
}

// A command that reads one book.
Command add_reader(Command book, Context& context, const char* name, const char* summary,
                   int (*run)(const BookArguments&),
                   const std::shared_ptr<BookArguments>& arguments) {
    const Command command = book.subcommand(name, summary);
    command.argument("FILE", arguments->file, "The book").required();
    command.on_run([arguments, run, &context] { context.exit_code = run(*arguments); });
    return command;
}

}  // namespace

void add_book_command(CommandLine& line, Context& context) {
    const Command book =
        line.command("book", "Opening books in Polyglot's format: build, merge, show, dump, check");
    book.require_subcommand();
    add_build(book, context);

    const auto merged = std::make_shared<BookArguments>();
    const Command merge = book.subcommand("merge", "Join books; the weights of a move are added");
    merge.argument("FILE", merged->files, "The books").required();
    merge.output_file("--output", merged->output, "FILE", "The new book").required();
    merge.footer("Example: rookery book merge a.bin b.bin --output both.bin");
    merge.on_run([merged, &context] { context.exit_code = run_merge(*merged); });

    const auto arguments = std::make_shared<BookArguments>();
    const Command show = add_reader(
        book, context, "show", "The moves that a book has for a position", run_show, arguments);
    arguments->position.add_to(show);
    show.footer("Example: rookery book show games.bin --fen FEN");
    (void)add_reader(book, context, "dump",
                     "Print every entry: the key, the move, its weight, and what was learned",
                     run_dump, arguments);
    (void)add_reader(book, context, "check", "Read all of a book and say whether it is in order",
                     run_check, arguments);
}

}  // namespace rookery
