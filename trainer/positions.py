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
BLACK = 8
NOBODY = 7  # no man has this number
ALL_COLUMNS = INPUTS + 64  # nobody has inputs, too; a multiple of 64 is what matrix units want


@dataclass
class Listed:
    """Which of the inputs are 1, position after position: a processor is faster with lists than with many zeros."""

    inputs: torch.Tensor
    first: torch.Tensor  # [n] where the list of a position begins


@dataclass
class Batch:
    """What the network is asked, and what it should have answered; all from the side to move."""

    us: torch.Tensor  # [n, 768] of 0 and 1, or Listed
    them: torch.Tensor
    bucket: torch.Tensor  # [n]
    score: torch.Tensor  # [n] of the search, in the engine's unit
    result: torch.Tensor  # [n] 0, 1/2, 1


def _are_positions(records):
    """Whether all of them can be: what is something else would make inputs that there are not."""
    shifts = torch.arange(8, device=records.device, dtype=torch.uint8)
    count = ((records[:, :8, None] >> shifts) & 1).sum((1, 2))
    men = torch.cat((records[:, 8:24] & 15, records[:, 8:24] >> 4), 1)
    kings = ((men == KING).sum(1) == 1) & ((men == KING + BLACK).sum(1) == 1)
    kinds = ((men & 7) <= CASTLING_ROOK).all(1)
    labels = (records[:, 30] <= 2) & (records[:, 31] == 0)
    return ((count <= 32) & kings & kinds & labels).all().item()


def read(files, device):
    """All positions of the files in one tensor, and a name for exactly these bytes."""
    parts, name = [], hashlib.sha256()
    for file in files:
        try:
            content = Path(file).read_bytes()
        except OSError as problem:
            raise SystemExit(f"{file}: {problem.strerror}") from None
        if not content:
            raise SystemExit(f"{file}: there are no positions in it")
        if len(content) % RECORD != 0:
            raise SystemExit(f"{file}: not a file of positions, which have {RECORD} bytes each")
        name.update(content)
        parts.append(numpy.frombuffer(content, dtype=numpy.uint8).reshape(-1, RECORD))
    records = torch.from_numpy(numpy.concatenate(parts)).to(device)
    for file, part in zip(files, records.split([len(part) for part in parts])):
        if not all(map(_are_positions, part.split(1_000_000))):
            raise SystemExit(f"{file}: not a file of positions; some of it cannot be one")
    return records, name.hexdigest()[:16]


def some_of(records, most, stretch=1024):
    """About so many of them, evenly in stretches: positions of one game follow each other, and fewer games is what is
    meant, not less of each."""
    stretch = min(stretch, most)
    number = torch.arange(len(records), device=records.device) // stretch
    return records[number * most % len(records) < most]


def _kind_of(man):
    return torch.where(man & 7 == CASTLING_ROOK, ROOK, man & 7).long()


class Unpacker:
    """Turns records into batches. Holds what is the same for all of them."""

    def __init__(self, device, dtype=torch.float32, lists=False):
        self.dtype = dtype
        self.lists = lists
        self.shifts = torch.arange(8, device=device, dtype=torch.uint8)
        self.squares = torch.arange(64, device=device)
        # Where the 64 inputs of a man begin, as White sees it and as Black does.
        codes = torch.arange(16)
        of_kind, is_black = _kind_of(codes) * 64, codes >= BLACK
        seen = torch.cat([torch.where(is_black == side, 0, 6 * 64) + of_kind for side in (False, True)])
        self.first_inputs = torch.where(torch.cat((codes, codes)) == NOBODY, INPUTS, seen).to(device)

    def __call__(self, records):
        occupied = ((records[:, :8, None] >> self.shifts) & 1).flatten(1)  # [n, 64], a1 first
        men = torch.stack((records[:, 8:24] & 15, records[:, 8:24] >> 4), 2).flatten(1)  # [n, 32]
        moves_black = (records[:, 24] >> 7).long()
        us, them = (self.listed if self.lists else self.dense)(occupied, men, (moves_black, 1 - moves_black))
        white_score = records[:, 28].long() | records[:, 29].long() << 8
        white_score = torch.where(white_score >= 1 << 15, white_score - (1 << 16), white_score)
        sign = 1 - 2 * moves_black
        white_result = records[:, 30].float() / 2
        count = occupied.sum(1, dtype=torch.long)
        return Batch(us, them, (count - 1) // (32 // BUCKETS), (white_score * sign).float(),
                     torch.where(moves_black.bool(), 1 - white_result, white_result))

    def dense(self, occupied, men, sides):
        """Everything at once, the same operations whatever the positions are, as a CUDA graph needs it."""
        place = occupied.cumsum(1, dtype=torch.long) - 1  # of the man on that square, in the order of squares
        man = torch.where(occupied.bool(), men.gather(1, place.clamp_(0, 31)), NOBODY)

        def seen_by(side):  # [n], 1 for Black
            king = (man == (KING + BLACK * side)[:, None]).byte().argmax(1)
            turn = 56 * side + 7 * ((king & 7) >= 4).long()
            inputs = self.first_inputs[(man + 16 * side[:, None])] + (self.squares ^ turn[:, None])
            seen = torch.zeros(len(men), ALL_COLUMNS, device=men.device, dtype=self.dtype)
            return seen.scatter_(1, inputs, 1)[:, :INPUTS]

        return map(seen_by, sides)

    def listed(self, occupied, men, sides):
        """Only where men stand."""
        row, square = occupied.nonzero(as_tuple=True)
        count = occupied.sum(1, dtype=torch.long)
        first = count.cumsum(0) - count
        man = men.flatten()[torch.arange(len(row), device=men.device) + (32 * torch.arange(len(men)) - first)[row]]
        kind = _kind_of(man)
        is_black = (man >> 3).long()
        white_king, black_king = (square[man == KING + side] for side in (0, BLACK))

        def seen_by(side):
            king = torch.where(side.bool(), black_king, white_king)
            turn = 56 * side + 7 * ((king & 7) >= 4).long()
            return Listed(((is_black ^ side[row]) * 6 + kind) * 64 + (square ^ turn[row]), first)

        return map(seen_by, sides)
