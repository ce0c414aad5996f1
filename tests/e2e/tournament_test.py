"""Tournaments with the real program."""

import fcntl
import os
import pty
import re
import signal
import struct
import termios
import unittest

from arena import Arena, fake
from program import TIMEOUT

PLAYERS = ("random", "random,name=second", "random,name=third")


class Tournament(Arena):
    def test_round_robin_and_gauntlet(self):
        done = self.rookery("tournament", "random", "random", "random,name=third", "--pairs", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^played    12 of 12 games")
        self.assertRegex(done.stdout, r"(?m)^   [123]  third ")
        self.assertRegex(done.stdout, r"(?m)^openings  2 used; White scored \d+\.\d %$")
        self.assertIn("Performances need known ratings", done.stdout)
        gauntlet = self.report("tournament", "random", "random", "random", "--pairs", "2", "--gauntlet")
        self.assertEqual(gauntlet["games"], 8)

    def test_json_holds_the_tables(self):
        report = self.report("tournament", *PLAYERS, fake("crash", name="dead"), "--pairs", "2", "--tc", "depth=1",
                             "--ratings", "second=2000,third=1800", "--by-opening", "--concurrency", "2")
        names = [player["name"] for player in report["players"]]
        self.assertEqual(names, ["random", "second", "third", "dead"])
        self.assertEqual(report["games"], 24)
        ratings = {row["player"]: row for row in report["ratings"]}
        self.assertEqual(sorted(ratings), sorted(names))
        self.assertEqual(report["ratings"][-1]["player"], "dead")
        self.assertIsNone(report["ratings"][-1]["los"])
        self.assertAlmostEqual(ratings["second"]["rating"] + ratings["third"]["rating"], 3800, places=6)
        self.assertEqual(report["rating_notes"][0][:4], "Some")
        table = report["cross_table"]
        for one in range(4):
            self.assertIsNone(table[one][one])
            for other in range(4):
                if one == other:
                    continue
                self.assertEqual(sum(table[one][other].values()), 4)
                self.assertEqual(table[one][other]["wins"], table[other][one]["losses"])
        self.assertEqual(table[3][0], {"wins": 0, "draws": 0, "losses": 4})
        for name, row in zip(names, report["colors"]):
            self.assertEqual((row["player"], sum(row["white"].values()), sum(row["black"].values())), (name, 6, 6))
        simple = {row["player"]: row for row in report["simple_ratings"]["players"]}
        self.assertEqual((simple["second"]["known"], simple["random"]["known"]), (2000, None))
        self.assertEqual((simple["second"]["games"], simple["second"]["opponents"]), (4, 1800))
        self.assertEqual((simple["random"]["games"], simple["random"]["opponents"]), (8, 1900))
        self.assertIsNotNone(simple["random"]["fide_initial"])
        self.assertIsNone(simple["second"]["fide_initial"])
        # All lost: no logarithm, no first rating, and the end of FIDE's table.
        dead = simple["dead"]
        self.assertEqual((dead["performance"], dead["fide_initial"], dead["fide_performance"]), (None, None, 1100))
        self.assertAlmostEqual(sum(row["updated"] for row in simple.values()), 2000 + 1800 + 2 * 1500, places=6)
        self.assertEqual(report["openings"]["used"], 2)
        self.assertEqual([opening["games"] for opening in report["by_opening"]], [12, 12])
        self.assertNotIn("first", report["by_opening"][0])
        self.assertEqual(report["failures"], [{"player": "dead", "kind": report["failures"][0]["kind"], "games": 12}])

    def test_ratings_are_kept_and_can_be_others(self):
        self.report("tournament", *PLAYERS, "--pairs", "2", "--ratings", "Second=2000", "--k", "40")
        kept = self.report("tournament", "--show", "1")
        self.assertEqual(kept["settings"]["ratings"], {"known": [None, 2000, None], "k": 40, "start": 1500})
        self.assertEqual(self.rating(kept, "second"), (2000, 0))
        shown = self.rookery("tournament", "--show", "1")
        self.assertIn("Level: second 2000.", shown.stdout)
        self.assertIn("    K = 40\n", shown.stdout)
        other = self.report("tournament", "--show", "1", "--ratings", "third=1000", "--start-rating", "900")
        self.assertEqual(self.rating(other, "third"), (1000, 0))
        self.assertAlmostEqual(self.rating(other, "second")[0] - self.rating(kept, "second")[0],
                               self.rating(other, "random")[0] - self.rating(kept, "random")[0], places=6)
        self.assertEqual((other["simple_ratings"]["k"], other["simple_ratings"]["start"]), (40, 900))
        # Looking does not change what is stored.
        self.assertEqual(self.report("tournament", "--show", "1"), kept)
        # Going on does.
        longer = self.report("tournament", "--resume", "1", "--pairs", "3", "--ratings", "third=1000")
        self.assertEqual((longer["games"], self.rating(longer, "third")), (18, (1000, 0)))
        again = self.report("tournament", "--show", "1")
        self.assertEqual(again["settings"]["ratings"]["known"], [None, None, 1000])

    @staticmethod
    def rating(report, player):
        return next((row["rating"], row["error"]) for row in report["ratings"] if row["player"] == player)

    def test_mistakes_are_explained(self):
        for arguments, words in ((["--ratings", "thrid=2000"], "--ratings: 'thrid' does not play here; did you mean third?"),
                                 (["--ratings", "nobody=1"], "the players are random, second, third"),
                                 (["--ratings", "third"], "NAME=2400"),
                                 (["--ratings", "third=strong"], "'strong' is no rating of third"),
                                 (["--ratings", "third=1", "--ratings", "third=2"], "two ratings"),
                                 (["--k", "-1"], "--k")):
            with self.subTest(arguments=arguments):
                done = self.rookery("tournament", *PLAYERS, *arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertIn(words, done.stderr)
        self.report("match", "random", "random", "--games", "2")
        match = self.rookery("tournament", "--show", "1", "--ratings", "random=2000")
        self.assertEqual((match.returncode, match.stdout), (2, ""))
        self.assertIn("1 is a match between two players", match.stderr)
        self.assertEqual(self.rookery("match", "random", "random", "--ratings", "random=1").returncode, 2)

    def test_live_view_shows_standings(self):
        terminal, end = pty.openpty()
        self.addCleanup(os.close, terminal)
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        playing = self.start("tournament", *PLAYERS, "--pairs", "100000", stderr=end)
        os.close(end)
        seen = ""
        row = re.compile(r"\[K\n *1  (random|second|third) +\d+\.\d/\d+ +(\+\d+\.\d ± \d+|-)\x1b\[K\n *2  ")
        game = re.compile(r"#\d+ +\w+ - \w+ ")  # at a moment between two games there is none
        while not (row.search(seen.replace("\r", "")) and game.search(seen)):
            heard = os.read(terminal, 65536)
            self.assertTrue(heard, seen)
            seen += heard.decode()
        self.assertRegex(seen, r"\d+ of 600000 games")
        playing.send_signal(signal.SIGINT)
        self.drain(terminal)
        playing.communicate(timeout=TIMEOUT)
        self.assertEqual(playing.returncode, 130)

    @staticmethod
    def drain(terminal):
        """Reads until the other side is gone; a full terminal would hold the program up."""
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass


if __name__ == "__main__":
    unittest.main()
