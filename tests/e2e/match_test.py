"""Matches, engines and tournaments with the real program."""

import json
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import PATIENCE, PROGRAM, environment, run


class Arena(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-match-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.places = {"XDG_DATA_HOME": str(self.folder / "data"), "XDG_CONFIG_HOME": str(self.folder / "config")}

    def rookery(self, *arguments):
        return run(*arguments, **self.places)


class Match(Arena):
    def test_random_players(self):
        pgn, chart = self.folder / "games.pgn", self.folder / "chart.svg"
        done = self.rookery("match", "random", "random", "--games", "10", "--seed", "5", "--concurrency", "2",
                            "--pgn", str(pgn), "--chart", str(chart))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^played    10 of 10 games")
        self.assertEqual(done.stderr.count("random"), 20)
        self.assertNotIn("\x1b", done.stderr + done.stdout)
        self.assertEqual(pgn.read_text().count("[Event "), 10)
        self.assertIn("</svg>", chart.read_text())
        listed = self.rookery("match", "--list")
        self.assertRegex(listed.stdout, r"(?m)^ +1 .* finished +10 +0  random vs random-2$")
        shown = self.rookery("match", "--show", "1")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        score = [line for line in done.stdout.splitlines() if line.startswith("score")]
        self.assertEqual(len(score), 1)
        self.assertIn(score[0], shown.stdout)

    def test_same_seed_same_result(self):
        results = []
        for database in ("a.db", "b.db"):
            done = self.rookery("match", "random", "random", "--games", "6", "--seed", "9", "--json", "--db",
                                str(self.folder / database))
            self.assertEqual(done.returncode, 0, done.stderr)
            results.append(json.loads(done.stdout))
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0]["games"], 6)
        self.assertEqual(sum(results[0]["score"].values()), 6)
        self.assertEqual(sum(results[0]["pairs"]), 3)
        self.assertEqual(results[0]["failures"], [])

    def test_interrupted_match_is_resumed(self):
        playing = subprocess.Popen([PROGRAM, "match", "random", "random", "--games", "20000", "--concurrency", "2",
                                    "--seed", "3"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                                   stdin=subprocess.DEVNULL, env=environment(**self.places))
        try:
            # Progress shows that games are being played; off a terminal that takes five seconds.
            playing.stderr.readline()
            playing.send_signal(signal.SIGINT)
            said, complaint = playing.communicate(timeout=PATIENCE)
        finally:
            playing.kill()
        self.assertEqual(playing.returncode, 130, complaint)
        self.assertIn("rookery match --resume 1", complaint)
        before = json.loads(self.rookery("match", "--show", "1", "--json").stdout)
        self.assertEqual(before["state"], "open")
        self.assertGreater(before["games"], 0)
        self.assertLess(before["games"], 20000)

    def test_killed_match_ends_with_every_game_once(self):
        playing = subprocess.Popen([PROGRAM, "match", "random", "random", "--games", "400", "--concurrency", "2"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL, env=environment(**self.places))
        try:
            while playing.poll() is None:
                shown = self.rookery("match", "--show", "1", "--json")
                if shown.returncode == 0 and json.loads(shown.stdout)["games"] > 10:
                    break
        finally:
            playing.kill()
            playing.wait(timeout=PATIENCE)
        resumed = self.rookery("match", "--resume", "1", "--json")
        if "is finished" in resumed.stderr:
            self.skipTest("the match was over before it could be killed")
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        result = json.loads(resumed.stdout)
        self.assertEqual((result["games"], sum(result["pairs"])), (400, 200))
        again = self.rookery("match", "--resume", "1")
        self.assertEqual(again.returncode, 1)
        self.assertIn("finished", again.stderr)

    def test_mistakes_are_explained(self):
        for arguments, code, words in ((["nosuchplayer", "random"], 2, "'nosuchplayer' is neither"),
                                       (["random"], 2, "two players"),
                                       (["random", "random", "--games", "3"], 2, "odd"),
                                       (["random", "random", "--tc", "x"], 2, "--tc"),
                                       (["random", "random", "--sprt", "elo0=5 elo1=0"], 2, "sprt"),
                                       (["random", "random", "--draw", "x=1"], 2, "--draw"),
                                       (["random", "random", "--clock", "sand"], 2, "--clock"),
                                       (["random", "random", "--clock", "nodes:1000", "--tc", "1/move"], 2, "nodes=N"),
                                       (["random", "random", "--openings", "/nonexistent"], 1, "/nonexistent"),
                                       (["random", "random", "--pgn", "/nonexistent/a"], 1, "cannot be written"),
                                       (["--list", "--show", "1"], 2, "choose one"),
                                       (["--show", "7"], 1, "rookery:"),
                                       (["--resume", "7"], 1, "no match 7")):
            with self.subTest(arguments=arguments):
                done = self.rookery("match", *arguments)
                self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
                self.assertIn(words, done.stderr)

    def test_engine_that_dies_at_start_is_told(self):
        engine = self.folder / "dead"
        engine.write_text("#!/bin/sh\necho 'no network file' >&2\nexit 3\n")
        engine.chmod(0o755)
        done = self.rookery("match", str(engine), "random")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no network file", done.stderr)

    def test_own_engine_by_uci_and_sprt(self):
        own = f"{PROGRAM},arg=uci,name=own"
        done = self.rookery("match", own, "random", "--games", "4", "--tc", "5+0.1", "--sprt", "elo0=0 elo1=400")
        self.assertIn(done.returncode, (0, 4, 5), done.stderr)
        self.assertIn("LLR", done.stdout)


class Engines(Arena):
    def test_add_list_test_remove(self):
        added = self.rookery("engine", "add", "homemade", str(PROGRAM), "uci")
        self.assertEqual(added.returncode, 0, added.stderr)
        self.assertIn("homemade", self.rookery("engine", "list").stdout)
        tested = self.rookery("engine", "test", "homemade")
        self.assertEqual(tested.returncode, 0, tested.stderr)
        self.assertRegex(tested.stdout, r"(?m)^plays +\S+( \S+){5}$")
        wrong = self.rookery("engine", "remove", "homemaed")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("did you mean homemade?", wrong.stderr)
        self.assertEqual(self.rookery("engine", "remove", "homemade").returncode, 0)
        self.assertNotIn(str(PROGRAM), self.rookery("engine", "list").stdout)
        self.assertEqual(self.rookery("engine", "test", "own-nothing").returncode, 2)


class Tournament(Arena):
    def test_round_robin_and_gauntlet(self):
        done = self.rookery("tournament", "random", "random", "random,name=third", "--pairs", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^played    12 of 12 games")
        self.assertRegex(done.stdout, r"(?m)^   [123]  third ")
        done = self.rookery("tournament", "random", "random", "random", "--pairs", "2", "--gauntlet", "--json")
        self.assertEqual(json.loads(done.stdout)["games"], 8, done.stderr)


if __name__ == "__main__":
    unittest.main()
