#include "arena/store/schema.h"
#include "arena/store/store_impl.h"
#include "arena/store/words.h"

#include <cstdlib>
#include <thread>

namespace rookery::arena {
namespace {

namespace fs = std::filesystem;
using sqlite::Statement;

// Transactions here take milliseconds; whoever holds the file longer than this is stuck.
constexpr int patience_ms = 10'000;

bool is_empty(sqlite3* database) {
    Statement statement(database, "SELECT count(*) FROM sqlite_master");
    return statement.row() && statement.take_integer() == 0;
}

bool is_ours(sqlite3* database) {
    Statement statement(database, "PRAGMA application_id");
    return statement.row() && statement.take_integer() == application_id;
}

// SQLite does not wait by itself when two programs change the journal of a new file at once.
bool use_write_ahead_log(sqlite3* database) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        Statement statement(database, "PRAGMA journal_mode = WAL");
        if (statement.row()) return statement.take_text() == "wal";
        if (sqlite3_errcode(database) != SQLITE_BUSY) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

}  // namespace

Result<fs::path, std::string> default_store_path() {
    // The specification wants relative paths ignored.
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && data[0] == '/')
        return fs::path(data) / "rookery" / "arena.db";
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
        return fs::path(home) / ".local" / "share" / "rookery" / "arena.db";
    return failure(std::string("neither XDG_DATA_HOME nor HOME says where data belongs"));
}

std::optional<StoreError> Store::Impl::connect() {
    const int mode = access == Access::Write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                             : SQLITE_OPEN_READWRITE;
    sqlite3* opened = nullptr;
    const int status = sqlite3_open_v2(name.c_str(), &opened, mode | SQLITE_OPEN_NOMUTEX, nullptr);
    database.reset(opened);
    if (status != SQLITE_OK) {
        StoreError refusal = last_error();
        refusal.problem = StoreProblem::CannotOpen;
        return refusal;
    }
    sqlite3_extended_result_codes(opened, 1);
    sqlite3_busy_timeout(opened, patience_ms);
    // The first statement that looks into the file finds out whether it is a database at all.
    if (auto refusal = sqlite::execute(opened, "SELECT count(*) FROM sqlite_master", name))
        return refusal;
    if (!is_ours(opened) && !is_empty(opened))
        return error(StoreProblem::NotADatabase, "the database belongs to another program");
    // A write-ahead log keeps committed games through a kill, and readers need not wait for
    // writers.
    if (access == Access::Write && !use_write_ahead_log(opened)) return last_error();
    if (auto refusal =
            sqlite::execute(opened, "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", name))
        return refusal;
    if (auto refusal = migrate(opened, migrations(), name)) return refusal;
    if (access == Access::Read) return sqlite::execute(opened, "PRAGMA query_only = ON", name);
    return std::nullopt;
}

Result<Store, StoreError> Store::open(const fs::path& path, Access access) {
    std::error_code problem;
    const bool exists = fs::exists(path, problem);
    if (access == Access::Read && !exists)
        return failure(
            StoreError{StoreProblem::Missing, path.string() + ": there is no such file"});
    if (access == Access::Write && !exists && path.has_parent_path()) {
        fs::create_directories(path.parent_path(), problem);
        if (problem)
            return failure(
                StoreError{StoreProblem::CannotOpen,
                           path.string() + ": its folder cannot be made: " + problem.message()});
    }
    // Two names for one file must lead to one lock.
    fs::path real = fs::weakly_canonical(path, problem);
    if (problem) real = path;
    auto impl = std::make_unique<Impl>(real.string(), access);
    if (auto error = impl->connect()) return failure(std::move(*error));
    return Store(std::move(impl));
}

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

std::optional<StoreError> Store::Impl::take_lock(MatchId match) {
    switch (locks.take(match)) {
        case MatchLocks::Outcome::Taken: running.insert(match); return std::nullopt;
        case MatchLocks::Outcome::HeldElsewhere:
            return error(StoreProblem::Locked,
                         "match " + std::to_string(match) + " is being run by another program");
        case MatchLocks::Outcome::Failed: break;
    }
    return error(StoreProblem::CannotOpen, "the lock file " + name + "-lock cannot be locked");
}

void Store::Impl::release(MatchId match) {
    locks.release(match);
    running.erase(match);
}

std::optional<StoreError> Store::Impl::insert_match(const MatchSetup& setup, MatchId& match) {
    Statement insert(database.get(),
                     "INSERT INTO matches (name, kind, settings, seed, created, state)"
                     " VALUES (?, ?, ?, ?, ?, ?)");
    insert << setup.name << word_of(setup.kind) << setup.settings
           << static_cast<std::int64_t>(setup.seed)
           << to_microseconds(std::chrono::system_clock::now()) << word_of(MatchState::Open);
    if (!insert.run()) return last_error();
    match = sqlite3_last_insert_rowid(database.get());
    for (std::size_t i = 0; i < setup.players.size(); ++i) {
        const PlayerEntry& player = setup.players[i];
        Statement add(database.get(), "INSERT INTO players (match, number, name, spec, settings)"
                                      " VALUES (?, ?, ?, ?, ?)");
        add << match << static_cast<std::int64_t>(i) << player.name << player.spec
            << player.settings;
        if (!add.run()) return last_error();
    }
    return std::nullopt;
}

