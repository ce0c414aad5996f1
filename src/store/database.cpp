#include "store/database.h"

#include <chrono>
#include <thread>

namespace rookery::store {
namespace {

namespace fs = std::filesystem;

// Transactions take milliseconds; a program that holds the file for longer than this is stuck.
constexpr int busy_timeout_ms = 10'000;

Problem problem_of(int code) {
    switch (code & 0xFF) {
        case SQLITE_NOTADB: return Problem::NotADatabase;
        case SQLITE_CORRUPT: return Problem::Damaged;
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return Problem::Busy;
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_READONLY: return Problem::CannotOpen;
        default: return Problem::Failed;
    }
}

const char* explain(Problem problem) {
    switch (problem) {
        case Problem::NotADatabase: return "the file is not a database";
        case Problem::Damaged: return "the database is damaged";
        case Problem::Busy: return "another program is writing and does not end";
        default: return nullptr;
    }
}

// Makes the folder of a file that will be written; the problem, if there is one.
std::optional<Error> prepare_folder(const fs::path& path, Access access) {
    std::error_code problem;
    if (fs::exists(path, problem)) return std::nullopt;
    if (access == Access::Read)
        return Error{Problem::Missing, path.string() + ": there is no such file"};
    if (!path.has_parent_path()) return std::nullopt;
    fs::create_directories(path.parent_path(), problem);
    if (!problem) return std::nullopt;
    return Error{Problem::CannotOpen,
                 path.string() + ": its folder cannot be made: " + problem.message()};
}

}  // namespace

Result<Database, Error> Database::open(const fs::path& path, Access access) {
    std::string name = ":memory:";
    if (!path.empty()) {
        if (auto error = prepare_folder(path, access)) return failure(std::move(*error));
        std::error_code problem;
        const fs::path real = fs::weakly_canonical(path, problem);
        name = problem ? path.string() : real.string();
    }
    const int create = access == Access::Write ? SQLITE_OPEN_CREATE : 0;
    sqlite3* opened = nullptr;
    const int status = sqlite3_open_v2(
        name.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | create, nullptr);
    Database database(opened, std::move(name));
    if (status != SQLITE_OK) return failure(Error{Problem::CannotOpen, database.last_error().what});
    sqlite3_extended_result_codes(opened, 1);
    sqlite3_busy_timeout(opened, busy_timeout_ms);
    return database;
}

Result<Database, Error> Database::open(const fs::path& path, const Schema& schema, Access access) {
    auto opened = open(path, access);
    if (!opened) return opened;
    Database& database = *opened;
    if (auto error = database.validate_owner(schema)) return failure(std::move(*error));
    if (access == Access::Write && !database.use_write_ahead_log())
        return failure(database.last_error());
    if (auto error = database.execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON"))
        return failure(std::move(*error));
    if (auto error = database.migrate(schema)) return failure(std::move(*error));
    if (access == Access::Read)
        if (auto error = database.execute("PRAGMA query_only = ON"))
            return failure(std::move(*error));
    return opened;
}

std::optional<Error> Database::validate_owner(const Schema& schema) {
    // The first statement that looks into the file finds out whether it is a database at all.
    if (auto error = execute("SELECT count(*) FROM sqlite_master")) return error;
    const bool is_ours = number_of("PRAGMA application_id") == schema.application_id;
    if (is_ours || number_of("SELECT count(*) FROM sqlite_master") == 0) return std::nullopt;
    return error(Problem::NotADatabase, "the database belongs to another program");
}

// SQLite does not wait by itself when two programs change the journal of a new file at once.
bool Database::use_write_ahead_log() {
    for (int attempt = 0; attempt < 100; ++attempt) {
        Statement statement(*this, "PRAGMA journal_mode = WAL");
        if (statement.row()) return statement.take_text() == "wal";
        if (sqlite3_errcode(handle()) != SQLITE_BUSY) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

std::optional<Error> Database::migrate(const Schema& schema) {
    const auto target = static_cast<std::int64_t>(schema.migrations.size());
    const std::int64_t seen = number_of("PRAGMA user_version");
    if (seen > target) return newer(seen, schema);
    if (seen == target) return std::nullopt;

    Transaction transaction(*this);
    if (auto error = transaction.begin()) return error;
    // Asked again, for another program may have done it while we waited.
    const std::int64_t found = number_of("PRAGMA user_version");
    if (found > target) return newer(found, schema);
    for (std::int64_t step = found; step < target; ++step)
        if (auto error = execute(schema.migrations[static_cast<std::size_t>(step)])) return error;
    const std::string mark = "PRAGMA application_id = " + std::to_string(schema.application_id) +
                             "; PRAGMA user_version = " + std::to_string(target);
    if (auto error = execute(mark.c_str())) return error;
    return transaction.commit();
}

std::optional<Error> Database::execute(const char* sql) {
    if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) == SQLITE_OK) return std::nullopt;
    return last_error();
}

std::int64_t Database::number_of(const char* query) const {
    Statement statement(*this, query);
    return statement.row() ? statement.take_integer() : 0;
}

Error Database::error(Problem problem, std::string_view what) const {
    return {problem, (name_ + ": ").append(what)};
}

Error Database::last_error() const {
    const Problem problem = problem_of(sqlite3_extended_errcode(handle()));
    const char* const known = explain(problem);
    return error(problem, known != nullptr ? known : sqlite3_errmsg(handle()));
}

Error Database::newer(std::int64_t found, const Schema& schema) const {
    return error(Problem::Newer, "written by a newer Rookery (version " + std::to_string(found) +
                                     " of the tables, this one knows up to " +
                                     std::to_string(schema.migrations.size()) + ")");
}

Statement::Statement(const Database& database, const char* sql) {
    sqlite3_stmt* made = nullptr;
    failed_ = sqlite3_prepare_v2(database.handle(), sql, -1, &made, nullptr) != SQLITE_OK;
    statement_.reset(made);
}

Statement& Statement::bound(int status) {
    failed_ = failed_ || status != SQLITE_OK;
    return *this;
}

Statement& Statement::operator<<(std::int64_t value) {
    return bound(sqlite3_bind_int64(statement_.get(), ++parameter_, value));
}

Statement& Statement::operator<<(std::string_view text) {
    // A null pointer would bind NULL, and an empty view may have one.
    const char* const begin = text.empty() ? "" : text.data();
    return bound(sqlite3_bind_text64(statement_.get(), ++parameter_, begin, text.size(),
                                     SQLITE_TRANSIENT, SQLITE_UTF8));
}

Statement& Statement::operator<<(std::nullptr_t) {
    return bound(sqlite3_bind_null(statement_.get(), ++parameter_));
}

Statement& Statement::bind_blob(std::string_view bytes) {
    const char* const begin = bytes.empty() ? "" : bytes.data();
    return bound(
        sqlite3_bind_blob64(statement_.get(), ++parameter_, begin, bytes.size(), SQLITE_TRANSIENT));
}

Statement::Outcome Statement::step() {
    column_ = 0;
    if (failed_) return Outcome::Failed;
    switch (sqlite3_step(statement_.get())) {
        case SQLITE_ROW: return Outcome::Row;
        case SQLITE_DONE: return Outcome::Done;
        default: failed_ = true; return Outcome::Failed;
    }
}

std::int64_t Statement::take_integer() { return sqlite3_column_int64(statement_.get(), column_++); }

std::optional<std::int64_t> Statement::take_optional() {
    const bool absent = sqlite3_column_type(statement_.get(), column_) == SQLITE_NULL;
    const std::int64_t value = take_integer();
    if (absent) return std::nullopt;
    return value;
}

std::string Statement::take_text() {
    // The bytes first, then their number: SQLite may convert in between.
    const void* const bytes = sqlite3_column_blob(statement_.get(), column_);
    const int size = sqlite3_column_bytes(statement_.get(), column_);
    ++column_;
    if (bytes == nullptr || size <= 0) return {};
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

Transaction::~Transaction() {
    if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

std::optional<Error> Transaction::begin() {
    auto error = database_.execute("BEGIN IMMEDIATE");
    open_ = !error;
    return error;
}

std::optional<Error> Transaction::commit() {
    auto error = database_.execute("COMMIT");
    if (!error) open_ = false;
    return error;
}

}  // namespace rookery::store
