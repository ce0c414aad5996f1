"""Training on a few positions: it learns, and its result is the same whether it is interrupted or not."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

import numpy
import torch

from trainer_case import ROOT, TrainerCase, some_positions, train

SMALL = ["--width", "8", "--batch", "100", "--scale", "400", "--average", "0.9", "--rate", "0.01"]


class HelpTest(unittest.TestCase):
    def test_every_option_has_a_text_and_a_default(self):
        for words in (["train.py"], ["teacher.py", "train"], ["teacher.py", "label"]):
            program = ROOT / "trainer" / words[0]
            said = subprocess.run([sys.executable, program, *words[1:], "--help"], capture_output=True, text=True,
                                  check=True, env={**os.environ, "COLUMNS": "300", "ROOKERY_COMMAND": "./rookery"}).stdout
            self.assertTrue(said.startswith(f"usage: ./rookery {words[0].removesuffix('.py')} "), said.splitlines()[0])
            whole_lines = re.sub(r"\n {20,}", "  ", said)
            options = re.findall(r"^  (--[\w-]+)(.*)$", whole_lines, re.MULTILINE)
            self.assertGreater(len(options), 6)
            switches = ("--resume", "--no-compile", "--other-positions")
            required = ("--out", "--teacher")
            for name, rest in options:
                self.assertRegex(rest, r"  \w", f"{words}: {name} has no text")
                if name not in switches + required:
                    self.assertRegex(rest, r"default: [^)]", f"{words}: {name} has no default")


class TrainingTest(TrainerCase):
    def setUp(self):
        super().setUp()
        self.positions = self.file("some.positions", some_positions(500))
        self.held = self.file("held.positions", some_positions(100, seed=2))

    def weights(self, name):
        with numpy.load(self.out(name + ".npz")) as weights:
            return {key: weights[key] for key in weights.files}

    def origin(self, name):
        """Without the date, which may change between two trainings."""
        return {**json.loads(self.network(name).origin), "date": None}

    def assert_same_result(self, one, other):
        self.assertEqual(self.origin(one), self.origin(other))
        for file in (".npz", ".rooknet"):
            self.assertTrue(Path(self.out(one + file)).exists(), file)
        first, second = self.weights(one), self.weights(other)
        for name in train.WEIGHTS:
            self.assertEqual(first[name].tobytes(), second[name].tobytes(), name)
        for name in ("features", "biases", "output", "output_biases", "scale"):
            first, second = getattr(self.network(one), name), getattr(self.network(other), name)
            self.assertTrue(numpy.array_equal(first, second), name)

    def train_interrupted(self, epoch, *words):
        """Ends in that epoch, before its checkpoint is written."""
        report = train.Trainer.report

        def report_or_end(trainer, *more):
            if len(trainer.history) == epoch - 1:
                raise KeyboardInterrupt
            report(trainer, *more)

        with mock.patch.object(train.Trainer, "report", report_or_end), self.assertRaises(KeyboardInterrupt):
            self.train(*words)

    def test_it_learns(self):
        positions = self.file("more.positions", some_positions(2000, seed=3))
        words = [positions, "--held", self.held, *SMALL, "--epochs", "6", "--result-share", "0.3", "0.3"]
        untrained = self.trainer(*words, "--out", self.out("x"))
        trainer = self.train(*words, "--out", self.out("x"))
        with torch.no_grad():
            before, after = (one.error(one.average, one.records, one.share).item() for one in (untrained, trainer))
        self.assertLess(after, 0.5 * before)
        for share in (0, 1):
            self.assertLess(trainer.held_error(share), 0.9 * untrained.held_error(share))
        self.assertLess(trainer.history[-1]["loss"], trainer.history[0]["loss"])
        last = trainer.history[-1]
        self.assertEqual([last["held_scores"], last["held_results"]], [trainer.held_error(0), trainer.held_error(1)])
        report = json.loads(Path(self.out("x.json")).read_text())
        self.assertEqual([row["step"] for row in report["history"]], list(range(20, 121, 20)))
        self.assertEqual((report["positions"], report["scale"], report["width"]), (2000, 400, 8))

    def test_the_same_seed_gives_the_same_network(self):
        words = [self.positions, *SMALL, "--epochs", "2"]
        self.train(*words, "--out", self.out("one"))
        self.train(*words, "--out", self.out("again"))
        self.assert_same_result("one", "again")
        self.train(*words, "--out", self.out("other"), "--seed", "2")
        self.assertNotEqual(self.weights("one")["features.weight"].tobytes(),
                            self.weights("other")["features.weight"].tobytes())

    def test_interrupted_and_resumed_it_ends_as_it_would_have(self):
        words = [self.positions, "--held", self.held, *SMALL, "--epochs", "4.5"]
        self.train(*words, "--out", self.out("whole"))
        words += ["--out", self.out("parts")]
        self.train_interrupted(2, *words)
        self.assertFalse(Path(self.out("parts.rooknet")).exists())
        self.train_interrupted(4, *words, "--resume")
        resumed = self.train(*words, "--resume")
        self.assertEqual([row["step"] for row in resumed.history], [5, 10, 15, 20, 23])
        self.assert_same_result("whole", "parts")

    def test_every_epoch_has_an_order_of_its_own(self):
        trainer = self.trainer(self.positions, *SMALL, "--out", self.out("x"))
        orders = [trainer.order_of(epoch).tolist() for epoch in (0, 1, 2, 0)]
        self.assertEqual(orders[0], orders[3])
        self.assertEqual([len(set(map(tuple, orders))), sorted(orders[1])], [3, list(range(500))])

    def test_killed_while_it_writes_a_checkpoint_it_continues_from_the_one_before(self):
        save, times = torch.save, []

        def save_or_end(state, file):
            times.append(file)
            if len(times) == 2:
                Path(file).write_bytes(b"half of it")
                raise KeyboardInterrupt
            save(state, file)

        words = [self.positions, *SMALL, "--epochs", "3"]
        self.train(*words, "--out", self.out("whole"))
        words += ["--out", self.out("parts")]
        with mock.patch.object(torch, "save", save_or_end), self.assertRaises(KeyboardInterrupt):
            self.train(*words)
        with mock.patch.object(train.Trainer, "restore", autospec=True, side_effect=train.Trainer.restore) as restore:
            self.train(*words, "--resume")
        self.assertEqual(restore.call_args.args[1]["step"], 5)
        self.assert_same_result("whole", "parts")

    def test_it_is_interrupted_between_batches_and_loses_nothing(self):
        before = signal.getsignal(signal.SIGINT)
        words = [self.positions, *SMALL, "--epochs", "3"]
        self.train(*words, "--out", self.out("whole"))
        words += ["--out", self.out("parts")]
        step, times = train.Trainer.step, []

        def step_and_interrupt(trainer):
            times.append(trainer.step_number)
            if len(times) == 7:
                signal.raise_signal(signal.SIGINT)
            step(trainer)

        with mock.patch.object(train.Trainer, "step", step_and_interrupt), self.assertRaises(SystemExit) as ended:
            self.train(*words)
        self.assertEqual((ended.exception.code, len(times)), (130, 7))
        self.assertIn("--resume continues", self.noted)
        self.train(*words, "--resume")
        self.assertIn("continues after 7 batches", self.noted)
        self.assert_same_result("whole", "parts")
        self.train(*words[:-1], self.out("new"), "--resume")
        self.assertIn("starts from the beginning", self.noted)
        self.assertIs(signal.getsignal(signal.SIGINT), before)

    def test_it_reports_that_no_games_were_held_back(self):
        empty = self.file("none.positions", b"")
        trained = self.train(self.positions, *SMALL, "--epochs", "1", "--held", empty, "--out", self.out("x"))
        self.assertIn("no games were held back", self.noted)
        self.assertIsNone(trained.history[-1]["held_scores"])

    def test_options_out_of_range_are_refused_at_once(self):
        for words in (("--most", "0"), ("--most", "-5"), ("--batch", "0"), ("--scale", "-5"), ("--scale", "20000"),
                      ("--width", "0"), ("--epochs", "nan"), ("--epochs", "-1"), ("--average", "3"), ("--rate", "much"),
                      ("--result-share", "5", "5")):
            message = self.refusal(self.positions, *SMALL, "--out", self.out("x"), *words)
            self.assertIn(words[0], message)
            self.assertRegex(message, "is not between|invalid number")
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as ended:
            train.arguments("", [self.positions, "--out", "x", "--device", "abacus"])
        self.assertIn("--device abacus", ended.exception.code)
        self.assertFalse(list(self.folder.glob("x.*")))

    def test_more_sources_than_a_network_can_name_are_refused_at_once(self):
        self.file("some.positions.json", json.dumps([{"made_by": "x" * 70_000}]).encode())
        self.assertIn("more files than", self.refusal(self.positions, *SMALL, "--out", self.out("x")))

    def test_a_wider_network_begins_with_the_weights_of_a_narrower_one(self):
        narrow = self.train(self.positions, *SMALL, "--epochs", "2", "--out", self.out("narrow"))
        words = [self.positions, *SMALL, "--begin", self.out("narrow.npz"), "--out", self.out("wide")]
        for width in (8, 11):
            wide = self.trainer(*words, "--width", width)
            batch = wide.unpack(wide.records)
            for network in (wide.network, wide.average):
                with torch.no_grad():
                    answers = network(batch.us, batch.them, batch.bucket)
                    known = narrow.average(batch.us, batch.them, batch.bucket)
                self.assertTrue(torch.allclose(answers, known, rtol=0, atol=1e-6))
        self.train(*words, "--width", 11, "--epochs", 1)
        new = self.weights("wide")["output.weight"][:, [8, 9, 10, 19, 20, 21]]
        self.assertTrue(new.any(), "the new neurons have learned nothing")
        begun_with = json.loads(self.network("narrow").origin)
        self.assertEqual(self.origin("wide")["begun_with"], {"file": "narrow.npz", **begun_with})

    def test_weights_and_checkpoints_that_do_not_fit_are_refused(self):
        self.train(self.positions, *SMALL, "--epochs", "1", "--out", self.out("x"))
        whole = Path(self.out("x.npz")).read_bytes()
        numpy.savez(self.out("foreign.npz"), something=numpy.zeros(3))
        numpy.savez(self.out("reshaped.npz"),
                    **{**self.weights("x"), "output.weight": numpy.zeros((8, 15), numpy.float32)})
        for name, words in (
            (self.out("nowhere.npz"), "no such file"),
            (self.out("foreign.npz"), "not the weights"),
            (self.file("empty.npz", b""), "not the weights"),
            (self.file("short.npz", whole[:len(whole) // 2]), "not the weights"),
            (self.file("text.npz", b"weights"), "not the weights"),
            (self.out("x.rooknet"), "not the weights"),
            (self.out("reshaped.npz"), "not the weights"),
        ):
            message = self.refusal(self.positions, *SMALL, "--begin", name, "--out", self.out("y"))
            self.assertIn(words, message)
            self.assertIn(name, message)
        self.assertIn("8 neurons, more than 4", self.refusal(
            self.positions, *SMALL, "--width", "4", "--begin", self.out("x.npz"), "--out", self.out("y")))
        self.assertIn("other positions", self.refusal(self.held, *SMALL, "--resume", "--out", self.out("x")))
        for words in (("--width", "9"), ("--epochs", "77"), ("--seed", "12"), ("--result-share", "0.5", "0.5")):
            self.assertIn("another " + words[0].strip("-").replace("-", " "), self.refusal(
                self.positions, *SMALL, "--epochs", "1", *words, "--resume", "--out", self.out("x")))
        checkpoint = Path(self.out("x.checkpoint")).read_bytes()
        other = io.BytesIO()
        torch.save({"network": 1}, other)
        for content in (b"", b"no checkpoint", checkpoint[:len(checkpoint) // 2], other.getvalue()):
            self.file("x.checkpoint", content)
            self.assertIn("not a checkpoint", self.refusal(self.positions, *SMALL, "--resume", "--out", self.out("x")))

    def test_mistakes_are_reported_before_training(self):
        beside = Path(self.file(Path(self.positions).name + ".json", b"{"))
        self.assertIn("does not say", self.refusal(self.positions, "--out", self.out("x")))
        beside.unlink()
        self.assertIn("no such folder", self.refusal(self.positions, "--out", self.out("nowhere/x")))
        self.assertFalse(Path(self.out("x.checkpoint")).exists())

    def test_as_a_program_it_ends_without_a_traceback(self):
        ran = subprocess.run([sys.executable, ROOT / "trainer" / "train.py", self.file("empty", b""), "--device", "cpu",
                              "--out", self.out("x")], capture_output=True, encoding="utf-8", check=False, timeout=120)
        self.assertEqual(ran.returncode, 1)
        self.assertEqual(ran.stderr.strip(), f"{self.out('empty')}: there are no positions in it")
        self.assertEqual(ran.stdout, "")


if __name__ == "__main__":
    unittest.main()
