"""A second description of positions and networks: simple, one position at a time, in integers, without torch.

The tests compare the trainer and the engine with it. Positions are those of src/training/packed_position.h and
position_set.h, the inputs and sums those of src/eval/nnue/network.h and the file that of network_file.h. The constants are
compared with those of the engine in tests/lint/trainer_constants_test.py.
"""

import struct
from dataclasses import dataclass, field

import numpy

KINDS = "pnbrqk"
KING, ROOK, CASTLING_ROOK = 5, 3, 6
MAGIC = b"rooknet1"
INPUTS, BUCKETS, INPUT_UNIT, OUTPUT_UNIT = 768, 8, 255, 64
LARGEST_EVALUATION = 29_951  # Score::max_evaluation


@dataclass
class Position:
    pieces: dict  # by square, a1 = 0: (is black, kind)
    black_moves: bool = False
    castling_rooks: set = field(default_factory=set)
    en_passant: int = 64
    clock: int = 0
    number: int = 1
    white_score: int = 0
    white_result: int = 1  # 0 lost, 1 drawn, 2 won

    def king(self, black):
        return next(square for square, piece in self.pieces.items() if piece == (black, KING))

    def colours_changed(self):
        """The same position with the colours exchanged."""
        return Position({square ^ 56: (not black, kind) for square, (black, kind) in self.pieces.items()},
                        not self.black_moves, {square ^ 56 for square in self.castling_rooks},
                        self.en_passant ^ 56 if self.en_passant < 64 else 64, self.clock, self.number,
                        -self.white_score, 2 - self.white_result)

    def mirrored(self):
        """Left and right are exchanged, without castling rights."""
        return Position({square ^ 7: piece for square, piece in self.pieces.items()}, self.black_moves, set(),
                        self.en_passant ^ 7 if self.en_passant < 64 else 64, self.clock, self.number,
                        self.white_score, self.white_result)

    def placement(self):
        """The first field of FEN."""
        ranks = []
        for rank in reversed(range(8)):
            row = [self.pieces.get(8 * rank + file) for file in range(8)]
            text = "".join("1" if piece is None else KINDS[piece[1]] if piece[0] else KINDS[piece[1]].upper()
                           for piece in row)
            for empty in range(8, 1, -1):
                text = text.replace("1" * empty, str(empty))
            ranks.append(text)
        return "/".join(ranks)

    def fen(self):
        """Castling rights are the files of the rooks, which is right for every start position."""
        rooks = sorted(self.castling_rooks, key=lambda square: (square >= 32, -square % 8))
        letters = "".join("abcdefgh"[square % 8] if square >= 32 else "ABCDEFGH"[square % 8] for square in rooks)
        passing = "abcdefgh"[self.en_passant % 8] + str(self.en_passant // 8 + 1) if self.en_passant < 64 else "-"
        return (f"{self.placement()} {'b' if self.black_moves else 'w'} {letters or '-'} {passing} "
                f"{self.clock} {self.number}")


def pieces_of(placement):
    """By square, from the first field of a FEN."""
    pieces = {}
    for rank, row in zip(reversed(range(8)), placement.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                pieces[8 * rank + file] = (letter.islower(), KINDS.index(letter.lower()))
                file += 1
    return pieces


def record_of(position):
    """32 bytes."""
    squares = sorted(position.pieces)
    nibbles = [8 * black + (CASTLING_ROOK if square in position.castling_rooks else kind)
               for square, (black, kind) in sorted(position.pieces.items())] + [0] * (32 - len(squares))
    return (struct.pack("<Q", sum(1 << square for square in squares)) +
            bytes(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2])) +
            struct.pack("<BBHhBB", position.en_passant + 128 * position.black_moves, position.clock, position.number,
                        position.white_score, position.white_result, 0))


def position_of(record):
    occupied, = struct.unpack_from("<Q", record)
    nibbles = [nibble for byte in record[8:24] for nibble in (byte & 15, byte >> 4)]
    state, clock, number, score, result, _ = struct.unpack_from("<BBHhBB", record, 24)
    position = Position({}, state >= 128, set(), state % 128, clock, number, score, result)
    squares = [square for square in range(64) if occupied >> square & 1]
    for square, nibble in zip(squares, nibbles):
        kind = nibble % 8
        if kind == CASTLING_ROOK:
            position.castling_rooks.add(square)
            kind = ROOK
        position.pieces[square] = (nibble >= 8, kind)
    return position


