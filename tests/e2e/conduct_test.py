"""How the engine behaves where others have failed: odd clocks, odd positions, little room, a program that is gone."""

import re
import subprocess
import time
import unittest

from arena import Arena
from program import TIMEOUT, Engine, command, environment, run

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MOST_MOVES = ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
              "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1")
MATED = "rnb1kbnr/pppp1ppp/4p3/8/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

# A move on a clock that is about to fall takes milliseconds. So much even a machine that stands still is not late.
SOON = 5


class Conduct(unittest.TestCase):
    def setUp(self):
        self.engine = self.start()

    def start(self, **how):
        engine = Engine(**how)
        self.addCleanup(engine.kill)
        return engine

    def ask(self, *lines, until, engine=None):
        engine = engine or self.engine
        for line in lines:
            engine.say(line)
        return engine.until(until)

    def answers(self, *lines, engine=None):
        """Its output for these lines, all of which it answers at once."""
        return self.ask(*lines, "isready", until="readyok", engine=engine)[:-1]

    def fen(self):
        said = self.ask("d", until="Legal moves: ")
        return next(line for line in said if line.startswith("Fen: ")).removeprefix("Fen: ")

    def assert_one_move(self, said):
        self.assertEqual(sum(line.startswith("bestmove") for line in said), 1, said)
        self.assertRegex(said[-1], r"^bestmove [a-h][1-8][a-h][1-8][qrbn]?( ponder |$)")

    def assert_alive(self):
        self.assert_one_move(self.ask("go depth 3", until="bestmove"))


class Clocks(Conduct):
    def test_no_time_at_all(self):
        for time_left in ("1", "0", "-1", "-5000", "-99999999999999999999"):
            for rest in ("", " winc 0 binc 0", " movestogo 1", " movestogo 40", " winc 10 binc 10"):
                order = f"go wtime {time_left} btime {time_left}{rest}"
                with self.subTest(order):
                    began = time.monotonic()
                    self.assert_one_move(self.ask(f"position fen {KIWIPETE}", order, until="bestmove"))
                    self.assertLess(time.monotonic() - began, SOON)

    def test_one_clock_alone(self):
        for moves in ("e2e4", "e2e4 e7e5"):
            for order in ("go wtime 20", "go btime 20", "go winc 5", "go binc 5", "go wtime 20 movestogo 1"):
                with self.subTest(moves=moves, order=order):
                    began = time.monotonic()
                    self.assert_one_move(self.ask(f"position startpos moves {moves}", order, until="bestmove"))
                    self.assertLess(time.monotonic() - began, SOON)

    def test_little_time_with_several_threads_and_lines(self):
        self.answers("setoption name Threads value 4", "setoption name MultiPV value 4")
        began = time.monotonic()
        self.assert_one_move(self.ask("go wtime 30 btime 30", until="bestmove"))
        self.assertLess(time.monotonic() - began, SOON)

    def test_numbers_that_are_none(self):
        """A client waits for one move, whatever it has sent."""
        for order in ("go wtime abc", "go depth", "go nodes 1e6", "go movetime 1.5", "go mate -", "go nodes abc depth -3",
                      "go searchmoves e7e5", "go depth -3", "go nodes 0", "go movetime x infinitely", "go nodse 9",
                      "go movestogo x"):
            with self.subTest(order):
                said = self.ask(order, until="bestmove")
                self.assert_one_move(said)
                self.assertTrue(any(line.startswith("info string go") for line in said), said)
                self.assertEqual(self.answers(), [])


