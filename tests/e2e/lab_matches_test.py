"""`lab features` and `lab search` with the real program: few and short games, so only that they work."""

import contextlib
import csv
import json
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import TIMEOUT, PROGRAM, environment, run


class LabMatches(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-lab-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.database = self.folder / "games.db"
        self.json = self.folder / "out.json"
        self.book = self.folder / "book.epd"
        self.book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
                             "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n")

    def arguments(self, *more):
        return ["lab", *more, "--db", self.database, "--openings", self.book, "--concurrency", "1"]

    def measure(self, *more):
        return run(*self.arguments(*more), timeout=2 * TIMEOUT)

    def stored(self, what):
        """Read past the program; nothing is there before the first match has begun."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
                return database.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
        except sqlite3.OperationalError:
            return 0

    def interrupt_after_a_game(self, *more):
        before = self.stored("games")
        with subprocess.Popen([PROGRAM, *self.arguments(*more)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", env=environment()) as process:
            try:
                while process.poll() is None and self.stored("games") == before:
                    time.sleep(0.01)
                process.send_signal(signal.SIGINT)
                output, errors = process.communicate(timeout=TIMEOUT)
            except BaseException:
                process.kill()
                raise
        return process.returncode, output, errors

    def test_techniques_are_measured_once(self):
        few = ("search", "razoring", "use_null_moves", "--games", "2", "--nodes", "60", "--json", self.json, "--force")
        done = self.measure(*few)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.stored("games"), 4)
        rows = json.loads(self.json.read_text())["techniques"]["rows"]
        self.assertEqual({row["technique"] for row in rows}, {"razoring", "null_moves"})
        for row in rows:
            self.assertGreater(row["nodes_ratio"], 0.5)
            self.assertRegex(row["score"], r"^\+\d =\d -\d$")
            self.assertIn("elo", row)
            self.assertRegex(done.stdout, rf"(?m)^{row['technique']} +\d\.\d\d  \+\d =\d -\d")
        # The same again comes from what is stored; more games are added to it.
        self.assertEqual(self.measure(*few, "--force").stdout, done.stdout)
        self.assertEqual(self.stored("games"), 4)
        more = self.measure("search", "razoring", "null_moves", "--games", "4", "--nodes", "60")
        self.assertEqual(more.returncode, 0, more.stderr)
        self.assertEqual((self.stored("games"), self.stored("matches")), (8, 2))
        # Other conditions are other matches.
        self.assertEqual(self.measure("search", "razoring", "--games", "2", "--nodes", "61").returncode, 0)
        self.assertEqual((self.stored("games"), self.stored("matches")), (10, 3))

    def test_features_have_all_their_tables(self):
        table, picture = self.folder / "out.csv", self.folder / "out.svg"
        done = self.measure("features", "material", "cost", "--games", "2", "--nodes", "40", "--depth", "1", "--turns",
                            "1", "--json", self.json, "--csv", table, "--chart", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        written = json.loads(self.json.read_text())
        self.assertEqual(list(written), ["material", "cost"])
        values = written["material"]["rows"]
        self.assertEqual([row["values"].split(":")[0] for row in values], ["1/3/3/5/9", "Kaufman", "learned", "ours"])
        self.assertIsNone(values[0]["alone_by_depth"])
        self.assertIn("value", values[1]["all_by_nodes"])
        self.assertEqual(len(written["cost"]["rows"]), 16)
        lines = list(csv.reader(table.read_text().splitlines()))
        self.assertEqual(lines[0][0][:2], "# ")
        self.assertIn("alone_by_depth_low", lines[1])
        self.assertIn(">Values of the pieces, against 1/3/3/5/9: with all terms, 40 nodes</text>", picture.read_text())

    def test_cost_needs_no_database(self):
        done = self.measure("features", "cost", "--turns", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("threats", done.stdout)
        self.assertFalse(self.database.exists())

    def test_steps_and_groups_are_all_there(self):
        done = self.measure("features", "steps", "left-out", "--games", "2", "--nodes", "1", "--depth", "1", "--json",
                            self.json)
        self.assertEqual(done.returncode, 0, done.stderr)
        written = json.loads(self.json.read_text())
        steps = written["steps"]["rows"]
        self.assertEqual(len(steps), 9)
        self.assertIsNone(steps[0]["before_by_depth"])
        self.assertIsNotNone(steps[0]["all_by_depth"])
        self.assertIsNone(steps[-1]["all_by_nodes"])
        self.assertEqual(len(written["left_out"]["rows"]), 16)

    def test_levels_climb(self):
        done = self.measure("levels", "neighbours", "human", "--games", "2", "--json", self.json)
        self.assertEqual(done.returncode, 0, done.stderr)
        tables = json.loads(self.json.read_text())
        rows = tables["levels"]["rows"]
        self.assertEqual([row["level"] for row in rows], list(range(1, 13)))
        self.assertEqual([row["level"] for row in rows if row["score"]], list(range(2, 13)))
        self.assertEqual(sorted(row["nodes"] for row in rows), [row["nodes"] for row in rows])
        self.assertEqual(len(tables["field"]["rows"]), 12 + 5)
        games = self.stored("games")
        self.assertEqual(games, 2 * (11 + 5 * 3))
        self.measure("levels", "neighbours", "--games", "2")
        self.assertEqual(self.stored("games"), games)  # nothing is played twice
        self.assertEqual(self.measure("levels", "1").returncode, 2)

    def test_pieces_that_levels_hang_are_counted(self):
        done = self.measure("levels", "hangs", "--hang-games", "1", "--json", self.json)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(self.json.read_text())["hangs"]["rows"]
        self.assertEqual([row["games"] for row in rows], [1] * 12)
        self.assertTrue(all(row["hung"] < row["moves"] / 4 for row in rows))

    def test_interrupted_it_says_so_and_goes_on_later(self):
        many = ("search", "null_moves", "--games", "100000", "--nodes", "300")
        for _ in range(2):
            code, output, errors = self.interrupt_after_a_game(*many)
            self.assertEqual(code, 130, errors)
            # A part of a match is no result.
            self.assertNotRegex(output, r"(?m)^null_moves")
            self.assertIn("the same command goes on", errors)
        self.assertEqual(self.stored("matches"), 1)

    def test_says_what_is_wrong(self):
        present = self.folder / "present.json"
        present.write_text("precious")
        folder = self.folder / "no" / "such"
        for arguments, code, why in (
            (("search", "tea"), 2, "no technique 'tea'"),
            (("search", "null_move"), 2, "did you mean null_moves?"),
            (("search", "--games", "0"), 2, "--games"),
            (("features", "tea"), 2, "tea"),
            (("features", "--json", folder / "x.json"), 2, "there is no folder"),
            (("features", "--csv", self.folder), 2, "is a folder"),
            (("features", "--json", present), 2, "is there already; --force replaces it"),
            (("features", "--json", present, "--force", "--csv", folder / "x.csv"), 2, "there is no folder"),
        ):
            done = self.measure(*arguments)
            self.assertEqual(done.returncode, code, (arguments, done.stderr))
            self.assertIn(why, done.stderr)
        self.assertEqual(present.read_text(), "precious")
        missing = run("lab", "search", "null_moves", "--openings", "/no/such.epd", "--db", self.database)
        self.assertEqual(missing.returncode, 1)
        self.assertIn("/no/such.epd", missing.stderr)
        damaged = self.folder / "damaged.db"
        damaged.write_text("this is not a database, and stays as it is")
        refused = run("lab", "search", "null_moves", "--openings", self.book, "--db", damaged)
        self.assertEqual(refused.returncode, 1)
        self.assertEqual(damaged.read_text(), "this is not a database, and stays as it is")
        self.assertEqual(self.stored("games"), 0)


if __name__ == "__main__":
    unittest.main()
