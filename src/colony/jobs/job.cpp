#include "colony/jobs/job.h"

#include "base/text.h"
#include "colony/jobs/task.h"
#include "colony/setup/members.h"
#include "engine/make_searcher.h"
#include "notation/coordinate.h"
#include "notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>

namespace rookery::colony {
namespace {

constexpr std::size_t longest_id = 64;
constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_fen = 128;
constexpr std::size_t longest_move = 5;
constexpr std::size_t most_opening_moves = 1000;
constexpr std::size_t longest_control = 64;
constexpr std::size_t longest_setting = 100;
constexpr std::size_t most_settings = 400;
constexpr std::size_t most_weights = 2000;
constexpr std::size_t longest_terms = 400;
constexpr std::size_t longest_why = 400;
constexpr std::int64_t most = std::int64_t{1} << 62;
constexpr std::int64_t most_score = 100'000;
constexpr std::int64_t most_speed = 1'000'000'000'000;
constexpr std::int64_t most_grace_us = 60'000'000;
constexpr std::string_view result_prefix = "rk.result.";
constexpr std::string_view digits = "0123456789abcdef";
// A machine that stalls, or is slowed down on purpose, must not change what is played.
constexpr std::chrono::hours game_timeout{24};

constexpr std::array<std::string_view, 5> report_words = {"began", "playing", "done", "gave-back",
                                                          "failed"};
constexpr std::array<std::string_view, 4> answer_words = {"go", "drop", "pass", "received"};

bool consists_of(std::string_view text, std::string_view more) {
    return std::ranges::all_of(text, [more](char c) {
        return ascii::is_letter(c) || ascii::is_digit(c) || c == '_' ||
               more.find(c) != std::string_view::npos;
    });
}

struct Setting {
    std::string name;
    std::string value;
};

// "NAME=VALUE": a name and numbers, nothing else.
std::optional<Setting> split(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
        return std::nullopt;
    Setting setting{text.substr(0, equals), text.substr(equals + 1)};
    const bool is_number = std::ranges::all_of(
        setting.value, [](char c) { return ascii::is_digit(c) || c == '-' || c == ':'; });
    if (!is_number || !consists_of(setting.name, "-.")) return std::nullopt;
    return setting;
}

template <class Pairs>
std::vector<std::string> joined(const Pairs& pairs) {
    std::vector<std::string> texts;
    for (const auto& [name, value] : pairs) texts.push_back(fmt::format("{}={}", name, value));
    return texts;
}

void describe_settings(JsonFields& fields, JobPlayer& player) {
    std::vector<std::string> settings = joined(player.settings);
    std::vector<std::string> weights = joined(player.variant.weights);
    fields.texts("settings", settings, most_settings, longest_setting);
    fields.texts("weights", weights, most_weights, longest_setting);
    fields.text("terms", player.variant.terms, longest_terms);
    if (!fields.is_reading()) return;
    for (const std::string& text : settings) {
        const auto setting = split(text);
        const auto number = setting ? parse_number<int>(setting->value) : std::nullopt;
        if (!number) return fields.refuse("has a setting that is no number");
        player.settings.emplace_back(setting->name, *number);
    }
    for (const std::string& text : weights) {
        const auto weight = split(text);
        if (!weight) return fields.refuse("has a weight that is no number");
        player.variant.weights.emplace_back(weight->name, weight->value);
    }
    if (!consists_of(player.variant.terms, "+-*")) fields.refuse("has terms that are none");
}

template <class Message>
void read_object(JsonFields& fields, const Json& json, Message& message, const char* what) {
    auto read = read_message<Message>(json);
    if (!read) return fields.refuse(fmt::format("has a {} that {}", what, read.error()));
    message = std::move(*read);
}

template <class List>
Json list_of(const List& values) {
    Json list = Json::array();
    for (const auto& value : values) list.push_back(json_of(value));
    return list;
}

void describe_players(JsonFields& fields, PairTask& task) {
    if (!fields.is_reading()) return fields.put("players", list_of(task.players));
    const Json& players = fields.array("players");
    if (players.size() != 2) return fields.refuse("has no two players");
    for (std::size_t i = 0; i < 2; ++i) read_object(fields, players[i], task.players[i], "player");
}

void describe_games(JsonFields& fields, PairTask& task) {
    if (!fields.is_reading()) return fields.put("games", list_of(task.games));
    const Json& games = fields.array("games");
    if (games.empty() || games.size() > 2) return fields.refuse("has neither one nor two games");
    for (const Json& game : games) read_object(fields, game, task.games.emplace_back(), "game");
    if (task.games.size() == 2 && task.games[0].white == task.games[1].white)
        fields.refuse("has two games with the same colours");
}

// Time by the wall clock needs the speed of the machine for which it is meant.
void check_clocks(JsonFields& fields, const PairTask& task) {
    const bool is_timed = task.reference_speed > 0;
    for (const arena::TimeControl& control : task.controls) {
        if (!is_timed && control.goes_by_wall(task.nodes_per_second > 0))
            fields.refuse("has a time control by the wall clock");
        if (!control.has_clock() && !control.per_move && !control.nodes && !control.depth)
            fields.refuse("has a side without any limit");
    }
    if (is_timed && task.nodes_per_second > 0) fields.refuse("has clocks of two kinds");
    if (!is_timed && task.grace.count() > 0)
        fields.refuse("has a grace without a clock by the wall");
    if (is_timed && std::ranges::none_of(task.controls,
                                         [](const auto& one) { return one.goes_by_wall(false); }))
        fields.refuse("has a reference without a clock by the wall");
}

void describe_controls(JsonFields& fields, PairTask& task) {
    std::vector<std::string> controls;
    for (const arena::TimeControl& control : task.controls) controls.push_back(to_text(control));
    std::int64_t grace = task.grace.count();
    fields.texts("controls", controls, 2, longest_control);
    fields.number("rate", task.nodes_per_second, 0, most_speed);
    fields.number("reference", task.reference_speed, 0, most_speed);
    fields.number("grace_us", grace, 0, most_grace_us);
    if (!fields.is_reading()) return;
    task.grace = arena::Duration(grace);
    if (controls.size() != 2) return fields.refuse("has no two time controls");
    for (std::size_t i = 0; i < 2; ++i) {
        const auto control = arena::parse_time_control(controls[i]);
        if (!control) return fields.refuse("has a time control that cannot be read");
        task.controls[i] = *control;
    }
    check_clocks(fields, task);
}

std::vector<std::string> move_texts_of(const arena::Opening& opening) {
    std::vector<std::string> texts;
    Position position = opening.start;
    for (const Move move : opening.moves) {
        texts.push_back(to_coordinate(position, move, true));
        position.make(move);
    }
    return texts;
}

void describe_opening(JsonFields& fields, arena::Opening& opening) {
    std::string fen = to_fen(opening.start, FenStyle::Shredder);
    std::vector<std::string> moves = move_texts_of(opening);
    fields.text("fen", fen, longest_fen);
    fields.number("chess960", opening.chess960, 0, 1);
    fields.texts("moves", moves, most_opening_moves, longest_move);
    if (!fields.is_reading() || !fields.problem().empty()) return;
    const auto parsed = parse_fen(fen);
    if (!parsed) return fields.refuse("has a position that cannot be read");
    opening.start = parsed->position;
    Position position = opening.start;
    for (const std::string& text : moves) {
        const auto move = parse_coordinate(position, text);
        if (!move) return fields.refuse("has an opening with a move that is not legal");
        opening.moves.push_back(*move);
        position.make(*move);
    }
}

// Zeros stand for rules that are not used.
void describe_rules(JsonFields& fields, arena::Adjudication& rules) {
    auto draw = rules.draw.value_or(arena::Adjudication::Draw{0, 0, 0});
    auto resign = rules.resign.value_or(arena::Adjudication::Resign{0, 0});
    int max_moves = rules.max_moves.value_or(0);
    fields.number("draw_from", draw.from_move, 0, 10'000);
    fields.number("draw_moves", draw.moves, 0, 10'000);
    fields.number("draw_score", draw.centipawns, 0, most_score);
    fields.number("resign_moves", resign.moves, 0, 10'000);
    fields.number("resign_score", resign.centipawns, 0, most_score);
    fields.number("max_moves", max_moves, 0, 10'000);
    if (draw.moves > 0) rules.draw = draw;
    if (resign.moves > 0) rules.resign = resign;
    if (max_moves > 0) rules.max_moves = max_moves;
}

void describe_ticket(JsonFields& fields, std::string& ticket) {
    fields.text("ticket", ticket, longest_id);
    if (fields.is_reading() && !is_valid_ticket(ticket)) fields.refuse("has a ticket that is none");
}

}  // namespace

bool is_valid_job_id(std::string_view id) {
    const auto is_allowed = [](char c) {
        return ascii::is_lower(c) || ascii::is_digit(c) || c == '-';
    };
    return !id.empty() && id.size() <= longest_id && std::ranges::all_of(id, is_allowed);
}

std::string new_ticket() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

bool is_valid_ticket(std::string_view ticket) {
    return ticket.size() == 32 && ticket.find_first_not_of(digits) == std::string_view::npos;
}

void JobPlayer::describe(JsonFields& fields) {
    fields.text("searcher", searcher, longest_name);
    fields.text("evaluator", evaluator, longest_name);
    if (fields.is_reading() && (!consists_of(searcher, "-") || !consists_of(evaluator, "-")))
        fields.refuse("has a name that is none");
    fields.number("level", level, 0, highest_level);
    fields.number("seed", seed, 0);
    fields.number("hash", hash_mib, 1, most_hash_mib);
    describe_settings(fields, *this);
}

void PairTask::Game::describe(JsonFields& fields) {
    fields.number("number", number, 0, most);
    fields.number("white", white, 0, 1);
}

void PairTask::describe(JsonFields& fields) {
    fields.constant("kind", "pair");
    describe_players(fields, *this);
    describe_controls(fields, *this);
    describe_opening(fields, opening);
    describe_rules(fields, adjudication);
    describe_games(fields, *this);
}

void SelfplayTask::describe(JsonFields& fields) {
    fields.constant("kind", "selfplay");
    if (!fields.is_reading())
        fields.put("player", json_of(player));
    else if (const Json* json = fields.field("player"))
        read_object(fields, *json, player, "player");
    fields.number("soft_nodes", settings.soft_nodes, 1, 1'000'000'000);
    fields.number("hard_factor", settings.hard_factor, 1, 1000);
    fields.number("opening_plies", settings.opening_plies, 0, 40);
    fields.number("chess960_percent", settings.chess960_percent, 0, 100);
    fields.number("balanced", settings.balanced, 0, most_score);
    fields.number("decided_score", settings.decided_score, 1, most_score);
    fields.number("decided_plies", settings.decided_plies, 1, 10'000);
    fields.number("level_score", settings.level_score, 0, most_score);
    fields.number("level_plies", settings.level_plies, 1, 10'000);
    fields.number("level_from_ply", settings.level_from_ply, 0, 10'000);
    fields.number("longest", settings.longest, 1, 2000);
    settings.hash_mib = player.hash_mib;
    std::string digits_of_seed = fmt::format("{:x}", seed);
    fields.text("seed", digits_of_seed, 16);
    const auto parsed = parse_hexadecimal(digits_of_seed);
    if (!parsed) fields.refuse("has a seed that is no number");
    seed = parsed.value_or(0);
    fields.number("first", first, 0, most);
    fields.number("games", games, 1, most_games_in_job);
}

void Job::describe(JsonFields& fields) {
    fields.text("id", id, longest_id);
    if (fields.is_reading() && !is_valid_job_id(id)) fields.refuse("has an id that is none");
    describe_ticket(fields, ticket);
    fields.number("bench", bench, 0, most);
    std::visit([&](auto& one) { one.describe(fields); }, task);
}

std::string text_of_task(const Task& task) {
    return std::visit([](const auto& one) { return to_text(one); }, task);
}

Result<Job, std::string> parse_job(std::string_view text) {
    const auto json = parse_strictly(text, longest_job);
    if (!json) return failure(json.error());
    const Json kind = json->is_object() ? json->value("kind", Json()) : Json();
    Job job;
    if (kind == "selfplay")
        job.task = SelfplayTask{};
    else if (kind != "pair")
        return failure("is of no kind that is known");
    return read_message(*json, std::move(job));
}

void JobReport::describe(JsonFields& fields) {
    std::vector<std::string> texts;
    for (const std::string& bytes : results) texts.push_back(hex_of(bytes));
    if (!fields.is_reading()) why = why.substr(0, longest_why);
    fields.word("say", kind, report_words);
    describe_ticket(fields, ticket);
    fields.texts("results", texts, most_games_in_job, longest_report);
    // A text with replaced bytes is longer than the original.
    fields.text("why", why, 3 * longest_why);
    if (!fields.is_reading()) return;
    for (const std::string& text : texts) {
        auto bytes = bytes_of_hex(text);
        if (!bytes) return fields.refuse("has a result that is no bytes");
        results.push_back(std::move(*bytes));
    }
}

void JobAnswer::describe(JsonFields& fields) {
    fields.text("job", job, longest_id);
    if (fields.is_reading() && !is_valid_job_id(job)) fields.refuse("has a job that is none");
    describe_ticket(fields, ticket);
    fields.word("say", kind, answer_words);
}

Result<JobReport, std::string> parse_job_report(std::string_view text) {
    return parse_message<JobReport>(text, longest_report);
}

Result<JobAnswer, std::string> parse_job_answer(std::string_view text) {
    return parse_message<JobAnswer>(text, longest_job);
}

std::string report_subject(std::string_view worker, std::string_view job) {
    return fmt::format("{}{}.{}", result_prefix, worker, job);
}

std::string answer_subject(std::string_view worker) { return fmt::format("rk.answer.{}", worker); }

ReportSender sender_of(std::string_view subject) {
    if (!subject.starts_with(result_prefix)) return {};
    subject.remove_prefix(result_prefix.size());
    const std::size_t dot = subject.find('.');
    if (dot == std::string_view::npos) return {};
    const std::string_view worker = subject.substr(0, dot);
    const std::string_view job = subject.substr(dot + 1);
    if (!is_valid_name(worker) || !is_valid_job_id(job)) return {};
    return {std::string(worker), std::string(job)};
}

std::string hex_of(std::string_view bytes) {
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::optional<std::string> bytes_of_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const std::size_t high = digits.find(text[i]);
        const std::size_t low = digits.find(text[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
        bytes += static_cast<char>(16 * high + low);
    }
    return bytes;
}

arena::GameSettings game_settings_of(const PairTask& task, const PairTask::Game& game) {
    arena::GameSettings settings;
    settings.number = game.number;
    settings.controls[Color::White] = task.controls[game.white];
    settings.controls[Color::Black] = task.controls[1 - game.white];
    settings.opening = task.opening;
    settings.adjudication = task.adjudication;
    settings.grace = task.grace;
    settings.timeout = game_timeout;
    if (task.nodes_per_second > 0)
        settings.nodes_per_second = static_cast<double>(task.nodes_per_second);
    return settings;
}

bool is_failure_of(const PairTask& task, const arena::GameRecord& record) {
    const bool is_lost_on_time =
        is_timed(task) && record.termination == arena::Termination::TimeForfeit;
    return is_failure(record.termination) && !is_lost_on_time;
}

}  // namespace rookery::colony
