#include "colony/jobs/job_table.h"

#include <string_view>

namespace rookery::colony {
namespace {

using store::Statement;

constexpr const char* schema =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
    "CREATE TABLE IF NOT EXISTS jobs ("
    " campaign TEXT NOT NULL, id TEXT NOT NULL, job TEXT NOT NULL, state INTEGER NOT NULL,"
    " worker TEXT NOT NULL, attempts INTEGER NOT NULL, number INTEGER NOT NULL,"
    " results TEXT NOT NULL, PRIMARY KEY (campaign, id)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS scores ("
    " campaign TEXT NOT NULL, id TEXT NOT NULL, half_points INTEGER NOT NULL,"
    " PRIMARY KEY (campaign, id)) WITHOUT ROWID";
constexpr std::int64_t most_half_points = 4;

// In hexadecimal, with a comma after each.
std::string text_of(const TaskResults& results) {
    std::string text;
    for (const std::string& bytes : results) text += hex_of(bytes) + ',';
    return text;
}

std::optional<TaskResults> results_of(std::string_view text) {
    TaskResults results;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        if (comma == std::string_view::npos) return std::nullopt;
        auto bytes = bytes_of_hex(text.substr(0, comma));
        if (!bytes) return std::nullopt;
        results.push_back(std::move(*bytes));
        text.remove_prefix(comma + 1);
    }
    return results;
}

std::optional<JobRow> take_row(Statement& select) {
    auto job = parse_job(select.take_text());
    const std::int64_t state = select.take_integer();
    JobRow row;
    row.worker = select.take_text();
    row.attempts = static_cast<int>(select.take_integer());
    row.number = static_cast<std::uint64_t>(select.take_integer());
    auto results = results_of(select.take_text());
    const auto score = select.take_optional();
    if (score && *score >= 0 && *score <= most_half_points)
        row.half_points = static_cast<std::size_t>(*score);
    if (!job || !results || state < 0 || state > static_cast<std::int64_t>(JobState::Done))
        return std::nullopt;
    row.job = std::move(*job);
    row.state = static_cast<JobState>(state);
    row.results = std::move(*results);
    return row;
}

}  // namespace

Result<JobTable, std::string> JobTable::open(const std::filesystem::path& path,
                                             std::string run_name) {
    auto database = store::Database::open(path);
    if (!database) return failure(std::move(database).error().what);
    if (auto error = database->execute(schema)) return failure(std::move(error->what));
    return JobTable(std::move(*database), std::move(run_name));
}

Result<std::vector<JobRow>, std::string> JobTable::load() const {
    Statement select(
        database_,
        "SELECT job, state, worker, attempts, number, results, half_points"
        " FROM jobs LEFT JOIN scores USING (campaign, id) WHERE campaign = ? ORDER BY id");
    select << run_;
    std::vector<JobRow> rows;
    while (select.row())
        if (auto row = take_row(select)) rows.push_back(std::move(*row));
    if (select.failed()) return failure(database_.last_error().what);
    return rows;
}

std::optional<std::string> JobTable::save(const JobRow& row) {
    Statement insert(
        database_,
        "INSERT OR REPLACE INTO jobs (campaign, id, job, state, worker, attempts, number, results)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    insert << run_ << row.job.id << to_text(row.job) << static_cast<std::int64_t>(row.state)
           << row.worker << std::int64_t{row.attempts} << static_cast<std::int64_t>(row.number)
           << text_of(row.results);
    if (!insert.run()) return database_.last_error().what;
    return row.half_points ? save_score(row.job.id, *row.half_points) : std::nullopt;
}

std::optional<std::string> JobTable::save_score(const std::string& id, std::size_t half_points) {
    Statement insert(database_,
                     "INSERT OR REPLACE INTO scores (campaign, id, half_points) VALUES (?, ?, ?)");
    insert << run_ << id << static_cast<std::int64_t>(half_points);
    if (insert.run()) return std::nullopt;
    return database_.last_error().what;
}

std::optional<std::string> JobTable::erase(const std::string& id) {
    for (const char* sql : {"DELETE FROM scores WHERE campaign = ? AND id = ?",
                            "DELETE FROM jobs WHERE campaign = ? AND id = ?"}) {
        Statement statement(database_, sql);
        statement << run_ << id;
        if (!statement.run()) return database_.last_error().what;
    }
    return std::nullopt;
}

std::optional<std::string> JobTable::erase_all() {
    for (const char* sql :
         {"DELETE FROM scores WHERE campaign = ?", "DELETE FROM jobs WHERE campaign = ?"}) {
        Statement statement(database_, sql);
        statement << run_;
        if (!statement.run()) return database_.last_error().what;
    }
    return std::nullopt;
}

}  // namespace rookery::colony
