"""One gauntlet against every engine that misbehaves: each is judged by its own faults, and no other player is affected."""

import json
import re
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import run

SUPPORT = Path(__file__).resolve().parents[1] / "support"

# The game they all would play: fool's mate. White's second move is its last, so Black wins what goes well.
MOVES = "f2f3,e7e5,g2g4,d8h4"

# How a game ends that the engine's mode has spoilt; None where it is only worth a warning, or not even that.
VERDICTS = {
    "crash": "crashed", "abort": "crashed", "family": "crashed",
    "leave": "disconnected", "disconnect": "disconnected",
    "stall": "stalled", "lazy": "stalled", "endless-flood": "stalled", "endless-line": "stalled",
    "illegal": "illegal-move", "garbage": "bad-answer", "nomove": "bad-answer", "empty": "bad-answer",
    "overstep": "time-forfeit",
    "flood": None, "long-line": None, "bad-pv": None, "other-pv": None, "no-info": None, "bounds": None,
    "twice": None, "stderr-spam": None, "slow-quit": None, "good": None,
}


class Misbehaviour(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-fakes-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.places = {"XDG_DATA_HOME": str(self.folder / "data"), "XDG_CONFIG_HOME": str(self.folder / "config")}

    def rookery(self, *arguments):
        return run(*arguments, timeout=120, **self.places)

    def register(self, name, program, *arguments, options=()):
        done = self.rookery("engine", "add", name, str(SUPPORT / program), *options, "--", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_fake_is_judged_and_no_other_game_is_disturbed(self):
        self.register("host", "fake_engine.py", "good", "--moves", MOVES)
        for mode in VERDICTS:
            # The first search goes well, so that the failure comes in the middle of a game.
            self.register("is-" + mode, "fake_engine.py", mode, "--moves", MOVES, "--after", "1", "--seconds", "4")
        guests = ["is-" + mode for mode in VERDICTS]
        done = self.rookery("tournament", "host", *guests, "--gauntlet", "--pairs", "1", "--plies", "0", "--tc", "2",
                            "--timeout", "4", "--concurrency", "6", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["games"], 2 * len(VERDICTS))
        database = sqlite3.connect(self.folder / "data" / "rookery" / "arena.db")
        self.addCleanup(database.close)
        games = database.execute(
            "SELECT w.name, b.name, g.result, g.termination, g.plies, f.conversation FROM games g"
            " JOIN players w ON w.match = g.match AND w.number = g.white"
            " JOIN players b ON b.match = g.match AND b.number = g.black"
            " LEFT JOIN failures f ON f.game = g.id").fetchall()
        self.assertEqual(len(games), 2 * len(VERDICTS))
        for white, black, result, termination, plies, conversation in games:
            guest = white if black == "host" else black
            verdict = VERDICTS[guest.removeprefix("is-")]
            with self.subTest(guest=guest, white=white):
                if verdict is None:
                    self.assertEqual((result, termination, plies), ("0-1", "checkmate", 4))
                else:
                    self.assertEqual(result, "0-1" if guest == white else "1-0")
                    self.assertEqual(termination, verdict)
                    # A player that only oversteps is not started again, so its next first search goes wrong too.
                    if verdict != "time-forfeit":
                        self.assertEqual(plies, 2 if guest == white else 3)
                    self.assertRegex(conversation, r"(?m)> go ")
        left = subprocess.run(["pgrep", "-f", re.escape(str(SUPPORT / "fake_engine.py")) + ".*" + re.escape(MOVES)],
                              capture_output=True, text=True, check=False)
        self.assertEqual(left.stdout, "", "engines are left behind")

    def test_complaints_are_kept(self):
        self.register("host", "fake_engine.py", "good", "--moves", MOVES)
        self.register("liar", "fake_engine.py", "bad-pv", "--moves", MOVES)
        done = self.rookery("match", "host", "liar", "--games", "2", "--plies", "0", "--tc", "20")
        self.assertEqual(done.returncode, 0, done.stderr)
        database = sqlite3.connect(self.folder / "data" / "rookery" / "arena.db")
        self.addCleanup(database.close)
        texts = [row[0] for row in database.execute("SELECT text FROM complaints")]
        self.assertTrue(any("illegal" in text for text in texts), texts)

    def test_engines_that_do_not_start_are_told_at_once(self):
        for mode, words in (("die-at-start", "my network is missing"),):
            self.register(mode, "fake_engine.py", mode)
            done = self.rookery("match", mode, "random", "--games", "2")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(words, done.stderr)
            self.assertIn("fake_engine.py", done.stderr)

    def test_xboard_engine_resigns(self):
        self.register("host", "fake_engine.py", "good", "--moves", MOVES)
        self.register("quitter", "fake_xboard.py", "resign", "--moves", MOVES, "--after", "1",
                      options=("--protocol", "xboard"))
        done = self.rookery("match", "host", "quitter", "--games", "2", "--plies", "0", "--tc", "20", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["score"], {"wins": 2, "draws": 0, "losses": 0})
        self.assertEqual(result["failures"], [])
        refused = self.rookery("match", "host", "quitter", "--games", "2", "--tc", "nodes=100")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("cannot limit nodes", refused.stderr)


if __name__ == "__main__":
    unittest.main()
