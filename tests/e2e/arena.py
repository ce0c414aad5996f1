"""Helpers of the tests of matches and tournaments."""

import contextlib
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from program import TIMEOUT, PROGRAM, ROOT, environment, run

FAKE = ROOT / "tests" / "support" / "fake_engine.py"


def fake(mode, *more, name):
    """A player that misbehaves; see fake_engine.py."""
    return ",".join([sys.executable, *(f"arg={word}" for word in (FAKE, mode, *more)), f"name={name}"])


class Arena(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-match-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.places = {"XDG_DATA_HOME": str(self.folder / "data"), "XDG_CONFIG_HOME": str(self.folder / "config")}
        self.database = self.folder / "data" / "rookery" / "arena.db"

    def rookery(self, *arguments):
        return run(*arguments, **self.places)

    def report(self, *arguments, code=0):
        """The JSON of a command that ends with that code."""
        done = self.rookery(*arguments, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def start(self, *arguments, stderr=subprocess.PIPE):
        """Begins without waiting; ended at the end of the test if it still runs."""
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=stderr, encoding="utf-8", env=environment(**self.places))
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.communicate(timeout=TIMEOUT)

    def stored_games(self, match):
        """Read past the program, which takes longer to start than a game lasts."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
                return database.execute("SELECT count(*) FROM games WHERE match = ?", (match,)).fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # not made yet

    def wait_for_games(self, process, match, games):
        """Returns when so many games are stored; it is a failure if all of them are before."""
        while process.poll() is None and self.stored_games(match) < games:
            time.sleep(0.01)
        self.assertIsNone(process.poll(), "it was over before it could be interrupted")

    def assert_every_game_once(self, match, games):
        """Every number once, and in each pair both colours of one opening."""
        pgn = self.folder / "all.pgn"
        report = self.report("match", "--show", str(match), "--pgn", str(pgn), "--force")
        self.assertEqual((report["state"], report["games"], report["wanted"]), ("finished", games, games))
        self.assertEqual(sum(report["pairs"]), games // 2)
        self.assertEqual(sum(report["score"].values()), games)
        found = []
        for text in pgn.read_text().split("[Event ")[1:]:
            tags = dict(re.findall(r'^\[(\w+) "([^"]*)"\]$', text, re.MULTILINE))
            opening = re.findall(r"(\S+) \{book\}", text.replace("\n", " "))
            found.append((int(tags["Round"]), tags["White"], tags["Black"], opening))
        self.assertEqual([number for number, *_ in found], list(range(1, games + 1)))
        for (_, white, black, opening), (_, other_white, other_black, other) in zip(found[::2], found[1::2]):
            self.assertEqual((white, black), (other_black, other_white))
            self.assertNotEqual(white, black)
            self.assertEqual(opening, other)
            self.assertGreaterEqual(len(opening), 8)
