"""Test suites with the real program and engines that know no chess."""

import json
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

from program import TIMEOUT, PROGRAM, ROOT, environment, run

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
FAKE = ROOT / "tests" / "support" / "fake_engine.py"


def fake(mode, move="e2e4", name="fake", **more):
    """A player that answers every position with that move."""
    words = [mode, "--moves", move]
    for option, value in more.items():
        words += [f"--{option}", str(value)]
    return ",".join([str(FAKE), *(f"arg={word}" for word in words), f"name={name}"])


class Suite(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-suite-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.places = {"XDG_DATA_HOME": str(self.folder / "data"), "XDG_CONFIG_HOME": str(self.folder / "config")}

    def rookery(self, *arguments):
        return run("suite", *map(str, arguments), **self.places)

    def suite(self, *records, name="suite.epd"):
        path = self.folder / name
        path.write_text("".join(f"{START}{record}\n" for record in records))
        return path

    def test_table_totals_and_misses(self):
        suite = self.suite('bm e4 d4; id "right.1";', 'bm Nf3; id "wrong.1";', 'am e4; id "avoid.1";')
        done = self.rookery(suite, fake("good", name="one"), fake("good", "g1f3", name="two"), "--nodes", 10)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^position +one +two$")
        self.assertRegex(done.stdout, r"(?m)^right\.1 +✓ e4 +[0-9.]+ s +1\.23k +✗ Nf3$")
        self.assertRegex(done.stdout, r"(?m)^wrong\.1 +✗ e4 +✓ Nf3 +[0-9.]+ s +1\.23k$")
        self.assertRegex(done.stdout, r"(?m)^one +1 of 3 +33\.3 %.* 5\.0 ")
        self.assertRegex(done.stdout, r"(?m)^two +2 of 3 +66\.7 %")
        self.assertRegex(done.stdout, r"(?m)^missed by one: 2$")
        self.assertRegex(done.stdout, r"(?m)^  avoid\.1 +am e4 +played e4, \+0\.31, depth 5$")
        self.assertNotIn("\x1b", done.stderr + done.stdout)
        quiet = self.rookery(suite, fake("good", name="one"), "--depth", 5, "--quiet")
        self.assertRegex(quiet.stdout, r"(?m)^one +1 of 3")
        self.assertNotIn("right.1", quiet.stdout)

    def test_json_with_mates_and_points(self):
        suite = self.suite("bm #1;", "dm 1; bm d4;", 'c0 "e4=7, d4=10";', 'bm e4; c8 "10 5"; c9 "e2e4 d2d4";')
        done = self.rookery(suite, fake("past-mate"), "--json", "--depth", 3, "--concurrency", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertTrue(result["complete"])
        self.assertEqual(result["limits"], {"depth": 3})
        answers = [position["answers"]["fake"] for position in result["positions"]]
        self.assertEqual([answer["solved"] for answer in answers], [True, False, False, True])
        self.assertEqual(answers[0]["score"], {"mate": 1})
        self.assertEqual(answers[0]["solution"]["nodes"], 5)
        self.assertEqual(result["players"][0]["points"], 17)
        self.assertEqual(result["players"][0]["possible_points"], 20)

    def test_positions_can_be_chosen(self):
        suite = self.suite(*(f'bm e4; id "{word}.{number}";' for word in ("a", "b") for number in range(5)))
        chosen = self.rookery(suite, fake("good"), "--ids", "b.", "--first", 2, "--json")
        self.assertEqual([position["id"] for position in json.loads(chosen.stdout)["positions"]], ["b.0", "b.1"])
        none = self.rookery(suite, fake("good"), "--ids", "c.")
        self.assertEqual((none.returncode, none.stdout), (2, ""))
        self.assertIn("'c.'", none.stderr)

    def test_bad_lines_are_told_and_left_out(self):
        suite = self.suite("bm e4;", "bm Ke5;", "")
        suite.write_bytes(suite.read_bytes() + b"nonsense\n\n\0\n\0")
        done = self.rookery(suite, fake("good"), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([skipped["line"] for skipped in json.loads(done.stdout)["skipped"]], [2, 3, 4])
        self.assertIn("line 2 is left out: bm Ke5:", done.stderr)
        self.assertIn("line 3 is left out: nothing is expected of it", done.stderr)

    def test_zipped_suite(self):
        suite = self.suite("bm e4;")
        with zipfile.ZipFile(self.folder / "suite.zip", "w") as archive:
            archive.write(suite, "suite.epd")
        done = self.rookery(self.folder / "suite.zip", fake("good"), "--quiet")
        self.assertRegex(done.stdout, r"(?m)^fake +1 of 1 +100\.0 %")

    def test_trouble_is_a_miss_and_the_run_goes_on(self):
        for mode, words in (("crash", "crashed: "), ("illegal", "illegal move: e2e5"), ("garbage", "unreadable answer"),
                            ("leave", "disconnected: "), ("nomove", "no move: ")):
            with self.subTest(mode=mode):
                # One good search, then trouble; an engine that is started again begins with a good one.
                done = self.rookery(self.suite(*["bm e4;"] * 4), fake(mode, after=1), "random", "--json", "--nodes", 5)
                self.assertEqual(done.returncode, 0, done.stderr)
                result = json.loads(done.stdout)
                answers = [position["answers"]["fake"] for position in result["positions"]]
                self.assertEqual([answer["solved"] for answer in answers], [True, False, True, False])
                self.assertIn(words, answers[1]["trouble"])
                self.assertIn(f"line 2: fake: {words}", done.stderr)
                self.assertEqual(result["players"][0]["troubles"], 2)
                self.assertEqual(result["players"][1]["answered"], 4)

    def test_stop_when_solved(self):
        # This one would never answer by itself; but it says nothing before either, so a thought is needed.
        engine = self.folder / "thinker"
        engine.write_text(f"#!{sys.executable}\n" + """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        for depth in range(1, 4):
            print(f"info depth {depth} score cp 1 nodes {depth} pv e2e4", flush=True)
    elif word == "stop":
        print("bestmove e2e4", flush=True)
    elif word == "quit":
        break
""")
        engine.chmod(0o755)
        done = self.rookery(self.suite("bm e4;"), engine, "--depth", 90, "--stop-when-solved", 2, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        answer = json.loads(done.stdout)["positions"][0]["answers"]["thinker"]
        self.assertEqual((answer["solved"], answer["depth"], answer["solution"]["depth"]), (True, 3, 1))

    def test_interrupt_shows_what_was_done(self):
        suite = self.suite(*["bm e4;"] * 9)
        command = [PROGRAM, "suite", str(suite), fake("lazy"), "--depth", "5", "--json"]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                                   stdin=subprocess.DEVNULL, env=environment(**self.places))
        try:
            # The title shows that it has begun; the engine answers only when it is told to stop.
            self.assertIn("9 positions", running.stderr.readline())
            running.send_signal(signal.SIGINT)
            said, errors = running.communicate(timeout=TIMEOUT)
        finally:
            running.kill()
        self.assertEqual(running.returncode, 130, errors)
        result = json.loads(said)
        self.assertFalse(result["complete"])
        self.assertEqual(result["players"][0]["answered"], 0)

    def test_mistakes_are_explained(self):
        suite = self.suite("bm e4;")
        empty = self.suite(name="empty.epd")
        useless = self.suite("id 1;", name="useless.epd")
        for arguments, code, words in (([suite], 2, "PLAYER"),
                                       ([suite, "nosuchplayer"], 2, "there is no player 'nosuchplayer'"),
                                       ([suite, "random", "--time", "0"], 2, "--time"),
                                       ([suite, "random", "--concurrency", "0"], 2, "--concurrency"),
                                       (["/nonexistent.epd", "random"], 1, "/nonexistent.epd: No such file"),
                                       ([self.folder, "random"], 1, "is a folder"),
                                       ([empty, "random"], 1, "no positions"),
                                       ([useless, "random"], 1, "line 1: nothing is expected"),
                                       ([suite, fake("die-at-start")], 1, "my network is missing")):
            with self.subTest(arguments=arguments):
                done = self.rookery(*arguments)
                self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
                self.assertIn(words, done.stderr)

    def test_own_searcher(self):
        done = self.rookery(self.suite("am a3;", "bm e4;"), "random", "--time", "0.01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(re.search(r"(?m)^random +[012] of 2", done.stdout), done.stdout)


if __name__ == "__main__":
    unittest.main()
