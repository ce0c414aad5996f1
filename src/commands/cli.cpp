#include "commands/cli.h"

#include "base/files.h"
#include "base/text.h"
#include "notation/fen.h"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

namespace rookery {
namespace {

// Where the meanings begin in the help.
constexpr std::size_t help_column = 28;

// A check whose answer is the reason to refuse the text, or empty. CLI11 would print its
// description in the help, between the option and its meaning.
template <class Check>
CLI::Validator unseen(Check check) {
    return CLI::Validator([check](const std::string& text) -> std::string { return check(text); },
                          "");
}

// CLI11 would take -1 for the largest number there is.
std::string validate_not_negative(const std::string& text) {
    return text.starts_with('-') ? "'" + text + "' is negative" : std::string();
}

std::string validate_range(const std::string& text, double lowest, double highest, bool whole) {
    const auto number = parse_signed_number<double>(text);
    const bool is_whole = number && text.find_first_of(".eEnN") == std::string::npos;
    if (!number || (whole && !is_whole))
        return fmt::format("'{}' is not a {}number", text, whole ? "whole " : "");
    if (*number >= lowest && *number <= highest) return "";
    return fmt::format("{} is not between {} and {}", text, lowest, highest);
}

template <class Value>
struct Inner {
    using type = Value;
};
template <class Value>
struct Inner<std::optional<Value>> {
    using type = Value;
};
template <class Value>
struct Inner<std::vector<Value>> {
    using type = Value;
};

constexpr double any = std::numeric_limits<double>::infinity();

// In the usage line CLI11 would write how many words an argument takes as "(0x)".
class HelpFormatter : public CLI::Formatter {
  public:
    std::string make_option_usage(const CLI::Option* option) const override {
        std::string name = make_option_name(option, true);
        if (option->get_expected_max() > 1) name += "...";
        return option->get_required() ? name : "[" + name + "]";
    }
};

std::vector<std::string> names_below(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

// The names of the commands from below the program down to this one.
std::string path_of(const CLI::App& app) {
    if (app.get_parent() == nullptr) return "";
    const std::string above = path_of(*app.get_parent());
    return above.empty() ? app.get_name() : above + ' ' + app.get_name();
}

// CLI11 lets a command inherit the text at the end of the help of the one above, which explains
// that one only.
CLI::App& added_to(CLI::App& app, const std::string& name, const std::string& summary) {
    CLI::App* const command = app.add_subcommand(name, summary);
    command->footer("");
    return *command;
}

// One of the files that the command reads, if this is one: even --force must not replace it.
std::string read_by(const CLI::App& app, const std::string& path) {
    std::error_code unknown;
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional()) continue;
        for (const std::string& word : option->results())
            if (std::filesystem::equivalent(word, path, unknown))
                return path + " is one of the files to read; name another one";
    }
    return "";
}

// The command that is meant by the first words. CLI11 would call a mistyped one an unexpected
// argument, so it is looked for before. Its name is known, or else the refusal says what is wrong.
struct MeantCommand {
    const CLI::App* app;
    std::string problem{};
};

MeantCommand meant_command(const CLI::App& program, const std::vector<std::string>& arguments) {
    const CLI::App* app = &program;
    for (const std::string& word : arguments) {
        const std::vector<std::string> names = names_below(*app);
        if (names.empty() || word.starts_with('-')) break;
        if (std::ranges::find(names, word) == names.end()) {
            const std::string path = path_of(*app);
            std::vector<std::string> known = names;
            if (path.empty()) {
                known.emplace_back("help");
                const char* const launcher = std::getenv("ROOKERY_LAUNCHER_COMMANDS");
                std::istringstream words(launcher == nullptr ? "" : launcher);
                known.insert(known.end(), std::istream_iterator<std::string>(words), {});
            }
            const std::string near = did_you_mean(word, known);
            return {app,
                    fmt::format("unknown command '{}{}'{}", path.empty() ? "" : path + ' ',
                                printable(word, 40),
                                !near.empty() || path.empty()
                                    ? near
                                    : fmt::format("; '{}' has {}", path, fmt::join(names, ", ")))};
        }
        app = app->get_subcommand(word);
    }
    return {app};
}

// An option among the words that the command does not have, or nothing.
std::string unknown_option(const CLI::App& app, const std::vector<std::string>& words) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& word : words) {
        const std::string name = word.substr(0, word.find('='));
        if (!name.starts_with("--") || name.size() < 3) continue;
        if (std::ranges::find(names, name) == names.end())
            return fmt::format("there is no option {}{}", printable(name, 200),
                               did_you_mean(name, names));
    }
    return "";
}