Result<MatchId, StoreError> Store::create_match(const MatchSetup& setup) {
    const std::scoped_lock guard(impl_->mutex);
    if (impl_->access == Access::Read)
        return failure(impl_->error(StoreProblem::Failed, "was opened for reading only"));
    sqlite::Transaction transaction(impl_->database.get());
    if (auto error = transaction.begin(impl_->name)) return failure(std::move(*error));
    MatchId match = 0;
    if (auto error = impl_->insert_match(setup, match)) return failure(std::move(*error));
    // Locked before anybody can see it.
    if (auto error = impl_->take_lock(match)) return failure(std::move(*error));
    if (auto error = transaction.commit(impl_->name)) {
        impl_->release(match);
        return failure(std::move(*error));
    }
    return match;
}

Result<MatchProgress, StoreError> Store::resume_match(MatchId match) {
    const std::scoped_lock guard(impl_->mutex);
    if (impl_->access == Access::Read)
        return failure(impl_->error(StoreProblem::Failed, "was opened for reading only"));
    const bool ran_before = impl_->running.contains(match);
    if (auto error = impl_->take_lock(match)) return failure(std::move(*error));
    const auto give_up = [&](StoreError error) {
        if (!ran_before) impl_->release(match);
        return failure(std::move(error));
    };
    // Only now, for whoever ran it before may have finished a game in the last moment.
    auto info = impl_->find_match(match);
    if (!info) return give_up(std::move(info).error());
    auto finished = impl_->summaries(match);
    if (!finished) return give_up(std::move(finished).error());
    return MatchProgress{std::move(*info), std::move(*finished)};
}

void Store::release_match(MatchId match) {
    const std::scoped_lock guard(impl_->mutex);
    impl_->release(match);
}

std::optional<StoreError> Store::set_state(MatchId match, MatchState state) {
    const std::scoped_lock guard(impl_->mutex);
    Statement update(impl_->database.get(), "UPDATE matches SET state = ? WHERE id = ?");
    update << word_of(state) << match;
    if (!update.run()) return impl_->last_error();
    if (sqlite3_changes(impl_->database.get()) == 0) return impl_->no_match(match);
    return std::nullopt;
}

std::optional<StoreError> Store::Impl::read_players(MatchInfo& info) {
    Statement select(database.get(), "SELECT name, spec, settings FROM players"
                                     " WHERE match = ? ORDER BY number");
    select << info.id;
    while (select.row()) {
        PlayerEntry player;
        player.name = select.take_text();
        player.spec = select.take_text();
        player.settings = select.take_text();
        info.setup.players.push_back(std::move(player));
    }
    if (select.failed()) return last_error();
    return std::nullopt;
}

Result<MatchInfo, StoreError> Store::Impl::find_match(MatchId match) {
    Statement select(database.get(),
                     "SELECT name, kind, settings, seed, created, state FROM matches WHERE id = ?");
    select << match;
    if (!select.row()) return failure(select.failed() ? last_error() : no_match(match));
    MatchInfo info;
    info.id = match;
    info.setup.name = select.take_text();
    const auto kind = match_kind_of(select.take_text());
    info.setup.settings = select.take_text();
    info.setup.seed = static_cast<std::uint64_t>(select.take_integer());
    info.created = from_microseconds(select.take_integer());
    const auto state = match_state_of(select.take_text());
    if (!kind || !state)
        return failure(error(StoreProblem::Damaged,
                             "match " + std::to_string(match) + " is of an unknown kind or state"));
    info.setup.kind = *kind;
    info.state = *state;
    if (auto problem = read_players(info)) return failure(std::move(*problem));
    return info;
}

Result<MatchInfo, StoreError> Store::find_match(MatchId match) const {
    const std::scoped_lock guard(impl_->mutex);
    return impl_->find_match(match);
}

Result<std::vector<MatchListing>, StoreError> Store::list_matches() const {
    const std::scoped_lock guard(impl_->mutex);
    std::vector<MatchListing> listings;
    Statement select(impl_->database.get(),
                     "SELECT m.id, count(g.id), count(f.game) FROM matches m"
                     " LEFT JOIN games g ON g.match = m.id LEFT JOIN failures f ON f.game = g.id"
                     " GROUP BY m.id ORDER BY m.id DESC");
    while (select.row()) {
        auto info = impl_->find_match(select.take_integer());
        if (!info) return failure(std::move(info).error());
        MatchListing listing;
        listing.info = std::move(*info);
        listing.games = static_cast<std::size_t>(select.take_integer());
        listing.failures = static_cast<std::size_t>(select.take_integer());
        listing.in_progress = impl_->running.contains(listing.info.id) ||
                              impl_->locks.held_elsewhere(listing.info.id);
        listings.push_back(std::move(listing));
    }
    if (select.failed()) return failure(impl_->last_error());
    return listings;
}

std::optional<StoreError> Store::check_integrity() const {
    const std::scoped_lock guard(impl_->mutex);
    for (const char* question : {"PRAGMA integrity_check", "PRAGMA foreign_key_check"}) {
        Statement statement(impl_->database.get(), question);
        while (statement.row())
            if (std::string answer = statement.take_text(); answer != "ok")
                return impl_->error(StoreProblem::Damaged, answer);
        if (statement.failed()) return impl_->last_error();
    }
    return std::nullopt;
}

}  // namespace rookery::arena
