"""The experiment on boards, with the real program."""

import csv
import json
import signal
import subprocess
import tempfile
import unittest
import xml.dom.minidom
from pathlib import Path

from program import TIMEOUT, PROGRAM, environment, run


class Boards(unittest.TestCase):
    # As many as the processor allows: PEXT is not everywhere.
    SOME = ["8x8", "0x88", "magic"]

    def test_tables_for_people_and_programs(self):
        with tempfile.TemporaryDirectory(prefix="rookery-lab-") as folder:
            files = [str(Path(folder) / name) for name in ("boards.json", "boards.csv", "boards.svg")]
            done = run("lab", "boards", "--quick", "--repeats", "2", "--boards", *self.SOME, "--threads", "2", "--pseudo-legal",
                       "--json", files[0], "--csv", files[1], "--chart", files[2])
            self.assertEqual(done.returncode, 0, done.stderr)
            for line in done.stdout.splitlines():
                self.assertLessEqual(len(line), 100, line)
            tables = json.loads(Path(files[0]).read_text(encoding="utf-8"))
            self.assertEqual(list(tables), ["speeds", "shares", "threads", "pseudo_legal"])
            names = ["8x8 array", "0x88", "magic bitboards"]
            self.assertEqual([row["board"] for row in tables["speeds"]["rows"]], [*names, "the engine"])
            for key in ("shares", "threads", "pseudo_legal"):
                self.assertEqual([row["board"] for row in tables[key]["rows"]], names)
            for row in tables["speeds"]["rows"]:
                # Two runs that took exactly as long have no range: then the value is a plain number.
                speed = row["perft"]["value"] if isinstance(row["perft"], dict) else row["perft"]
                self.assertGreater(speed, 0)
                self.assertIn(row["board"], done.stdout)
            self.assertEqual(tables["speeds"]["rows"][1]["study_search"], 7.216)
            speeds = Path(files[1]).read_text(encoding="utf-8").split("\n\n")[0].splitlines()
            self.assertEqual([row["board"] for row in csv.DictReader(speeds[1:])], [*names, "the engine"])
            picture = Path(files[2]).read_text(encoding="utf-8")
            self.assertIn("magic bitboards", picture)
            xml.dom.minidom.parseString(picture)

    def test_all_boards_with_each_evaluator(self):
        for evaluator in ("material", "squares", "full"):
            done = run("lab", "boards", "--quick", "--depth", "1", "--perft-depth", "1", "--evaluator", evaluator)
            self.assertEqual(done.returncode, 0, done.stderr)
            for board in ("8x8 array", "64-square array", "10x12 mailbox", "0x88", "magic bitboards", "the engine"):
                self.assertIn(f"\n{board} ", done.stdout)

    def test_what_makes_no_sense_is_refused_before_anything_is_measured(self):
        for arguments in (["--boards", "chequers"], ["--evaluator", "guess"], ["--depth", "0"], ["--threads", "0"],
                          ["--repeats", "none"]):
            done = run("lab", "boards", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(arguments[1], done.stderr)
        for option in ("--json", "--csv", "--chart"):
            done = run("lab", "boards", option, "/nowhere/at/all")
            self.assertEqual((done.returncode, done.stdout), (2, ""), option)
            self.assertIn(f"{option}: there is no folder /nowhere/at", done.stderr)

    def test_ctrl_c_shows_what_was_measured(self):
        lab = subprocess.Popen([PROGRAM, "lab", "boards", "--perft-depth", "1", "--depth", "1", "--repeats", "1000"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment())
        self.addCleanup(lab.kill)
        self.assertIn("repeat 1 of 1000", lab.stderr.readline())
        lab.send_signal(signal.SIGINT)
        said, _ = lab.communicate(timeout=TIMEOUT)
        self.assertEqual(lab.returncode, 130)
        self.assertIn("\n8x8 array ", said)


if __name__ == "__main__":
    unittest.main()
