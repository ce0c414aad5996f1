"""`rookery human`: games of people exported, and moves predicted by a network and by searchers."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import program

NETWORK = program.ROOT / "tests" / "levels" / "human_fixture.rookhuman"
GAME = "1500\t1612\t600+5\t1-0\te4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 c3 O-O Re1 a6\tsomeone/games\n"
OTHER = "900\t2450\t-\t1/2-1/2\td4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6\tanother/games\n"


class HumanTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def path(self, name):
        return str(self.folder / name)

    def file(self, name, content):
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def export(self, *files, output="x.moves", code=0):
        done = program.run("human", "export", *files, "--output", self.path(output), "--held-of", "0")
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_bad_lines_are_counted_and_the_first_are_named(self):
        bad = "1500\t1500\t-\t1-0\te4 e5 Ke3\tx\n"
        done = self.export(self.file("games.tsv", GAME + "nonsense\n" + OTHER + bad * 9))
        self.assertIn("26 positions of 2 games to learn from", done.stdout)
        self.assertIn("10 lines refused", done.stdout)
        errors = done.stderr.splitlines()
        self.assertEqual(len(errors), 5)
        self.assertIn("games.tsv: line 2: it has 1 field instead of 6", errors[0])
        self.assertIn("games.tsv: line 4: move 3: ", errors[1])
        about = json.loads(Path(self.path("x.moves.json")).read_text())
        self.assertEqual([(one["made_by"]["people"], one["source"], one["games"], one["positions"]) for one in about],
                         [("someone/games", 0, 1, 14), ("another/games", 1, 1, 12)])
        self.assertEqual(Path(self.path("x.moves")).stat().st_size, 26 * 48)

    @unittest.skipUnless(shutil.which("zstd"), "needs the program zstd")
    def test_packed_games_give_the_same(self):
        plain = self.file("games.tsv", (GAME + OTHER) * 3000)
        subprocess.run(["zstd", "-q", plain, "-o", self.path("games.tsv.zst")], check=True)
        self.export(plain, output="plain.moves")
        self.export(self.path("games.tsv.zst"), output="packed.moves")
        content = Path(self.path("packed.moves")).read_bytes()
        self.assertEqual(content, Path(self.path("plain.moves")).read_bytes())
        self.assertEqual(len(content), 3000 * 26 * 48)
        packed = Path(self.path("games.tsv.zst")).read_bytes()
        for name, damaged, message in (("short", packed[:len(packed) // 2], "cut off"),
                                       ("changed", packed[:200] + b"x" * 20 + packed[220:], "damaged")):
            done = self.export(self.file(name, damaged), output=f"{name}.moves", code=1)
            self.assertIn(message, done.stderr)
            self.assertFalse(Path(self.path(f"{name}.moves")).exists())

    def test_predicts_a_position(self):
        done = program.run("human", "predict", "--network", str(NETWORK), "--rating", "1100")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 22)
        self.assertIn("win ", lines[-1])
        shares = [float(line.split()[1]) for line in lines[:20]]
        self.assertAlmostEqual(sum(shares), 100, delta=1.1)
        self.assertEqual(shares, sorted(shares, reverse=True))
        for words, code in ((("--network", self.path("none")), 1), (("--network", self.file("text", "x")), 1),
                            (("--network", str(NETWORK), "--rating", "5"), 2),
                            (("--network", str(NETWORK), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 2)):
            self.assertEqual(program.run("human", "predict", *words).returncode, code, words)

    def test_matches_a_network_and_searchers(self):
        self.export(self.file("games.tsv", GAME + OTHER))
        done = program.run("human", "match", self.path("x.moves"), "--network", str(NETWORK), "--player", "pvs",
                           "random,name=dice", "--nodes", "50", "--first-ply", "2", "--json", self.path("x.json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(Path(self.path("x.json")).read_text())["human_match"]["rows"]
        self.assertEqual([row["rating"] for row in rows], ["800 to 999", "1400 to 1599", "1600 to 1799", "from 2200",
                                                           "all of these"])
        self.assertEqual(rows[-1]["moves"], 22)
        self.assertGreater(rows[-1]["pvs"]["value"], 10)
        for words, code in (((self.path("none.moves"), "--player", "pvs"), 1),
                            ((self.path("x.moves"), "--player", "nobody"), 2),
                            ((self.path("x.moves"), "--player", "pvs", "--first-ply", "200"), 1)):
            self.assertEqual(program.run("human", "match", *words).returncode, code, words)

    def test_fits_the_human_searcher(self):
        self.export(self.file("games.tsv", GAME + OTHER))
        done = program.run("human", "fit", self.path("x.moves"), "--first-ply", "0", "--nodes", "60", "--judge-nodes", "60",
                           "--json", self.path("x.json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        tables = json.loads(Path(self.path("x.json")).read_text())
        self.assertEqual(tables["human_model"]["rows"][-1]["rating"], "all of these")
        self.assertLessEqual(tables["human_model"]["rows"][-1]["moves"], 26)
        groups = [row["group"] for row in tables["human_errors"]["rows"]]
        self.assertIn("opening (to ply 24)", groups)
        self.assertEqual(program.run("human", "fit", self.path("none.moves")).returncode, 1)


if __name__ == "__main__":
    unittest.main()