def positions_of(content):
    return [position_of(content[at:at + 32]) for at in range(0, len(content), 32)]


def inputs_of(position, black):
    """The inputs of this side that are 1, in ascending order."""
    turned = 56 * black ^ (7 if position.king(black) % 8 >= 4 else 0)
    return sorted((6 * (colour != black) + kind) * 64 + (square ^ turned)
                  for square, (colour, kind) in position.pieces.items())


def planes_of(position):
    """The planes of a teacher, in the order of trainer/positions.py, as lists of 64 numbers."""
    black = position.black_moves
    turned = 56 * black ^ (7 if position.king(black) % 8 >= 4 else 0)
    planes = [[0.0] * 64 for _ in range(16)]
    for square, (colour, kind) in position.pieces.items():
        planes[6 * (colour != black) + kind][square ^ turned] = 1.0
        if square in position.castling_rooks:
            planes[12 + (colour != black)][square ^ turned] = 1.0
    if position.en_passant < 64:
        planes[14][position.en_passant ^ turned] = 1.0
    planes[15] = [min(1.0, position.clock / 100)] * 64
    return planes


def bucket_of(position):
    return (len(position.pieces) - 1) // (32 // BUCKETS)


def hash_of(content):
    """FNV-1a with 64 bits."""
    total = 0xCBF29CE484222325
    for byte in content:
        total = (total ^ byte) * 0x100000001B3 % (1 << 64)
    return total


def _divided(number, by):
    """Rounds towards zero as C++ does; Python rounds down."""
    return number // by if number >= 0 else -(-number // by)


class IntegerNetwork:
    """Reads a .rooknet and computes what the engine computes."""

    def __init__(self, content):
        if content[:8] != MAGIC:
            raise ValueError("not a network")
        self.width, buckets, input_unit, output_unit, self.scale, length = struct.unpack_from("<6I", content, 8)
        if (buckets, input_unit, output_unit) != (BUCKETS, INPUT_UNIT, OUTPUT_UNIT):
            raise ValueError("another kind of network")
        at = 32 + length
        self.origin = content[32:at].decode()
        parts = []
        for kind, *shape in (("<i2", INPUTS, self.width), ("<i2", self.width), ("<i2", BUCKETS, 2, self.width),
                             ("<i4", BUCKETS)):
            count = int(numpy.prod(shape))
            parts.append(numpy.frombuffer(content, kind, count, at).reshape(shape).astype(numpy.int64))
            at += count * int(kind[2])
        self.features, self.biases, self.output, self.output_biases = parts
        if len(content) != at + 8:
            raise ValueError("of another length than its header says")
        if struct.unpack_from("<Q", content, at)[0] != hash_of(content[:at]):
            raise ValueError("damaged")

    def neurons(self, inputs):
        """The accumulator of a side. The engine has 16 bits for each, in whatever order pieces come and go."""
        if numpy.abs(self.features[inputs]).sum(0).max() + numpy.abs(self.biases).max() > 32767:
            raise OverflowError("an accumulator")
        return self.features[inputs].sum(0) + self.biases

    def _weighted_squares(self, neurons, weights):
        clipped = neurons.clip(0, INPUT_UNIT)
        weighted = clipped * weights
        if numpy.abs(weighted).max() > 32767 or numpy.abs(weighted * clipped).sum() > 2 ** 31 - 1:
            raise OverflowError("the output")
        return int((weighted * clipped).sum())

    def value(self, position):
        """From the view of the side to move."""
        us, them = position.black_moves, not position.black_moves
        weights = self.output[bucket_of(position)]
        squares = (self._weighted_squares(self.neurons(inputs_of(position, us)), weights[0]) +
                   self._weighted_squares(self.neurons(inputs_of(position, them)), weights[1]))
        total = _divided(squares, INPUT_UNIT) + int(self.output_biases[bucket_of(position)])
        value = _divided(total * self.scale, INPUT_UNIT * OUTPUT_UNIT)
        return max(-LARGEST_EVALUATION, min(LARGEST_EVALUATION, value))
