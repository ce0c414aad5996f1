#!/usr/bin/env python3
"""Trains a network on positions of our own games.

    rookery selfplay --export gen1.positions *.games   # also gen1.held.positions and gen1.positions.json
    trainer/train.py gen1.positions --held gen1.held.positions --out gen1

Writes gen1.rooknet for the engine, gen1.npz (the weights as floats, to begin another training with: --begin) and
gen1.json, a report. gen1.checkpoint holds the state while it runs: the same command with --resume goes on from it.
"""

import argparse
import copy
import json
import math
import pickle
import sys
import time
import zipfile
from datetime import date
from pathlib import Path

import numpy
import torch

from network import Network, quantised
from positions import Unpacker, read, some_of

SETTINGS = ("width", "most", "epochs", "batch", "rate", "last_rate", "result_share", "scale", "average", "begin", "seed")
WEIGHTS = ("features.weight", "features.bias", "output.weight", "output.bias")


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="+")
    parser.add_argument("--held", nargs="+", default=[], help="positions of games held back, to see what was learned")
    parser.add_argument("--out", required=True, help="beginning of the names of what is written")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--most", type=int, help="learn from about so many of the positions (default: from all)")
    parser.add_argument("--epochs", type=float, default=32)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=2e-3, help="at the beginning; it falls as a cosine")
    parser.add_argument("--last-rate", type=float, default=5e-6)
    parser.add_argument("--result-share", type=float, nargs=2, default=[0.1, 0.1], metavar=("FIRST", "LAST"),
                        help="how much the result of the game counts beside the score of the search; with few games it "
                             "teaches noise (docs/training.md)")
    parser.add_argument("--scale", type=int, help="of the evaluation (default: fitted to the data)")
    parser.add_argument("--average", type=float, default=0.999, help="how slowly the average of weights follows")
    parser.add_argument("--begin", help="weights to begin with (.npz)")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args(words)


def sources_of(files):
    """Who played the games, as the export wrote it down beside the positions."""
    sources = []
    for file in map(Path, files):
        beside = file.with_name(file.name + ".json")
        try:
            sources += json.loads(beside.read_text()) if beside.exists() else [f"unknown: {file.name}"]
        except ValueError:
            sys.exit(f"{beside}: it does not say where the positions come from")
    return sources


def fitted_scale(records, unpack):
    """With which scale the scores of searches foretell the results best."""
    sample = records[torch.randperm(len(records), device=records.device)[:1_000_000]]
    batches = [unpack(part) for part in sample.split(50_000)]
    score = torch.cat([one.score for one in batches])
    result = torch.cat([one.result for one in batches])
    return min(range(100, 1001, 5), key=lambda scale: ((score / scale).sigmoid() - result).square().mean().item())


