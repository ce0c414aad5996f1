#!/usr/bin/env python3
"""Trains a network that predicts the moves of people by their rating, and measures it (docs/levels.md).

    ./rookery human export games.tsv.zst --output people.moves
    ./rookery human train people.moves --held people.held.moves --out human
    ./rookery human evaluate human.pt people.held.moves

'train' writes human.pt for other trainings, human.rookhuman for the engine, and human.json, a report.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

import torch
from torch import nn

from checkpoint import placed, read_network, write_network
from human_network import (CONDITIONS, HISTORY, HUMAN_PLANES, KNOT_DISTANCE, KNOTS, LOWEST_KNOT, TIME_CLASSES,
                           HumanNetwork, human_file)
from options import (COUNT, SHARE, HelpWithDefaults, add_compiling, add_device, add_large_network, add_training,
                     new_parser, number, parsed)
from positions import PlaneUnpacker, are_positions, read, size_of, some_of
from training import Asker, LargeTraining, can_compile, note, origins_beside, type_on

HUMAN_RECORD = 48  # src/training/human_games.h
PROMOTION = 4  # the lowest kind of a move that promotes, to a knight
CASTLING_PLANE, EN_PASSANT_PLANE = 12, 14
FIRST_PLY = 10  # where openings known by heart end, for the figures
FIRST_BAND, BAND_WIDTH, BANDS = 800, 200, 9
ILLEGAL = -1e4


class HumanBatch(NamedTuple):
    planes: torch.Tensor  # [n, HUMAN_PLANES, 8, 8], channels last
    condition: torch.Tensor  # [n, CONDITIONS]
    possible: torch.Tensor  # [n, 4096] of bool: legal moves, and those that leave the king in check
    move: torch.Tensor  # [n] from * 64 + to, as the side to move sees the board
    promotion: torch.Tensor  # [n] 0 to 3, or -1
    result: torch.Tensor  # [n] 0 lost, 1 drawn, 2 won by the side to move


def two_bytes(records, at):
    return records[:, at].int() | records[:, at + 1].int() << 8


def ratings_of(records):
    return two_bytes(records, 40)


def plies_of(records):
    return records[:, 44].int()


def are_moves(records):
    def sound(part):
        # What may be wrong with the labels of positions is tested in their places.
        zeros = torch.zeros_like(part[:, :2])
        positions = torch.cat((part[:, :28], zeros, part[:, 30:32]), 1)
        return torch.tensor(are_positions(positions)) & (part[:, 45] < TIME_CLASSES).all().cpu() & \
            (part[:, 47] == 0).all().cpu()
    return all(sound(part).item() for part in records.split(1_000_000))


def refuse_others(file, records):
    if not are_moves(records):
        sys.exit(f"{file}: not a file of moves; some of it cannot be one")


def read_moves(files, device):
    return read(files, device, HUMAN_RECORD, refuse_others)


def piece_moves():
    """By kind (0: none, then pawn to king), square and target: whether the piece can step there on an empty board,
    whether it can capture there. And by square and target the squares between them."""
    from_, to = torch.meshgrid(torch.arange(64), torch.arange(64), indexing="ij")
    right, up = to % 8 - from_ % 8, to // 8 - from_ // 8
    files, ranks = right.abs(), up.abs()
    straight, diagonal = (files == 0) ^ (ranks == 0), (files == ranks) & (files > 0)
    pushes = (right == 0) & ((up == 1) | ((up == 2) & (from_ // 8 == 1)))
    others = [files * ranks == 2, diagonal, straight, straight | diagonal, torch.maximum(files, ranks) == 1]
    none = torch.zeros_like(straight)
    steps = torch.stack([none, pushes, *others])
    captures = torch.stack([none, (files == 1) & (up == 1), *others])
    between = torch.zeros(64, 64, 64, dtype=torch.bool)
    distance = torch.maximum(files, ranks)
    for far in range(1, 7):
        on_way = (straight | diagonal) & (distance > far)
        step = (right.sign() + 8 * up.sign()) * far
        between[from_[on_way], to[on_way], (from_ + step)[on_way]] = True
    return steps, captures, between


class MoveUnpacker:
    """Turns records into batches. The operations do not depend on the positions, so that a compiler can fuse them."""

    def __init__(self, device, dtype=torch.float32):
        self.dtype = dtype
        self.positions = PlaneUnpacker(device, dtype)
        self.squares = self.positions.squares
        self.times = torch.arange(TIME_CLASSES, device=device)
        self.knots = torch.arange(KNOTS, device=device)
        self.steps, self.captures, between = (table.to(device) for table in piece_moves())
        self.between = between.to(dtype)
        self.kinds = torch.arange(1, 7, device=device, dtype=dtype)

    def possible(self, planes):
        """The moves of the pieces [n, 64, 64]; the side to move plays up the board."""
        own, theirs = planes[:, :, :6], planes[:, :, 6:12].sum(2) > 0
        kind = (own * self.kinds).sum(2).long()  # 0: no piece of ours
        is_own = kind > 0
        target = theirs | (planes[:, :, EN_PASSANT_PLANE] > 0)
        empty = ~(is_own | theirs)
        blocks = (is_own | theirs).to(self.dtype) @ self.between.flatten(0, 1).T  # pieces on the way
        steps = self.steps[kind, self.squares.long()] & empty[:, None, :]
        captures = self.captures[kind, self.squares.long()] & target[:, None, :]
        castling = (kind == 6)[:, :, None] & (planes[:, None, :, CASTLING_PLANE] > 0)
        return (steps | captures | castling) & (blocks.view(-1, 64, 64) == 0)

    def place(self, squares, turn):
        return (squares ^ turn).long()

    def shared(self, rating):
        """A rating as shares of the two nearest knots."""
        place = (rating.float() - LOWEST_KNOT) / KNOT_DISTANCE
        return (1 - (place.clamp(0, KNOTS - 1)[:, None] - self.knots).abs()).clamp(min=0)

    def __call__(self, records, forget=None):
        """`forget` [n]: of these records the last moves are unknown."""
        planes, turn = self.positions.seen(records)
        last = [two_bytes(records, 32 + 2 * i) for i in range(HISTORY)]
        known = torch.ones_like(last[0], dtype=torch.bool) if forget is None else ~forget
        history = []
        for code in last:
            is_there = ((code != 0) & known)[:, None]
            for squares in (code & 63, (code >> 6) & 63):
                history.append(((self.squares == (squares ^ turn)[:, None]) & is_there).to(self.dtype))
        planes = torch.cat((planes, torch.stack(history, 2)), 2)
        condition = torch.cat((self.shared(ratings_of(records)), self.shared(two_bytes(records, 42)),
                               (records[:, 45, None] == self.times).float()), 1)
        code = two_bytes(records, 28)
        move = self.place(code & 63, turn) * 64 + self.place((code >> 6) & 63, turn)
        kind = code >> 12
        white_result = records[:, 30].long()
        return HumanBatch(planes.view(-1, 8, 8, HUMAN_PLANES).permute(0, 3, 1, 2), condition.to(self.dtype),
                          self.possible(planes).flatten(1), move, torch.where(kind >= PROMOTION, kind - PROMOTION, -1).long(),
                          torch.where(records[:, 24] >= 128, 2 - white_result, white_result))


def answers_of(network, batch):
    """The logarithms of the probabilities of all moves [n, 4096], and the logits of promotions and results."""
    logits, promotions, results = network(batch.planes, batch.condition, batch.move & 63)
    return logits.flatten(1).masked_fill(~batch.possible, ILLEGAL).log_softmax(1), promotions, results


def measures(unpack):
    """For an Asker: whether the likeliest move was played, the logarithms of what was found likely for the move and for
    the result."""
    def answer(network, records):
        batch = unpack(records)
        moves, _, results = answers_of(network, batch)
        played = moves.gather(1, batch.move[:, None]).squeeze(1)
        result = results.log_softmax(1).gather(1, batch.result[:, None]).squeeze(1)
        return torch.stack(((moves.argmax(1) == batch.move).float(), played, result), 1)
    return answer


def band_name(band):
    lowest = FIRST_BAND + BAND_WIDTH * (band - 1)
    if band == 0:
        return f"below {FIRST_BAND}"
    return f"from {lowest}" if band == BANDS - 1 else f"{lowest} to {lowest + BAND_WIDTH - 1}"


def row_of(answers):
    right, played, result = answers.double().cpu().unbind(1)
    share = right.mean().item()
    return {"moves": len(right), "right": round(share, 5),
            "error": round((share * (1 - share) / max(1, len(right) - 1)) ** 0.5, 5),
            "probability": round(played.exp().mean().item(), 5), "log_loss": round(-played.mean().item(), 5),
            "result_log_loss": round(-result.mean().item(), 5)}


def figures(records, answers):
    """By rating of the player, from FIRST_PLY on; and for all moves."""
    counts = plies_of(records) >= FIRST_PLY
    bands = (((ratings_of(records) - FIRST_BAND) // BAND_WIDTH) + 1).clamp(0, BANDS - 1)
    rows = {band_name(band): row_of(answers[counts & (bands == band)]) for band in range(BANDS)
            if (counts & (bands == band)).any()}
    return {"bands": rows, f"from ply {FIRST_PLY}": row_of(answers[counts]) if counts.any() else None,
            "all": row_of(answers)}


def table(figures_by_name):
    lines = []
    for name, found in figures_by_name.items():
        lines += [name, f"  {'rating':15}{'moves':>9}{'right':>9}{'+-':>6}{'probability':>13}{'log-loss':>10}"]
        rows = {**found["bands"], **{key: row for key, row in found.items() if key != "bands" and row}}
        for band, row in rows.items():
            lines.append(f"  {band:15}{row['moves']:9}{100 * row['right']:8.2f}%{196 * row['error']:6.2f}"
                         f"{100 * row['probability']:12.2f}%{row['log_loss']:10.4f}")
    return "\n".join(lines)


class HumanTrainer(LargeTraining):
    what = "a human network"
    settings_names = ("blocks", "channels", "policy", "dropout", "most", "epochs", "minutes", "batch", "rate",
                      "last_rate", "warm_up", "weight_decay", "average", "value_share", "small_source", "small_weight",
                      "opening_plies", "opening_weight", "forget", "begin", "seed")

    def __init__(self, options):
        super().__init__(options)
        self.unpack = MoveUnpacker(self.device, type_on(self.device))
        self.answer = measures(self.unpack)
        self.weights = self.weights_of_sources()
        self.held_parts = self.split_held()
        network = self.new_network()
        if options.begin:
            self.begin_with(options.begin, network)
        self.start(network)

    def read(self, files):
        return read_moves(files, self.device)

    def new_network(self):
        return placed(HumanNetwork(self.options.blocks, self.options.channels, self.options.policy,
                                   dropout=self.options.dropout), self.device)

    def split_held(self):
        """The records held back by file, of each so many."""
        full = [file for file in self.options.held if Path(file).exists() and Path(file).stat().st_size > 0]
        if not full:
            return {}
        parts = self.held.split([size_of(file, HUMAN_RECORD) for file in full])
        return {Path(file).name: some_of(part, self.options.most_held) for file, part in zip(full, parts)}

    def weights_of_sources(self):
        """By number of the source. Most small sources are the games of one player."""
        weights, names = torch.ones(256), {}
        for file in self.options.positions:
            for source in origins_beside(file):
                name, place = source["made_by"], source.get("source")
                if place is None:
                    continue
                if names.setdefault(place, name) != name:
                    sys.exit(f"{file}: its sources have other numbers than those of the file before; export the games "
                             "together")
                if source["games"] < self.options.small_source:
                    weights[place] = self.options.small_weight
        return weights.to(self.device)

    def begin_with(self, file, network):
        """A human network of the same shape, or a teacher of which the trunk is taken."""
        saved = torch.load(file, map_location="cpu") if Path(file).exists() else sys.exit(f"{file}: no such file")
        shape, weights = saved.get("shape", {}), saved.get("weights", {})
        if any(shape.get(name) != network.shape[name] for name in ("blocks", "channels")):
            sys.exit(f"{file} has {shape}, not {network.shape}")
        if "policy" in shape:
            network.load_state_dict({name: value.float() if value.is_floating_point() else value
                                     for name, value in weights.items()})
        else:
            network.begin_with_trunk({name.removeprefix("trunk."): value for name, value in weights.items()
                                      if name.startswith("trunk.")})
        self.begun_with = {"file": Path(file).name, "network": saved["name"]}

    def plain_loss(self, records, share):
        forget = torch.rand(len(records), device=records.device) < self.options.forget
        batch = self.unpack(records, forget)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_fast):
            moves, promotions, results = answers_of(self.network, batch)
        loss = -moves.gather(1, batch.move[:, None]).squeeze(1)
        loss = loss + nn.functional.cross_entropy(promotions, batch.promotion, ignore_index=-1, reduction="none")
        loss = loss + self.options.value_share * nn.functional.cross_entropy(results, batch.result, reduction="none")
        weight = self.weights[records[:, 46].long()]
        weight = torch.where(plies_of(records) < self.options.opening_plies, weight * self.options.opening_weight, weight)
        return (loss * weight).sum() / weight.sum()

    def held_report(self):
        rows = {name: figures(part, self.ask(part)) for name, part in self.held_parts.items()}
        return {"held": {name: {key: found[key] for key in found if key != "bands"} for name, found in rows.items()}}

    def write(self):
        origin = self.origin()
        write_network(self.average, {}, origin, self.options.out + ".pt")
        # What the engine has: the weights in steps.
        network = placed(HumanNetwork(**self.average.shape), self.device).eval()
        network.load_state_dict(self.average.state_dict())
        network.round_to_steps()
        Path(self.options.out + ".rookhuman").write_bytes(human_file(network, origin))
        ask = Asker(lambda records: self.answer(network, records), self.device, 1024, False)
        found = {name: figures(part, ask(part)) for name, part in self.held_parts.items()}
        report = {**origin, "figures": found, "history": self.history}
        Path(self.options.out + ".json").write_text(json.dumps(report, indent=2) + "\n")
        note(table(found))


def evaluate(options):
    device = torch.device(options.device)
    network, _ = read_network(options.network, device, HumanNetwork, "a human network")
    network.eval()
    if options.rounded:
        network.round_to_steps()
    answer = measures(MoveUnpacker(device, type_on(device)))
    batch = 16384 if device.type == "cuda" else 1024
    ask = Asker(lambda records: answer(network, records), device, batch, can_compile(options, device))
    found = {}
    for file in options.moves:
        records = some_of(read_moves([file], device)[0], options.most_held)
        found[Path(file).name] = figures(records, ask(records))
    note(table(found))
    print(json.dumps(found, indent=2))


def arguments(words=None):
    parser = new_parser("human", __doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train", help="train a network on moves of people",
                                formatter_class=HelpWithDefaults)
    add_training(train, epochs=8, batch=4096, rate=1.5e-3, last_rate=1e-5, average=0.9995,
                 files="files that 'human export' has written (.moves)")
    add_large_network(train, blocks=8, channels=96, dropout=0.1)
    train.add_argument("--policy", type=number(int, 1, 256), default=32,
                       help="length of the vectors of a move's two squares")
    train.add_argument("--begin", help="a human network of the same shape, or a teacher with as many blocks and channels "
                                       "(.pt; default: random weights)")
    train.add_argument("--value-share", type=number(float, 0, 10), default=0.2,
                       help="how much the results count beside the moves")
    train.add_argument("--small-source", type=number(int, 0, 2 ** 40), default=5000, metavar="GAMES",
                       help="sources with fewer games count less: most of them are archives of one player")
    train.add_argument("--small-weight", type=SHARE, default=0.5, metavar="WEIGHT", help="of a move of a small source")
    train.add_argument("--opening-plies", type=number(int, 0, 255), default=8, metavar="PLIES",
                       help="the first moves count less, because games repeat them")
    train.add_argument("--opening-weight", type=SHARE, default=0.5, metavar="WEIGHT", help="of such a move")
    train.add_argument("--forget", type=SHARE, default=0.05, metavar="SHARE",
                       help="of moves for which the moves before are left out, as for a position without a game")
    measure = commands.add_parser("evaluate", help="how many moves a network predicts, by rating",
                                  formatter_class=HelpWithDefaults)
    measure.add_argument("network", help="as 'train' has written it (.pt)")
    measure.add_argument("moves", nargs="+", help="files of moves (.moves)")
    measure.add_argument("--rounded", action="store_true", help="with the weights in steps, as the engine has them")
    add_device(measure)
    for one in (train, measure):
        one.add_argument("--most-held", type=COUNT, default=1_000_000, metavar="MOVES",
                         help="of each file of moves held back")
        add_compiling(one)
    return parsed(parser, words)


def main(words=None):
    options = arguments(words)
    if options.command == "train":
        HumanTrainer(options).run().write()
    else:
        evaluate(options)


if __name__ == "__main__":
    main()