class Room(Conduct):
    def memory_mib(self):
        """The most the program ever had."""
        with open(f"/proc/{self.engine.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+) kB", file.read()).group(1)) / 1024

    def test_memory_is_what_was_granted(self):
        for hash_mib, threads in ((1, 1), (64, 1), (1, 4), (40, 4), (3, 3)):
            with self.subTest(hash_mib=hash_mib, threads=threads):
                self.engine = self.start()
                self.answers(f"setoption name Hash value {hash_mib}", f"setoption name Threads value {threads}")
                self.ask(f"position fen {KIWIPETE}", "go nodes 50000", until="bestmove")
                self.answers("ucinewgame")
                self.ask(f"position fen {KIWIPETE}", "go nodes 5000", until="bestmove")
                self.assertLess(self.memory_mib(), hash_mib + 32 + 16 * threads)
                self.assertGreater(self.memory_mib(), hash_mib)

    def test_values_of_hash_and_threads(self):
        for name in ("Hash", "Threads"):
            for value, good in (("1", True), ("3", True), ("0", False), ("-1", False), ("abc", False), ("", False),
                                ("1099511627776", False), ("99999999999999999999999", False), ("2.5", False)):
                with self.subTest(name=name, value=value):
                    said = self.answers(f"setoption name {name} value {value}")
                    self.assertEqual([line.startswith("info string option") for line in said], [] if good else [True])
                    self.assert_alive()

    def test_more_than_the_machine_has(self):
        said = self.answers("setoption name Hash value 1048576")
        self.assertEqual(len(said), 1)
        self.assertIn("not enough memory", said[0])
        self.assert_alive()

    def test_LongAsManyThreadsAsMayBeAskedFor(self):
        """Granted or refused, and in both cases it plays."""
        self.assertLessEqual(len(self.answers("setoption name Threads value 1024")), 1)
        self.assert_alive()

    def test_the_deepest_search_on_the_smallest_stack(self):
        for threads in (1, 4):
            engine = self.start(stack_kib=1024)
            self.answers(f"setoption name Threads value {threads}", "ucinewgame", engine=engine)
            # Each side has a bishop that can go from one square to another and back.
            said = self.ask("position fen kb6/p1p2p1b/P1P2Pp1/6P1/6p1/p1p2pP1/P1P2P1B/KB6 w - - 0 1",
                            "go depth 255", until="bestmove", engine=engine)
            self.assertEqual(said[-1].split()[1], "h2g1")
            for fen in ("8/6p1/KP3bRp/4p2P/4P3/5k2/8/8 b - - 0 70", "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1"):
                self.assert_one_move(self.ask(f"position fen {fen}", "go depth 255 movetime 300", until="bestmove",
                                              engine=engine))
            engine.say("quit")
            self.assertEqual(engine.end(), 0)

    def test_LongLockedPositionToTheGreatestDepth(self):
        engine = self.start(stack_kib=1024)
        self.answers("setoption name Threads value 4", engine=engine)
        engine.say("position fen 4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1")
        engine.say("go depth 255")
        end = time.monotonic() + 20 * TIMEOUT
        said = [""]
        while not said[-1].startswith("bestmove"):
            said.append(engine.lines.get(timeout=end - time.monotonic()))
            self.assertIsNotNone(said[-1], "it crashed")
        self.assertIn(" score cp 0 ", said[-2])

    def test_other_commands_on_the_smallest_stack(self):
        done = run("bench", "--depth", "2", stack_kib=1024)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Positions(Conduct):
    # Accepted as they are, although no game leads to some of them.
    GOOD = (*MOST_MOVES, MATED, STALEMATED,
            "k2qqqqq/qqqq4/8/8/8/8/4QQQQ/QQQQQ2K w - - 0 1", "nnnnknnn/nnn5/8/8/8/8/5NNN/NNNNKNNN w - - 0 1",
            "bbbbkbbb/bbb5/8/8/8/8/5BBB/BBBBKBBB w - - 0 1", "rrr1krrr/rrrr4/8/8/8/8/RRRR4/RRR1KRRR w KQkq - 0 1",
            # Checks that no move can have given.
            "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1", "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1",
            "2N5/8/1B1R4/q7/1K6/8/3b4/5k2 w - - 0 1",
            # Castling rooks that are pinned.
            "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "4k3/8/8/8/8/8/8/qRK5 w Q - 0 1",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1", "8/8/8/8/8/8/8/K1k5 b - - 150 9999")

    # Put right, and told so.
    MENDED = {
        "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14": "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQ - 0 14",
        "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15": "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Q - 0 15",
        "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1": "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - -": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    }

    BAD = ("rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
           "rnbqkbnr/pppppppp/8/8/8/N2NNNNN/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
           "rRrRrRRK/RrRrrRrR/rrRrRrRR/rRrRrRrr/RRrRrRrR/rrRrRrRr/rRrRrRrR/krrRRrRr w - - 0 1",
           "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
           "rnbqkbnr/pppXpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1",
           "pppppppp/8/8/8/8/8/8/4K2k w - - 0 1", "9/8/8/8/8/8/8/8 w - - 0 1",
           "4k3/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
           "4k3/8/8/8/8/8/8/4K4 w - - 0 1", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - e4 0 1",
           "4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "4k3/8/8/8/8/8/8/4K3 w - - 9999 1",
           "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "4k3/8/8/8/8/8/8/4K3 w - - x y",
           "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
           "QQQQkQQQ/PP6/QQQ5/8/8/8/8/4K3 b - - 0 1", "\x1b[2J\x07 w - - 0 1", "♔7/8/8/8/8/8/8/7♚ w - - 0 1")

    def set_up(self, fen):
        return self.answers(f"position fen {fen}")

    def test_good_ones_are_searched(self):
        self.answers("setoption name Threads value 2")
        for fen in self.GOOD:
            with self.subTest(fen):
                self.assertEqual(self.set_up(fen), [])
                said = self.ask("go nodes 5000", until="bestmove")
                if fen in (MATED, STALEMATED):
                    self.assertEqual(said[-1], "bestmove (none)")
                else:
                    self.assert_one_move(said)

    def test_mended_ones_are_told(self):
        for fen, mended in self.MENDED.items():
            with self.subTest(fen):
                self.assertEqual([line.startswith("info string ") for line in self.set_up(fen)], [True])
                self.assertEqual(self.fen(), mended)
                self.assert_alive()

    def test_bad_ones_change_nothing(self):
        self.answers("position startpos moves e2e4")
        before = self.fen()
        for fen in self.BAD:
            with self.subTest(fen):
                said = self.set_up(fen)
                self.assertEqual([line.startswith("info string position refused") for line in said], [True], said)
                self.assertEqual(self.fen(), before)
        self.assert_alive()

    def test_bad_ones_in_a_search_change_nothing_either(self):
        self.engine.say("go infinite")
        for fen in self.BAD[:6]:
            self.ask(f"position fen {fen}", until="info string position refused")
        self.assert_one_move(self.ask("stop", until="bestmove"))

    def test_218_moves(self):
        for fen in MOST_MOVES:
            said = self.ask(f"position fen {fen}", "go perft 1", until="Nodes searched")
            self.assertEqual(said[-1], "Nodes searched: 218")
            self.answers("setoption name MultiPV value 256")
            said = self.ask("go depth 2", until="bestmove")
            lines = {line.split(" multipv ")[1].split()[0] for line in said if line.startswith("info depth 2 ")}
            self.assertEqual(lines, {str(number) for number in range(1, 219)})
            self.answers("setoption name MultiPV value 1")
            self.assert_one_move(self.ask("go depth 8", until="bestmove"))