class Trainer:
    def __init__(self, options):
        self.options = options
        self.device = torch.device(options.device)
        if not Path(options.out).parent.is_dir():
            sys.exit(f"{options.out}: there is no such folder to write to")
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        self.sources = sources_of(options.positions)
        self.records, self.data = read(options.positions, self.device)
        if options.most:
            self.records = some_of(self.records, options.most)
        self.held = read(options.held, self.device)[0] if options.held else None
        self.is_fast = self.device.type == "cuda"
        self.unpack = Unpacker(self.device, torch.bfloat16 if self.is_fast else torch.float32, not self.is_fast)
        self.scale = options.scale or fitted_scale(self.records, self.unpack)
        self.network = Network(options.width).to(self.device)
        self.begun_with = None
        if options.begin:
            self.begun_with = {"file": Path(options.begin).name, **load_weights(self.network, options.begin)}
            self.network.clip()
        self.average = Network(options.width).to(self.device)
        self.average.load_state_dict(self.network.state_dict())
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=torch.tensor(options.rate, device=self.device),
                                           weight_decay=0.01, capturable=self.is_fast)
        self.batch = min(options.batch, len(self.records))
        self.steps = max(1, math.ceil(options.epochs * len(self.records) / self.batch))
        self.step_number = 0
        self.chosen = torch.zeros(self.batch, dtype=torch.long, device=self.device)
        self.share = torch.tensor(options.result_share[0], device=self.device)
        self.freshness = torch.tensor(1.0, device=self.device)  # how much the newest weights count in their average
        self.loss = torch.zeros((), device=self.device)
        self.history = []

    def error(self, network, records, share):
        batch = self.unpack(records)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_fast):
            said = network(batch.us, batch.them, batch.bucket)
        target = torch.lerp((batch.score / self.scale).sigmoid(), batch.result, share)
        return (said.float().sigmoid() - target).square().mean()

    def step(self):
        """One batch: those chosen. The same instructions every time, so that a graph can hold them."""
        self.optimizer.zero_grad(set_to_none=False)
        loss = self.error(self.network, self.records[self.chosen], self.share)
        loss.backward()
        self.optimizer.step()
        self.network.clip()
        with torch.no_grad():
            for slow, fast in zip(self.average.parameters(), self.network.parameters()):
                slow.lerp_(fast, self.freshness)
            self.loss.lerp_(loss, 0.01)

    def prepared_step(self):
        """Launching single operations takes longer than doing them; a graph launches all at once."""
        if not self.is_fast:
            return self.step
        kept = copy.deepcopy(self.state())
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step()
        self.undo(kept)
        return graph.replay

    @torch.no_grad()
    def undo(self, kept):
        """Takes back what warming up has changed, in its place: that is where the graph looks."""
        for network, values in ((self.network, kept["network"]), (self.average, kept["average"])):
            network.load_state_dict(values)
        for name, state in self.optimizer.state_dict()["state"].items():
            for key, value in state.items():
                before = kept["optimizer"]["state"].get(name)
                value.copy_(before[key]) if before else value.zero_()
        self.loss.copy_(kept["loss"])

    @torch.no_grad()
    def held_error(self, share):
        """Of games that nobody has learned from: 0 asks for the scores, 1 for the results."""
        if self.held is None:
            return None
        share = torch.tensor(float(share), device=self.device)
        parts = [self.error(self.average, part, share) * len(part) for part in self.held.split(65536)]
        return (sum(parts) / len(self.held)).item()

    def schedule(self):
        done = self.step_number / self.steps
        rate = self.options.last_rate + (self.options.rate - self.options.last_rate) * (1 + math.cos(math.pi * done)) / 2
        self.optimizer.param_groups[0]["lr"].fill_(rate)
        first, last = self.options.result_share
        self.share.fill_(first + (last - first) * done)
        # At the beginning the average follows fast, so that nothing of where it began is left in it.
        self.freshness.fill_(max(1 - self.options.average, 9 / (10 + self.step_number)))

    def run(self):
        state = Path(self.options.out + ".checkpoint")
        if self.options.resume and state.exists():
            self.take_up(read_checkpoint(state, self.device))
        step = self.prepared_step()
        each = max(1, len(self.records) // self.batch)
        began, first = time.monotonic(), self.step_number
        shuffled = None
        while self.step_number < self.steps:
            place = self.step_number % each
            if shuffled is None or place == 0:
                shuffled = self.order_of(self.step_number // each)
            self.schedule()
            self.chosen.copy_(shuffled[place * self.batch:(place + 1) * self.batch])
            step()
            self.step_number += 1
            if self.step_number % each == 0 or self.step_number == self.steps:
                self.tell(began, (self.step_number - first) * self.batch)
                write_checkpoint(self.state(), state)
        return self

    def order_of(self, epoch):
        """Of an epoch always the same, so that a training taken up again goes on as it would have."""
        generator = torch.Generator(self.device).manual_seed(self.options.seed * 1_000_003 + epoch)
        return torch.randperm(len(self.records), generator=generator, device=self.device)

    def tell(self, began, positions):
        if self.is_fast:
            torch.cuda.synchronize()
        row = {"step": self.step_number, "epoch": round(self.step_number * self.batch / len(self.records), 2),
               "loss": self.loss.item() / max(1e-9, 1 - 0.99 ** self.step_number),
               "held_scores": self.held_error(0), "held_results": self.held_error(1),
               "positions_per_second": round(positions / (time.monotonic() - began))}
        self.history.append(row)
        print(json.dumps(row), flush=True)

    def state(self):
        return {"network": self.network.state_dict(), "average": self.average.state_dict(),
                "optimizer": self.optimizer.state_dict(), "step": self.step_number, "history": self.history,
                "loss": self.loss, "data": self.data, "settings": self.settings()}

    def settings(self):
        """What a training that is taken up again must have in common with the one that was interrupted."""
        return {name: vars(self.options)[name] for name in SETTINGS}

    def take_up(self, state):
        if state["data"] != self.data:
            sys.exit("the checkpoint belongs to other positions")
        for name, value in self.settings().items():
            if state["settings"][name] != value:
                sys.exit(f"the checkpoint was made with another {name.replace('_', ' ')}: {state['settings'][name]}")
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.loss.copy_(state["loss"])
        self.step_number, self.history = state["step"], state["history"]

    def write(self):
        options = self.options
        origin = {"sources": self.sources, "positions": len(self.records), "data": self.data,
                  "width": options.width, "epochs": options.epochs, "batch": self.batch, "rate": options.rate,
                  "result_share": options.result_share, "begun_with": self.begun_with, "seed": options.seed,
                  "torch": torch.__version__, "date": date.today().isoformat()}
        Path(options.out + ".rooknet").write_bytes(quantised(self.average, self.scale, origin))
        weights = {name: value.cpu().numpy() for name, value in self.average.state_dict().items()}
        numpy.savez_compressed(options.out + ".npz", origin=json.dumps(origin), **weights)
        report = {**origin, "scale": self.scale, "history": self.history}
        Path(options.out + ".json").write_text(json.dumps(report, indent=2) + "\n")


def write_checkpoint(state, file):
    """Whoever is killed meanwhile still has the one before."""
    unfinished = file.with_name(file.name + ".unfinished")
    torch.save(state, unfinished)
    unfinished.replace(file)


def read_checkpoint(file, device):
    try:
        return torch.load(file, map_location=device)
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError):
        sys.exit(f"{file}: not a checkpoint, or damaged")


def read_weights(file):
    """And where they come from."""
    try:
        with numpy.load(file) as weights:
            origin = json.loads(str(weights["origin"])) if "origin" in weights else {}
            return {name: torch.from_numpy(weights[name]) for name in WEIGHTS}, origin
    except FileNotFoundError:
        sys.exit(f"{file}: no such file")
    except (OSError, ValueError, KeyError, EOFError, AttributeError, TypeError, zipfile.BadZipFile):
        sys.exit(f"{file}: not the weights of a network, or damaged")


def load_weights(network, file):
    """Of a narrower network they become the first neurons of this one; nobody listens to the others at first. Returns
    where they come from."""
    weights, origin = read_weights(file)
    own = network.state_dict()
    narrow, wide = len(weights["features.bias"]), network.width
    if narrow > wide:
        sys.exit(f"{file} has {narrow} neurons, more than {wide}")
    own["features.weight"][:narrow] = weights["features.weight"]
    own["features.bias"][:narrow] = weights["features.bias"]
    own["output.bias"].copy_(weights["output.bias"])
    own["output.weight"].zero_()
    for side in range(2):
        own["output.weight"][:, side * wide:side * wide + narrow] = (
            weights["output.weight"][:, side * narrow:(side + 1) * narrow])
    return origin


if __name__ == "__main__":
    Trainer(arguments()).run().write()
