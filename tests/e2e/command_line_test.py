"""The command line of the real program."""

import json
import re
import signal
import subprocess
import unittest

from program import TIMEOUT, PROGRAM, ROOT, environment, run


class CommandLine(unittest.TestCase):
    def test_help_lists_the_commands(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for command in ("console", "play", "uci", "perft", "eval"):
            self.assertRegex(done.stdout, rf"(?m)^  {command} +\w")

    def test_launcher_shows_the_same_help(self):
        done = subprocess.run([ROOT / "rookery", "--help"], capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Usage: ./rookery", done.stdout)

    def test_version(self):
        self.assertRegex(run("--version").stdout, r"^Rookery \d+\.\d+\.\d+\n$")

    def test_mistyped_command_gets_a_suggestion(self):
        done = run("pefrt", "3")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "rookery: unknown command 'pefrt'; did you mean perft?\n"
                         "'rookery --help' lists the commands.\n")

    def test_commands_of_the_launcher_are_suggested(self):
        source = (ROOT / "rookery").read_text()
        words = re.search(r'ROOKERY_LAUNCHER_COMMANDS="(.*)"', source).group(1)
        cases = re.findall(r"^    (\w+)\)", source[source.index("case ${1-} in"):], re.MULTILINE)
        self.assertEqual(sorted(words.split() + ["bench", "human"]), sorted(cases), "these two are of the program, too")
        done = run("tset", ROOKERY_LAUNCHER_COMMANDS=words)
        self.assertIn("unknown command 'tset'; did you mean test?", done.stderr)

    def test_lost_output_is_an_error(self):
        for command in (["--help"], ["perft", "2"], ["eval", "--json"], ["engine", "list"], ["bench", "2"]):
            with self.subTest(command), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *command], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                      encoding="utf-8", env=environment(), timeout=TIMEOUT, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, "^rookery: (the output could not be|cannot) writ.*\n$")

    def test_bad_usage_is_explained(self):
        done = run("perft", "many")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("'rookery perft --help'", done.stderr)

    def test_a_negative_number_is_not_a_large_one(self):
        done = run("match", "random", "random", "--seed", "-1")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--seed: '-1' is negative", done.stderr)


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
            said, errors = counting.communicate(timeout=TIMEOUT)
        finally:
            counting.kill()
        self.assertEqual(counting.returncode, 130, errors)
        self.assertIn("these counts are incomplete", said)
        self.assertNotIn("\x1b", errors)


class Eval(unittest.TestCase):
    ROOK_SHUT_IN = "r1bqk2r/pppp1ppp/2n2n2/1B2p3/1b2P3/3P1N2/PPP2PPP/RNBQ1K1R b kq - 2 5"

    def test_explains_the_start(self):
        done = run("eval")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^material ")
        self.assertRegex(done.stdout, r"(?m)^value   \+0\.\d\d for White, \+0\.\d\d for the side to move \(White\)$")

    def test_position_as_one_word_or_six(self):
        whole = run("eval", self.ROOK_SHUT_IN)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.assertEqual(run("eval", *self.ROOK_SHUT_IN.split()).stdout, whole.stdout)

    def test_json_has_every_term(self):
        done = run("eval", self.ROOK_SHUT_IN, "--json")
        report = json.loads(done.stdout)
        self.assertEqual(report["fen"], self.ROOK_SHUT_IN)
        self.assertEqual(report["groups"]["rooks"]["terms"]["trapped"]["count"], {"white": 1, "black": 0})
        self.assertIn("d1", report["shares"])
        self.assertNotIn("f1", report["shares"])

    def test_groups_can_be_left_out(self):
        done = run("eval", "--terms", "--without", "mobility", "--without", "tempo")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("value   +0.00 for White", done.stdout)
        wrong = run("eval", "--without", "luck")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertIn("piece_square", wrong.stderr)

    def test_known_ending(self):
        done = run("eval", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1")
        self.assertIn("ending  not enough to mate\nvalue   +0.00 for White", done.stdout)

    def test_bad_fen_is_explained(self):
        done = run("eval", "8/8/8/8/8/8/8/K7 w - - 0 1")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no king", done.stderr)


if __name__ == "__main__":
    unittest.main()
