#include "commands/cli.h"

#include "notation/fen.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace rookery {
namespace {

// Where the meanings begin in the help.
constexpr std::size_t help_column = 28;

// CLI11 would print the check in the help, between the option and its meaning.
CLI::Validator unseen(CLI::Validator check) { return check.description(""); }

// CLI11 would take -1 for the largest number there is.
CLI::Validator not_negative() {
    return unseen(CLI::Validator(
        [](const std::string& text) {
            return text.starts_with('-') ? "'" + text + "' is negative" : std::string();
        },
        ""));
}

template <class Value>
constexpr bool is_unsigned = std::is_unsigned_v<Value>;
template <class Value>
constexpr bool is_unsigned<std::optional<Value>> = std::is_unsigned_v<Value>;

}  // namespace

CommandOption CommandOption::required() const {
    option_->required();
    return *this;
}

CommandOption CommandOption::range(double lowest, double highest) const {
    option_->check(unseen(CLI::Range(lowest, highest)));
    return *this;
}

CommandOption CommandOption::whole_range(int lowest, int highest) const {
    option_->check(unseen(CLI::Range(lowest, highest)));
    return *this;
}

CommandOption CommandOption::one_of(const std::vector<std::string>& values) const {
    option_->check(unseen(CLI::IsMember(values)));
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
    CLI::Option* option = app_->add_option(name, value, meaning)->type_name(type);
    if constexpr (is_unsigned<Value>) option->check(not_negative());
    return CommandOption(*option);
}

CommandOption Command::on_option(const std::string& name,
                                 const std::function<void(const std::string&)>& take,
                                 const std::string& type, const std::string& meaning) const {
    return CommandOption(*app_->add_option_function(name, take, meaning)->type_name(type));
}

void Command::flag(const std::string& name, bool& value, const std::string& meaning) const {
    app_->add_flag(name, value, meaning);
}

void Command::footer(const std::string& text) const { app_->footer(text); }

void Command::on_run(std::function<void()> run) const { app_->callback(std::move(run)); }

Command Command::subcommand(const std::string& name, const std::string& summary) const {
    return Command(*app_->add_subcommand(name, summary));
}

void Command::require_subcommand() const { app_->require_subcommand(1); }

// Commands inherit much of this, so it comes before them.
CommandLine::CommandLine(const std::string& program, const std::string& description,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(description, program)) {
    app_->set_version_flag("--version", version);
    app_->set_help_flag("-h,--help", "Show this help");
    app_->require_subcommand(0, 1);
    app_->get_formatter()->column_width(help_column);
}

CommandLine::~CommandLine() = default;

void CommandLine::footer(const std::string& text) { app_->footer(text); }

Command CommandLine::command(const std::string& name, const std::string& summary) {
    return Command(*app_->add_subcommand(name, summary));
}

std::vector<std::string> CommandLine::command_names() const {
    std::vector<std::string> names;
    const CLI::App& app = *app_;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

std::optional<CommandLine::Refusal> CommandLine::run(std::vector<std::string> arguments) {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    try {
        app_->parse(arguments);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            app_->exit(error);  // prints help or version
            return std::nullopt;
        }
        std::string command = app_->get_name();
        for (const CLI::App* used : app_->get_subcommands()) command += " " + used->get_name();
        return Refusal{error.what(), command};
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
