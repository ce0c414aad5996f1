// The command line: commands with their options, and what all commands share.
//
// CLI11 does the work. It takes seconds to compile, so cli.cpp alone includes it
// (tests/lint/slow_headers_test.py checks that); all other files hold handles to its objects.
#pragma once

#include "chess/position.h"
#include "search/searcher.h"
#include "ui/messages.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rookery {

// One option, or one argument. A handle: copies mean the same option.
class CommandOption {
  public:
    explicit CommandOption(CLI::Option& option) : option_(&option) {}

    CommandOption required() const;
    CommandOption range(double lowest, double highest) const;
    // The same for whole numbers only; refusals then name the bounds without decimals.
    CommandOption whole_range(int lowest, int highest) const;
    // A former name of a value is still taken, and not shown.
    CommandOption one_of(const std::vector<std::string>& values,
                         const std::string& former = "") const;
    // How many words it takes.
    CommandOption words(int fewest, int most) const;
    // Takes one word each time it is given, so that the words after it are arguments.
    CommandOption one_word_each_time() const;
    // May be given again, though one value is what the help shows.
    CommandOption repeatable() const;
    // May be given without a value, and then means this one.
    CommandOption alone_means(const std::string& value) const;

  private:
    CLI::Option* option_;
};

// One command; also a handle. The variables its options write to must live as long as the
// CommandLine.
class Command {
  public:
    explicit Command(CLI::App& app) : app_(&app) {}

    // Values may be whole numbers from int on, double and std::string, all of them also in a
    // std::optional, or a std::vector<std::string>. Other types do not link.
    // `type` is the name of the value in the help.
    template <class Value>
    CommandOption option(const std::string& name, Value& value, const std::string& type,
                         const std::string& meaning) const;
    // Without a name on the command line; the name here is for the help.
    template <class Value>
    CommandOption argument(const std::string& name, Value& value,
                           const std::string& meaning) const {
        return option(name, value, "", meaning);
    }
    // Calls take() with the text if the option is given.
    CommandOption on_option(const std::string& name,
                            const std::function<void(const std::string&)>& take,
                            const std::string& type, const std::string& meaning) const;
    void flag(const std::string& name, bool& value, const std::string& meaning) const;

    // Files that the command writes. The rule of base/files.h is applied before the command runs;
    // `--force`, which each of these adds, allows to replace what is there.
    CommandOption output_file(const std::string& name, std::string& value, const std::string& type,
                              const std::string& meaning) const;
    void output_folder(const std::string& name, std::string& value,
                       const std::string& meaning) const;
    // A file that is added to, or a database.
    void appended_file(const std::string& name, std::string& value,
                       const std::string& meaning) const;
    // Whether `--force` was given.
    [[nodiscard]] bool is_forced() const;
    // `--checkpoint` and `--resume`: the state of a long run, replaced only by going on from it.
    void checkpoint(std::string& value, bool& resume, const std::string& meaning) const;

    // Text below the list of options.
    void footer(const std::string& text) const;
    void on_run(std::function<void()> run) const;

    [[nodiscard]] Command subcommand(const std::string& name, const std::string& summary) const;
    // One of its subcommands must be given.
    void require_subcommand() const;

  private:
    void add_force() const;

    CLI::App* app_;
};

// The command line of the program; owns all commands.
class CommandLine {
  public:
    CommandLine(const std::string& program, const std::string& description,
                const std::string& version);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    // For the program, and for commands added later that have no footer of their own.
    void footer(const std::string& text);
    [[nodiscard]] Command command(const std::string& name, const std::string& summary);

    struct Refusal {
        std::string why;
        std::string command;  // such as "match", whose help explains the options; may be empty
    };
    // Runs the command that the arguments name, or prints help or version if they ask for that.
    // Exceptions of a command are passed on.
    [[nodiscard]] std::optional<Refusal> run(const std::vector<std::string>& arguments);

  private:
    std::unique_ptr<CLI::App> app_;
};

// A position on the command line: the option --fen, or plain words.
class PositionOption {
  public:
    // The object must live as long as the command.
    void add_to(Command command);
    // The same as arguments without an option before them.
    void add_as_words(Command command);

    [[nodiscard]] bool is_given() const { return !words_.empty(); }
    // The given position, or the start. Prints on stderr what is wrong with it or was corrected.
    [[nodiscard]] std::optional<Position> position() const;

  private:
    // A FEN is often typed without quotes, and the shell then makes six words of it.
    std::vector<std::string> words_;
    const char* name_ = "--fen";
};

enum class ProgramKind {
    Full,    // everything; without arguments it is the console
    Engine,  // for other programs to start: no games with people; without arguments it speaks UCI
};

struct Program {
    ProgramKind kind = ProgramKind::Full;
    SearcherTable searchers;
    TablebaseOwner* tables = nullptr;
};

struct ColonyAccess;  // colony_choice.h

// The state that all commands share.
struct Context {
    const Program& program;
    const ColonyAccess* colony = nullptr;  // absent where the program has no colony
    int exit_code = exit_ok;               // set by the command that ran
};

// Each adds one command. The context must outlive the command line.
void add_console_command(CommandLine& line, Context& context);
void add_play_command(CommandLine& line, Context& context);
void add_uci_command(CommandLine& line, Context& context);
void add_xboard_command(CommandLine& line, Context& context);
void add_perft_command(CommandLine& line, Context& context);
void add_bench_command(CommandLine& line, Context& context);
void add_speedtest_command(CommandLine& line, Context& context);
void add_eval_command(CommandLine& line, Context& context);
void add_match_command(CommandLine& line, Context& context);
void add_tournament_command(CommandLine& line, Context& context);
void add_suite_command(CommandLine& line, Context& context);
void add_book_command(CommandLine& line, Context& context);
void add_tb_command(CommandLine& line, Context& context);
void add_selfplay_command(CommandLine& line, Context& context);
void add_human_command(CommandLine& line, Context& context);
void add_engine_command(CommandLine& line, Context& context);
void add_tune_command(CommandLine& line, Context& context);
void add_lab_command(CommandLine& line, Context& context);
// Only where the program has a colony.
void add_colony_command(CommandLine& line, Context& context);
void add_worker_command(CommandLine& line, Context& context);

// The table of all searchers (searchers.cpp).
[[nodiscard]] SearcherTable all_searchers();

// Runs the command that the arguments name; the result is the exit code.
[[nodiscard]] int run_program(int argc, char** argv, const Program& program);

// "Rookery 0.1.0".
[[nodiscard]] inline const char* name_and_version() { return "Rookery " ROOKERY_VERSION; }

}  // namespace rookery
