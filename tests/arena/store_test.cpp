#include "arena/store/store.h"

#include "arena/store_helpers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

namespace rookery::arena {
namespace {

namespace fs = std::filesystem;
using test::StoreTest;

TEST(StoreWords, EveryTerminationHasOne) {
    for (int i = 0; i <= static_cast<int>(Termination::MoveLimit); ++i) {
        const auto termination = static_cast<Termination>(i);
        EXPECT_EQ(termination_of(word_of(termination)), termination);
    }
    EXPECT_EQ(termination_of("resigned"), std::nullopt);
}

TEST(StorePath, FollowsTheEnvironment) {
    const char* const before = std::getenv("XDG_DATA_HOME");
    const std::string kept = before != nullptr ? before : "";
    setenv("XDG_DATA_HOME", "/somewhere", 1);
    EXPECT_EQ(*default_store_path(), fs::path("/somewhere/rookery/arena.db"));
    setenv("XDG_DATA_HOME", "relative", 1);
    EXPECT_TRUE(default_store_path()->string().ends_with("/.local/share/rookery/arena.db"));
    if (before != nullptr)
        setenv("XDG_DATA_HOME", kept.c_str(), 1);
    else
        unsetenv("XDG_DATA_HOME");
}

TEST_F(StoreTest, AGameComesBackAsItWent) {
    Store store = open();
    const MatchId match = *store.create_match(setup());
    Random random(1);
    for (std::size_t number = 0; number < 30; ++number) {
        const GameRecord record = test::random_record(random, number % 3 == 0);
        const GamePlace place = test::place_of(number);
        ASSERT_FALSE(store.add_game(match, place, record));
        const auto loaded = store.load_game(match, number);
        ASSERT_TRUE(loaded.ok()) << loaded.error().what;
        EXPECT_EQ(loaded->place, place);
        EXPECT_TRUE(test::same_record(loaded->record, record)) << number;
    }
    EXPECT_EQ(store.load_game(match, 30).error().problem, StoreProblem::NotFound);
    EXPECT_EQ(store.load_game(match + 1, 0).error().problem, StoreProblem::NotFound);
    EXPECT_FALSE(store.check_integrity());
}

TEST_F(StoreTest, AGameThatIsTakenOutLeavesNothingBehind) {
    Store store = open();
    const MatchId match = *store.create_match(setup());
    Random random(5);
    for (std::size_t number = 0; number < 3; ++number)
        ASSERT_FALSE(store.add_game(match, test::place_of(number),
                                    test::random_record(random, number == 1)));
    EXPECT_FALSE(store.remove_game(match, 1));
    EXPECT_FALSE(store.remove_game(match, 1)) << "it is not there";
    EXPECT_EQ(store.summaries(match)->size(), 2U);
    EXPECT_EQ(store.load_game(match, 1).error().problem, StoreProblem::NotFound);
    EXPECT_FALSE(store.check_integrity());
    EXPECT_FALSE(store.add_game(match, test::place_of(1), test::random_record(random, false)))
        << "its number is free again";
    store.release_match(match);
    EXPECT_TRUE(store.remove_game(match, 0).has_value()) << "of a match that is not run here";
}

TEST_F(StoreTest, MatchesAreListedTheLatestFirst) {
    Store store = open();
    MatchSetup second = setup();
    second.name = "the \"second\"; DROP TABLE games";
    second.kind = MatchKind::Tournament;
    second.seed = 0xFFFF'FFFF'FFFF'FFFF;
    second.players.push_back({"third", "spec", "{}"});
    const MatchId one = *store.create_match(setup());
    const MatchId two = *store.create_match(second);
    Random random(2);
    GameRecord record = test::random_record(random, false);
    record.termination = Termination::Checkmate;
    record.conversation.clear();
    ASSERT_FALSE(store.add_game(one, test::place_of(0), record));
    record.termination = Termination::Crashed;
    ASSERT_FALSE(store.add_game(one, test::place_of(1), record));
    ASSERT_FALSE(store.set_state(one, MatchState::Finished));
    store.release_match(one);

    const auto list = store.list_matches();
    ASSERT_TRUE(list.ok());
    ASSERT_EQ(list->size(), 2U);
    EXPECT_EQ((*list)[0].info.id, two);
    EXPECT_EQ((*list)[0].info.setup, second);
    EXPECT_EQ((*list)[0].info.state, MatchState::Open);
    EXPECT_EQ((*list)[0].games, 0U);
    EXPECT_TRUE((*list)[0].in_progress);
    EXPECT_EQ((*list)[1].info.setup, setup());
    EXPECT_EQ((*list)[1].info.state, MatchState::Finished);
    EXPECT_EQ((*list)[1].games, 2U);
    EXPECT_EQ((*list)[1].failures, 1U);
    EXPECT_FALSE((*list)[1].in_progress);
    EXPECT_LT(std::chrono::system_clock::now() - (*list)[0].info.created, std::chrono::minutes(5));
    EXPECT_EQ(store.set_state(99, MatchState::Open)->problem, StoreProblem::NotFound);
    EXPECT_EQ(store.find_match(99).error().problem, StoreProblem::NotFound);
}

TEST_F(StoreTest, NoGameIsWrittenTwice) {
    Store store = open();
    const MatchId match = *store.create_match(setup());
    Random random(3);
    const GameRecord first = test::random_record(random, false);
    ASSERT_FALSE(store.add_game(match, test::place_of(4), first));
    const auto again = store.add_game(match, test::place_of(4), test::random_record(random, false));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->problem, StoreProblem::Duplicate);
    EXPECT_TRUE(test::same_record(store.load_game(match, 4)->record, first));
    // A failed insertion leaves nothing behind, and the next one goes through.
    GamePlace stranger = test::place_of(5);
    stranger.players[Color::White] = 7;
    EXPECT_EQ(store.add_game(match, stranger, first)->problem, StoreProblem::Failed);
    ASSERT_FALSE(store.add_game(match, test::place_of(5), first));
    EXPECT_EQ(store.summaries(match)->size(), 2U);
    EXPECT_EQ(store.add_game(match + 1, test::place_of(0), first)->problem, StoreProblem::Locked);
}

TEST_F(StoreTest, ResumingTellsWhatIsFinished) {
    Random random(4);
    MatchId match = 0;
    {
        Store store = open();
        match = *store.create_match(setup());
        for (const std::size_t number : {3U, 0U, 1U}) {
            GameRecord record = test::random_record(random, false);
            record.result = GameResult::Draw;
            record.termination = Termination::Repetition;
            record.opening = 2 * number;
            ASSERT_FALSE(store.add_game(match, test::place_of(number), record));
        }
    }
    Store store = open();
    EXPECT_EQ(store.add_game(match, test::place_of(2), test::random_record(random, false))->problem,
              StoreProblem::Locked);
    const auto progress = store.resume_match(match);
    ASSERT_TRUE(progress.ok()) << progress.error().what;
    EXPECT_EQ(progress->info.setup, setup());
    ASSERT_EQ(progress->finished.size(), 3U);
    EXPECT_EQ(progress->finished[2].place, test::place_of(3));
    EXPECT_EQ(progress->finished[2].opening, 6U);
    EXPECT_EQ(progress->finished[2].result, GameResult::Draw);
    EXPECT_EQ(progress->finished[2].termination, Termination::Repetition);
    EXPECT_FALSE(store.add_game(match, test::place_of(2), test::random_record(random, false)));
    EXPECT_EQ(store.resume_match(77).error().problem, StoreProblem::NotFound);
}

TEST_F(StoreTest, GamesStreamInOrderAndTheCallbackMayAsk) {
    Store store = open();
    const MatchId match = *store.create_match(setup());
    Random random(5);
    for (const std::size_t number : {5U, 2U, 9U})
        ASSERT_FALSE(
            store.add_game(match, test::place_of(number), test::random_record(random, true)));
    std::vector<std::size_t> seen;
    ASSERT_FALSE(store.for_each_game(match, [&](const StoredGame& game) {
        seen.push_back(game.place.number);
        EXPECT_TRUE(store.load_game(match, game.place.number).ok());
        return seen.size() < 2;
    }));
    EXPECT_EQ(seen, (std::vector<std::size_t>{2, 5}));
}

TEST_F(StoreTest, OneRunsAMatchOthersRead) {
    Store store = open();
    const MatchId match = *store.create_match(setup());
    Random random(6);
    {
        Store other = open();
        EXPECT_EQ(other.resume_match(match).error().problem, StoreProblem::Locked);
        const MatchId another = *other.create_match(setup());
        EXPECT_FALSE(
            other.add_game(another, test::place_of(0), test::random_record(random, false)));
        EXPECT_FALSE(store.add_game(match, test::place_of(0), test::random_record(random, false)));
    }
    auto reader = Store::open(path(), Store::Access::Read);
    ASSERT_TRUE(reader.ok()) << reader.error().what;
    EXPECT_FALSE(store.add_game(match, test::place_of(1), test::random_record(random, false)));
    EXPECT_EQ(reader->summaries(match)->size(), 2U);
    const auto list = reader->list_matches();
    ASSERT_EQ(list->size(), 2U);
    EXPECT_FALSE((*list)[0].in_progress);
    EXPECT_TRUE((*list)[1].in_progress);
    EXPECT_FALSE(reader->create_match(setup()).ok());
    EXPECT_FALSE(reader->resume_match(match).ok());
    EXPECT_TRUE(reader->set_state(match, MatchState::Abandoned));
    store.release_match(match);
    EXPECT_TRUE(open().resume_match(match).ok());
}

TEST_F(StoreTest, ManyThreadsOneStore) {
    Store store = open();
    const MatchId match = *store.create_match(setup());
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread] {
            Random random(thread);
            for (std::size_t i = 0; i < 10; ++i) {
                const auto place = test::place_of(4 * i + thread);
                EXPECT_FALSE(store.add_game(match, place, test::random_record(random, false)));
                EXPECT_TRUE(store.list_matches().ok());
            }
        });
    threads.clear();
    EXPECT_EQ(store.summaries(match)->size(), 40U);
}

