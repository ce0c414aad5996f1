"""`./rookery bench ablation` with the real program: few and short games, so only that it works."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from program import PATIENCE, PROGRAM, ROOT, environment


class Ablation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-ablation-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results = self.folder / "results.json"
        self.book = self.folder / "book.epd"
        self.book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
                             "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n")

    def command(self, *arguments):
        # Without bytecode, which would stay in the source.
        return [sys.executable, "-B", ROOT / "bench" / "ablation.py", "--program", PROGRAM, "--results", self.results,
                "--concurrency", "1", *arguments]

    def measure(self, *arguments):
        return subprocess.run(self.command(*arguments), capture_output=True, encoding="utf-8", timeout=2 * PATIENCE,
                              env=environment(), check=False)

    def stored(self, what):
        """Read past the program; nothing is there before the match has begun."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.results}.db?mode=ro", uri=True)) as database:
                return database.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
        except sqlite3.OperationalError:
            return 0

    def interrupt_after_a_game(self, *arguments):
        """As Ctrl-C does: everybody at the terminal gets it."""
        before = self.stored("games")
        with subprocess.Popen(self.command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", env=environment(), start_new_session=True) as process:
            try:
                while process.poll() is None and self.stored("games") == before:
                    time.sleep(0.01)
                os.killpg(process.pid, signal.SIGINT)
                output, errors = process.communicate(timeout=PATIENCE)
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return process.returncode, output, errors

    def test_measures_once_and_shows_what_it_has(self):
        few = ("--openings", self.book, "--only", "null_moves", "use_razoring", "--games", "2", "--nodes", "60")
        done = self.measure(*few)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, "(?m)^1 of 2: without razoring$")
        self.assertRegex(done.stderr, "(?m)^2 of 2: without null_moves$")
        self.assertIn("game 2: ", done.stderr)
        for name in ("razoring", "null moves"):
            self.assertRegex(done.stdout, rf"(?m)^\| {name} \| × \d\.\d\d \| 2 \| \+\d =\d −\d \| \S+ \(\S+ to \S+\) \|$")
        self.assertEqual(self.stored("games"), 4)
        again = self.measure(*few)
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, done.stdout, ""))
        self.assertEqual(self.stored("games"), 4)
        self.assertEqual(self.measure("--table").stdout, done.stdout)

    def test_won_by_one_side_the_estimate_has_no_end(self):
        one = {"nodes": 120, "games": 4, "elo": {"value": None, "low": None, "high": -80.4}}
        other = {"nodes": 90, "games": 4, "elo": {"value": 338.0, "low": 148.6, "high": None}}
        one["score"] = {"wins": 0, "draws": 0, "losses": 4}
        other["score"] = {"wins": 3, "draws": 1, "losses": 0}
        kept = {"nodes": 100, "without": {"use_b": other, "use_a": one, "use_c": {"match": 3, "games": 1}}}
        self.results.write_text(json.dumps({"such games": kept}))
        done = self.measure("--table")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[-2:], ["| a | × 1.20 | 4 | +0 =0 −4 | −∞ (−∞ to −80) |",
                                                         "| b | × 0.90 | 4 | +3 =1 −0 | +338 (+149 to +∞) |"])

    def test_interrupted_it_says_so_and_goes_on_later(self):
        many = ("--openings", self.book, "--only", "use_null_moves", "--games", "100000", "--nodes", "300")
        for _ in range(2):
            code, output, errors = self.interrupt_after_a_game(*many)
            self.assertEqual(code, 130, errors)
            self.assertIn("Stopped: 0 of 1 measured. The same command goes on.", errors)
            self.assertNotIn("Traceback", errors)
            self.assertNotIn("null moves", output)
        self.assertEqual(self.stored("matches"), 1)

    def test_says_what_is_wrong(self):
        for arguments, why in (((), "--openings book.epd"),
                               (("--openings", self.book, "--only", "tea"), "no technique 'use_tea'; there are use_"),
                               (("--openings", "/no/such", "--only", "null_moves"), "/no/such")):
            done = self.measure(*arguments)
            self.assertNotEqual(done.returncode, 0, arguments)
            self.assertIn(why, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
