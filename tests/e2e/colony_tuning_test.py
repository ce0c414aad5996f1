"""Tunings whose games the workers of a colony play, and whose games they play first."""

import json
import re
import signal
import subprocess
import unittest

from colony import ColonyCase
from program import PATIENCE, PROGRAM, environment, run

SPSA = ["tune", "spsa", "--tc", "nodes=100", "--only", "null_move", "--rate", "1", "--pairs", "36"]


class ColonyTuningTest(ColonyCase):
    def values(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"(?m)^null_move\w* .*$", done.stdout)

    def begin(self, *arguments):
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                                   env=environment())
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def await_begun(self, worker, times=1):
        """Returns when the worker has begun so many jobs."""
        for _ in range(times):
            while "begun" not in (line := worker.stdout.readline()):
                self.assertNotEqual(line, "", "the worker ended")

    def test_the_values_are_those_of_a_tuning_played_here_whoever_is_killed(self):
        self.found()
        here = self.values(run(*SPSA))
        self.assertEqual(len(here), 5)
        slow = self.ready_workers("slow", arguments=("--nps-limit", "3000"))["slow"]
        tuning = self.begin(*SPSA, "--colony")
        self.await_begun(slow)
        slow.kill()
        self.ready_workers("a", "b", arguments=())
        out, err = tuning.communicate(timeout=PATIENCE)
        self.assertEqual(tuning.returncode, 0, err)
        self.assertEqual(re.findall(r"(?m)^null_move\w* .*$", out), here)
        # One with several stages.
        wanted = ["tune", "sequential", "--parameters", "material.knight", "--depths", "1", "--match-games", "4",
                  "--iterations", "1", "--judge-games", "6"]
        away, here = run(*wanted, "--colony", "--priority", "high"), run(*wanted)
        self.assertEqual(away.returncode, 0, away.stderr)
        self.assertEqual(away.stdout, here.stdout)

    def test_interrupted_it_goes_on_to_the_same_end(self):
        self.found()
        state = self.data / "state.json"
        worker = self.ready_workers("a", arguments=("--nps-limit", "150000"))["a"]
        tuning = self.begin(*SPSA, "--checkpoint", str(state), "--colony")
        self.await_begun(worker, times=8)
        tuning.send_signal(signal.SIGINT)
        self.assertEqual(tuning.wait(timeout=PATIENCE), 130)
        kept = sum(map(len, json.loads(state.read_text())["stages"].values()))
        self.assertGreater(kept, 0)
        self.assertLess(kept, 72)
        self.ready_workers("b", arguments=())
        again = run(*SPSA, "--checkpoint", str(state), "--resume", "--colony")
        self.assertIn(f"resumed     after {kept // 2} pairs", again.stdout)
        self.assertEqual(self.values(again), self.values(run(*SPSA)))

    def test_what_cannot_be_dealt_out_is_refused_before_anything_is_written(self):
        state = self.data / "state.json"
        for arguments, words in (
            (["--tc", "1+0.01"], "wall clock"),
            (["--hash", "2000"], "1024 MiB"),
            (["--invitation", "nowhere.rookery"], "nowhere.rookery"),
        ):
            done = run("tune", "spsa", "--only", "null_move", "--checkpoint", str(state), "--colony", *arguments)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertIn(words, done.stderr)
        self.assertFalse(state.exists())

    def test_whose_games_come_first_is_a_question_for_a_colony_only(self):
        for command in (["match", "pvs", "random"], ["tournament", "pvs", "random"], ["selfplay"], SPSA):
            done = run(*command, "--priority", "high")
            self.assertEqual((done.returncode, done.stdout), (2, ""), command)
            self.assertIn("--priority goes with --colony", done.stderr)
        self.assertEqual(run(*SPSA, "--colony", "--priority", "first").returncode, 2)


if __name__ == "__main__":
    unittest.main()
