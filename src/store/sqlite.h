// SQLite with destructors and errors as values. Only the store includes this.
#pragma once

#include "base/result.h"

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::arena {

// Why the store could not do something.

enum class StoreProblem : std::uint8_t {
    CannotOpen,    // no such folder, no permission, a read-only disk
    Missing,       // asked for reading, and there is no such file
    NotADatabase,  // the file is something else, or another program's database
    Newer,         // written by a later version of this program
    Damaged,
    Locked,     // another program is running this match
    Busy,       // somebody has been writing for longer than we wait
    NotFound,   // no such match or game
    Duplicate,  // this game is there already; nothing was changed
    Failed,     // anything else: disk full, say
};

struct StoreError {
    StoreProblem problem = StoreProblem::Failed;
    std::string what;  // a sentence that names the file
};

}  // namespace rookery::arena

namespace rookery::arena::sqlite {

struct CloseDatabase {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

// What the last call that failed had to say, as one of our errors.
[[nodiscard]] StoreError last_error(sqlite3* database, std::string_view doing);

// Runs statements that return nothing of interest.
[[nodiscard]] std::optional<StoreError> execute(sqlite3* database, const char* sql,
                                                std::string_view doing);

// A statement, its parameters bound in order by operator<<, its columns read in order by the take
// functions. One that could not be prepared does nothing and fails at step().
class Statement {
  public:
    Statement(sqlite3* database, const char* sql);

    Statement& operator<<(std::int64_t value);
    Statement& operator<<(std::string_view text);
    Statement& operator<<(std::nullptr_t);
    // Bytes that are no text.
    Statement& bind_blob(std::string_view bytes);

    enum class Outcome : std::uint8_t { Row, Done, Failed };
    [[nodiscard]] Outcome step();
    // For statements without rows: true if it went through.
    [[nodiscard]] bool run() { return step() == Outcome::Done; }
    [[nodiscard]] bool row() { return step() == Outcome::Row; }
    [[nodiscard]] bool failed() const { return failed_; }
    // Ready for other parameters; columns taken before must have been copied.
    void reset();

    [[nodiscard]] std::int64_t take_integer();
    [[nodiscard]] std::optional<std::int64_t> take_optional();
    [[nodiscard]] std::string take_text();

  private:
    Statement& bound(int status);

    std::unique_ptr<sqlite3_stmt, FinalizeStatement> statement_;
    int parameter_ = 0;
    int column_ = 0;
    bool failed_ = false;
};

// Everything since begin() is undone unless commit() comes.
class Transaction {
  public:
    explicit Transaction(sqlite3* database) : database_(database) {}
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();

    // Takes the right to write at once, so that nothing read in it can be stale when it writes.
    [[nodiscard]] std::optional<StoreError> begin(std::string_view doing);
    [[nodiscard]] std::optional<StoreError> commit(std::string_view doing);

  private:
    sqlite3* database_;
    bool open_ = false;
};

}  // namespace rookery::arena::sqlite
