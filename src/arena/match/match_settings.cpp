#include "arena/match/match_settings.h"

#include "notation/ascii.h"
#include "notation/printable.h"

#include <fmt/format.h>

#include <charconv>
#include <memory>

namespace rookery::arena {
namespace {

template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

struct Field {
    std::string_view key;
    int& value;
    int lowest;
    int highest;
};

// key=value, separated by commas or blanks.
std::optional<std::string> read_fields(std::string_view text, std::initializer_list<Field> fields) {
    std::string known;
    for (const Field& field : fields)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", field.key);
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(", ");
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (word.empty()) continue;
        const std::size_t equals = word.find('=');
        const std::string_view key = word.substr(0, equals);
        const Field* found = nullptr;
        for (const Field& field : fields)
            if (field.key == key) found = &field;
        if (found == nullptr || equals == std::string_view::npos)
            return fmt::format("'{}' is none of the settings here, which are {}", printable(word),
                               known);
        const auto value = number_in<int>(word.substr(equals + 1));
        if (!value || *value < found->lowest || *value > found->highest)
            return fmt::format("'{}': {} is a whole number from {} to {}", printable(word), key,
                               found->lowest, found->highest);
        found->value = *value;
    }
    return std::nullopt;
}

RunnerSettings base_of(const MatchSettings& settings) {
    RunnerSettings runner;
    for (const TimeControl& control : settings.controls)
        runner.contestants.push_back({{}, control});
    runner.game.adjudication = settings.adjudication;
    runner.game.grace = settings.grace;
    runner.game.nodes_per_second = settings.nodes_per_second;
    // Without a wall clock nobody promised to answer within seconds, and the machine may be busy.
    bool all_clocks = !settings.nodes_per_second;
    for (const TimeControl& control : settings.controls)
        all_clocks = all_clocks && (control.has_clock() || control.per_move);
    if (!all_clocks) runner.game.patience = std::chrono::minutes(2);
    if (settings.patience) runner.game.patience = *settings.patience;
    runner.concurrency = settings.concurrency;
    return runner;
}

}  // namespace

Result<Adjudication::Draw, std::string> parse_draw(std::string_view text) {
    Adjudication::Draw draw;
    if (auto problem = read_fields(text, {{"move", draw.from_move, 0, 10000},
                                          {"moves", draw.moves, 1, 10000},
                                          {"score", draw.centipawns, 0, 100000}}))
        return failure(std::move(*problem));
    return draw;
}

Result<Adjudication::Resign, std::string> parse_resign(std::string_view text) {
    Adjudication::Resign resign;
    if (auto problem = read_fields(
            text, {{"moves", resign.moves, 1, 10000}, {"score", resign.centipawns, 1, 100000}}))
        return failure(std::move(*problem));
    return resign;
}

Result<std::optional<double>, std::string> parse_clock(std::string_view text) {
    constexpr std::string_view prefix = "nodes:";
    if (text == "wall") return std::optional<double>{};
    if (!text.starts_with(prefix))
        return failure(fmt::format("'{}' is no clock: wall, nodes:auto, or nodes:RATE such as nodes:1000000",
                                   printable(text)));
    if (text.substr(prefix.size()) == "auto") return std::optional<double>(clock_to_be_measured);
    const auto rate = number_in<double>(text.substr(prefix.size()));
    if (!rate || !(*rate >= 1 && *rate <= 1e12))
        return failure(fmt::format("'{}' is no number of nodes a second",
                                   printable(text.substr(prefix.size()))));
    return std::optional<double>(*rate);
}

std::optional<std::string> problem_with(const MatchSettings& settings) {
    if (settings.format == Format::Match && settings.games % 2 != 0)
        return fmt::format("games are played in pairs: {} is an odd number", settings.games);
    if (settings.games == 0 || settings.pairs == 0) return "there is no game to play";
    if (settings.concurrency == 0) return "at least one game must be played at a time";
    if (settings.sprt) {
        if (settings.format != Format::Match) return "a sequential test is between two players";
        if (auto problem = problem_with(*settings.sprt)) return problem;
    }
    for (const TimeControl& control : settings.controls)
        if (settings.nodes_per_second && control.per_move)
            return fmt::format("'{}': time per move cannot be counted in nodes; use nodes=N",
                               to_text(control));
    return std::nullopt;
}

std::optional<std::string> lengthen(MatchSettings& settings, std::size_t length) {
    const bool match = settings.format == Format::Match;
    std::size_t& present = match ? settings.games : settings.pairs;
    if (length < present)
        return fmt::format("it was begun for {} {}; it can be made longer, not shorter", present,
                           match ? "games" : "pairs in each encounter");
    present = length;
    return problem_with(settings);
}

Schedule schedule_of(const MatchSettings& settings, std::size_t players) {
    switch (settings.format) {
        case Format::Match: return match_schedule(settings.games);
        case Format::RoundRobin: return round_robin_schedule(players, settings.pairs);
        case Format::Gauntlet: return gauntlet_schedule(players, settings.pairs);
    }
    return {};
}

Result<OpeningBook, std::string> load_book(const OpeningSettings& settings) {
    OpeningOptions options;
    options.plies = settings.plies;
    options.chess960 = settings.chess960;
    auto book = OpeningBook::load(settings.file, options);
    if (book && settings.count != 0 && settings.count != book->size())
        return failure(fmt::format("{} has {} openings; when the match began it had {}",
                                   printable(settings.file, 200), book->size(), settings.count));
    return book;
}

Result<RunnerSettings, std::string> runner_settings_of(MatchSettings& settings) {
    RunnerSettings runner = base_of(settings);
    OpeningSettings& openings = settings.openings;
    if (openings.file.empty()) {
        RandomOpenings wanted;
        wanted.chess960 = openings.chess960;
        if (openings.plies)
            wanted.fewest_plies = wanted.most_plies = static_cast<int>(*openings.plies);
        runner.opening = [seed = settings.seed,
                          wanted](std::size_t slot) -> Result<Opening, std::string> {
            return random_opening(seed, slot, wanted);
        };
        return runner;
    }
    auto loaded = load_book(openings);
    if (!loaded) return failure(loaded.error());
    // Shared by the functions below, which are copied.
    const auto book = std::make_shared<const OpeningBook>(std::move(*loaded));
    openings.count = book->size();
    const auto order = std::make_shared<const std::vector<std::size_t>>(
        opening_order(book->size(), settings.seed, openings.order));
    const auto index_of = [order](std::size_t slot) { return (*order)[slot % order->size()]; };
    runner.opening = [book, index_of](std::size_t slot) { return book->at(index_of(slot)); };
    runner.opening_index = [index_of](std::size_t slot) -> std::optional<std::size_t> {
        return index_of(slot);
    };
    return runner;
}

}  // namespace rookery::arena