// Plays games for ever and reports through the pipe which are in the store.
[[noreturn]] void play_until_killed(const fs::path& path, MatchId match, int pipe) {
    auto store = Store::open(path);
    if (!store) _exit(1);
    const auto progress = store->resume_match(match);
    if (!progress) _exit(2);
    Random random(7);
    for (std::size_t number = progress->finished.size();; ++number) {
        const GameRecord record = test::random_record(random, number % 2 == 0);
        if (store->add_game(match, test::place_of(number), record)) _exit(3);
        if (::write(pipe, &number, sizeof number) != sizeof number) _exit(4);
    }
}

TEST_F(StoreTest, NothingCommittedIsLostByAKill) {
    const MatchId match = [&] { return *open().create_match(setup()); }();
    std::size_t games = 0;
    for (int round = 0; round < 5; ++round) {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0) play_until_killed(path(), match, ends[1]);
        close(ends[1]);
        std::size_t last = 0;
        std::size_t number = 0;
        std::size_t told = 0;
        while (::read(ends[0], &number, sizeof number) == sizeof number) {
            last = number;
            // Killed somewhere in the next one; what the pipe still holds is read to its end.
            if (++told == 20U + 7U * static_cast<unsigned>(round)) kill(child, SIGKILL);
        }
        close(ends[0]);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << "status " << status;

        Store store = open();
        EXPECT_FALSE(store.check_integrity());
        const auto progress = store.resume_match(match);
        ASSERT_TRUE(progress.ok()) << progress.error().what;
        // All games that were reported, and at most one more.
        ASSERT_GE(progress->finished.size(), last + 1);
        ASSERT_LE(progress->finished.size(), last + 2);
        std::size_t next = 0;
        ASSERT_FALSE(store.for_each_game(match, [&](const StoredGame& game) {
            EXPECT_EQ(game.place.number, next++);
            return true;
        }));
        EXPECT_EQ(next, progress->finished.size());
        EXPECT_GT(next, games);
        games = next;
    }
}

