"""Games that the workers of a colony play: `match`, `tournament` and `selfplay` with --colony."""

import json
import signal
import sqlite3
import unittest
from contextlib import closing

import arena
from colony_arena import ColonyArena

PLAYERS = ["pvs", "pvs,Evaluator=material,name=simple", "--tc", "nodes=500", "--seed", "7"]


class ColonyJobsTest(ColonyArena):
    def test_a_match_is_the_one_that_would_have_been_played_here(self):
        self.worker("a")
        self.worker("b")
        away = self.report("match", *PLAYERS, "--games", "8", "--colony")
        here = self.report("match", *PLAYERS, "--games", "8")
        self.assertEqual(away["games"], here["games"])
        verified = self.done("match", "--verify", "1")
        self.assertIn("every move the same", verified.stdout)
        # Ctrl-C ends it in order, though there are threads that know nothing of it.
        long_one = self.start("match", *PLAYERS, "--games", "10000", "--colony")
        self.wait_for_games(long_one, 3, 2)
        long_one.send_signal(signal.SIGINT)
        _, said = long_one.communicate(timeout=arena.TIMEOUT)
        self.assertEqual(long_one.returncode, 130, said)
        self.assertIn("rookery match --resume 3", said)

    def test_killed_workers_and_coordinators_cost_nothing(self):
        slow = self.worker("slow", "--nps-limit", "3000")
        match = self.start("match", *PLAYERS, "--games", "6", "--colony")
        self.read_until(slow.stdout, "begun")
        slow.kill()
        match.kill()
        match.wait(timeout=arena.TIMEOUT)
        leaver = self.worker("b")
        self.done("match", "--resume", "1", "--colony")
        with closing(sqlite3.connect(self.database)) as database:
            numbers = [row[0] for row in database.execute("SELECT number FROM games ORDER BY number")]
        self.assertEqual(numbers, list(range(6)))
        self.assertIn("every move the same", self.done("match", "--verify", "1").stdout)
        leaver.send_signal(signal.SIGINT)
        self.assertEqual(leaver.wait(timeout=arena.TIMEOUT), 0)

    def test_tournaments_and_training_games_too(self):
        self.worker("a")
        self.worker("b")
        self.done("tournament", "pvs", "iterative", "random", "--tc", "nodes=200", "--pairs", "1", "--seed", "3", "--colony")
        self.assertIn("every move the same", self.done("tournament", "--verify", "1").stdout)
        facts = []
        for file, more in ((self.folder / "away.games", ["--colony"]), (self.folder / "here.games", [])):
            play = ["selfplay", "--output", str(file), "--nodes", "100", "--games", "12", "--seed", "4"]
            ran = self.done(*play, *more)
            who = r"\d workers?\n" if more else r"\d.* nodes/s\n"
            self.assertRegex(ran.stderr, r"12 games, .* positions/s, " + who)
            facts.append(json.loads(self.done("selfplay", "--inspect", "--json", str(file)).stdout))
        self.assertEqual(facts[0], facts[1])

    def test_what_cannot_be_dealt_out_is_refused_before_anything_is_stored(self):
        for arguments, words in (
            (["pvs", "random", "--tc", "nodes=10", "--grace", "5"], "--grace"),
            (["pvs", arena.fake("random", name="fake"), "--tc", "nodes=10"], "another program"),
            (["pvs,Threads=2", "random", "--tc", "nodes=10"], "one thread"),
            (["pvs", "random", "--tc", "nodes=10", "--invitation", "nowhere.rookery"], "nowhere.rookery"),
        ):
            ran = self.rookery("match", *arguments, "--colony")
            self.assertEqual(ran.returncode, 1, ran.stderr)
            self.assertIn(words, ran.stderr)
        self.assertFalse(self.database.exists())


if __name__ == "__main__":
    unittest.main()
