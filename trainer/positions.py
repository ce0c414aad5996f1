"""Positions for training, as `rookery selfplay --export FILE.positions` writes them: 32 bytes each.

They stay on the device as they are. A batch of them is unpacked there, into the inputs of the network that the engine
uses (Unpacker) or into the planes of a teacher (PlaneUnpacker). The layout of a record is that of
src/training/packed_position.h, with the label of src/training/position_set.h in its last four bytes.
"""

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy
import torch

RECORD = 32
INPUTS = 768
BUCKETS = 8
KING = 5
CASTLING_ROOK = 6
ROOK = 3
BLACK = 8
EMPTY = 7  # the code of an empty square; no piece has it
ALL_COLUMNS = INPUTS + 64  # empty squares have inputs, too; a multiple of 64 is what matrix units want
# Six kinds of own pieces and six of the enemy, rooks that may castle (own, enemy), en passant, halfmove clock.
PLANES = 16
LARGEST_SCORE = 29_951  # Score::max_evaluation; the filter of the export takes no larger score
CHUNK = 1 << 26  # bytes that are read, hashed and copied at a time; a multiple of RECORD


@dataclass
class Listed:
    """The inputs that are 1, position after position. A CPU is faster with lists than with many zeros."""

    inputs: torch.Tensor
    first: torch.Tensor  # [n] where the list of a position begins


@dataclass
class Batch:
    """Inputs and targets, all from the view of the side to move."""

    us: torch.Tensor  # [n, 768] of 0 and 1, or Listed
    them: torch.Tensor
    bucket: torch.Tensor  # [n]
    score: torch.Tensor  # [n] of the search, in the engine's unit
    result: torch.Tensor  # [n] 0, 1/2, 1


class PlaneBatch(NamedTuple):
    """The same for a teacher."""

    planes: torch.Tensor  # [n, PLANES, 8, 8], channels last
    score: torch.Tensor
    result: torch.Tensor


def _are_positions(records):
    """Whether all records can be positions. Other bytes would give inputs that do not exist. A tensor of one bool."""
    shifts = torch.arange(8, device=records.device, dtype=torch.uint8)
    count = ((records[:, :8, None] >> shifts) & 1).sum((1, 2))
    pieces = torch.cat((records[:, 8:24] & 15, records[:, 8:24] >> 4), 1)
    kings = ((pieces == KING).sum(1) == 1) & ((pieces == KING + BLACK).sum(1) == 1)
    kinds = ((pieces & 7) <= CASTLING_ROOK).all(1)
    labels = (records[:, 30] <= 2) & (records[:, 31] == 0)
    return ((count <= 32) & kings & kinds & labels).all()


def are_positions(records):
    return torch.stack([_are_positions(part) for part in records.split(1_000_000)]).all().item()


def size_of(file, record=RECORD):
    """Number of positions in a file."""
    try:
        size = Path(file).stat().st_size
    except OSError as problem:
        raise SystemExit(f"{file}: {problem.strerror}") from None
    if size == 0:
        raise SystemExit(f"{file}: there are no positions in it")
    if size % record != 0:
        raise SystemExit(f"{file}: not a file of positions, which have {record} bytes each")
    return size // record


def read_part(file, first, count, record=RECORD):
    """Some of the positions of a file, as an array of bytes."""
    content = numpy.empty((count, record), numpy.uint8)
    try:
        with open(file, "rb") as stream:
            stream.seek(first * record)
            if stream.readinto(content.reshape(-1)) != content.nbytes:
                raise SystemExit(f"{file}: it became shorter while it was read")
    except OSError as problem:
        raise SystemExit(f"{file}: {problem.strerror}") from None
    return content


