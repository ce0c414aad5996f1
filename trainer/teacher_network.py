"""The teacher: a convolutional residual network. It is too slow for an engine; it labels positions for the engine's."""

import torch
from torch import nn

from positions import PLANES


class SqueezeExcite(nn.Module):
    """Scales and shifts every channel by what the whole board says, and by conditions beside the board."""

    def __init__(self, channels, conditions=0):
        super().__init__()
        hidden = max(8, channels // 4)
        self.squeeze = nn.Linear(channels + conditions, hidden)
        self.excite = nn.Linear(hidden, 2 * channels)

    def forward(self, x, condition=None):
        board = x.mean((2, 3))
        board = board if condition is None else torch.cat((board, condition.to(board.dtype)), 1)
        scale, shift = self.excite(self.squeeze(board).relu()).chunk(2, 1)
        return x * scale.sigmoid()[:, :, None, None] + shift[:, :, None, None]


class Block(nn.Module):
    def __init__(self, channels, conditions=0):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.squeeze_excite = SqueezeExcite(channels, conditions)
        # A block that changes nothing at first is easy to train.
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x, condition=None):
        changed = self.second_norm(self.second(self.first_norm(self.first(x)).relu()))
        return (x + self.squeeze_excite(changed, condition)).relu()


class Trunk(nn.Module):
    """Planes to channels on every square. Heads of any kind can stand on it."""

    def __init__(self, blocks, channels, planes=PLANES, conditions=0):
        super().__init__()
        self.first = nn.Conv2d(planes, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels, conditions) for _ in range(blocks))

    def forward(self, planes, condition=None):
        x = self.first_norm(self.first(planes)).relu()
        for block in self.blocks:
            x = block(x, condition)
        return x


class ValueHead(nn.Module):
    """Channels to a logit: the expected score of the side to move before the sigmoid."""

    def __init__(self, channels, dropout):
        super().__init__()
        own, hidden = min(32, channels), min(128, 4 * channels)
        self.first = nn.Conv2d(channels, own, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(own)
        self.hidden = nn.Linear(own * 64, hidden)
        self.dropout = nn.Dropout(dropout)
        self.last = nn.Linear(hidden, 1)

    def forward(self, x):
        x = self.dropout(self.first_norm(self.first(x)).relu().flatten(1))
        x = self.hidden(x).relu().float()
        # As a product and a sum, because autocast would round the result of a linear layer to bfloat16.
        return (x * self.last.weight).sum(1) + self.last.bias


class Teacher(nn.Module):
    def __init__(self, blocks, channels, dropout=0.0):
        super().__init__()
        self.trunk = Trunk(blocks, channels)
        self.value = ValueHead(channels, dropout)

    @property
    def shape(self):
        return {"blocks": len(self.trunk.blocks), "channels": self.trunk.first.out_channels}

    def forward(self, planes):
        return self.value(self.trunk(planes))
