"""Tunings whose games the workers of a colony play, and whose games they play first."""

import json
import re
import signal
import unittest

import arena
from colony import HAS_COLONY
from colony_arena import ColonyArena

SPSA = ["tune", "spsa", "--tc", "nodes=100", "--only", "null_move", "--rate", "1", "--pairs", "36"]


class ColonyTuningTest(ColonyArena):
    def values(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"(?m)^null_move\w* .*$", done.stdout)

    def test_the_values_are_those_of_a_tuning_played_here_whoever_is_killed(self):
        here = self.values(self.rookery(*SPSA))
        self.assertEqual(len(here), 5)
        slow = self.worker("slow", "--nps-limit", "3000")
        tuning = self.start(*SPSA, "--colony")
        self.read_until(slow.stdout, "begun")
        slow.kill()
        self.worker("a")
        self.worker("b")
        out, err = tuning.communicate(timeout=arena.TIMEOUT)
        self.assertEqual(tuning.returncode, 0, err)
        self.assertEqual(re.findall(r"(?m)^null_move\w* .*$", out), here)
        # One with several stages.
        wanted = ["tune", "sequential", "--parameters", "material.knight", "--depths", "1", "--match-games", "4",
                  "--iterations", "1", "--judge-games", "6"]
        away, here = self.rookery(*wanted, "--colony", "--priority", "high"), self.rookery(*wanted)
        self.assertEqual(away.returncode, 0, away.stderr)
        self.assertEqual(away.stdout, here.stdout)

    def test_interrupted_it_goes_on_to_the_same_end(self):
        state = self.folder / "state.json"
        worker = self.worker("a", "--nps-limit", "150000")
        tuning = self.start(*SPSA, "--checkpoint", str(state), "--colony")
        for _ in range(8):
            self.read_until(worker.stdout, "begun")
        tuning.send_signal(signal.SIGINT)
        self.assertEqual(tuning.wait(timeout=arena.TIMEOUT), 130)
        kept = sum(map(len, json.loads(state.read_text())["stages"].values()))
        self.assertGreater(kept, 0)
        self.assertLess(kept, 72)
        self.worker("b")
        again = self.rookery(*SPSA, "--checkpoint", str(state), "--resume", "--colony")
        self.assertIn(f"resumed     after {kept // 2} pairs", again.stdout)
        self.assertEqual(self.values(again), self.values(self.rookery(*SPSA)))


@unittest.skipUnless(HAS_COLONY, "no colony in this program")
class ColonyTuningRefusalsTest(arena.Arena):
    """No colony is needed to say no."""

    def test_what_cannot_be_dealt_out_is_refused_before_anything_is_written(self):
        state = self.folder / "state.json"
        for arguments, words in (
            (["--tc", "1+0.01"], "wall clock"),
            (["--hash", "2000"], "1024 MiB"),
            (["--invitation", "nowhere.rookery"], "nowhere.rookery"),
        ):
            done = self.rookery("tune", "spsa", "--only", "null_move", "--checkpoint", str(state), "--colony", *arguments)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertIn(words, done.stderr)
        self.assertFalse(state.exists())

    def test_whose_games_come_first_is_a_question_for_a_colony_only(self):
        for command in (["match", "pvs", "random"], ["tournament", "pvs", "random"], ["selfplay"], SPSA):
            done = self.rookery(*command, "--priority", "high")
            self.assertEqual((done.returncode, done.stdout), (2, ""), command)
            self.assertIn("--priority goes with --colony", done.stderr)
        self.assertEqual(self.rookery(*SPSA, "--colony", "--priority", "first").returncode, 2)


if __name__ == "__main__":
    unittest.main()
