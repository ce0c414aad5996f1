"""`rookery play` in a real terminal, which tmux provides, and through pipes."""

import shutil
import tempfile
import unittest
from pathlib import Path

from program import run
from terminal import Terminal

MATE_IN_ONE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"


class PlayInTerminal(unittest.TestCase):
    def setUp(self):
        if shutil.which("tmux") is None:
            self.skipTest("tmux is not installed")

    def open(self, *arguments, **variables):
        terminal = Terminal("play", *arguments, **variables)
        self.addCleanup(terminal.close)
        return terminal

    def start(self, *arguments, **variables):
        """A game whose player is named, so that nothing is asked."""
        terminal = self.open("--level", "1", *arguments, **variables)
        terminal.wait_for("Your move:")
        return terminal

    def data_folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def test_three_questions(self):
        terminal = self.open()
        terminal.wait_for("White, black or random? [white]")
        terminal.type("green")
        terminal.wait_for("Type white, black or random")
        terminal.type("black")
        terminal.wait_for("Level, 1 to 10? [1]")
        terminal.type("")
        terminal.wait_for("Minutes, such as 10 or 5+3? [no clock]")
        terminal.type("5+3")
        terminal.wait_for("You play Black against Rookery level 1.")
        terminal.wait_for("White 5:0")
        terminal.wait_for("Your move:")

    def test_a_game_left_goes_on(self):
        home = self.data_folder()
        terminal = self.open("--level", "2", "--seed", "3", "--clock", "10", XDG_DATA_HOME=home)
        terminal.wait_for("Your move:")
        terminal.type("e4")
        terminal.wait_for("Rookery level 2: ")
        terminal.press("C-c")
        terminal.wait_for("To go on: rookery play --resume")
        self.assertEqual(terminal.exit_code(), 0)
        again = self.open(XDG_DATA_HOME=home)
        again.wait_for("Go on with it? [yes]")
        again.type("")
        again.wait_for("You play White against Rookery level 2.")
        again.wait_for("Your move:")
        again.type("pgn")
        again.wait_for("1. e4")
        again.type("resign")
        again.wait_for("You lose: White resigned. 0-1")
        again.type("quit")
        self.assertEqual(again.exit_code(), 0)
        fresh = self.open(XDG_DATA_HOME=home)
        fresh.wait_for("White, black or random? [white]")

    def test_undo_hint_save_and_rematch(self):
        path = Path(self.data_folder()) / "game.pgn"
        terminal = self.start("--seed", "1")
        terminal.type("e4")
        terminal.wait_for("Rookery level 1: ")
        terminal.type("undo")
        terminal.wait_for("Taken back.")
        terminal.type("hint")
        terminal.wait_for("Look at your")
        terminal.type("hint")
        terminal.wait_for("I would play")
        terminal.type("d4")
        terminal.wait_for("You: d4")
        terminal.type(f"save {path}")
        terminal.wait_for("Saved as")
        self.assertIn("1. d4", path.read_text())
        terminal.type("resign")
        terminal.wait_for("rematch, undo, save, pgn or quit?")
        terminal.type("rematch")
        terminal.wait_for("You play Black against Rookery level 1.")

    def test_two_searchers_play_while_one_watches(self):
        terminal = self.open("--watch", "pvs,Level=1", "random", "--move-time", "0.01", "--thinking", "--fen",
                             "7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
        terminal.wait_for("White wins: checkmate. 1-0")
        self.assertEqual(terminal.exit_code(), 0)

    def test_sentences_instead_of_pictures(self):
        terminal = self.start("--plain", "--fen", MATE_IN_ONE)
        self.assertNotIn("♔", terminal.screen())
        terminal.type("where queen")
        terminal.wait_for("White queen: g6.")
        terminal.type("Qg7")
        terminal.wait_for("You: queen g6 to g7, checkmate.")

    def test_shows_a_colored_board(self):
        terminal = self.start()
        self.assertIn(" 8   ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜", terminal.screen())
        self.assertIn("48;5;137m", terminal.screen("-e"))

    def test_no_color_means_none(self):
        terminal = self.start(NO_COLOR="1")
        self.assertIn(" 1 │ ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖ │", terminal.screen())
        self.assertNotIn("48;5;", terminal.screen("-e"))

    def test_ascii_where_the_locale_is_not_utf8(self):
        terminal = self.start(LC_ALL="C", NO_COLOR="1")
        self.assertIn(" 1 | R  N  B  Q  K  B  N  R |", terminal.screen())

    def test_game_to_mate(self):
        terminal = self.start("--fen", MATE_IN_ONE, "--seed", "1")
        terminal.type("Qg9")
        terminal.wait_for("is not a move")
        terminal.type("Qa1")
        terminal.wait_for("queen")
        terminal.type("g6g7")
        terminal.wait_for("You win: checkmate. 1-0")
        terminal.type("quit")
        self.assertEqual(terminal.exit_code(), 0)

    def test_promotion_is_asked_for(self):
        terminal = self.start("--fen", "8/P6k/8/8/8/8/5K1P/8 w - - 0 1", "--seed", "1")
        terminal.type("a8")
        terminal.wait_for("Promote to q, r, b or n?")
        terminal.type("r")
        terminal.wait_for("You: a8=R")

    def test_interrupt_leaves_politely(self):
        terminal = self.start("--seed", "1")
        terminal.type("e4")
        terminal.wait_for("Rookery level ")
        terminal.press("C-c")
        terminal.wait_for("Left unfinished after 2 half-moves,")
        self.assertEqual(terminal.exit_code(), 0)

    def test_end_of_input_leaves_politely(self):
        terminal = self.start()
        terminal.press("C-d")
        terminal.wait_for("Left unfinished after 0 half-moves,")
        self.assertEqual(terminal.exit_code(), 0)


class PlayThroughPipes(unittest.TestCase):
    def test_plays_without_a_terminal(self):
        done = run("play", "--fen", MATE_IN_ONE, text="rubbish\nQg7\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("'rubbish' is not a move", done.stdout)
        self.assertIn("You win: checkmate. 1-0", done.stdout)
        self.assertNotIn("\x1b", done.stdout)
        self.assertNotIn("Your move:", done.stdout)

    def test_end_of_input_ends_it(self):
        done = run("play", text="e4")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Left unfinished after 2 half-moves,", done.stdout)

    def test_same_seed_same_game(self):
        text = "a3\nb3\nc3\nd3\ne3\nf3\ng3\nh3\npgn\n"
        games = [run("play", "--seed", seed, text=text).stdout for seed in ("3", "3", "4")]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])

    def test_letters_on_request(self):
        self.assertIn(" 8 | r  n  b  q  k  b  n  r |", run("play", "--ascii").stdout)

    def test_garbage_does_no_harm(self):
        text = "\x1b[2J\n" + "x" * 100_000 + "\n\x00\x01\nO-O-O\n????\n"
        done = run("play", text=text)
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("\x1b", done.stdout)


if __name__ == "__main__":
    unittest.main()
