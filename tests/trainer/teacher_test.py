"""A teacher: the planes it sees, its training, and the labels it writes."""

import json
import random
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

import numpy
import torch

import reference
from trainer_case import ROOT, PlaneUnpacker, TrainerCase, read, some_positions, teacher

SMALL = ["--blocks", "1", "--channels", "8", "--batch", "100", "--scale", "400", "--average", "0.9", "--rate", "0.005"]


def with_rights(positions):
    """The same positions with castling rooks, en passant squares and clocks, which need not be possible."""
    numbers = random.Random(5)
    for position in positions:
        rooks = [square for square, (_, kind) in position.pieces.items() if kind == reference.ROOK]
        position.castling_rooks = set(rooks[:2])
        position.en_passant = numbers.choice([64, numbers.randrange(64)])
        position.clock = numbers.choice([0, 3, 99, 100, 130])
    return positions


class PlanesTest(TrainerCase):
    def batch(self, positions):
        return PlaneUnpacker(torch.device("cpu"))(read([self.file("some.positions", positions)], "cpu")[0])

    def test_planes_are_those_of_the_reference(self):
        positions = with_rights(some_positions(200))
        batch = self.batch(positions)
        self.assertEqual(batch.planes.shape, (200, 16, 8, 8))
        self.assertTrue(batch.planes.is_contiguous(memory_format=torch.channels_last))
        wanted = torch.tensor([reference.planes_of(one) for one in positions]).view(200, 16, 8, 8)
        self.assertTrue(torch.allclose(batch.planes, wanted))
        self.assertTrue(batch.planes[:, 14].any() and batch.planes[:, 12].any() and batch.planes[:, 13].any())

    def test_own_king_stands_on_the_left_half(self):
        planes = self.batch(some_positions(100)).planes
        self.assertFalse(planes[:, 5, :, 4:].any())
        self.assertTrue((planes[:, 5].sum((1, 2)) == 1).all())
        self.assertTrue(planes[:, 11, :, 4:].any(), "the other king stands anywhere")

    def test_colours_make_no_difference(self):
        positions = with_rights(some_positions(100))
        one, other = self.batch(positions), self.batch([position.colours_changed() for position in positions])
        for name in one._fields:
            self.assertTrue(torch.equal(getattr(one, name), getattr(other, name)), name)

    def test_left_and_right_make_no_difference(self):
        positions = some_positions(100)
        one, other = self.batch(positions), self.batch([position.mirrored() for position in positions])
        self.assertTrue(torch.equal(one.planes, other.planes))

    def test_labels_are_from_the_view_of_the_side_to_move(self):
        positions = [reference.Position({0: (False, 5), 63: (True, 5)}, black, white_score=-300, white_result=2)
                     for black in (False, True)]
        batch = self.batch(positions)
        self.assertEqual((batch.score.tolist(), batch.result.tolist()), ([-300, 300], [1, 0]))


class TeacherCase(TrainerCase):
    def setUp(self):
        super().setUp()
        self.positions = self.file("some.positions", some_positions(500))
        self.held = self.file("held.positions", some_positions(100, seed=2))

    def train_teacher(self, *words):
        """Returns its report."""
        self.teacher("train", *words)
        return self.report(words[words.index("--out") + 1])

    @staticmethod
    def report(out):
        return json.loads(Path(out + ".json").read_text())

    def weights(self, name):
        return torch.load(self.out(name + ".pt"))["weights"]

    def assert_same_teacher(self, one, other):
        one, other = self.weights(one), self.weights(other)
        self.assertEqual(one.keys(), other.keys())
        for name in one:
            self.assertTrue(torch.equal(one[name], other[name]), name)

    def assert_other_teacher(self, one, other):
        with self.assertRaises(AssertionError):
            self.assert_same_teacher(one, other)


