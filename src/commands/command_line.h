// The commands of the program, their options, and the reading of the command line.
//
// CLI11 does the work. It takes seconds to compile, so command_line.cpp alone includes it
// (tests/lint/cli11_test.py checks that); everyone else holds handles to what it owns.
#pragma once

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

    // What the help calls its value.
    CommandOption type(const std::string& name) const;
    CommandOption required() const;
    CommandOption range(double lowest, double highest) const;
    // The same for whole numbers only; refusals then name the bounds without decimals.
    CommandOption whole_range(int lowest, int highest) const;
    CommandOption one_of(const std::vector<std::string>& values) const;
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

// One command. A handle, too; what its options write to must live as long as the CommandLine.
class Command {
  public:
    explicit Command(CLI::App& app) : app_(&app) {}

    // Values may be whole numbers from int on, double and std::string, all of them also in a
    // std::optional, or a std::vector<std::string>. Of other types the linker would print_error.
    template <class Value>
    CommandOption option(const std::string& name, Value& value, const std::string& meaning) const;
    // Without a name on the command line; the name here is for the help.
    template <class Value>
    CommandOption argument(const std::string& name, Value& value,
                           const std::string& meaning) const {
        return option(name, value, meaning).type("");
    }
    // Hands over the text, if it is given.
    CommandOption on_option(const std::string& name, std::function<void(const std::string&)> take,
                            const std::string& meaning) const;
    void flag(const std::string& name, bool& value, const std::string& meaning) const;
    // Under the list of options.
    void footer(const std::string& text) const;
    void on_run(std::function<void()> run) const;

    [[nodiscard]] Command subcommand(const std::string& name, const std::string& summary) const;
    // Without one of its subcommands it makes no sense.
    void require_subcommand() const;

  private:
    CLI::App* app_;
};

// The whole of it, and the owner of all commands.
class CommandLine {
  public:
    CommandLine(const std::string& program, const std::string& description,
                const std::string& version);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    // Of the program, and of those commands added from now on that have none of their own.
    void footer(const std::string& text);
    [[nodiscard]] Command command(const std::string& name, const std::string& summary);
    [[nodiscard]] std::vector<std::string> command_names() const;

    struct Refusal {
        std::string why;
        std::string command;  // "rookery match", say; its help may explain it
    };
    // Runs the command that the arguments name, or prints help or version if they ask for that.
    // What a command throws comes through.
    [[nodiscard]] std::optional<Refusal> run(std::vector<std::string> arguments);

  private:
    std::unique_ptr<CLI::App> app_;
};

}  // namespace rookery
