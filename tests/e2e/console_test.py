"""The console: the program without a command, in a real terminal and through pipes."""

import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import TIMEOUT, Engine, command, environment, run
from terminal import Terminal

MATE_IN_ONE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"


class ConsoleInTerminal(unittest.TestCase):
    def setUp(self):
        if shutil.which("tmux") is None:
            self.skipTest("tmux is not installed")

    def open(self, *arguments, columns=80, **variables):
        terminal = Terminal(*arguments, columns=columns, **variables)
        self.addCleanup(terminal.close)
        terminal.wait_for("rookery>")
        return terminal

    def test_greets_and_leaves(self):
        for arguments in ((), ("console",)):
            terminal = self.open(*arguments)
            greeting = terminal.screen().splitlines()[:3]
            self.assertRegex(greeting[0], r"^Rookery \d")
            self.assertEqual(greeting[1], "help lists the commands, play plays a game, quit leaves")
            self.assertEqual(greeting[2].strip(), "rookery>")
            terminal.type("quit")
            self.assertEqual(terminal.exit_code(), 0)

    def test_end_of_input_leaves(self):
        terminal = self.open()
        terminal.press("C-d")
        self.assertEqual(terminal.exit_code(), 0)

    def test_shows_the_board_and_makes_moves(self):
        terminal = self.open(NO_COLOR="1")
        terminal.type("d")
        terminal.wait_for(" 1 │ ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖ │")
        terminal.type("e4 ♞f6")
        terminal.wait_for("[♞]")
        terminal.type("perft 3")
        terminal.wait_for("nodes  20190")

    def test_history_comes_back_with_the_arrow(self):
        with tempfile.TemporaryDirectory() as state:
            terminal = self.open(XDG_STATE_HOME=state)
            terminal.type("perft 2")
            terminal.wait_for("nodes  400")
            terminal.type("moves e4")
            terminal.wait_for("Black to move")
            terminal.press("Up")
            terminal.press("Up")
            terminal.press("Enter")
            terminal.wait_for("nodes  600")
            terminal.type("quit")
            self.assertEqual(terminal.exit_code(), 0)
            self.assertIn("perft", (Path(state) / "rookery" / "history").read_text())
            again = self.open(XDG_STATE_HOME=state)
            again.press("Up")  # quit
            again.press("Up")
            again.press("Enter")
            again.wait_for("nodes  400")

    def test_tab_completes(self):
        terminal = self.open()
        terminal.write("pe")
        terminal.press("Tab")
        terminal.wait_for("rookery> perft")
        terminal.write("2")
        terminal.press("Enter")
        terminal.wait_for("nodes  400")
        terminal.write("mc")
        terminal.press("Tab")
        terminal.wait_for("rookery> mcts")
        terminal.press("Tab")
        terminal.wait_for("mcts mctsab")
        terminal.press("C-u")
        terminal.write("go iter")
        terminal.press("Tab")
        terminal.wait_for("go iterative")
        terminal.write("depth 1")
        terminal.press("Enter")
        terminal.wait_for("Best move")

    def test_interrupt_ends_the_command_only(self):
        terminal = self.open()
        terminal.type("mcts 3600000")
        terminal.wait_for("playouts")
        terminal.press("C-c")
        terminal.wait_for("Best move:")
        terminal.type("perft 9")
        terminal.wait_for("million")
        terminal.press("C-c")
        terminal.wait_for("these counts are incomplete")
        terminal.type("quit")
        self.assertEqual(terminal.exit_code(), 0)

    def test_interrupt_at_the_prompt_clears_the_line(self):
        terminal = self.open()
        terminal.write("nonsense")
        terminal.wait_for("nonsense")
        terminal.press("C-c")
        terminal.wait_for("^C")
        terminal.type("perft 1")
        terminal.wait_for("nodes  20")
        self.assertNotIn("leaves.", terminal.screen())
        terminal.press("C-c")
        terminal.wait_for("'quit' or Ctrl-D leaves.")
        terminal.type("quit")
        self.assertEqual(terminal.exit_code(), 0)

    def test_play_begins_from_here_and_comes_back(self):
        terminal = self.open(NO_COLOR="1")
        terminal.type(f"position {MATE_IN_ONE}")
        terminal.wait_for("White to move.")
        terminal.type("play")
        terminal.wait_for("White, black or random? [white]")
        terminal.type("")
        terminal.wait_for("Level, 1 to 12, or human 1200?")
        terminal.type("")
        terminal.wait_for("Minutes")
        terminal.type("")
        terminal.wait_for("Your move:")
        terminal.press("C-c")
        terminal.wait_for("Left unfinished after 0 half-moves")
        terminal.type("perft 1")
        terminal.wait_for("nodes  ")
        terminal.type("quit")
        self.assertEqual(terminal.exit_code(), 0)

    def test_compare_fits_forty_columns(self):
        terminal = self.open(columns=40)
        terminal.type("compare 60 pvs iterative mcts")
        screen = terminal.wait_for("\nmcts  ")
        lines = [line for line in screen.splitlines() if line.startswith(("searcher", "pvs", "iterative", "mcts"))]
        self.assertEqual(len(lines), 4, screen)
        terminal.type("help compare")
        terminal.wait_for("Example: compare 1000")
        terminal.type("quit")
        self.assertEqual(terminal.exit_code(), 0)

    def test_uci_makes_an_engine_of_it(self):
        terminal = self.open()
        terminal.type("uci")
        terminal.wait_for("uciok")
        terminal.type("go nodes 1000")
        terminal.wait_for("bestmove ")
        terminal.type("quit")
        self.assertEqual(terminal.exit_code(), 0)


