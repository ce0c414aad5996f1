"""Positions for training, as `rookery selfplay --export FILE.positions` writes them: 32 bytes each.

They stay on the device as they are; a batch of them becomes what the network sees there, too. The layout is that of
src/training/packed_position.h, with the label of src/training/position_set.h in its last four bytes.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy
import torch

RECORD = 32
INPUTS = 768
BUCKETS = 8
KING = 5
CASTLING_ROOK = 6
ROOK = 3


@dataclass
class Batch:
    """What the network is asked, and what it should have answered; all from the side to move."""

    us: torch.Tensor  # [n, 768] of 0 and 1
    them: torch.Tensor
    bucket: torch.Tensor  # [n]
    score: torch.Tensor  # [n] of the search, in the engine's unit
    result: torch.Tensor  # [n] 0, 1/2, 1


def read(files, device):
    """All positions of the files in one tensor, and a name for exactly these bytes."""
    parts, name = [], hashlib.sha256()
    for file in files:
        content = Path(file).read_bytes()
        if not content or len(content) % RECORD != 0:
            raise SystemExit(f"{file}: not a file of positions, which have {RECORD} bytes each")
        name.update(content)
        parts.append(numpy.frombuffer(content, dtype=numpy.uint8).reshape(-1, RECORD))
    return torch.from_numpy(numpy.concatenate(parts)).to(device), name.hexdigest()[:16]


class Unpacker:
    """Turns records into batches. Holds what is the same for all of them."""

    def __init__(self, device, dtype=torch.float32):
        self.dtype = dtype
        self.shifts = torch.arange(8, device=device, dtype=torch.uint8)
        self.squares = torch.arange(64, device=device)

    def __call__(self, records):
        occupied = ((records[:, :8, None] >> self.shifts) & 1).flatten(1)  # [n, 64], a1 first
        men = torch.stack((records[:, 8:24] & 15, records[:, 8:24] >> 4), 2).flatten(1)  # [n, 32]
        place = occupied.long().cumsum(1) - 1  # of the man on that square, in the order of squares
        man = men.gather(1, place.clamp(0, 31))
        kind = man & 7
        kind = torch.where(kind == CASTLING_ROOK, ROOK, kind).long()
        is_black = (man >> 3).long()
        moves_black = (records[:, 24] >> 7).long()
        is_there = occupied.bool()

        def seen_by(side):  # [n], 1 for Black
            own = is_black == side[:, None]
            king = (is_there & own & (kind == KING)).long().argmax(1)
            turn = 56 * side + 7 * ((king & 7) >= 4).long()
            inputs = ((~own).long() * 6 + kind) * 64 + (self.squares ^ turn[:, None])
            inputs = torch.where(is_there, inputs, INPUTS)  # one column more, for nothing
            seen = torch.zeros(len(records), INPUTS + 1, device=records.device, dtype=self.dtype)
            return seen.scatter_(1, inputs, 1)[:, :INPUTS]

        white_score = records[:, 28].long() | records[:, 29].long() << 8
        white_score = torch.where(white_score >= 1 << 15, white_score - (1 << 16), white_score)
        sign = 1 - 2 * moves_black
        white_result = records[:, 30].float() / 2
        count = occupied.sum(1, dtype=torch.long)
        return Batch(seen_by(moves_black), seen_by(1 - moves_black), (count - 1) // (32 // BUCKETS),
                     (white_score * sign).float(), torch.where(moves_black.bool(), 1 - white_result, white_result))