def parts_of(count, size=CHUNK // RECORD):
    """Pairs of first and number, which together cover this count."""
    return [(first, min(size, count - first)) for first in range(0, count, size)]


def refuse_others(file, records):
    if not are_positions(records):
        raise SystemExit(f"{file}: not a file of positions; some of it cannot be one")


def read(files, device, record=RECORD, refuse=refuse_others):
    """All positions of the files in one tensor, and a name for exactly these files: a hash of the hashes of their
    parts, because parts can be read and hashed on several cores. A record has so many bytes."""
    counts = [size_of(file, record) for file in files]
    records = torch.empty((sum(counts), record), dtype=torch.uint8, device=device)
    by_file = records.split(counts)

    def load(part):
        file, target, first, count = part
        content = read_part(file, first, count, record)
        target[first:first + count].copy_(torch.from_numpy(content))
        return hashlib.sha256(content).digest()

    parts = [(file, target, first, count) for file, target in zip(files, by_file)
             for first, count in parts_of(len(target))]
    with ThreadPoolExecutor(min(8, os.cpu_count() or 1)) as pool:
        digests = list(pool.map(load, parts))
    for file, target in zip(files, by_file):
        refuse(file, target)
    name = hashlib.sha256(b"".join(digests))
    name.update(repr(counts).encode())
    return records, name.hexdigest()[:16]


def some_of(records, most, stretch=1024):
    """About so many of the records, evenly, in stretches. The positions of a game follow each other, so this gives
    fewer games, not fewer positions of each game."""
    stretch = min(stretch, most)
    number = torch.arange(len(records), device=records.device) // stretch
    return records[number * most % len(records) < most]


def _kind_of(piece):
    return torch.where(piece & 7 == CASTLING_ROOK, ROOK, piece & 7).long()


def is_black_to_move(records):
    return records[:, 24] >= 128


def white_scores(records):
    """The scores of the records as they are stored, in White's view."""
    score = records[:, 28].int() | records[:, 29].int() << 8
    return torch.where(score >= 1 << 15, score - (1 << 16), score)


def with_white_scores(records, scores):
    """Copies of the records with other scores."""
    records = records.clone()
    scores = scores.int()
    records[:, 28] = (scores & 255).to(torch.uint8)
    records[:, 29] = ((scores >> 8) & 255).to(torch.uint8)
    return records


def labels_of(records):
    """Score and result from the view of the side to move."""
    moves_black = is_black_to_move(records)
    score, result = white_scores(records).float(), records[:, 30].float() / 2
    return torch.where(moves_black, -score, score), torch.where(moves_black, 1 - result, result)


class Unpacker:
    """Turns records into batches for the engine's network. Holds what is the same for all of them."""

    def __init__(self, device, dtype=torch.float32, lists=False):
        self.dtype = dtype
        self.lists = lists
        self.shifts = torch.arange(8, device=device, dtype=torch.uint8)
        self.squares = torch.arange(64, device=device)
        # Where the 64 inputs of a piece begin in White's view and in Black's.
        codes = torch.arange(16)
        of_kind, is_black = _kind_of(codes) * 64, codes >= BLACK
        seen = torch.cat([torch.where(is_black == side, 0, 6 * 64) + of_kind for side in (False, True)])
        self.first_inputs = torch.where(torch.cat((codes, codes)) == EMPTY, INPUTS, seen).to(device)

    def __call__(self, records):
        occupied = ((records[:, :8, None] >> self.shifts) & 1).flatten(1)  # [n, 64], a1 first
        pieces = torch.stack((records[:, 8:24] & 15, records[:, 8:24] >> 4), 2).flatten(1)  # [n, 32]
        moves_black = (records[:, 24] >> 7).long()
        us, them = (self.listed if self.lists else self.dense)(occupied, pieces, (moves_black, 1 - moves_black))
        count = occupied.sum(1, dtype=torch.long)
        return Batch(us, them, (count - 1) // (32 // BUCKETS), *labels_of(records))

    def dense(self, occupied, pieces, sides):
        """Everything at once. The operations do not depend on the positions, so a CUDA graph can hold them."""
        place = occupied.cumsum(1, dtype=torch.long) - 1  # of the piece on that square, in the order of squares
        piece = torch.where(occupied.bool(), pieces.gather(1, place.clamp_(0, 31)), EMPTY)

        def seen_by(side):  # [n], 1 for Black
            king = (piece == (KING + BLACK * side)[:, None]).byte().argmax(1)
            turn = 56 * side + 7 * ((king & 7) >= 4).long()
            inputs = self.first_inputs[(piece + 16 * side[:, None])] + (self.squares ^ turn[:, None])
            seen = torch.zeros(len(pieces), ALL_COLUMNS, device=pieces.device, dtype=self.dtype)
            return seen.scatter_(1, inputs, 1)[:, :INPUTS]

        return map(seen_by, sides)

    def listed(self, occupied, pieces, sides):
        """Only the occupied squares."""
        row, square = occupied.nonzero(as_tuple=True)
        count = occupied.sum(1, dtype=torch.long)
        first = count.cumsum(0) - count
        place = torch.arange(len(row), device=pieces.device) + (32 * torch.arange(len(pieces)) - first)[row]
        piece = pieces.flatten()[place]
        kind = _kind_of(piece)
        is_black = (piece >> 3).long()
        white_king, black_king = (square[piece == KING + side] for side in (0, BLACK))

        def seen_by(side):
            king = torch.where(side.bool(), black_king, white_king)
            turn = 56 * side + 7 * ((king & 7) >= 4).long()
            return Listed(((is_black ^ side[row]) * 6 + kind) * 64 + (square ^ turn[row]), first)

        return map(seen_by, sides)


class PlaneUnpacker:
    """Turns records into planes of 8 x 8 squares for a teacher, from the view of the side to move, mirrored so that its
    king stands on files a to d: the same view as the first input of the engine's network.

    The operations do not depend on the positions, and a compiler can fuse nearly all of them."""

    def __init__(self, device, dtype=torch.float32):
        self.dtype = dtype
        self.shifts = torch.arange(8, device=device, dtype=torch.int32)
        self.squares = torch.arange(64, device=device, dtype=torch.int32)
        table = torch.zeros(16, PLANES - 2)
        for black in (0, 1):
            for kind in range(KING + 1):
                table[BLACK * black + kind, 6 * black + kind] = 1
            table[BLACK * black + CASTLING_ROOK, 6 * black + ROOK] = 1
            table[BLACK * black + CASTLING_ROOK, 12 + black] = 1
        self.table = table.to(device, dtype)  # planes by code; empty squares have none

    def seen(self, records):
        """The planes by square, [n, 64, PLANES], and the bits that turn a square into its place in the view, [n]."""
        content = records.int()
        occupied = ((content[:, :8, None] >> self.shifts) & 1).flatten(1)  # [n, 64], a1 first
        pieces = torch.stack((content[:, 8:24] & 15, content[:, 8:24] >> 4), 2).flatten(1)  # [n, 32]
        place = (occupied.cumsum(1) - 1).clamp(0, 31)
        piece = torch.where(occupied > 0, pieces.gather(1, place), EMPTY)
        black = content[:, 24] >> 7
        king = (piece == (KING + BLACK * black)[:, None]).int().argmax(1).int()
        turn = 56 * black + 7 * ((king & 7) >= 4).int()
        seen = piece.gather(1, (self.squares ^ turn[:, None]).long()) ^ (BLACK * black)[:, None]
        en_passant = (content[:, 24] & 127) ^ turn  # 64 and more: none
        clock = (content[:, 25].to(self.dtype) / 100).clamp(max=1)
        planes = torch.cat((self.table[seen.long()],
                            (self.squares == en_passant[:, None]).to(self.dtype)[:, :, None],
                            clock[:, None, None].expand(-1, 64, 1)), 2)
        return planes, turn

    def __call__(self, records):
        planes, _ = self.seen(records)
        return PlaneBatch(planes.view(-1, 8, 8, PLANES).permute(0, 3, 1, 2), *labels_of(records))