class Lines(Conduct):
    def last_lines(self, said, depth):
        """First moves by line number of that depth."""
        found = re.findall(rf"^info depth {depth} .*?multipv (\d+) .* pv (\S+)", "\n".join(said), re.MULTILINE)
        return {int(number): move for number, move in found}

    def test_more_lines_than_moves(self):
        self.answers("setoption name MultiPV value 50")
        said = self.ask("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go depth 3", until="bestmove")
        self.assertEqual(sorted(self.last_lines(said, 3)), [1, 2, 3, 4, 5])
        self.assertEqual(len(set(self.last_lines(said, 3).values())), 5)

    def test_chosen_moves_and_several_lines(self):
        self.answers("setoption name MultiPV value 3", "setoption name Threads value 3")
        wanted = {"a2a3", "h2h4", "b1a3", "g2g4"}
        said = self.ask("position startpos", "go depth 6 searchmoves " + " ".join(wanted), until="bestmove")
        lines = self.last_lines(said, 6)
        self.assertEqual(sorted(lines), [1, 2, 3])
        self.assertEqual(len(set(lines.values()) & wanted), 3)
        self.assertEqual(said[-1].split()[1], lines[1])
        # The same move twice is one line.
        said = self.ask("go depth 4 searchmoves e2e4 e2e4", until="bestmove")
        self.assertEqual(self.last_lines(said, 4), {1: "e2e4"})

    def test_roots_without_a_move(self):
        self.answers("setoption name MultiPV value 3", "setoption name Threads value 2")
        for fen, score in ((MATED, "mate 0"), (STALEMATED, "cp 0")):
            for order in ("go", "go depth 5", "go wtime 100 btime 100", "go mate 3", "go nodes 1", "go movetime 5"):
                said = self.ask(f"position fen {fen}", order, until="bestmove")
                self.assertEqual(said[-1], "bestmove (none)")
                self.assertIn(f" score {score} ", said[-2])
            # An analysis is told when it is stopped and not before.
            said = self.answers("go infinite")
            self.assertFalse(any(line.startswith("bestmove") for line in said))
            self.assertEqual(self.ask("stop", until="bestmove")[-1], "bestmove (none)")
        self.answers("position startpos")
        self.assert_alive()