// What CLI11 has found, in words of this program.
std::string reason_of(const CLI::ParseError& error, const CLI::App& app,
                      const std::vector<std::string>& words) {
    const auto is = [&](CLI::ExitCodes code) {
        return error.get_exit_code() == static_cast<int>(code);
    };
    if (is(CLI::ExitCodes::RequiredError) && app.get_require_subcommand_min() > 0)
        return fmt::format("'{}' needs one of these words: {}", path_of(app),
                           fmt::join(names_below(app), ", "));
    if (std::string unknown = unknown_option(app, words); !unknown.empty()) return unknown;
    if (is(CLI::ExitCodes::ExtrasError) && !app.remaining().empty())
        return fmt::format("'{}' is a word too many", printable(app.remaining().front(), 200));
    if (is(CLI::ExitCodes::ArgumentMismatch)) {
        const std::string what = error.what();
        const std::string name = what.substr(0, what.find(':'));
        const CLI::Option* option = app.get_option_no_throw(name);
        if (option == nullptr ||
            option->count() < static_cast<std::size_t>(option->get_items_expected_min()))
            return option == nullptr || option->get_items_expected_min() < 2
                       ? name + " needs a value"
                       : fmt::format("{} needs {} values", name, option->get_items_expected_min());
        return fmt::format("{} takes {} at the most, and {} were given", name,
                           option->get_items_expected_max(), option->count());
    }
    return error.what();
}

}  // namespace

CommandOption CommandOption::required() const {
    option_->required();
    return *this;
}

CommandOption CommandOption::range(double lowest, double highest) const {
    option_->check(unseen(
        [=](const std::string& text) { return validate_range(text, lowest, highest, false); }));
    return *this;
}

CommandOption CommandOption::whole_range(int lowest, int highest) const {
    option_->check(unseen(
        [=](const std::string& text) { return validate_range(text, lowest, highest, true); }));
    return *this;
}

CommandOption CommandOption::one_of(const std::vector<std::string>& values,
                                    const std::string& former) const {
    option_->check(unseen([values, former](const std::string& text) -> std::string {
        if (std::ranges::find(values, text) != values.end()) return "";
        if (!former.empty() && text == former) return "";
        return fmt::format("'{}' is not one of {}{}", text, fmt::join(values, ", "),
                           did_you_mean(text, values));
    }));
    return *this;
}

CommandOption CommandOption::words(int fewest, int most) const {
    option_->expected(fewest, most);
    return *this;
}

CommandOption CommandOption::one_word_each_time() const {
    option_->allow_extra_args(false);
    return *this;
}

CommandOption CommandOption::repeatable() const {
    option_->expected(1)->take_all();
    return *this;
}

CommandOption CommandOption::alone_means(const std::string& value) const {
    option_->expected(0, 1)->default_str(value);
    return *this;
}

template <class Value>
CommandOption Command::option(const std::string& name, Value& value, const std::string& type,
                              const std::string& meaning) const {
    CLI::Option* option = app_->add_option(name, value, as_called(meaning))->type_name(type);
    using Number = typename Inner<Value>::type;
    if constexpr (std::is_unsigned_v<Number>) option->check(unseen(validate_not_negative));
    if constexpr (std::is_arithmetic_v<Number>)
        option->check(unseen([](const std::string& text) {
            return validate_range(text, -any, any, std::is_integral_v<Number>);
        }));
    return CommandOption(*option);
}

CommandOption Command::on_option(const std::string& name,
                                 const std::function<void(const std::string&)>& take,
                                 const std::string& type, const std::string& meaning) const {
    return CommandOption(
        *app_->add_option_function(name, take, as_called(meaning))->type_name(type));
}

void Command::flag(const std::string& name, bool& value, const std::string& meaning) const {
    app_->add_flag(name, value, meaning);
}

void Command::add_force() const {
    const std::string meaning = "Replace files that are there already";
    if (app_->get_option_no_throw("--force") == nullptr) app_->add_flag("--force", meaning);
}

bool Command::is_forced() const { return app_->count("--force") > 0; }

CommandOption Command::output_file(const std::string& name, std::string& value,
                                   const std::string& type, const std::string& meaning) const {
    const CommandOption result = option(name, value, type, meaning);
    add_force();
    app_->get_option(name)->check(unseen([app = app_](const std::string& path) {
        const std::string problem = read_by(*app, path);
        return problem.empty() ? validate_output(path, app->count("--force") > 0).value_or("")
                               : problem;
    }));
    return result;
}

void Command::output_folder(const std::string& name, std::string& value,
                            const std::string& meaning) const {
    (void)option(name, value, "FOLDER", meaning);
    add_force();
    app_->get_option(name)->check(unseen([app = app_](const std::string& path) {
        return validate_output_folder(path, app->count("--force") > 0).value_or("");
    }));
}