class TeacherTrainingTest(TeacherCase):
    def test_it_learns(self):
        positions = self.file("more.positions", some_positions(1200, seed=3))
        report = self.train_teacher(positions, "--held", self.held, *SMALL, "--rate", "0.01", "--epochs", "5",
                                    "--out", self.out("x"))
        rows = report["history"]
        self.assertEqual([row["step"] for row in rows], list(range(12, 61, 12)))
        for name in ("loss", "held_scores", "held_results"):
            self.assertLess(rows[-1][name], 0.7 * rows[0][name], name)
        self.assertEqual((report["positions"], report["held"], report["blocks"], report["scale"]), (1200, 100, 1, 400))
        self.assertNotIn("unfinished", report)

    def test_the_same_seed_gives_the_same_teacher(self):
        words = [self.positions, *SMALL, "--epochs", "2"]
        for name, seed in (("one", 1), ("again", 1), ("other", 2)):
            self.train_teacher(*words, "--seed", seed, "--out", self.out(name))
        self.assert_same_teacher("one", "again")
        self.assert_other_teacher("one", "other")

    def test_interrupted_and_resumed_it_ends_as_it_would_have(self):
        words = [self.positions, "--held", self.held, *SMALL, "--epochs", "3", "--dropout", "0.3"]
        whole = self.train_teacher(*words, "--out", self.out("whole"))
        words += ["--out", self.out("parts")]
        step, times = teacher.TeacherTrainer.step, []

        def step_and_interrupt(trainer):
            times.append(trainer.step_number)
            if len(times) in (4, 9):
                signal.raise_signal(signal.SIGINT)
            step(trainer)

        with mock.patch.object(teacher.TeacherTrainer, "step", step_and_interrupt):
            for more in ([], ["--resume"]):
                self.assertEqual(self.refusal("train", *words, *more, run=self.teacher)[-3:], "130")
                self.assertFalse(Path(self.out("parts.pt")).exists())
        parts = self.train_teacher(*words, "--resume")
        self.assertIn("continues after 9 batches", self.noted)
        self.assertEqual([row["held_scores"] for row in whole["history"]],
                         [row["held_scores"] for row in parts["history"]])
        self.assert_same_teacher("whole", "parts")

    def test_with_minutes_the_schedule_follows_the_time(self):
        """Every look at the clock takes a second."""
        clock = iter(range(10 ** 6))
        rates = []
        schedule = teacher.TeacherTrainer.schedule

        def noted_schedule(trainer):
            schedule(trainer)
            rates.append(trainer.optimizer.param_groups[0]["lr"])

        words = [self.positions, *SMALL, "--minutes", "1", "--out", self.out("x")]
        with mock.patch.object(time, "monotonic", lambda: next(clock)), \
                mock.patch.object(teacher.TeacherTrainer, "schedule", noted_schedule):
            first = self.train_teacher(*words, "--stop-after", "20")
            self.assertIn("--resume continues", self.noted)
            self.assertAlmostEqual(first["unfinished"], 0.33, delta=0.1)
            self.assertTrue(Path(self.out("x.pt")).exists(), "a teacher that is not complete can be used, too")
            second = self.train_teacher(*words, "--stop-after", "20", "--resume")
            self.assertAlmostEqual(second["unfinished"], 0.66, delta=0.15)
            last = self.train_teacher(*words, "--resume")
        self.assertNotIn("unfinished", last)
        self.assertEqual(last["history"][-1]["done"], 1)
        self.assertEqual(last["history"][:len(first["history"])], first["history"])
        self.assertLess(rates[0], max(rates))
        falling = rates[rates.index(max(rates)):]
        self.assertEqual(falling, sorted(falling, reverse=True))
        self.assertLess(falling[-1], 0.01 * max(rates))

    def test_the_time_and_the_positions_of_a_resumed_training_may_change(self):
        words = [*SMALL, "--out", self.out("x")]
        more = self.file("more.positions", some_positions(200, seed=4))
        first = self.train_teacher(self.positions, *words, "--minutes", "10", "--stop-after", "1")
        step = first["history"][-1]["step"]
        both = [self.positions, more, *words, "--minutes", "0.001", "--resume"]
        self.assertIn("other positions", self.refusal("train", *both, run=self.teacher))
        clock = iter(range(10 ** 6))
        with mock.patch.object(time, "monotonic", lambda: next(clock)):
            report = self.train_teacher(*both, "--other-positions", "--minutes", "0.5")
        self.assertGreater(report["history"][-1]["step"], step)
        self.assertEqual((report["positions"], report["earlier_data"]), (700, [first["data"]]))
        self.assertLess(report["history"][-1]["epoch"], report["history"][-1]["step"] / 7)

    def test_it_can_begin_with_another_teacher(self):
        self.train_teacher(self.positions, *SMALL, "--epochs", "3", "--out", self.out("x"))
        words = [self.positions, *SMALL, "--begin", self.out("x.pt"), "--out", self.out("y")]
        report = self.train_teacher(*words, "--epochs", "1", "--rate", "0", "--last-rate", "0")
        name = torch.load(self.out("x.pt"))["name"]
        self.assertEqual((report["begun_with"]["file"], report["begun_with"]["teacher"]), ("x.pt", name))
        old, new = self.weights("x"), self.weights("y")
        self.assertTrue(torch.equal(old["trunk.first.weight"], new["trunk.first.weight"]))
        self.assertIn("not {'blocks': 2", self.refusal("train", *words, "--blocks", "2", run=self.teacher))

    def test_what_does_not_fit_is_refused(self):
        words = [self.positions, *SMALL, "--epochs", "1", "--out", self.out("x")]
        self.train_teacher(*words)
        for more in (("--blocks", "2"), ("--weight-decay", "0.7"), ("--seed", "9"), ("--dropout", "0.5")):
            self.assertIn("another " + more[0].strip("-").replace("-", " "),
                          self.refusal("train", *words, *more, "--resume", run=self.teacher))
        for more in (("--blocks", "0"), ("--channels", "2"), ("--dropout", "1"), ("--warm-up", "0.9"),
                     ("--minutes", "0"), ("--stop-after", "nan"), ("--weight-decay", "-1")):
            message = self.refusal("train", self.positions, "--out", self.out("y"), *more, run=self.teacher)
            self.assertIn(more[0], message)
            self.assertRegex(message, "is not between|invalid number")
        self.assertIn("not allowed with", self.refusal("train", *words, "--minutes", "1", run=self.teacher))
        self.assertIn("no such folder", self.refusal("train", self.positions, "--out", self.out("nowhere/x"),
                                                     run=self.teacher))
        self.train(self.positions, "--width", "8", "--epochs", "1", "--out", self.out("student"))
        self.assertIn("other positions", self.refusal("train", self.held, *words[1:], "--resume", run=self.teacher))


