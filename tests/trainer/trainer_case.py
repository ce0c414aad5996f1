"""What the tests of the trainer share."""

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

# Tests take these from here, for only now are they found.
import train  # noqa: E402
from network import LARGEST, Network, quantised  # noqa: E402,F401
from positions import Unpacker, read, some_of  # noqa: E402,F401
from program import run  # noqa: E402,F401

WORTH = (1, 3, 3, 5, 9, 0)


def some_positions(count, seed=1):
    """Men thrown onto the board: no chess, but whoever has more of them tends to win, and that can be learned."""
    dice = random.Random(seed)
    positions = []
    for _ in range(count):
        squares = dice.sample(range(64), dice.randint(3, 24))
        men = {square: (dice.random() < 0.5, dice.randrange(5)) for square in squares[2:]}
        men[squares[0]], men[squares[1]] = (False, reference.KING), (True, reference.KING)
        ahead = sum(WORTH[kind] * (-1 if black else 1) for black, kind in men.values())
        result = 2 if ahead > 4 else 0 if ahead < -4 else 1
        positions.append(reference.Position(men, dice.random() < 0.5, white_score=50 * ahead, white_result=result))
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
        """Trains to the end and writes; returns the trainer. What it noted on the way is in self.noted."""
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
                trainer = self.trainer(*words).run()
        finally:
            self.noted = said.getvalue()
        trainer.write()
        return trainer

    def refusal(self, *words):
        """What is said when it ends without a result."""
        with self.assertRaises(SystemExit) as ended:
            self.train(*words)
        self.assertNotIn(ended.exception.code, (None, 0))
        return f"{self.noted}{ended.exception.code}"

    def network(self, name):
        return reference.IntegerNetwork((self.folder / f"{name}.rooknet").read_bytes())
