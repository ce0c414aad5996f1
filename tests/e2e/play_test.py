"""`rookery play` in a real terminal, which tmux provides, and through pipes."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import PROGRAM, TIMEOUT, environment, run
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
        terminal.wait_for("Level, 1 to 12, or human 1200? [1]")
        terminal.type("")
        terminal.wait_for("Minutes, such as 10 or 5+3? [no clock]")
        terminal.type("5+3")
        terminal.wait_for("You play Black against Rookery level 1.")
        terminal.wait_for("White 5:0")
        terminal.wait_for("Your move:")

    def test_an_opponent_like_a_person(self):
        terminal = self.open()
        terminal.type("")
        terminal.wait_for("or human 1200? [1]")
        terminal.type("human 5000")
        terminal.wait_for("Type human and a rating from 600 to")
        terminal.type("human 1350")
        terminal.type("")
        terminal.wait_for("You play White against human 1350.")
        terminal.type("e4")
        terminal.wait_for("human 1350: ")
        terminal.wait_for("Your move:")

    def test_games_against_levels_change_the_rating(self):
        home = self.data_folder()
        for count, rating in ((1, 972), (2, 944)):
            terminal = self.start("--seed", "3", XDG_DATA_HOME=home)
            terminal.type("e4")
            terminal.wait_for("Rookery level 1: ")
            terminal.wait_for("Your move:")
            terminal.type("resign")
            terminal.wait_for(f"Your rating: {rating} (")
            terminal.wait_for(f"{count} game")
            terminal.wait_for("opponent: level 3.")
            terminal.type("quit")
            self.assertEqual(terminal.exit_code(), 0)
        unrated = self.start("--seed", "3", "--unrated", XDG_DATA_HOME=home)
        unrated.type("e4")
        unrated.wait_for("Rookery level 1: ")
        unrated.wait_for("Your move:")
        unrated.type("resign")
        unrated.wait_for("rematch, undo, save, pgn or quit?")
        self.assertNotIn("Your rating", unrated.screen())

    def test_a_game_left_goes_on(self):
        home = self.data_folder()
        terminal = self.open("--level", "2", "--seed", "3", "--clock", "10", XDG_DATA_HOME=home)
        terminal.wait_for("Your move:")
        terminal.type("e4")
        terminal.wait_for("Rookery level 2: ")
        terminal.press("C-c")
        terminal.wait_for("play --resume")
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

    def leave_after(self, home, *moves):
        """A game left after these moves."""
        terminal = self.open("--level", "1", "--seed", "3", XDG_DATA_HOME=home)
        for number, move in enumerate(moves, 1):
            terminal.wait_for("Your move:", number)
            terminal.type(move)
        terminal.wait_for("Your move:", len(moves) + 1)
        terminal.press("C-d")
        terminal.wait_for("play --resume")
        self.assertEqual(terminal.exit_code(), 0)

    def kept(self, home):
        """The first moves of the games that are kept, by file."""
        return {file.name: file.read_text().split("\n1. ")[1][:2] for file in Path(home, "rookery").glob("unfinished*.pgn")}

    def test_every_unfinished_game_is_kept(self):
        home = self.data_folder()
        self.leave_after(home, "e4")
        for arguments, move in ((["--two-players"], "d4"), (["--white"], "c4"),
                                (["--watch", "pvs", "pvs", "--move-time", "0.3"], None)):
            terminal = self.open(*arguments, XDG_DATA_HOME=home)
            if move:
                terminal.wait_for("Your move:" if arguments == ["--white"] else "White:")
                terminal.type(move)
                if arguments == ["--white"]:
                    terminal.wait_for("Your move:", 2)
                else:
                    terminal.wait_for("Black:")
                terminal.type("quit")
            else:
                terminal.wait_for("Rookery (Black): ")
                terminal.press("C-c")
            terminal.wait_for("play --resume")
            self.assertEqual(terminal.exit_code(), 0)
        kept = self.kept(home)
        self.assertEqual(len(kept), 4)
        self.assertLessEqual({"e4", "d4", "c4"}, set(kept.values()))
        # A game that is left without a move, or refused, changes nothing.
        for arguments in (["--white"], ["--two-players"]):
            terminal = self.open(*arguments, XDG_DATA_HOME=home)
            terminal.wait_for("White to move")
            terminal.type("quit")
            self.assertEqual(terminal.exit_code(), 0)
        self.assertEqual(self.kept(home), kept)
        # Each can go on, and only a game that ends leaves its file.
        terminal = self.open(XDG_DATA_HOME=home)
        shown = terminal.wait_for("Go on with which? [1, or no]")
        oldest = re.search(r"(\d)\. You against Rookery level 1, move 2", shown).group(1)
        terminal.type(oldest)
        terminal.wait_for("You play White against Rookery level 1.")
        terminal.type("resign")
        terminal.wait_for("You lose")
        terminal.type("quit")
        self.assertEqual(terminal.exit_code(), 0)
        self.assertEqual(len(self.kept(home)), 3)
        self.assertNotIn("e4", self.kept(home)["unfinished-2.pgn"])

    def test_a_game_is_kept_when_another_takes_its_place(self):
        home = self.data_folder()
        terminal = self.open("--level", "1", "--seed", "3", XDG_DATA_HOME=home)
        terminal.wait_for("Your move:")
        terminal.type("e4")
        terminal.wait_for("Rookery level 1: ")
        terminal.type("rematch")
        terminal.wait_for("You play Black against Rookery level 1.")
        self.assertEqual(self.kept(home), {"unfinished.pgn": "e4"})

    def test_a_closed_terminal_keeps_the_game(self):
        home = self.data_folder()
        terminal = self.open("--level", "1", "--seed", "3", XDG_DATA_HOME=home)
        terminal.wait_for("Your move:")
        terminal.type("e4")
        terminal.wait_for("Rookery level 1: ")
        terminal.wait_for("White to move")
        os.kill(terminal.program(), signal.SIGHUP)
        terminal.wait_for("play --resume")
        self.assertEqual(self.kept(home), {"unfinished.pgn": "e4"})

    def test_lines_are_edited(self):
        terminal = self.start("--seed", "1")
        terminal.write("Nf4")
        terminal.press("BSpace")
        terminal.write("3x")
        terminal.press("Left")
        terminal.press("Delete")
        terminal.press("Enter")
        terminal.wait_for("You: Nf3")
        terminal.wait_for("Rookery level 1: ")
        terminal.type("fen")
        terminal.wait_for(" w KQkq ")
        terminal.press("Up")
        terminal.press("Up")
        terminal.wait_for("Your move: Nf3")
        terminal.press("C-u")
        terminal.write("rem")
        terminal.press("Tab")
        terminal.wait_for("Your move: rematch")
        self.assertNotIn("^[", terminal.screen())

    def test_text_uses_the_width_of_the_terminal(self):
        narrow = self.start("--seed", "1")
        wide = self.start("--seed", "1", columns=110)
        sentence = "You play White against Rookery level 1. Type a move, such as e4, Nf3 or e2e4, or help."
        wide.wait_for(sentence)
        narrow.wait_for("You play White against Rookery level 1.")
        self.assertNotIn(sentence, narrow.screen())

    def test_a_clock_falls_by_itself(self):
        terminal = self.start("--clock", "0.05", "--seed", "1")
        terminal.write("e4")  # without Enter
        terminal.wait_for("0:02.")
        terminal.wait_for("You lose: White ran out of time. 0-1")
        self.assertIn("White 0:00.0  Black 0:03.0", terminal.screen())
        terminal.wait_for("rematch, undo, save, pgn or quit?")
        terminal.type("quit")
        self.assertEqual(terminal.exit_code(), 0)

    def test_nothing_is_overwritten(self):
        path = Path(self.data_folder()) / "mine.pgn"
        path.write_text("mine")
        terminal = self.start("--seed", "1", columns=100)
        terminal.type(f"save {path}")
        terminal.wait_for("is there already; --force replaces it.")
        self.assertEqual(path.read_text(), "mine")
        terminal.type(f"save {path} --force")
        terminal.wait_for("Saved as")
        self.assertIn("[Event", path.read_text())

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
    def test_options_that_mean_nothing_together_are_refused(self):
        for arguments, named in ((["--two-players", "--level", "3"], "--level"),
                                 (["--two-players", "--opponent", "mcts"], "--opponent"),
                                 (["--two-players", "--black"], "--black"),
                                 (["--two-players", "--move-time", "1"], "--move-time"),
                                 (["--watch", "mcts", "random", "--level", "3"], "--level"),
                                 (["--watch", "mcts", "random", "--two-players"], "--two-players"),
                                 (["--resume", "--level", "3"], "--level"), (["--resume", "--clock", "5"], "--clock"),
                                 (["--white", "--black"], "--black"),
                                 (["--fen", MATE_IN_ONE, "--pgn", "x.pgn"], "--pgn")):
            with self.subTest(arguments):
                done = run("play", *arguments, text="quit\n")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(named, done.stderr)

    def test_a_clock_falls_while_no_line_comes(self):
        playing = subprocess.Popen([PROGRAM, "play", "--clock", "0.02", "--seed", "1"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, encoding="utf-8", env=environment())
        self.addCleanup(playing.kill)
        said = ""
        while "ran out of time" not in said:
            line = playing.stdout.readline()
            self.assertNotEqual(line, "", said)
            said += line
        said, _ = playing.communicate("quit\n", timeout=TIMEOUT)
        self.assertEqual(playing.returncode, 0)

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
