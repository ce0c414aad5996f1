#include "arena/store/store.h"

#include "arena/store/match_data.h"
#include "arena/store/move_blob.h"
#include "arena/store/store_file.h"
#include "base/files.h"

namespace rookery::arena {

namespace fs = std::filesystem;
using store::Statement;

Result<fs::path, std::string> default_store_path() {
    auto folder = data_folder();
    if (!folder) return failure(std::move(folder).error());
    return *folder / "arena.db";
}

Result<Store, StoreError> Store::open(const fs::path& path, Access access) {
    auto database = store::Database::open(path, arena_schema(), access);
    if (!database) return failure(std::move(database).error());
    return Store(std::make_unique<StoreFile>(std::move(*database), access));
}

Store::Store(std::unique_ptr<StoreFile> file) : file_(std::move(file)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<MatchId, StoreError> Store::create_match(const MatchSetup& setup) {
    const std::scoped_lock guard(file_->mutex);
    if (file_->access == Access::Read)
        return failure(file_->database.error(StoreProblem::Failed, "was opened for reading only"));
    store::Transaction transaction(file_->database);
    if (auto error = transaction.begin()) return failure(std::move(*error));
    MatchId match = 0;
    if (auto error = file_->insert_match(setup, match)) return failure(std::move(*error));
    // Locked before other programs can see it.
    if (auto error = file_->take_lock(match)) return failure(std::move(*error));
    if (auto error = transaction.commit()) {
        file_->release(match);
        return failure(std::move(*error));
    }
    return match;
}

Result<MatchProgress, StoreError> Store::resume_match(MatchId match) {
    const std::scoped_lock guard(file_->mutex);
    if (file_->access == Access::Read)
        return failure(file_->database.error(StoreProblem::Failed, "was opened for reading only"));
    const bool ran_before = file_->running.contains(match);
    if (auto error = file_->take_lock(match)) return failure(std::move(*error));
    const auto give_up = [&](StoreError error) {
        if (!ran_before) file_->release(match);
        return failure(std::move(error));
    };
    // Read after the lock is taken: the program that ran it before may just have stored a game.
    auto info = file_->find_match(match);
    if (!info) return give_up(std::move(info).error());
    auto finished = file_->summaries(match);
    if (!finished) return give_up(std::move(finished).error());
    return MatchProgress{std::move(*info), std::move(*finished)};
}

void Store::release_match(MatchId match) {
    const std::scoped_lock guard(file_->mutex);
    file_->release(match);
}

std::optional<StoreError> Store::set_state(MatchId match, MatchState state) {
    const std::scoped_lock guard(file_->mutex);
    Statement update(file_->database, "UPDATE matches SET state = ? WHERE id = ?");
    update << word_of(state) << match;
    if (!update.run()) return file_->database.last_error();
    if (sqlite3_changes(file_->database.handle()) == 0) return file_->no_match(match);
    return std::nullopt;
}

std::optional<StoreError> Store::change_settings(MatchId match, const std::string& settings) {
    const std::scoped_lock guard(file_->mutex);
    if (!file_->running.contains(match)) return file_->not_run_here(match);
    Statement update(file_->database, "UPDATE matches SET settings = ?, state = ? WHERE id = ?");
    update << settings << word_of(MatchState::Open) << match;
    if (!update.run()) return file_->database.last_error();
    return std::nullopt;
}

Result<MatchInfo, StoreError> Store::find_match(MatchId match) const {
    const std::scoped_lock guard(file_->mutex);
    return file_->find_match(match);
}

Result<std::vector<MatchListing>, StoreError> Store::list_matches() const {
    const std::scoped_lock guard(file_->mutex);
    std::vector<MatchListing> listings;
    Statement select(file_->database,
                     "SELECT m.id, count(g.id), count(f.game) FROM matches m"
                     " LEFT JOIN games g ON g.match = m.id LEFT JOIN failures f ON f.game = g.id"
                     " GROUP BY m.id ORDER BY m.id DESC");
    while (select.row()) {
        auto info = file_->find_match(select.take_integer());
        if (!info) return failure(std::move(info).error());
        MatchListing listing;
        listing.info = std::move(*info);
        listing.games = static_cast<std::size_t>(select.take_integer());
        listing.failures = static_cast<std::size_t>(select.take_integer());
        listing.in_progress = file_->running.contains(listing.info.id) ||
                              file_->locks.held_elsewhere(listing.info.id);
        listings.push_back(std::move(listing));
    }
    if (select.failed()) return failure(file_->database.last_error());
    return listings;
}

std::optional<StoreError> Store::check_integrity() const {
    const std::scoped_lock guard(file_->mutex);
    for (const char* question : {"PRAGMA integrity_check", "PRAGMA foreign_key_check"}) {
        Statement statement(file_->database, question);
        while (statement.row())
            if (std::string answer = statement.take_text(); answer != "ok")
                return file_->database.error(StoreProblem::Damaged, answer);
        if (statement.failed()) return file_->database.last_error();
    }
    return std::nullopt;
}

std::optional<StoreError> Store::add_game(MatchId match, const GamePlace& place,
                                          const GameRecord& record) {
    const std::string moves = encode_moves(record.moves);
    const std::scoped_lock guard(file_->mutex);
    if (!file_->running.contains(match)) return file_->not_run_here(match);
    store::Transaction transaction(file_->database);
    if (auto error = transaction.begin()) return error;
    if (auto error = file_->insert_game(match, place, record, moves)) return error;
    return transaction.commit();
}

std::optional<StoreError> Store::remove_game(MatchId match, std::size_t number) {
    const std::scoped_lock guard(file_->mutex);
    if (!file_->running.contains(match)) return file_->not_run_here(match);
    // Its moves go with it.
    Statement remove(file_->database, "DELETE FROM games WHERE match = ? AND number = ?");
    remove << match << static_cast<std::int64_t>(number);
    if (!remove.run()) return file_->database.last_error();
    return std::nullopt;
}

Result<std::vector<GameSummary>, StoreError> Store::summaries(MatchId match) const {
    const std::scoped_lock guard(file_->mutex);
    return file_->summaries(match);
}

Result<StoredGame, StoreError> Store::load_game(MatchId match, std::size_t number) const {
    const std::scoped_lock guard(file_->mutex);
    auto game = file_->next_game(match, number);
    if (!game) return failure(std::move(game).error());
    if (!game->has_value() || (*game)->place.number != number)
        return failure(file_->database.error(StoreProblem::NotFound,
                                             "there is no game " + std::to_string(number) +
                                                 " in match " + std::to_string(match)));
    return std::move(**game);
}

std::optional<StoreError>
Store::for_each_game(MatchId match, const std::function<bool(const StoredGame&)>& show) const {
    // One query for each game: a long query would keep SQLite from truncating its log meanwhile.
    for (std::size_t number = 0;;) {
        std::optional<StoredGame> game;
        {
            const std::scoped_lock guard(file_->mutex);
            auto next = file_->next_game(match, number);
            if (!next) return std::move(next).error();
            game = std::move(*next);
        }
        if (!game || !show(*game)) return std::nullopt;
        number = game->place.number + 1;
    }
}

}  // namespace rookery::arena
