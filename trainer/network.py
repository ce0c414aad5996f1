"""The network as it is trained, and as the engine reads it (src/eval/nnue/network_file.h)."""

import json
import struct

import torch
from torch import nn

from positions import BUCKETS, INPUTS, Listed

INPUT_UNIT = 255
OUTPUT_UNIT = 64
# Weights are clipped to this, so that the engine's sums fit into 16 bits.
LARGEST = 1.98
MAGIC = b"rooknet1"
LONGEST_ORIGIN = 64 << 10  # the engine reads no more


def _rounded(weights, unit):
    """Rounds to the steps of the engine, so that the trained network equals the one that plays. Gradients pass
    unrounded."""
    return weights + ((weights * unit).round() / unit - weights).detach()


def _sums(inputs, rows, biases):
    if isinstance(inputs, Listed):
        return nn.functional.embedding_bag(inputs.inputs, rows.T.contiguous(), inputs.first, mode="sum") + biases
    return nn.functional.linear(inputs, rows, biases)


class Network(nn.Module):
    """(768 -> width) x 2 -> 1. The output has other weights for each range of piece counts."""

    def __init__(self, width):
        super().__init__()
        self.features = nn.Linear(INPUTS, width)
        self.output = nn.Linear(2 * width, BUCKETS)

    @property
    def width(self):
        return self.features.out_features

    def forward(self, us, them, bucket):
        rows, biases = _rounded(self.features.weight, INPUT_UNIT), _rounded(self.features.bias, INPUT_UNIT)
        neurons = torch.cat([_sums(inputs, rows, biases) for inputs in (us, them)], 1)
        squares = neurons.clamp(0, 1).square()
        weights = _rounded(self.output.weight, OUTPUT_UNIT)
        return nn.functional.linear(squares, weights, self.output.bias).gather(1, bucket[:, None]).squeeze(1)

    @torch.no_grad()
    def clip(self):
        for weights in self.parameters():
            weights.clamp_(-LARGEST, LARGEST)


def _integers(tensor, unit):
    return (tensor.detach().double().cpu() * unit).round().long()


def checksum(content):
    """FNV-1a with 64 bits."""
    total = 0xCBF29CE484222325
    for byte in content:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


def _check_sums(output):
    """The engine checks the same when it reads the file: the largest possible output must fit into its sums of 32
    bits."""
    largest = output.abs().sum(1).max().item()
    if largest * INPUT_UNIT ** 2 >= 1 << 31:
        raise SystemExit(f"the weights of an output add up to {largest / OUTPUT_UNIT:.0f}; "
                         "the engine could not add them")


def quantised(network, scale, origin):
    """The bytes of the engine's file."""
    text = json.dumps(origin).encode()
    content = MAGIC + struct.pack("<6I", network.width, BUCKETS, INPUT_UNIT, OUTPUT_UNIT, scale, len(text)) + text
    rows = _integers(network.features.weight.T, INPUT_UNIT)  # by input
    content += rows.short().numpy().tobytes()
    content += _integers(network.features.bias, INPUT_UNIT).short().numpy().tobytes()
    output = _integers(network.output.weight, OUTPUT_UNIT)
    _check_sums(output)
    content += output.short().numpy().tobytes()  # by bucket, side to move first
    content += _integers(network.output.bias, INPUT_UNIT * OUTPUT_UNIT).int().numpy().tobytes()
    return content + struct.pack("<Q", checksum(content))