class ConsoleThroughPipes(unittest.TestCase):
    def test_answers_line_by_line(self):
        for arguments in ((), ("console",)):
            done = run(*arguments, text="d\nperft 3\nquit\nd\n")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout.count("FEN: "), 1)
            self.assertIn("nodes  8902\n", done.stdout)
            self.assertNotIn("rookery>", done.stdout)
            self.assertNotIn("\x1b", done.stdout)

    def test_end_of_input_ends_it(self):
        for text in ("", "perft 2", "e4\n"):
            self.assertEqual(run(text=text).returncode, 0)

    def test_mistakes_are_explained_and_it_goes_on(self):
        done = run(text="mcts soon\nposition rubbish\nxyzzy\nperft 1\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for part in ("'soon' is neither", "This is not a position.", "'xyzzy' is neither", "nodes  20\n"):
            self.assertIn(part, done.stdout)

    def test_garbage_does_no_harm(self):
        done = run(text="\x1b[2J\n" + "x" * 100_000 + "\n\x00\x01\nO-O-O\n????\nundo 99999999999999999999\n")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("\x1b", done.stdout)

    def test_game_of_two_searchers(self):
        done = run(text=f"position {MATE_IN_ONE}\ngame debug\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("White wins: checkmate. 1-0", done.stdout)
        self.assertIn("mate in 1", done.stdout)

    def test_compares_all_searchers(self):
        done = run(text=f"position {MATE_IN_ONE}\ncompare 100\n", timeout=4 * TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name in ("pvs", "iterative", "alphabeta-threads", "alphabeta-sorted", "alphabeta", "negamax", "minimax", "mcts",
                     "mcts-ab"):
            self.assertRegex(done.stdout, rf"(?m)^{name} +Qg7# ")

    def test_plays_from_the_same_input(self):
        done = run(text=f"position {MATE_IN_ONE}\nplay\nQg7\nquit\nperft 1\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("You win: checkmate. 1-0", done.stdout)
        self.assertRegex(done.stdout, r"(?s)You win.*nodes  ")

    def test_interrupt_ends_all(self):
        thinking = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                                    env=environment())
        try:
            thinking.stdin.write("go infinite\nperft 1\n")
            thinking.stdin.flush()
            self.assertIn("depth 1", thinking.stdout.readline())
            thinking.send_signal(signal.SIGINT)
            said, _ = thinking.communicate(timeout=TIMEOUT)
        finally:
            thinking.kill()
        self.assertEqual(thinking.returncode, 130)
        self.assertIn("Best move: ", said)
        self.assertNotIn("nodes  20", said)


class EngineByGreeting(unittest.TestCase):
    """A program that starts the bare one and greets it as an engine must find one."""

    def test_uci(self):
        said = run(text="uci\nquit\n").stdout
        self.assertEqual(said, run("uci", text="uci\nquit\n").stdout)
        self.assertTrue(said.startswith("id name "))

    def test_uci_line_by_line(self):
        engine = Engine(None)
        self.addCleanup(engine.kill)
        engine.say("uci")
        engine.until("uciok")
        engine.say("isready")
        engine.until("readyok")
        engine.say("position startpos moves e2e4")
        engine.say("go nodes 1000")
        engine.until("bestmove ")
        engine.say("go infinite")
        engine.say("stop")
        engine.until("bestmove ")
        self.assertEqual(engine.end(), 0)

    def test_all_lines_at_once(self):
        said = run(text="uci\nisready\nposition startpos\ngo nodes 1000\n").stdout
        self.assertIn("readyok\n", said)
        self.assertRegex(said, r"(?m)^bestmove ")

    def test_after_other_commands(self):
        said = run(text="perft 1\nuci\nperft 1\nquit\n").stdout
        self.assertEqual(said.count("nodes  20"), 1)
        self.assertIn("uciok\n", said)

    def test_xboard(self):
        said = run(text="xboard\nprotover 2\nping 7\nquit\n").stdout
        self.assertIn("feature ", said)
        self.assertIn("pong 7\n", said)


if __name__ == "__main__":
    unittest.main()
