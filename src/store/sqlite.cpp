#include "store/sqlite.h"

namespace rookery::arena::sqlite {
namespace {

StoreProblem problem_of(int code) {
    switch (code & 0xFF) {
        case SQLITE_NOTADB: return StoreProblem::NotADatabase;
        case SQLITE_CORRUPT: return StoreProblem::Damaged;
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return StoreProblem::Busy;
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_READONLY: return StoreProblem::CannotOpen;
        default: return StoreProblem::Failed;
    }
}

const char* explain(StoreProblem problem) {
    switch (problem) {
        case StoreProblem::NotADatabase: return "the file is not a database";
        case StoreProblem::Damaged: return "the database is damaged";
        case StoreProblem::Busy: return "another program is writing and does not end";
        default: return nullptr;
    }
}

}  // namespace

StoreError last_error(sqlite3* database, std::string_view doing) {
    const StoreProblem problem = problem_of(sqlite3_extended_errcode(database));
    const char* const known = explain(problem);
    std::string text(doing);
    text += ": ";
    text += known != nullptr ? known : sqlite3_errmsg(database);
    return {problem, std::move(text)};
}

std::optional<StoreError> execute(sqlite3* database, const char* sql, std::string_view doing) {
    if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return std::nullopt;
    return last_error(database, doing);
}

Statement::Statement(sqlite3* database, const char* sql) {
    sqlite3_stmt* made = nullptr;
    failed_ = sqlite3_prepare_v2(database, sql, -1, &made, nullptr) != SQLITE_OK;
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

void Statement::reset() {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
    parameter_ = 0;
    failed_ = statement_ == nullptr;
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
    if (open_) sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
}

std::optional<StoreError> Transaction::begin(std::string_view doing) {
    auto error = execute(database_, "BEGIN IMMEDIATE", doing);
    open_ = !error;
    return error;
}

std::optional<StoreError> Transaction::commit(std::string_view doing) {
    auto error = execute(database_, "COMMIT", doing);
    if (!error) open_ = false;
    return error;
}

}  // namespace rookery::arena::sqlite
