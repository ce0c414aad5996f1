"""Mate tables with the real program."""

import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import TIMEOUT, command, environment, run


class MateTables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-tb-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def tb(self, *words, code=0, **more):
        done = run("tb", *words, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_an_ending_is_made_with_those_that_it_needs(self):
        made = self.tb("make", "KPvK", "--folder", self.folder)
        self.assertEqual(made.stdout, f"{self.folder}: 3 made, 0 there already\n")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["KPvK.rmt", "KQvK.rmt", "KRvK.rmt"])
        lines = self.tb("list", "--folder", self.folder).stdout.splitlines()
        self.assertEqual(lines[0].split(), ["ending", "positions", "mate", "in", "bytes"])
        self.assertEqual([line.split()[::2] for line in lines[1:4]], [["KQvK", "10"], ["KRvK", "16"], ["KPvK", "28"]])
        again = self.tb("make", "--pieces", "3", "--folder", self.folder)
        self.assertIn("0 made, 3 there already", again.stdout)

    def test_a_damaged_file_is_named_and_made_again(self):
        self.tb("make", "KQvK", "--folder", self.folder)
        table = self.folder / "KQvK.rmt"
        good = table.read_bytes()
        table.write_bytes(good[:-1])
        listed = self.tb("list", "--folder", self.folder, code=1)
        self.assertIn("KQvK.rmt: the checksum is wrong", listed.stderr)
        made = self.tb("make", "KQvK", "--folder", self.folder)
        self.assertIn("KQvK.rmt: the checksum is wrong: the file is damaged or cut off; it is made again", made.stderr)
        self.assertEqual(table.read_bytes(), good)

    def test_bad_input(self):
        wrong = self.tb("make", "KNvKR", "--folder", self.folder, code=2)
        self.assertIn("KNvKR is no ending of three or four pieces", wrong.stderr)
        self.tb("make", "--pieces", "5", code=2)
        missing = self.tb("make", "KQvK", "--folder", self.folder / "no" / "such", code=1)
        self.assertIn(f"there is no folder {self.folder}/no", missing.stderr)
        empty = self.tb("list", "--folder", self.folder, code=3)
        self.assertIn("there are no mate tables in", empty.stderr)

    def test_the_usual_folder_is_made(self):
        self.tb("make", "KQvK", XDG_DATA_HOME=str(self.folder / "data"))
        self.assertTrue((self.folder / "data" / "rookery" / "tablebases" / "KQvK.rmt").exists())

    def test_it_goes_on_after_ctrl_c(self):
        making = subprocess.Popen(command("tb", "make", "--folder", self.folder), stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, encoding="utf-8", env=environment())
        self.addCleanup(making.kill)
        end = time.monotonic() + TIMEOUT
        while not (self.folder / "KPvK.rmt").exists() and time.monotonic() < end:
            time.sleep(0.01)
        making.send_signal(signal.SIGINT)
        out, err = making.communicate(timeout=TIMEOUT)
        self.assertEqual(making.returncode, 130, err)
        self.assertIn("stopped; the same command goes on from here", err)
        made = int(out.split(": ")[-1].split()[0])
        self.assertGreaterEqual(made, 3)
        self.assertEqual(sorted(path.suffix for path in self.folder.iterdir()), [".rmt"] * made)
        rest = self.tb("make", "--pieces", "3", "--folder", self.folder)
        self.assertIn("0 made, 3 there already", rest.stdout)


if __name__ == "__main__":
    unittest.main()
