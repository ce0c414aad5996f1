"""Experiments with the real program."""

import json
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import TIMEOUT, PROGRAM, ROOT, environment, run


class Growth(unittest.TestCase):
    def test_nodes_of_the_start_and_of_kiwipete(self):
        done = run("lab", "growth", "nodes", "--depth", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertIn(["3", "9,322", "585", "585", "612", "612"], [row[:6] for row in rows])
        self.assertIn(["3", "99,949", "14,651", "2,583", "63,465", "54,805"], [row[:6] for row in rows])

    def test_a_position_and_its_pictures(self):
        with tempfile.TemporaryDirectory(prefix="rookery-lab-") as folder:
            done = run("lab", "growth", "nodes", "convergence", "--depth", "2", "--rounds", "200", "--seeds", "2", "--charts",
                       folder, "--fen", "4k3/8/8/8/8/8/4P3/4K3", "w", "-", "-", "0", "1")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("mcts on position, 2 seeds: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", done.stdout)
            self.assertEqual(sorted(path.name for path in Path(folder).iterdir()), ["convergence.svg", "nodes-position.svg"])

    def test_tables_for_programs(self):
        with tempfile.TemporaryDirectory(prefix="rookery-lab-") as folder:
            file = Path(folder) / "growth.json"
            done = run("lab", "growth", "nodes", "--depth", "2", "--json", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            written = json.loads(file.read_text())
            self.assertEqual(written["nodes_start"]["rows"][1]["minimax"], 420)
            self.assertEqual(written["growth_start"]["rows"][0]["minimax"], 21)
            done = run("lab", "growth", "nodes", "--depth", "2", "--csv", folder)
            self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_traps_that_searches_of_four_plies_avoid(self):
        done = run("lab", "growth", "traps", "--rounds", "100", "--seeds", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^mcts, solver=0 +100 nodes +\d+ +\d+ ")
        self.assertRegex(done.stdout, r"(?m)^iterative +depth 4 +0 +\d+ ")

    def test_what_makes_no_sense_is_refused(self):
        for arguments in (["lab"], ["lab", "growth", "weeds"], ["lab", "growth", "--depth", "0"],
                          ["lab", "growth", "nodes", "--fen", "nonsense"]):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
        done = run("lab", "growth", "traps", "--traps", "/nowhere/traps.epd")
        self.assertEqual(done.returncode, 1)
        self.assertIn("traps.epd", done.stderr)

    def test_ctrl_c_shows_what_was_measured(self):
        lab = subprocess.Popen([PROGRAM, "lab", "growth", "settling", "--rounds", "10000000", "--seeds", "1000"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment())
        self.addCleanup(lab.kill)
        self.assertIn("start, mcts: seed 1 of 1000", lab.stderr.readline())
        lab.send_signal(signal.SIGINT)
        said, _ = lab.communicate(timeout=TIMEOUT)
        self.assertEqual(lab.returncode, 130)
        self.assertIn("mcts on start", said)


class Traps(unittest.TestCase):
    def test_are_found_in_games_of_our_own(self):
        with tempfile.TemporaryDirectory(prefix="rookery-lab-") as folder:
            games, found = Path(folder) / "some.games", Path(folder) / "traps.epd"
            done = run("selfplay", "--nodes", "50", "--games", "60", "--seed", "3", "--threads", "1", "--output", str(games),
                       timeout=4 * TIMEOUT)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = run("lab", "traps", str(games), "--output", str(found), "--most", "2", timeout=4 * TIMEOUT)
            self.assertEqual(done.returncode, 0, done.stderr)
            for line in found.read_text().splitlines():
                self.assertRegex(line, r" am .+; id \"trap\.\d+\";$")
            done = run("lab", "traps", str(Path(folder) / "none.games"))
            self.assertEqual(done.returncode, 1)
            self.assertIn("none.games", done.stderr)

    def test_the_list_is_a_test_suite(self):
        suite = ROOT / "data" / "positions" / "mate_traps.epd"
        done = run("suite", str(suite), "iterative,depth=4", "--first", "5", "--quiet", "--time", "10")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("5 of 5", done.stdout)


class Colony(unittest.TestCase):
    def test_positions_are_kept_and_used_again(self):
        with tempfile.TemporaryDirectory(prefix="rookery-lab-") as folder:
            positions, tables = (str(Path(folder) / name) for name in ("positions.epd", "colony.json"))
            first = run("lab", "colony", "--count", "10", "--seconds", "0.05", "--solving-nodes", "20000", "--workers", "1",
                        "3", "--save", positions, "--json", tables)
            self.assertEqual(first.returncode, 0, first.stderr)
            rows = json.loads(Path(tables).read_text(encoding="utf-8"))["colony"]["rows"]
            self.assertEqual([row["workers"] for row in rows], ["1", "3"])
            self.assertEqual(rows[0]["solved"], rows[0]["solved_by_one"], "one alone is the engine")
            self.assertAlmostEqual(rows[0]["by_depth"]["value"], 1, places=6)
            lines = Path(positions).read_text(encoding="utf-8").splitlines()
            self.assertEqual(len(lines), 10)
            self.assertTrue(all(" bm " in line for line in lines))
            again = run("lab", "colony", "--positions", positions, "--seconds", "0.05", "--workers", "1", "3")
            self.assertEqual(again.stdout, first.stdout)
            other = run("lab", "colony", "--positions", positions, "--seconds", "0.05", "--workers", "2", "--searcher",
                        "colony-aphid", "--set", "top_plies=1")
            self.assertEqual(other.returncode, 0, other.stderr)
            self.assertIn("colony-aphid", other.stdout)

    def test_what_makes_no_sense_is_refused(self):
        for arguments, words in ((["--set", "speed=3"], "no setting 'speed'"),
                                 (["--set", "latency_us"], "NAME=N"),
                                 (["--set", "latency_us=-1"], "between 0 and"),
                                 (["--positions", "/nowhere.epd"], "/nowhere.epd"),
                                 (["--live", "/bin/sh"], "/bin/sh is not an invitation")):
            done = run("lab", "colony", *arguments)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
