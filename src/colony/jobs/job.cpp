#include "colony/jobs/job.h"

#include "base/text.h"
#include "colony/jobs/task.h"
#include "colony/setup/members.h"
#include "colony/strict_json.h"
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
constexpr std::size_t longest_fen = 128;
constexpr std::size_t longest_move = 5;
constexpr std::size_t most_opening_moves = 1000;
constexpr std::size_t longest_control = 64;
constexpr std::int64_t most = std::int64_t{1} << 62;
constexpr std::int64_t most_score = 100'000;
constexpr std::int64_t most_speed = 1'000'000'000'000;
constexpr std::int64_t most_grace_us = 60'000'000;

Json json_of(const PairTask& task) {
    const arena::Adjudication& rules = task.adjudication;
    Json json{{"kind", "pair"},
              {"players", Json::array()},
              {"controls", Json::array()},
              {"rate", task.nodes_per_second},
              {"reference", task.reference_speed},
              {"grace_us", task.grace.count()}};
    for (const JobPlayer& player : task.players) json["players"].push_back(json_of(player));
    for (const arena::TimeControl& control : task.controls)
        json["controls"].push_back(to_text(control));
    json["fen"] = to_fen(task.opening.start, FenStyle::Shredder);
    json["chess960"] = task.opening.chess960 ? 1 : 0;
    json["moves"] = Json::array();
    Position position = task.opening.start;
    for (const Move move : task.opening.moves) {
        json["moves"].push_back(to_coordinate(position, move, true));
        position.make(move);
    }
    // Zeros stand for rules that are not used.
    json["draw_from"] = rules.draw ? rules.draw->from_move : 0;
    json["draw_moves"] = rules.draw ? rules.draw->moves : 0;
    json["draw_score"] = rules.draw ? rules.draw->centipawns : 0;
    json["resign_moves"] = rules.resign ? rules.resign->moves : 0;
    json["resign_score"] = rules.resign ? rules.resign->centipawns : 0;
    json["max_moves"] = rules.max_moves.value_or(0);
    json["games"] = Json::array();
    for (const PairTask::Game& game : task.games)
        json["games"].push_back({{"number", game.number}, {"white", game.white}});
    return json;
}

Json json_of(const SelfplayTask& task) {
    const training::SelfplaySettings& settings = task.settings;
    return {{"kind", "selfplay"},
            {"player", json_of(task.player)},
            {"soft_nodes", settings.soft_nodes},
            {"hard_factor", settings.hard_factor},
            {"opening_plies", settings.opening_plies},
            {"chess960_percent", settings.chess960_percent},
            {"balanced", settings.balanced},
            {"decided_score", settings.decided_score},
            {"decided_plies", settings.decided_plies},
            {"level_score", settings.level_score},
            {"level_plies", settings.level_plies},
            {"level_from_ply", settings.level_from_ply},
            {"longest", settings.longest},
            {"seed", fmt::format("{:x}", task.seed)},
            {"first", task.first},
            {"games", task.games}};
}

Json json_of(const Task& task) {
    return std::visit([](const auto& one) { return json_of(one); }, task);
}

int small(StrictObject& fields, const char* name, std::int64_t lowest, std::int64_t highest) {
    return static_cast<int>(fields.whole_number(name, lowest, highest));
}

