"""The network file that the trainer writes for the engine."""

import json
import struct
import unittest
from pathlib import Path

import numpy
import torch

import reference
from trainer_case import LARGEST, Network, TrainerCase, quantised, some_positions, train

SMALL = ["--width", "8", "--batch", "64", "--average", "0.9"]


class NetworkFileTest(TrainerCase):
    def setUp(self):
        super().setUp()
        self.positions = self.file("some.positions", some_positions(200))

    def trained(self, *words):
        self.train(self.positions, *SMALL, *words, "--out", self.out("x"))
        return Path(self.out("x.rooknet")).read_bytes()

    def test_length_header_and_checksum(self):
        source = {"made_by": {"soft_nodes": 5000}, "games": 7, "positions": 300}
        self.file("some.positions.json", json.dumps([source]).encode())
        content = self.trained("--epochs", "1", "--scale", "321", "--seed", "5")
        self.assertEqual(content[:8], b"rooknet1")
        *shape, length = struct.unpack_from("<6I", content, 8)
        self.assertEqual(shape, [8, 8, 255, 64, 321])
        self.assertEqual(len(content), 8 + 24 + length + 2 * (768 * 8 + 8 + 8 * 2 * 8) + 4 * 8 + 8)
        self.assertEqual(struct.unpack("<Q", content[-8:])[0], reference.hash_of(content[:-8]))
        origin = json.loads(content[32:32 + length])
        self.assertEqual((origin["sources"], origin["positions"], origin["seed"]), ([source], 200, 5))
        self.assertTrue({"data", "width", "epochs", "torch", "date"} <= origin.keys())

    def test_games_that_were_made_alike_are_one_source(self):
        alike = {"made_by": {"soft_nodes": 500}, "games": 7, "positions": 300}
        other = {"made_by": {"soft_nodes": 700}, "games": 1, "positions": 20}
        self.file("some.positions.json", json.dumps([alike, other]).encode())
        more = self.file("more.positions", some_positions(50, seed=2))
        self.file("more.positions.json", json.dumps([alike]).encode())
        nameless = self.file("nameless.positions", some_positions(50, seed=3))
        self.train(self.positions, more, nameless, *SMALL, "--epochs", "1", "--out", self.out("x"))
        sources = json.loads(self.network("x").origin)["sources"]
        self.assertEqual(sources, [{**alike, "games": 14, "positions": 600}, other,
                                   {"made_by": "unknown: nameless.positions"}])

    def test_the_hash_is_the_known_one(self):
        self.assertEqual(reference.hash_of(b""), 0xCBF29CE484222325)
        self.assertEqual(reference.hash_of(b"foobar"), 0x85944171F73967E8)

    def test_every_weight_is_where_the_engine_looks(self):
        network = Network(3)
        with torch.no_grad():
            for weights in network.parameters():
                weights.zero_()
            network.features.weight[1, 700] = 0.5  # neuron, input
            network.features.bias[2] = -1
            network.output.weight[6, 0] = 0.25  # bucket; the side to move, neuron 0
            network.output.weight[6, 3 + 2] = -0.25  # the other side, neuron 2
            network.output.bias[7] = 1.5
        read = reference.IntegerNetwork(quantised(network, 400, {}))
        places = [[(tuple(place), array[tuple(place)]) for place in numpy.argwhere(array)]
                  for array in (read.features, read.biases, read.output, read.output_biases)]
        self.assertEqual(places, [[((700, 1), 128)], [((2,), -255)], [((6, 0, 0), 16), ((6, 1, 2), -16)],
                                  [((7,), 24480)]])

    def test_weights_stay_within_the_clip(self):
        """Also if training begins with larger weights and has a very high rate."""
        large = {name: numpy.full(shape, sign * 7, numpy.float32) for name, shape, sign in
                 zip(train.WEIGHTS, ((8, 768), 8, (8, 16), 8), (1, -1, -1, 1))}
        numpy.savez(self.out("large.npz"), **large)
        self.trained("--epochs", "1", "--rate", "0.5", "--begin", self.out("large.npz"))
        network = self.network("x")
        for name, unit in (("features", 255), ("biases", 255), ("output", 64)):
            largest = numpy.abs(getattr(network, name)).max()
            self.assertLessEqual(largest, round(LARGEST * unit), name)
            self.assertGreater(largest, 0.9 * LARGEST * unit, name)
        with numpy.load(self.out("x.npz")) as weights:
            self.assertLessEqual(max(numpy.abs(weights[name]).max() for name in train.WEIGHTS), numpy.float32(LARGEST))

    def test_the_clip_is_what_the_engine_allows(self):
        """See largest_input_weight and largest_output_weight in src/eval/nnue/network.h."""
        self.assertLessEqual(round(LARGEST * 255), 32767 // 33)
        self.assertLessEqual(round(LARGEST * 64), 128)

    def test_sums_that_the_engine_could_not_hold_are_refused(self):
        """33,025 times 255 squared still fits into 31 bits."""
        network = Network(130)
        with torch.no_grad():
            for weights in network.parameters():
                weights.zero_()
            network.output.weight[3].fill_(127 / 64)
            network.output.weight[3, 0] = (33025 - 259 * 127) / 64
            quantised(network, 400, {})
            network.output.weight[3, 0] += 1 / 64
        with self.assertRaises(SystemExit) as ended:
            quantised(network, 400, {})
        self.assertIn("add up to 516", str(ended.exception))

    def test_a_damaged_file_is_noticed(self):
        content = self.trained("--epochs", "1")
        reference.IntegerNetwork(content)
        for damaged in (b"", content[:100], content[:-1], content + b"x", b"rooknet2" + content[8:],
                        content[:-100] + bytes([content[-100] ^ 1]) + content[-99:]):
            with self.assertRaises((ValueError, struct.error)):
                reference.IntegerNetwork(damaged)

    def test_divisions_go_towards_zero(self):
        """As in C++, so that an advantage has the same size for White and for Black."""
        network = Network(1)
        with torch.no_grad():
            for weights in network.parameters():
                weights.zero_()
            network.features.bias.fill_(0.5)
            network.output.weight[0, 0] = 1 / 64
            values = []
            for sign in (1, -1):
                network.output.weight.mul_(sign)
                network.output.bias[0] = sign * 0.0007
                position = reference.Position({0: (False, 5), 63: (True, 5)})
                values.append(reference.IntegerNetwork(quantised(network, 9999, {})).value(position))
        # 128 * 128 / 255 = 64.25; 0.0007 * 16320 = 11.4; 75 * 9999 / 16320 = 45.95
        self.assertEqual(values, [45, -45])


if __name__ == "__main__":
    unittest.main()
