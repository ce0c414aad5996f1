"""UCI with the real program, through pipes as a graphical program would use it."""

import re
import unittest

from program import Engine, run


class Uci(unittest.TestCase):
    def setUp(self):
        self.engine = Engine()
        self.addCleanup(self.engine.kill)

    def ask(self, *lines, until):
        for line in lines:
            self.engine.say(line)
        return self.engine.until(until)

    def fen(self):
        return self.ask("d", until="Fen: ")[-1].removeprefix("Fen: ")

    def test_handshake(self):
        said = self.ask("uci", until="uciok")
        self.assertRegex(said[0], r"^id name Rookery \d")
        self.assertRegex(said[1], r"^id author \S")
        self.assertIn("option name UCI_Chess960 type check default false", said)
        self.assertEqual(self.ask("isready", until="readyok"), ["readyok"])
        self.engine.say("quit")
        self.assertEqual(self.engine.end(), 0)

    def test_perft_numbers(self):
        said = self.ask("position startpos", "go perft 4", until="Nodes searched")
        self.assertEqual(said[-1], "Nodes searched: 197281")
        self.assertIn("e2e4: 13160", said)
        kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
        said = self.ask(f"position fen {kiwipete}", "go perft 3", until="Nodes searched")
        self.assertEqual(said[-1], "Nodes searched: 97862")

    def test_bad_positions_change_nothing(self):
        self.engine.say("position startpos moves e2e4 c7c5")
        before = self.fen()
        for bad in ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "fen abc", "startpos moves e2e5", "nowhere"):
            self.assertIn("info string", self.ask(f"position {bad}", until="info string")[-1])
            self.assertEqual(self.fen(), before)

    def test_styles(self):
        said = self.ask("uci", until="uciok")
        self.assertIn("option name Style type combo default engine var engine var human var attacker var solid", said)
        for style in ("human", "attacker", "solid"):
            said = self.ask(f"setoption name Style value {style}", "setoption name UCI_LimitStrength value true",
                            "setoption name UCI_Elo value 1300", "position startpos moves e2e4", "go wtime 60000 btime 60000",
                            until="bestmove")
            self.assertRegex(said[-1], r"^bestmove [a-h][1-8][a-h][1-8]( ponder [a-h][1-8][a-h][1-8])?$")
            self.assertFalse(any(line.startswith("info string") for line in said), said)
        # People answer the same move in different ways.
        self.engine.say("setoption name Style value human")
        answers = set()
        for _ in range(12):
            answers.add(self.ask("ucinewgame", "position startpos moves e2e4", "go nodes 5000", until="bestmove")[-1])
        self.assertGreater(len(answers), 2)

    def test_one_best_move_per_go(self):
        said = self.ask("position startpos moves e2e4", "go movetime 10", until="bestmove")
        self.assertRegex(said[-1], r"^bestmove [a-h][1-8][a-h][1-8]( ponder [a-h][1-8][a-h][1-8])?$")
        self.assertTrue(any(line.startswith("info ") and " score cp " in line and " pv " in line for line in said))

    def test_infinite_search_waits_for_stop(self):
        said = self.ask("go infinite", "isready", until="readyok")
        self.assertFalse(any(line.startswith("bestmove") for line in said))
        self.ask("stop", until="bestmove")

    def test_mate_and_stalemate(self):
        said = self.ask("position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "go", until="bestmove")
        self.assertEqual(said[-1], "bestmove (none)")
        self.assertIn("score mate 0", said[-2])
        said = self.ask("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3", until="bestmove")
        self.assertEqual(said[-1], "bestmove (none)")
        self.assertIn("score cp 0", said[-2])

    def test_end_of_input_ends_it_idle_and_searching(self):
        self.assertEqual(self.engine.end(), 0)
        for order in ("go infinite", "go ponder", "go depth 50"):
            engine = Engine()
            self.addCleanup(engine.kill)
            engine.say(order)
            engine.say("isready")
            engine.until("readyok")
            self.assertEqual(engine.end(), 0)

    def test_stop_ends_a_long_perft(self):
        self.ask("go perft 30", "isready", until="readyok")
        self.engine.say("stop")
        self.engine.say("quit")
        self.engine.until("info string perft stopped")
        self.assertEqual(self.engine.end(), 0)

    def test_unknown_commands_and_long_lines_do_no_harm(self):
        said = self.ask("xyzzy \x1b[31m", "a" * 3_000_000, "# a comment", "", "isready", until="readyok")
        self.assertEqual([line.startswith("info string ") for line in said], [True, True, False])
        self.assertNotIn("\x1b", "".join(said))


class UciScript(unittest.TestCase):
    """All commands at once, as people pipe them."""

    def test_every_order_of_a_script_is_carried_out(self):
        script = "".join(f"position startpos moves {move}\ngo perft 3\n" for move in ("e2e4", "d2d4", "g1f3", "a2a3"))
        for end in ("", "quit\n"):
            done = run("uci", text=script + end)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(re.findall(r"Nodes searched: (\d+)", done.stdout), ["13160", "12435", "9748", "8457"])

    def test_a_whole_game(self):
        moves = []
        engine = Engine()
        self.addCleanup(engine.kill)
        for _ in range(300):
            engine.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            engine.say("go wtime 300 btime 300 winc 5 binc 5")
            said = engine.until("bestmove")
            self.assertFalse(any("info string" in line for line in said), said)
            move = said[-1].split()[1]
            if move == "(none)":
                break
            moves.append(move)
        self.assertGreater(len(moves), 3)
        engine.say("quit")
        self.assertEqual(engine.end(), 0)


if __name__ == "__main__":
    unittest.main()