TEST_F(StoreTest, FilesThatAreNoStore) {
    std::ofstream(path()) << "This is a letter, and a rather long one, to nobody in particular. "
                          << std::string(5000, 'x');
    const auto letter = Store::open(path());
    ASSERT_FALSE(letter.ok());
    EXPECT_EQ(letter.error().problem, StoreProblem::NotADatabase);
    EXPECT_EQ(letter.error().what, path().string() + ": the file is not a database");

    EXPECT_EQ(Store::open(folder()).error().problem, StoreProblem::CannotOpen);
    EXPECT_EQ(Store::open(path() / "below" / "arena.db").error().problem, StoreProblem::CannotOpen);
    EXPECT_EQ(Store::open(folder() / "none.db", Store::Access::Read).error().problem,
              StoreProblem::Missing);
    EXPECT_FALSE(fs::exists(folder() / "none.db"));
    EXPECT_TRUE(Store::open(folder() / "a" / "b" / "arena.db").ok());
}

// A database of this program opened by another one, and the other way round.
void run_sql(const fs::path& path, const char* sql) {
    auto database = store::Database::open(path);
    ASSERT_TRUE(database.ok()) << database.error().what;
    const auto error = database->execute(sql);
    ASSERT_FALSE(error) << error->what;
}

TEST_F(StoreTest, DatabasesOfOthersAndOfLaterVersions) {
    run_sql(path(), "CREATE TABLE recipes (name TEXT); PRAGMA user_version = 3");
    const auto other = Store::open(path());
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.error().problem, StoreProblem::NotADatabase);

    const fs::path later = folder() / "later.db";
    EXPECT_TRUE(Store::open(later).ok());
    run_sql(later, "PRAGMA user_version = 99");
    for (const auto access : {Store::Access::Write, Store::Access::Read}) {
        const auto newer = Store::open(later, access);
        ASSERT_FALSE(newer.ok());
        EXPECT_EQ(newer.error().problem, StoreProblem::Newer);
        EXPECT_TRUE(newer.error().what.find("version 99") != std::string::npos);
    }
}

TEST_F(StoreTest, DamagedGamesAreRefusedOthersStillRead) {
    Random random(8);
    const MatchId match = [&] {
        Store store = open();
        const MatchId made = *store.create_match(setup());
        for (const std::size_t number : {0U, 1U})
            EXPECT_FALSE(
                store.add_game(made, test::place_of(number), test::random_record(random, false)));
        return made;
    }();
    run_sql(path(), "UPDATE moves SET data = X'0105' WHERE game = 1");
    const Store store = open();
    ASSERT_FALSE(store.load_game(match, 0).ok());
    EXPECT_EQ(store.load_game(match, 0).error().problem, StoreProblem::Damaged);
    EXPECT_TRUE(store.load_game(match, 1).ok());
}

}  // namespace
}  // namespace rookery::arena
