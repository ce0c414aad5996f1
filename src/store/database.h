// SQLite files with destructors and errors as values.
//
// Files in the data folder (base/files.h) and what lives in them:
//
//     arena.db         matches, tournaments and their games (arena/store)
//     arena.db-jobs    what a colony plays for them (colony/jobs)
//     library.db       what belongs to one person (library.h): so far the rated games; planned are
//                      games imported, their reviews, drills and stored analyses. Matches stay in
//                      arena.db: they are large, and can be deleted without losing anything of the
//                      person's.
#pragma once

#include "base/result.h"

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rookery::store {

enum class Problem : std::uint8_t {
    CannotOpen,    // no such folder, no permission, a read-only disk
    Missing,       // opened for reading, and there is no such file
    NotADatabase,  // the file is something else, or another program's database
    Newer,         // written by a later version of this program
    Damaged,
    Locked,     // another program works on this match
    Busy,       // another program has been writing for longer than we wait
    NotFound,   // no such match or game
    Duplicate,  // this game is there already; nothing was changed
    Failed,     // anything else, such as a full disk
};

struct Error {
    Problem problem = Problem::Failed;
    std::string what;  // a sentence that begins with the name of the file
};

enum class Access : std::uint8_t {
    Write,  // makes the file and its folder where they are missing
    Read,
};

// The tables of one kind of file. Step i makes version i + 1 of version i; version 0 is an empty
// file. Steps are only ever added.
struct Schema {
    std::int64_t application_id = 0;  // marks the file, so that no other database is written to
    std::span<const char* const> migrations;
};

// One connection. It has no lock of its own: one thread at a time may use it.
class Database {
  public:
    // A file whose tables are the caller's business; an empty path keeps it in memory.
    [[nodiscard]] static Result<Database, Error> open(const std::filesystem::path& path,
                                                      Access access = Access::Write);
    // A file with a versioned schema, which is brought up to date first. Refuses databases of other
    // programs and of later versions. Committed data survives a kill of the program, and readers
    // need not wait for a writer.
    [[nodiscard]] static Result<Database, Error>
    open(const std::filesystem::path& path, const Schema& schema, Access access = Access::Write);

    // Takes all missing steps in one transaction, so that a file is never left between versions.
    [[nodiscard]] std::optional<Error> migrate(const Schema& schema);
    // Runs statements without results.
    [[nodiscard]] std::optional<Error> execute(const char* sql);

    // The absolute path without links, or ":memory:".
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] Error error(Problem problem, std::string_view what) const;
    // Describes the last call that failed.
    [[nodiscard]] Error last_error() const;
    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }

  private:
    struct Close {
        void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
    };

    Database(sqlite3* handle, std::string name) : handle_(handle), name_(std::move(name)) {}

    [[nodiscard]] std::int64_t number_of(const char* query) const;
    [[nodiscard]] std::optional<Error> validate_owner(const Schema& schema);
    [[nodiscard]] bool use_write_ahead_log();
    [[nodiscard]] Error newer(std::int64_t found, const Schema& schema) const;

    std::unique_ptr<sqlite3, Close> handle_;
    std::string name_;
};

// A statement: parameters are bound in order by operator<<, columns read in order by the take
// functions. One that could not be prepared does nothing and fails at step(). The database must
// outlive it.
class Statement {
  public:
    Statement(const Database& database, const char* sql);

    Statement& operator<<(std::int64_t value);
    Statement& operator<<(std::string_view text);
    Statement& operator<<(std::nullptr_t);
    // Bytes that are not text.
    Statement& bind_blob(std::string_view bytes);

    enum class Outcome : std::uint8_t { Row, Done, Failed };
    [[nodiscard]] Outcome step();
    // For statements without rows: true on success.
    [[nodiscard]] bool run() { return step() == Outcome::Done; }
    [[nodiscard]] bool row() { return step() == Outcome::Row; }
    [[nodiscard]] bool failed() const { return failed_; }

    [[nodiscard]] std::int64_t take_integer();
    [[nodiscard]] std::optional<std::int64_t> take_optional();
    [[nodiscard]] std::string take_text();

  private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };

    Statement& bound(int status);

    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    int parameter_ = 0;
    int column_ = 0;
    bool failed_ = false;
};

// Everything since begin() is undone unless commit() follows.
class Transaction {
  public:
    explicit Transaction(Database& database) : database_(database) {}
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();

    // Takes the right to write at once, so that nothing read in it can be stale when it writes.
    [[nodiscard]] std::optional<Error> begin();
    [[nodiscard]] std::optional<Error> commit();

  private:
    Database& database_;
    bool open_ = false;
};

}  // namespace rookery::store
