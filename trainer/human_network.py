"""The human network: which move people of a rating play, and how their games end.

Its trunk is that of the teacher (teacher_network.py), with the last moves as more planes, and with the ratings and the
time class in every squeeze-excitation. The engine reads it from a file (src/levels/human_network.cpp), in which the
norms are part of the convolutions and weights are steps of eight bits.
"""

import json
import struct

import torch
from torch import nn

from network import LONGEST_ORIGIN, checksum
from positions import PLANES
from teacher_network import Trunk

MAGIC = b"rookhum1"
HISTORY = 4  # last moves that are inputs
HUMAN_PLANES = PLANES + 2 * HISTORY
LOWEST_KNOT = 600
KNOT_DISTANCE = 200
KNOTS = 11
TIME_CLASSES = 5
CONDITIONS = 2 * KNOTS + TIME_CLASSES
PROMOTIONS = 4  # knight, bishop, rook, queen
STEPS = 127


class HumanNetwork(nn.Module):
    def __init__(self, blocks, channels, policy=32, value_channels=8, value_hidden=64, dropout=0.0):
        super().__init__()
        self.trunk = Trunk(blocks, channels, HUMAN_PLANES, CONDITIONS)
        self.policy = nn.Conv2d(channels, channels, 1)
        self.query_key = nn.Conv2d(channels, 2 * policy, 1)
        self.promotion = nn.Linear(channels, PROMOTIONS)
        self.value = nn.Conv2d(channels, value_channels, 1, bias=False)
        self.value_norm = nn.BatchNorm2d(value_channels)
        self.value_hidden = nn.Linear(64 * value_channels + CONDITIONS, value_hidden)
        self.value_last = nn.Linear(value_hidden, 3)
        self.dropout = nn.Dropout(dropout)

    @property
    def shape(self):
        return {"blocks": len(self.trunk.blocks), "channels": self.policy.in_channels,
                "policy": self.query_key.out_channels // 2, "value_channels": self.value.out_channels,
                "value_hidden": self.value_last.in_features}

    def forward(self, planes, condition, to):
        """The logits of all pairs of squares [n, 64, 64], of the promotions on the squares `to` [n, 4], and of lost,
        drawn and won [n, 3]."""
        x = self.trunk(planes, condition)
        h = self.dropout(self.policy(x).relu())
        queries, keys = self.query_key(h).flatten(2).float().chunk(2, 1)
        with torch.autocast(planes.device.type, enabled=False):
            logits = queries.transpose(1, 2) @ keys * queries.shape[1] ** -0.5
        there = h.flatten(2).gather(2, to[:, None, None].expand(-1, h.shape[1], 1)).squeeze(2)
        value = self.value_norm(self.value(x)).relu().permute(0, 2, 3, 1).flatten(1)
        value = self.value_hidden(torch.cat((value, condition.to(value.dtype)), 1)).relu()
        return logits, self.promotion(there).float(), self.value_last(self.dropout(value)).float()

    def begin_with_trunk(self, weights):
        """The weights of a teacher's trunk, which has fewer planes and no conditions: their weights begin with zero."""
        own = self.trunk.state_dict()
        for name, value in weights.items():
            wide = torch.zeros_like(own[name])
            wide[tuple(slice(size) for size in value.shape)] = value
            own[name].copy_(wide)

    @torch.no_grad()
    def round_to_steps(self):
        """Rounds every weight to what the file can hold. A norm scales a channel as a whole, so it changes no step."""
        for layer in self.modules():
            if isinstance(layer, (nn.Conv2d, nn.Linear)):
                steps, scales = _in_steps(layer.weight)
                layer.weight.copy_(steps * scales.view(-1, *[1] * (layer.weight.dim() - 1)))


def _in_steps(weights):
    """Whole numbers from -127 to 127 and their unit for each output."""
    flat = weights.detach().float().flatten(1)
    scales = flat.abs().amax(1).clamp(min=1e-12) / STEPS
    return (flat / scales[:, None]).round().view(weights.shape), scales


def _layer(layer, norm=None, factor=1.0):
    """The bytes of a convolution or a matrix: weights by tap, input and output; the unit and the bias of every output."""
    steps, scales = _in_steps(layer.weight.cpu())
    outputs, inputs = steps.shape[:2]
    biases = torch.zeros(outputs) if layer.bias is None else layer.bias.detach().float().cpu()
    if norm is not None:
        gain = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().float().cpu()
        biases = norm.bias.detach().float().cpu() + gain * (biases - norm.running_mean.float().cpu())
        scales = scales * gain
    scales, biases = scales * factor, biases * factor
    by_tap = steps.reshape(outputs, inputs, -1).permute(2, 1, 0).contiguous().to(torch.int8)
    return by_tap.numpy().tobytes() + scales.numpy().astype("<f4").tobytes() + biases.numpy().astype("<f4").tobytes()


def human_file(network, origin):
    """The bytes of the engine's file."""
    text = json.dumps(origin).encode()
    if len(text) > LONGEST_ORIGIN:
        raise SystemExit("the network cannot name so many sources")
    shape = network.shape
    content = [MAGIC, struct.pack("<6I", shape["channels"], shape["blocks"], shape["policy"], shape["value_channels"],
                                  shape["value_hidden"], len(text)), text]
    trunk = network.trunk
    content.append(_layer(trunk.first, trunk.first_norm))
    for block in trunk.blocks:
        content += [_layer(block.first, block.first_norm), _layer(block.second, block.second_norm),
                    _layer(block.squeeze_excite.squeeze), _layer(block.squeeze_excite.excite)]
    content.append(_layer(network.policy))
    # The scale of the products belongs to both factors.
    content.append(_layer(network.query_key, factor=shape["policy"] ** -0.25))
    content += [_layer(network.promotion), _layer(network.value, network.value_norm), _layer(network.value_hidden),
                _layer(network.value_last)]
    whole = b"".join(content)
    return whole + struct.pack("<Q", checksum(whole))
