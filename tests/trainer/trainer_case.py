"""What all tests of the trainers use."""

import contextlib
import io
import random
import sys
import tempfile
import unittest
from pathlib import Path

import torch

import reference

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "trainer"), str(ROOT / "tests" / "e2e")]

# These can be imported only now; tests import them from here.
import human  # noqa: E402,F401
import teacher  # noqa: E402,F401
import train  # noqa: E402
from network import LARGEST, Network, quantised  # noqa: E402,F401
from positions import PlaneUnpacker, Unpacker, read, some_of  # noqa: E402,F401
from program import run  # noqa: E402,F401

VALUES = (1, 3, 3, 5, 9, 0)


def some_positions(count, seed=1):
    """Pieces on random squares. This is not chess, but the side with more pieces tends to win, and that can be
    learned."""
    numbers = random.Random(seed)
    positions = []
    for _ in range(count):
        squares = numbers.sample(range(64), numbers.randint(3, 24))
        pieces = {square: (numbers.random() < 0.5, numbers.randrange(5)) for square in squares[2:]}
        pieces[squares[0]], pieces[squares[1]] = (False, reference.KING), (True, reference.KING)
        ahead = sum(VALUES[kind] * (-1 if black else 1) for black, kind in pieces.values())
        result = 2 if ahead > 4 else 0 if ahead < -4 else 1
        positions.append(reference.Position(pieces, numbers.random() < 0.5, white_score=50 * ahead,
                                            white_result=result))
    return positions


class TrainerCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-trainer-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        threads = torch.get_num_threads()
        torch.set_num_threads(1)
        self.addCleanup(torch.set_num_threads, threads)

    def file(self, name, content):
        """The name of a new file with these bytes, or these positions."""
        if not isinstance(content, bytes):
            content = b"".join(map(reference.record_of, content))
        (self.folder / name).write_bytes(content)
        return str(self.folder / name)

    def out(self, name):
        return str(self.folder / name)

    def trainer(self, *words):
        return train.Trainer(train.arguments("", [*map(str, words), "--device", "cpu"]))

    def train(self, *words):
        """Trains to the end and writes; returns the trainer. Its messages are in self.noted."""
        notes = io.StringIO()
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(notes):
                trainer = self.trainer(*words).run()
        finally:
            self.noted = notes.getvalue()
        trainer.write()
        return trainer

    def refusal(self, *words, run=None):
        """The message when it ends without a result."""
        with self.assertRaises(SystemExit) as ended:
            (run or self.train)(*words)
        self.assertNotIn(ended.exception.code, (None, 0))
        return f"{self.noted}{ended.exception.code}"

    def teacher(self, *words):
        """Runs a command of teacher.py and returns what it prints. Its messages are in self.noted."""
        return self.main_of(teacher, words)

    def human(self, *words):
        return self.main_of(human, words)

    def main_of(self, module, words):
        notes, printed = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(notes):
                module.main([*map(str, words), "--device", "cpu"])
        finally:
            self.noted = notes.getvalue()
        return printed.getvalue()

    def network(self, name):
        return reference.IntegerNetwork((self.folder / f"{name}.rooknet").read_bytes())