void Command::appended_file(const std::string& name, std::string& value,
                            const std::string& meaning) const {
    (void)option(name, value, "FILE", meaning);
    app_->get_option(name)->check(
        unseen([](const std::string& path) { return validate_appended(path).value_or(""); }));
}

void Command::checkpoint(std::string& value, bool& resume, const std::string& meaning) const {
    (void)option("--checkpoint", value, "FILE", meaning);
    flag("--resume", resume, "Go on from the checkpoint");
    add_force();
    app_->get_option("--checkpoint")->check(unseen([app = app_](const std::string& path) {
        const bool may_be_there = app->count("--resume") + app->count("--force") > 0;
        std::error_code unknown;
        if (!may_be_there && std::filesystem::exists(path, unknown))
            return path + " is there already; --resume goes on from it, --force replaces it";
        return validate_appended(path).value_or("");
    }));
}

void Command::footer(const std::string& text) const { app_->footer(as_called(text)); }

void Command::on_run(std::function<void()> run) const { app_->callback(std::move(run)); }

Command Command::subcommand(const std::string& name, const std::string& summary) const {
    return Command(added_to(*app_, name, summary));
}

void Command::require_subcommand() const { app_->require_subcommand(1); }

// Commands inherit much of this, so it comes before them.
CommandLine::CommandLine(const std::string& program, const std::string& description,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(description, program)) {
    app_->set_version_flag("--version", version);
    app_->set_help_flag("-h,--help", "Show this help");
    app_->require_subcommand(0, 1);
    app_->formatter(std::make_shared<HelpFormatter>());
    app_->get_formatter()->column_width(help_column);
}

CommandLine::~CommandLine() = default;

void CommandLine::footer(const std::string& text) { app_->footer(as_called(text)); }

Command CommandLine::command(const std::string& name, const std::string& summary) {
    return Command(added_to(*app_, name, summary));
}

std::optional<CommandLine::Refusal> CommandLine::run(const std::vector<std::string>& arguments) {
    const MeantCommand meant = meant_command(*app_, arguments);
    if (!meant.problem.empty()) return Refusal{meant.problem, path_of(*meant.app)};
    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants
        app_->parse(reversed);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            app_->exit(error);  // prints help or version
            return std::nullopt;
        }
        return Refusal{reason_of(error, *meant.app, arguments), path_of(*meant.app)};
    }
}

// By their own names, because which of them std::size_t and std::int64_t are depends on the
// machine.
using Text = const std::string&;
template CommandOption Command::option(Text, int&, Text, Text) const;
template CommandOption Command::option(Text, long&, Text, Text) const;
template CommandOption Command::option(Text, long long&, Text, Text) const;
template CommandOption Command::option(Text, unsigned&, Text, Text) const;
template CommandOption Command::option(Text, unsigned long&, Text, Text) const;
template CommandOption Command::option(Text, unsigned long long&, Text, Text) const;
template CommandOption Command::option(Text, double&, Text, Text) const;
template CommandOption Command::option(Text, std::string&, Text, Text) const;
template CommandOption Command::option(Text, std::vector<std::string>&, Text, Text) const;
template CommandOption Command::option(Text, std::vector<std::size_t>&, Text, Text) const;
template CommandOption Command::option(Text, std::optional<int>&, Text, Text) const;
template CommandOption Command::option(Text, std::optional<long>&, Text, Text) const;
template CommandOption Command::option(Text, std::optional<long long>&, Text, Text) const;
template CommandOption Command::option(Text, std::optional<unsigned>&, Text, Text) const;
template CommandOption Command::option(Text, std::optional<unsigned long>&, Text, Text) const;
template CommandOption Command::option(Text, std::optional<unsigned long long>&, Text, Text) const;
template CommandOption Command::option(Text, std::optional<double>&, Text, Text) const;
template CommandOption Command::option(Text, std::optional<std::string>&, Text, Text) const;

void PositionOption::add_to(Command command) {
    command.option("--fen", words_, "FEN", "The position, as FEN (default: the start)").words(1, 6);
}

void PositionOption::add_as_words(Command command) {
    name_ = "FEN";
    command.argument("FEN", words_, "The position (default: the start)");
}

std::optional<Position> PositionOption::position() const {
    if (words_.empty()) return Position::start();
    const std::string text = fmt::format("{}", fmt::join(words_, " "));
    const auto parsed = parse_fen(text);
    if (!parsed) {
        print_error(
            fmt::format("{}: {}\n  {}", name_, describe(parsed.error()), printable(text, 100)));
        return std::nullopt;
    }
    if (parsed->notices.any()) print_error(fmt::format("{}: {}", name_, describe(parsed->notices)));
    return parsed->position;
}

}  // namespace rookery
