"""The xboard protocol with the real program, alone and in our own arena."""

import json
import random
import unittest

from arena import Arena
from program import TIMEOUT, PROGRAM, Engine, run


class Xboard(unittest.TestCase):
    def setUp(self):
        self.engine = self.start()

    def start(self, protocol="xboard"):
        engine = Engine(protocol)
        self.addCleanup(engine.kill)
        return engine

    def ask(self, *lines, until):
        for line in lines:
            self.engine.say(line)
        return self.engine.until(until)

    def test_handshake(self):
        said = self.ask("xboard", "protover 2", until="feature done=1")
        self.assertEqual(said[0], "feature done=0")
        self.assertTrue(any('myname="Rookery ' in line for line in said))
        self.assertEqual(self.ask("new", "ping 7", until="pong"), ["pong 7"])
        self.engine.say("quit")
        self.assertEqual(self.engine.end(), 0)

    def test_one_program_serves_both_protocols(self):
        self.assertIn("uciok", self.ask("uci", until="uciok"))
        other = self.start("uci")
        other.say("xboard")
        other.say("protover 2")
        other.until("feature done=1")
        self.assertEqual(other.end(), 0)

    def test_a_game_against_itself(self):
        players = [self.engine, self.start()]
        for player in players:
            for line in ("xboard", "protover 2", "new", "level 0 0:01 0.01", "easy"):
                player.say(line)
        players[0].say("go")
        for ply in range(400):
            mover, other = players[ply % 2], players[1 - ply % 2]
            said = mover.until(("move ", "resign", "1", "0"))
            if not said[-1].startswith("move "):
                self.assertRegex(said[-1], r"^(resign|(1-0|0-1|1/2-1/2) \{.+\})$")
                break
            mover.say(f"ping {ply}")
            # The result comes with the move that ended the game.
            after = mover.until(("pong", "1", "0"))
            other.say("usermove " + said[-1].split()[1])
            if not after[-1].startswith("pong"):
                self.assertRegex(after[-1], r"^(1-0|0-1|1/2-1/2) \{.+\}$")
                break
            for line in said + after:
                self.assertNotRegex(line, r"^(Illegal|Error)")
        else:
            self.fail("no end in 400 plies")
        for player in players:
            self.assertEqual(player.end(), 0)

    def test_end_of_input_ends_it_in_everything(self):
        self.assertEqual(self.engine.end(), 0)
        for order in ("go", "analyze", "hint", "hard\ngo\n?"):
            engine = self.start()
            for line in ("new", "level 0 60 0", *order.split("\n")):
                engine.say(line)
            self.assertEqual(engine.end(), 0, order)

    def test_commands_at_random_moments(self):
        chance = random.Random(5)
        words = ["go", "force", "?", "new", "undo", "remove", "usermove e2e4", "e7e5", "hint", ".", "exit", "analyze",
                 "hard", "easy", "post", "nopost", "draw", "playother", "sd 3", "st 0.01", "level 0 0:02 0", "time 3",
                 "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "setboard x", "exclude all", "include e2e4", "memory 2",
                 "cores 2", "option MultiPV=2", "result * {}", "variant fischerandom", "nps 1000", "nps 0", "bk"]
        for turn in range(3):
            engine = self.start()
            for number in range(200):
                engine.say(chance.choice(words))
                if chance.random() < 0.1:
                    engine.say("force")  # so that no ping waits for a move of a minute
                    engine.say(f"ping {number}")
                    engine.until(f"pong {number}")
            if turn == 0:
                engine.say("quit")
            self.assertEqual(engine.end(), 0)


class InTheArena(Arena):
    def play(self, control, games):
        """Xboard against UCI; no game may end by a failure."""
        done = run("match", f"{PROGRAM},arg=xboard,protocol=xboard,name=xboard", f"{PROGRAM},arg=uci,name=uci",
                   "--games", str(games), "--tc", control, "--json", timeout=20 * TIMEOUT, **self.places)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual((report["games"], report.get("failures", [])), (games, []))

    def test_plays_our_uci_engine(self):
        self.play("depth=5", 6)

    def test_keeps_its_clock_Long(self):
        self.play("10+0.2", 2)


if __name__ == "__main__":
    unittest.main()