class History(Conduct):
    def score(self, position, order="go depth 6"):
        return re.findall(r" score (\w+ -?\d+) ", "\n".join(self.ask(position, order, until="bestmove")))[-1]

    def test_positions_before_the_root_count(self):
        start = "position fen 3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24"
        repeat = "go depth 6 searchmoves g5f6"
        shuffle = " moves f6g5 g8h8 g5f6 h8g8 f6g5 g8h8"
        self.assertEqual(self.score(start + shuffle, repeat), "cp 0")
        # The same position without a past is no draw.
        fen = self.fen()
        self.assertNotEqual(self.score(f"position fen {fen}", repeat), "cp 0")

    def test_mate_on_ply_100_beats_the_draw(self):
        # Four quiet plies lead to the clock of 99; mate comes with the next.
        start = "position fen 6k1/8/6K1/8/8/8/8/R7 w - - 95 70"
        self.assertEqual(self.score(start + " moves a1b1 g8h8 b1a1 h8g8"), "mate 1")
        # Where mate needs one more, fifty moves are over first.
        self.assertEqual(self.score("position fen 7k/8/5K2/8/8/8/8/R7 w - - 99 80"), "cp 0")
        self.assertEqual(self.score("position fen 7k/8/5K2/8/8/8/8/R7 w - - 20 80", "go depth 6"), "mate 2")


class Conversation(Conduct):
    def test_ready_all_the_time(self):
        self.answers("setoption name Threads value 4")
        self.engine.say("go infinite")
        said = []
        for _ in range(300):
            said += self.answers()
        self.assertFalse(any(line.startswith("bestmove") for line in said))
        said += self.ask("stop", until="bestmove")
        self.assertTrue(any(line.startswith("info depth") for line in said))
        self.assert_alive()

    def test_nobody_is_left(self):
        for threads in (1, 4):
            for order in (None, "go infinite", "go ponder wtime 1000 btime 1000", "go movetime 1000000"):
                with self.subTest(threads=threads, order=order):
                    engine = self.start()
                    self.answers(f"setoption name Threads value {threads}", engine=engine)
                    if order:
                        engine.say(order)
                        engine.until("info depth")
                    began = time.monotonic()
                    self.assertEqual(engine.end(), 0)
                    self.assertLess(time.monotonic() - began, SOON)

    def test_nobody_reads_any_more(self):
        process = subprocess.Popen(command("uci"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
        self.addCleanup(process.kill)
        self.addCleanup(process.stdin.close)
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.wait(timeout=TIMEOUT)


class SmallTable(Arena):
    def test_no_illegal_move_with_many_threads_and_little_memory(self):
        report = self.report("match", "pvs,Hash=1,Threads=4,name=one", "pvs,Hash=1,Threads=4,name=other",
                             "--games", "4", "--tc", "nodes=3000", "--seed", "5", "--max-moves", "60")
        self.assertEqual(report["games"], 4)
        self.assertEqual(report["failures"], [])


if __name__ == "__main__":
    unittest.main()
