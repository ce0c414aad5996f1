"""Endgame tables: the command `tb`, and the options of UCI."""

import json
import os
import shutil
import tempfile
import unittest
from pathlib import Path

from program import run

ENDING = "8/5k2/6p1/4K1P1/8/8/8/8 w - - 0 1"


def outside_tables():
    data = os.environ.get("ROOKERY_DATA")
    return Path(data) / "syzygy" if data else None


class TbTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def need_tables(self):
        tables = outside_tables()
        if tables is None:
            self.skipTest("ROOKERY_DATA does not name the outside data")
        return tables

    def uci(self, *lines):
        return run("uci", text="\n".join(lines) + "\n").stdout

    def test_probe_prints_the_result_of_every_move(self):
        tables = self.need_tables()
        done = run("tb", "probe", ENDING, "--syzygy", str(tables))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("White to move: win", done.stdout)
        won = [line.split()[0] for line in done.stdout.splitlines() if line.endswith("win")]
        self.assertEqual(sorted(won[1:]), ["Kd5", "Kd6"])
        self.assertIn("35 tables with up to 4 pieces", done.stderr)

    def test_probe_prints_json(self):
        tables = self.need_tables()
        done = run("tb", "probe", ENDING, "--json", "--syzygy", str(tables))
        said = json.loads(done.stdout)
        self.assertEqual((said["fen"], said["wdl"], said["result"]), (ENDING, 2, "win"))
        self.assertEqual({one["san"] for one in said["moves"] if one["wdl"] == 2}, {"Kd5", "Kd6"})
        self.assertGreater(said["dtz"], 0)

    def test_a_position_that_is_over(self):
        tables = self.need_tables()
        for fen, text in (("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "Black to move: loss (checkmate)"),
                          ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Black to move: draw (stalemate)")):
            done = run("tb", "probe", fen, "--syzygy", str(tables))
            self.assertIn(text, done.stdout)

    def test_what_tables_cannot_know_is_an_error(self):
        tables = self.need_tables()
        for fen, why in (("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "the position has 32 pieces, the tables know up to 4"),
                         ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "in which a side may castle")):
            done = run("tb", "probe", fen, "--syzygy", str(tables))
            self.assertEqual(done.returncode, 1)
            self.assertIn(why, done.stderr)

    def test_folders_without_tables_are_errors(self):
        for folder, why in ((self.folder, "there are no tables (.rtbw) in"),
                            (self.folder / "missing", "cannot be read")):
            done = run("tb", "probe", ENDING, "--syzygy", str(folder))
            self.assertEqual(done.returncode, 1)
            self.assertIn(why, done.stderr)
            answer = self.uci(f"setoption name SyzygyPath value {folder}", "go depth 3")
            self.assertIn("info string option SyzygyPath: ", answer)
            self.assertIn("bestmove", answer)

    def test_damaged_tables_are_named_and_the_others_used(self):
        tables = self.need_tables()
        for name in ("KQvK", "KRvK", "KPvK"):
            for extension in ("rtbw", "rtbz"):
                shutil.copy(tables / f"{name}.{extension}", self.folder)
        (self.folder / "KRvK.rtbw").write_bytes(b"\0" * 80)
        with open(self.folder / "KPvK.rtbz", "r+b") as file:
            file.truncate(100)
        done = run("tb", "probe", "8/8/8/8/3k4/8/8/KQ6 w - - 0 1", "--syzygy", str(self.folder))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("White to move: win", done.stdout)
        self.assertIn("KRvK.rtbw is not a table", done.stderr)
        self.assertIn("KPvK.rtbz is incomplete", done.stderr)
        missing = run("tb", "probe", "8/8/8/8/3k4/8/8/KR6 w - - 0 1", "--syzygy", str(self.folder))
        self.assertEqual(missing.returncode, 1)
        self.assertIn("missing or damaged", missing.stderr)
        # Without the distances of one table the results are still known.
        pawn = run("tb", "probe", "8/8/8/8/4K3/8/4P3/4k3 w - - 0 1", "--json", "--syzygy", str(self.folder))
        said = json.loads(pawn.stdout)
        self.assertEqual((said["wdl"], said["dtz"]), (2, None))

    def test_uci_plays_from_tables_and_counts_hits(self):
        tables = self.need_tables()
        answer = self.uci(f"setoption name SyzygyPath value {tables}", f"position fen {ENDING}", "go depth 6",
                          f"setoption name SyzygyPath value {self.folder}")
        self.assertIn("info string Syzygy: 35 tables with up to 4 pieces", answer)
        self.assertIn("already and cannot change to others", answer)
        self.assertRegex(answer, r"score cp (19|20)\d\d\d .*tbhits [1-9]")
        self.assertRegex(answer, r"bestmove e5d[56]")

    def test_the_search_asks_tables(self):
        tables = self.need_tables()
        answer = self.uci(f"setoption name SyzygyPath value {tables}",
                          "position fen 8/8/4k3/8/2p5/8/1P2K3/8 w - - 0 1", "go depth 12")
        self.assertRegex(answer, r"tbhits [1-9]")
        many = self.uci(f"setoption name SyzygyPath value {tables}",
                        "position fen 6k1/5p2/8/8/8/8/5P2/R5K1 w - - 0 1", "go depth 12")
        self.assertRegex(many, r"tbhits [1-9]")


if __name__ == "__main__":
    unittest.main()