class LabelTest(TeacherCase):
    saved = None  # the teacher of all these tests

    def setUp(self):
        super().setUp()
        if LabelTest.saved is None:
            positions = self.file("learned.positions", with_rights(some_positions(1500)))
            self.train_teacher(positions, *SMALL, "--epochs", "5", "--rate", "0.01", "--out", self.out("teacher"))
            LabelTest.saved = Path(self.out("teacher.pt")).read_bytes()
        self.file("teacher.pt", LabelTest.saved)
        self.new = self.file("new.positions", with_rights(some_positions(300, seed=7)))

    def label(self, *words, out="labelled.positions"):
        printed = self.teacher("label", *words, "--teacher", self.out("teacher.pt"), "--out", self.out(out))
        return json.loads(printed), Path(self.out(out)).read_bytes()

    @staticmethod
    def scores(content):
        return numpy.frombuffer(content, "<i2")[14::16]

    def test_only_the_scores_are_new(self):
        line, content = self.label(self.new)
        old = Path(self.new).read_bytes()
        self.assertEqual((line["positions"], line["of"], len(content)), (300, 300, len(old)))
        one, other = (numpy.frombuffer(bytes_, numpy.uint8).reshape(-1, 32) for bytes_ in (old, content))
        changed = (one != other).any(0).nonzero()[0].tolist()
        self.assertEqual(changed, [28, 29])
        self.assertGreater(numpy.corrcoef(self.scores(old), self.scores(content))[0, 1], 0.8, "it has learned")

    def test_the_scores_are_the_answers_of_the_teacher(self):
        _, content = self.label(self.new)
        network, saved = teacher.read_teacher(self.out("teacher.pt"), torch.device("cpu"))
        records, _ = read([self.new], "cpu")
        with torch.no_grad():
            answers = network.eval()(PlaneUnpacker(torch.device("cpu"))(records).planes).numpy() * saved["scale"]
        black = records[:, 24].numpy() >= 128
        wanted = numpy.where(black, -answers, answers)
        self.assertLess(numpy.abs(wanted - self.scores(content)).max(), 1)
        self.assertTrue(black.any() and not black.all())

    def test_colours_change_only_the_sign(self):
        positions = with_rights(some_positions(100, seed=8))
        one = self.file("one.positions", positions)
        other = self.file("other.positions", [position.colours_changed() for position in positions])
        first, second = (self.scores(self.label(file, out=f"{i}.positions")[1]) for i, file in enumerate((one, other)))
        self.assertLessEqual(numpy.abs(first + second).max(), 1)

    def test_the_same_again_and_from_several_files(self):
        _, content = self.label(self.new)
        self.assertEqual(self.label(self.new, out="again.positions")[1], content)
        parts = [self.file(f"part{i}.positions", Path(self.new).read_bytes()[at:at + 32 * 150])
                 for i, at in enumerate((0, 32 * 150))]
        _, joined = self.label(*parts, "--batch", "40", out="joined.positions")
        self.assertEqual(len(joined), len(content))
        difference = self.scores(joined).astype(int) - self.scores(content)
        self.assertLessEqual(numpy.abs(difference).max(), 1)

    def test_a_blend_keeps_a_share_of_the_old_score(self):
        old = self.scores(Path(self.new).read_bytes()).astype(float)
        labels = [self.scores(self.label(self.new, "--blend", share, out=f"{share}.positions")[1]).astype(float)
                  for share in (0, 0.25, 1)]
        self.assertEqual(labels[2].tolist(), old.tolist())
        expected = [1 / (1 + numpy.exp(-one / 400)) for one in (*labels, old)]
        self.assertLess(numpy.abs(expected[1] - (0.75 * expected[0] + 0.25 * expected[3])).max(), 0.002)

    def test_scores_stay_in_the_range_of_the_format(self):
        saved = torch.load(self.out("teacher.pt"))
        saved["scale"] = 10 ** 6
        torch.save(saved, self.out("teacher.pt"))
        _, content = self.label(self.new)
        scores = self.scores(content).astype(int)
        self.assertEqual((scores.min(), scores.max()), (-29_951, 29_951))

    def test_the_origin_stands_beside_the_file(self):
        source = {"made_by": {"soft_nodes": 25}, "games": 7, "positions": 300}
        self.file("new.positions.json", json.dumps([source]).encode())
        self.label(self.new, "--blend", "0.25")
        name = torch.load(self.out("teacher.pt"))["name"]
        first, second = json.loads(Path(self.out("labelled.positions.json")).read_text())
        self.assertEqual(first, {**source, "made_by": {"labelled_by": name, "blend": 0.25,
                                                       "positions_of": source["made_by"]}})
        self.assertEqual((second["made_by"]["teacher"], second["positions"]), (name, 0))
        self.assertEqual(second["made_by"]["sources"], [{"made_by": "unknown: learned.positions"}])

    def test_it_stops_in_time_with_what_is_labelled(self):
        clock = iter(range(0, 10 ** 6, 10))
        with mock.patch.object(teacher, "PART", 128 * 40), mock.patch.object(time, "monotonic", lambda: next(clock)):
            line, content = self.label(self.new, "--batch", "40", "--stop-after", "35")
        self.assertLess(line["positions"], 300)
        self.assertGreater(line["positions"], 0)
        self.assertEqual(line["positions"] % 40, 0)
        self.assertEqual(len(content), 32 * line["positions"])
        self.assertIn("stopped after", self.noted)
        self.assertEqual(len(read([self.out("labelled.positions")], "cpu")[0]), line["positions"])

    def test_a_later_call_labels_the_rest(self):
        content = Path(self.new).read_bytes()
        parts = [self.file(f"part{i}.positions", part) for i, part in enumerate((content[:32 * 130], content[32 * 130:]))]
        _, whole = self.label(self.new, out="whole.positions")
        for skip in (1, 129, 130, 131, 299):
            line, rest = self.label(*parts, "--skip", str(skip), out=f"{skip}.positions")
            self.assertEqual(line["positions"], 300 - skip)
            self.assertEqual(rest, whole[32 * skip:])
            named = [one["made_by"].get("positions_of") for one in json.loads(Path(self.out(f"{skip}.positions.json")).read_text())]
            self.assertEqual(named[0], f"unknown: part{int(skip >= 130)}.positions")
        message = self.refusal("label", self.new, "--skip", "300", "--teacher", self.out("teacher.pt"), "--out",
                               self.out("none.positions"), run=self.teacher)
        self.assertIn("there are no more positions", message)

    def test_a_student_learns_from_labelled_positions(self):
        self.label(self.file("more.positions", some_positions(1000, seed=9)))
        words = [self.out("labelled.positions"), "--held", self.held, "--width", "8", "--batch", "100",
                 "--average", "0.9", "--rate", "0.01", "--result-share", "0", "0", "--scale", "400", "--epochs", "6"]
        untrained = self.trainer(*words, "--out", self.out("student"))
        student = self.train(*words, "--out", self.out("student"))
        self.assertLess(student.held_error(0), 0.9 * untrained.held_error(0))
        origin = json.loads(self.network("student").origin)
        self.assertEqual([("labelled_by" in source["made_by"], "teacher" in source["made_by"])
                          for source in origin["sources"]], [(True, False), (False, True)])

    def test_what_does_not_fit_is_refused(self):
        whole = Path(self.out("teacher.pt")).read_bytes()
        other = torch.load(self.out("teacher.pt"))
        other["shape"]["blocks"] = 3
        torch.save(other, self.out("reshaped.pt"))
        self.train(self.positions, "--width", "8", "--epochs", "1", "--out", self.out("student"))
        for name, words in ((self.out("nowhere.pt"), "no such file"), (self.file("empty.pt", b""), "not a teacher"),
                            (self.file("text.pt", b"a teacher"), "not a teacher"),
                            (self.file("short.pt", whole[:len(whole) // 2]), "not a teacher"),
                            (self.out("reshaped.pt"), "not a teacher"), (self.out("student.npz"), "not a teacher"),
                            (self.out("student.checkpoint"), "not a teacher")):
            message = self.refusal("label", self.new, "--teacher", name, "--out", self.out("z.positions"),
                                   run=self.teacher)
            self.assertIn(words, message)
            self.assertIn(name, message)
        words = ["--teacher", self.out("teacher.pt"), "--out"]
        for positions, out, problem in (
            (self.new, self.new, "nothing is overwritten"),
            (self.new, self.out("z.epd"), "must end in .positions"),
            (self.new, self.out("nowhere/z.positions"), "no such folder"),
            (self.out("nowhere"), self.out("z.positions"), "No such file"),
            (self.file("odd", b"x" * 33), self.out("z.positions"), "32 bytes each"),
            (self.file("zeros", bytes(64)), self.out("z.positions"), "cannot be one"),
        ):
            self.assertIn(problem, self.refusal("label", positions, *words, out, run=self.teacher))
        self.assertIn("is not between", self.refusal("label", self.new, *words, self.out("z.positions"), "--blend", "2",
                                                     run=self.teacher))
        self.assertFalse(list(self.folder.glob("z.*")))

    def test_interrupted_it_leaves_nothing(self):
        labelled = teacher.Labeller.labelled

        def labelled_and_interrupt(labeller, records):
            signal.raise_signal(signal.SIGINT)
            return labelled(labeller, records)

        with mock.patch.object(teacher.Labeller, "labelled", labelled_and_interrupt):
            self.assertIn("130", self.refusal("label", self.new, "--teacher", self.out("teacher.pt"), "--out",
                                              self.out("z.positions"), run=self.teacher))
        self.assertFalse(list(self.folder.glob("z.*")))


class ProgramTest(TrainerCase):
    def test_as_a_program_it_ends_without_a_traceback(self):
        for words, code, message in (([], 2, "usage: teacher.py"),
                                     (["train", self.file("empty", b""), "--out", "x"], 1, "no positions in it"),
                                     (["label", "x", "--teacher", "y", "--out", "z.positions"], 1, "y: no such file")):
            ran = subprocess.run([sys.executable, ROOT / "trainer" / "teacher.py", *words], capture_output=True,
                                 encoding="utf-8", check=False, timeout=120)
            self.assertEqual(ran.returncode, code, ran.stderr)
            self.assertIn(message, ran.stderr)
            self.assertNotIn("Traceback", ran.stderr)


class StudentTest(TrainerCase):
    def test_a_student_can_have_minutes_too(self):
        positions = self.file("some.positions", some_positions(300))
        clock = iter(range(10 ** 6))
        with mock.patch.object(time, "monotonic", lambda: next(clock)):
            trainer = self.train(positions, "--width", "8", "--batch", "100", "--minutes", "1", "--out", self.out("x"))
        self.assertGreater(trainer.step_number, 10)
        self.assertEqual(trainer.done(), 1)


if __name__ == "__main__":
    unittest.main()
