"""The command line of the real program."""

import re
import signal
import subprocess
import unittest

from program import PATIENCE, PROGRAM, ROOT, environment, run


class CommandLine(unittest.TestCase):
    def test_help_lists_the_commands(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for command in ("play", "uci", "perft"):
            self.assertRegex(done.stdout, rf"(?m)^  {command} +\w")

    def test_launcher_shows_the_same_help(self):
        done = subprocess.run([ROOT / "rookery", "--help"], capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Usage: ./rookery", done.stdout)

    def test_version(self):
        self.assertRegex(run("--version").stdout, r"^Rookery \d+\.\d+\.\d+\n$")

    def test_mistyped_command_gets_a_suggestion(self):
        done = run("pefrt", "3")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "rookery: unknown command 'pefrt'; did you mean 'perft'?\n")

    def test_bad_usage_is_explained(self):
        done = run("perft", "many")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("'rookery perft --help'", done.stderr)


class Perft(unittest.TestCase):
    def test_prints_nodes_time_and_speed(self):
        done = run("perft", "4")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^nodes  197281\ntime   \d+\.\d+ s\nspeed  \d+\.\d million nodes/s\n$")

    def test_divides_in_order(self):
        done = run("perft", "3", "--divide", "--threads", "2", "--hash", "1")
        moves = re.findall(r"(?m)^([a-h][1-8][a-h][1-8]): (\d+)$", done.stdout)
        self.assertEqual(len(moves), 20)
        self.assertEqual(moves, sorted(moves))
        self.assertEqual(sum(int(count) for _, count in moves), 8902)
        self.assertIn("nodes  8902\n", done.stdout)

    def test_bad_fen_is_explained(self):
        done = run("perft", "3", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no king", done.stderr)

    def test_interrupt_shows_what_was_counted(self):
        counting = subprocess.Popen([PROGRAM, "perft", "20", "--divide"], stdin=subprocess.DEVNULL, encoding="utf-8",
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        try:
            # A line of progress shows that it is counting; off a terminal that takes five seconds.
            self.assertIn("%", counting.stderr.readline())
            counting.send_signal(signal.SIGINT)
            said, complaint = counting.communicate(timeout=PATIENCE)
        finally:
            counting.kill()
        self.assertEqual(counting.returncode, 130, complaint)
        self.assertIn("these counts are incomplete", said)
        self.assertNotIn("\x1b", complaint)


if __name__ == "__main__":
    unittest.main()