void read_opening(StrictObject& fields, arena::Opening& opening) {
    const std::string fen = fields.text("fen", longest_fen);
    opening.chess960 = fields.whole_number("chess960", 0, 1) == 1;
    const std::vector<std::string> moves = fields.texts("moves", most_opening_moves, longest_move);
    if (!fields.problem().empty()) return;
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

arena::Adjudication read_adjudication(StrictObject& fields) {
    arena::Adjudication rules;
    const arena::Adjudication::Draw draw{small(fields, "draw_from", 0, 10'000),
                                         small(fields, "draw_moves", 0, 10'000),
                                         small(fields, "draw_score", 0, most_score)};
    const arena::Adjudication::Resign resign{small(fields, "resign_moves", 0, 10'000),
                                             small(fields, "resign_score", 0, most_score)};
    const int max_moves = small(fields, "max_moves", 0, 10'000);
    if (draw.moves > 0) rules.draw = draw;
    if (resign.moves > 0) rules.resign = resign;
    if (max_moves > 0) rules.max_moves = max_moves;
    return rules;
}

// Time by the wall clock needs the speed of the machine it is meant for.
void check_control(StrictObject& fields, const PairTask& task, const arena::TimeControl& control) {
    if (task.reference_speed == 0 && control.goes_by_wall(task.nodes_per_second > 0))
        fields.refuse("has a time control by the wall clock");
    if (!control.has_clock() && !control.per_move && !control.nodes && !control.depth)
        fields.refuse("has a side without any limit");
}

void check_clocks(StrictObject& fields, const PairTask& task) {
    const bool is_timed = task.reference_speed > 0;
    if (is_timed && task.nodes_per_second > 0) fields.refuse("has clocks of two kinds");
    if (!is_timed && task.grace.count() > 0)
        fields.refuse("has a grace without a clock by the wall");
    if (is_timed && std::ranges::none_of(task.controls,
                                         [](const auto& one) { return one.goes_by_wall(false); }))
        fields.refuse("has a reference without a clock by the wall");
}

void read_controls(StrictObject& fields, PairTask& task) {
    const std::vector<std::string> controls = fields.texts("controls", 2, longest_control);
    task.nodes_per_second = static_cast<std::uint64_t>(fields.whole_number("rate", 0, most_speed));
    task.reference_speed =
        static_cast<std::uint64_t>(fields.whole_number("reference", 0, most_speed));
    task.grace = arena::Duration(fields.whole_number("grace_us", 0, most_grace_us));
    if (controls.size() != 2) return fields.refuse("has no two time controls");
    for (std::size_t i = 0; i < 2; ++i) {
        const auto control = arena::parse_time_control(controls[i]);
        if (!control) return fields.refuse("has a time control that cannot be read");
        task.controls[i] = *control;
        check_control(fields, task, *control);
    }
    check_clocks(fields, task);
}

void read_games(StrictObject& fields, PairTask& task) {
    const Json& games = fields.array("games");
    if (games.empty() || games.size() > 2) return fields.refuse("has neither one nor two games");
    for (const Json& json : games) {
        StrictObject one(json, {"number", "white"});
        task.games.push_back({static_cast<std::uint64_t>(one.whole_number("number", 0, most)),
                              static_cast<std::size_t>(one.whole_number("white", 0, 1))});
        if (!one.problem().empty()) return fields.refuse("has a game that " + one.problem());
    }
    if (task.games.size() == 2 && task.games[0].white == task.games[1].white)
        fields.refuse("has two games with the same colours");
}

Task read_pair(StrictObject& fields) {
    PairTask task;
    const Json& players = fields.array("players");
    if (players.size() != 2) {
        fields.refuse("has no two players");
        return task;
    }
    for (std::size_t i = 0; i < 2; ++i) task.players[i] = read_player(fields, players[i]);
    read_controls(fields, task);
    read_opening(fields, task.opening);
    task.adjudication = read_adjudication(fields);
    read_games(fields, task);
    return task;
}

std::uint64_t read_seed(StrictObject& fields) {
    const std::string text = fields.text("seed", 16);
    const auto seed = parse_hexadecimal(text);
    if (!seed) fields.refuse("has a seed that is no number");
    return seed.value_or(0);
}

Task read_selfplay(StrictObject& fields, const Json& json) {
    SelfplayTask task;
    training::SelfplaySettings& settings = task.settings;
    if (const Json* player = json.find("player"))
        task.player = read_player(fields, *player);
    else
        fields.refuse("has no player");
    settings.soft_nodes =
        static_cast<std::uint64_t>(fields.whole_number("soft_nodes", 1, 1'000'000'000));
    settings.hard_factor = static_cast<std::uint64_t>(fields.whole_number("hard_factor", 1, 1000));
    settings.hash_mib = task.player.hash_mib;
    settings.opening_plies = small(fields, "opening_plies", 0, 40);
    settings.chess960_percent = small(fields, "chess960_percent", 0, 100);
    settings.balanced = small(fields, "balanced", 0, most_score);
    settings.decided_score = small(fields, "decided_score", 1, most_score);
    settings.decided_plies = small(fields, "decided_plies", 1, 10'000);
    settings.level_score = small(fields, "level_score", 0, most_score);
    settings.level_plies = small(fields, "level_plies", 1, 10'000);
    settings.level_from_ply = small(fields, "level_from_ply", 0, 10'000);
    settings.longest = small(fields, "longest", 1, 2000);
    task.seed = read_seed(fields);
    task.first = static_cast<std::uint64_t>(fields.whole_number("first", 0, most));
    task.games = static_cast<std::uint64_t>(fields.whole_number("games", 1, most_games_in_job));
    return task;
}

void read_head(StrictObject& fields, Job& job) {
    job.id = fields.text("id", longest_id);
    if (!is_valid_job_id(job.id)) fields.refuse("has an id that is none");
    job.ticket = fields.text("ticket", longest_id);
    if (!is_valid_ticket(job.ticket)) fields.refuse("has a ticket that is none");
    job.bench = static_cast<std::uint64_t>(fields.whole_number("bench", 0, most));
}

Result<Job, std::string> read_pair_job(const Json& json) {
    StrictObject fields(json, {"kind", "id", "ticket", "bench", "players", "controls", "rate",
                               "reference", "grace_us", "fen", "chess960", "moves", "draw_from",
                               "draw_moves", "draw_score", "resign_moves", "resign_score",
                               "max_moves", "games"});
    Job job;
    read_head(fields, job);
    job.task = read_pair(fields);
    return fields.finish(std::move(job));
}

Result<Job, std::string> read_selfplay_job(const Json& json) {
    StrictObject fields(json, {"kind", "id", "ticket", "bench", "player", "soft_nodes",
                               "hard_factor", "opening_plies", "chess960_percent", "balanced",
                               "decided_score", "decided_plies", "level_score", "level_plies",
                               "level_from_ply", "longest", "seed", "first", "games"});
    Job job;
    read_head(fields, job);
    job.task = read_selfplay(fields, json);
    return fields.finish(std::move(job));
}

}  // namespace

bool is_valid_job_id(std::string_view id) {
    const auto is_allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    };
    return !id.empty() && id.size() <= longest_id && std::ranges::all_of(id, is_allowed);
}

std::string new_ticket() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

bool is_valid_ticket(std::string_view ticket) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return ticket.size() == 32 && std::ranges::all_of(ticket, is_digit);
}

std::string text_of_task(const Task& task) { return json_of(task).dump(); }

std::string to_text(const Job& job) {
    Json json{{"id", job.id}, {"ticket", job.ticket}, {"bench", job.bench}};
    json.update(json_of(job.task));
    return json.dump();
}

Result<Job, std::string> parse_job(std::string_view text) {
    if (text.size() > longest_job)
        return failure(fmt::format("is longer than {} bytes", longest_job));
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    const Json* kind = json->find("kind");
    if (kind != nullptr && *kind == "pair") return read_pair_job(*json);
    if (kind != nullptr && *kind == "selfplay") return read_selfplay_job(*json);
    return failure(std::string("is of no kind that is known"));
}

namespace {

constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_setting = 100;
constexpr std::size_t most_settings = 400;
constexpr std::size_t most_weights = 2000;
constexpr std::size_t longest_terms = 400;

bool consists_of(std::string_view text, std::string_view more) {
    return std::ranges::all_of(text, [more](char c) {
        const bool is_plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        return is_plain || more.find(c) != std::string_view::npos;
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
        setting.value, [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == ':'; });
    if (!is_number || !consists_of(setting.name, "-.")) return std::nullopt;
    return setting;
}

void read_settings(StrictObject& fields, JobPlayer& player) {
    for (const std::string& text : fields.texts("settings", most_settings, longest_setting)) {
        const auto setting = split(text);
        const auto number = setting ? parse_number<int>(setting->value) : std::nullopt;
        if (!number) return fields.refuse("has a setting that is no number");
        player.settings.emplace_back(setting->name, *number);
    }
    for (const std::string& text : fields.texts("weights", most_weights, longest_setting)) {
        const auto weight = split(text);
        if (!weight) return fields.refuse("has a weight that is no number");
        player.variant.weights.emplace_back(weight->name, weight->value);
    }
    player.variant.terms = fields.text("terms", longest_terms);
    if (!consists_of(player.variant.terms, "+-*")) fields.refuse("has terms that are none");
}

}  // namespace

Json json_of(const JobPlayer& player) {
    Json settings = Json::array();
    for (const auto& [name, value] : player.settings)
        settings.push_back(fmt::format("{}={}", name, value));
    Json weights = Json::array();
    for (const auto& [name, value] : player.variant.weights)
        weights.push_back(fmt::format("{}={}", name, value));
    return {{"searcher", player.searcher},   {"evaluator", player.evaluator},
            {"level", player.level},         {"seed", player.seed},
            {"hash", player.hash_mib},       {"settings", std::move(settings)},
            {"weights", std::move(weights)}, {"terms", player.variant.terms}};
}

JobPlayer read_player(StrictObject& job, const Json& json) {
    StrictObject fields(
        json, {"searcher", "evaluator", "level", "seed", "hash", "settings", "weights", "terms"});
    JobPlayer player;
    player.searcher = fields.text("searcher", longest_name);
    player.evaluator = fields.text("evaluator", longest_name);
    if (!consists_of(player.searcher, "-") || !consists_of(player.evaluator, "-"))
        fields.refuse("has a name that is none");
    player.level = static_cast<int>(fields.whole_number("level", 0, highest_level));
    player.seed = static_cast<std::uint64_t>(fields.whole_number("seed", 0));
    player.hash_mib = static_cast<std::size_t>(fields.whole_number("hash", 1, most_hash_mib));
    read_settings(fields, player);
    if (!fields.problem().empty()) job.refuse("has a player that " + fields.problem());
    return player;
}

namespace {

constexpr std::string_view digits = "0123456789abcdef";

}  // namespace

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

namespace {

// A machine that stalls, or is slowed down on purpose, must not change what is played.
constexpr std::chrono::hours game_timeout{24};

}  // namespace

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

namespace {

constexpr std::size_t longest_word = 64;
constexpr std::size_t longest_why = 400;
constexpr std::string_view result_prefix = "rk.result.";

constexpr std::array<std::string_view, 5> reports = {"began", "playing", "done", "gave-back",
                                                     "failed"};
constexpr std::array<std::string_view, 4> answers = {"go", "drop", "pass", "received"};

template <class Kind, std::size_t count>
Kind kind_of(StrictObject& fields, const char* name,
             const std::array<std::string_view, count>& words) {
    const auto found = std::ranges::find(words, fields.text(name, longest_word));
    if (found != words.end()) return static_cast<Kind>(found - words.begin());
    fields.refuse(fmt::format("has '{}', which is none of those there are", name));
    return Kind{};
}

std::string read_ticket(StrictObject& fields) {
    std::string ticket = fields.text("ticket", longest_word);
    if (!is_valid_ticket(ticket)) fields.refuse("has a ticket that is none");
    return ticket;
}

}  // namespace

std::string to_text(const JobReport& report) {
    Json json{{"say", reports[static_cast<std::size_t>(report.kind)]}, {"ticket", report.ticket}};
    json["results"] = Json::array();
    for (const std::string& bytes : report.results) json["results"].push_back(hex_of(bytes));
    json["why"] = report.why.substr(0, longest_why);
    return json.dump();
}

std::string to_text(const JobAnswer& answer) {
    return Json{{"job", answer.job},
                {"ticket", answer.ticket},
                {"say", answers[static_cast<std::size_t>(answer.kind)]}}
        .dump();
}

Result<JobReport, std::string> parse_job_report(std::string_view text) {
    if (text.size() > longest_report)
        return failure(fmt::format("is longer than {} bytes", longest_report));
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    StrictObject fields(*json, {"say", "ticket", "results", "why"});
    JobReport report;
    report.kind = kind_of<JobReport::Kind>(fields, "say", reports);
    report.ticket = read_ticket(fields);
    for (const std::string& hex : fields.texts("results", most_games_in_job, longest_report)) {
        auto bytes = bytes_of_hex(hex);
        if (!bytes) fields.refuse("has a result that is no bytes");
        if (!fields.problem().empty()) break;
        report.results.push_back(std::move(*bytes));
    }
    // A message with replaced bytes is longer than the original.
    report.why = fields.text("why", 3 * longest_why);
    return fields.finish(std::move(report));
}

Result<JobAnswer, std::string> parse_job_answer(std::string_view text) {
    if (text.size() > longest_job)
        return failure(fmt::format("is longer than {} bytes", longest_job));
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    StrictObject fields(*json, {"job", "ticket", "say"});
    JobAnswer answer;
    answer.job = fields.text("job", longest_word);
    if (!is_valid_job_id(answer.job)) fields.refuse("has a job that is none");
    answer.ticket = read_ticket(fields);
    answer.kind = kind_of<JobAnswer::Kind>(fields, "say", answers);
    return fields.finish(std::move(answer));
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

}  // namespace rookery::colony
