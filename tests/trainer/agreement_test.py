"""The trainer's network and the engine's integers give the same values for positions of real games.

The trainer rounds its weights to the engine's steps in the forward pass, so only fractions of a unit are lost. With
unrounded weights the values would differ by several hundredths of a pawn.
"""

import re
import unittest
from pathlib import Path

import numpy
import torch

import reference
from trainer_case import ROOT, Network, TrainerCase, Unpacker, read, run, train


class AgreementTest(TrainerCase):
    def setUp(self):
        super().setUp()
        self.games = self.out("some.games")
        self.done("--output", self.games, "--nodes", "50", "--games", "40", "--threads", "1", "--seed", "3",
                  "--chess960", "30")
        self.done("--export", self.out("some.positions"), self.games)
        self.content = Path(self.out("some.positions")).read_bytes()

    def done(self, *arguments):
        ran = run("selfplay", *arguments)
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def float_values(self, file, scale, records):
        """The values of the trainer's network, computed in floats."""
        with numpy.load(file) as weights:
            network = Network(len(weights["features.bias"]))
            network.load_state_dict({key: torch.from_numpy(weights[key]) for key in train.WEIGHTS})
        batch = Unpacker(torch.device("cpu"))(records)
        with torch.no_grad():
            return scale * network(batch.us, batch.them, batch.bucket).double().numpy()

    def check_they_agree(self, floats, integers, at_least):
        """On at least so many positions that are not decided."""
        self.assertGreater(floats.std(), 50, "equal constants would agree, too")
        apart = numpy.abs(floats - integers)[numpy.abs(floats) <= 1000]
        self.assertGreater(len(apart), at_least)
        self.assertLessEqual(apart.mean(), 2)
        self.assertLessEqual(apart.max(), 8)

    def test_positions_are_those_of_the_games(self):
        """Read from the packed file and from EPD, which other code writes: pieces, side to move, score, result."""
        self.done("--export", self.out("some.epd"), "--filter", self.games)
        wanted = {}
        for line in Path(self.out("some.epd")).read_text().splitlines():
            placement, side, _, _, operations = line.split(" ", 4)
            answer = dict(one.split(" ", 1) for one in operations.rstrip(";").split("; "))
            result = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[answer["c9"].strip('"')]
            label = (int(answer["ce"]), result if side == "w" else 1 - result)
            wanted.setdefault((placement, side == "b"), set()).add(label)
        held = Path(self.out("some.held.positions")).read_bytes()
        found = reference.positions_of(self.content + held)
        self.assertGreater(len(found), 1500)
        self.assertEqual({(one.placement(), one.black_moves) for one in found}, wanted.keys())
        batch = Unpacker(torch.device("cpu"))(read([self.file("all", self.content + held)], "cpu")[0])
        for row, position in enumerate(found):
            label = (batch.score[row].item(), batch.result[row].item())
            self.assertIn(label, wanted[position.placement(), position.black_moves])
            self.assertEqual(batch.us[row].nonzero().flatten().tolist(),
                             reference.inputs_of(position, position.black_moves))

    def test_floats_and_integers_agree(self):
        trainer = self.train(self.out("some.positions"), "--width", "32", "--epochs", "6", "--batch", "256",
                             "--average", "0.9", "--rate", "0.005", "--out", self.out("x"))
        whole = self.network("x")
        self.assertEqual(whole.scale, trainer.scale)
        floats = self.float_values(self.out("x.npz"), whole.scale, trainer.records)
        integers = numpy.array([whole.value(position) for position in reference.positions_of(self.content)])
        answer = run("eval", "--network", self.out("x.rooknet"), "--positions", self.out("some.positions"))
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual([int(line) for line in answer.stdout.split()], integers.tolist(), "the engine's own")
        self.assertGreater(len(floats), 1500)
        self.check_they_agree(floats, integers, 0.8 * len(floats))

    def test_the_default_network_is_what_its_weights_say(self):
        """Ten thousand positions, and the weights that the next training begins with."""
        own = Path(re.search(r"nets/(\S+)\.rooknet", (ROOT / "cmake" / "network.cmake").read_text()).group(1))
        games, positions = self.out("more.games"), self.out("more.positions")
        self.done("--output", games, "--nodes", "40", "--positions", "27000", "--seed", "4", "--chess960", "30")
        self.done("--export", positions, games)
        answer = run("eval", "--positions", positions)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        integers = numpy.array([int(line) for line in answer.stdout.split()])
        whole = reference.IntegerNetwork((ROOT / "nets" / own).with_suffix(".rooknet").read_bytes())
        floats = self.float_values((ROOT / "nets" / own).with_suffix(".npz"), whole.scale, read([positions], "cpu")[0])
        self.check_they_agree(floats, integers, 10_000)

    def test_colours_and_sides_of_the_board_make_no_difference(self):
        self.train(self.out("some.positions"), "--width", "8", "--epochs", "0.5", "--batch", "256", "--average", "0.9",
                   "--out", self.out("x"))
        whole = self.network("x")
        for position in reference.positions_of(self.content)[::5]:
            value = whole.value(position)
            self.assertEqual(whole.value(position.colours_changed()), value)
            self.assertEqual(whole.value(position.mirrored()), value)


if __name__ == "__main__":
    unittest.main()
