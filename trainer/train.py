#!/usr/bin/env python3
"""Trains a network on positions of our own games.

    rookery selfplay --export gen1.positions *.games   # also gen1.held.positions and gen1.positions.json
    trainer/train.py gen1.positions --held gen1.held.positions --out gen1

Writes gen1.rooknet for the engine, gen1.npz (the weights as floats, to begin another training with: --begin) and
gen1.json, a report. gen1.checkpoint holds the state while it runs and after Ctrl-C: the same command with --resume goes on
from it.
"""

import contextlib
import copy
import json
import math
import platform
import signal
import sys
import time
from datetime import date
from pathlib import Path

import numpy
import torch

from kept import WEIGHTS, load_weights, read_checkpoint, write_checkpoint, write_weights  # noqa: F401
from network import LONGEST_ORIGIN, Network, quantised
from options import arguments
from positions import Unpacker, read, some_of

SETTINGS = ("width", "most", "epochs", "batch", "rate", "last_rate", "result_share", "scale", "average", "begin", "seed")
CHECKPOINT_SECONDS = 60
INTERRUPTED = 130


def sources_of(files):
    """Who played the games, as the export wrote it down beside the positions. What was made alike is one entry."""
    sources = []
    for file in map(Path, files):
        beside = file.with_name(file.name + ".json")
        try:
            for source in json.loads(beside.read_text()) if beside.exists() else [{"made_by": f"unknown: {file.name}"}]:
                same = next((one for one in sources if one["made_by"] == source["made_by"]), None)
                if same is None:
                    sources.append(source)
                    continue
                for count in ("games", "positions"):
                    same[count] = same.get(count, 0) + source.get(count, 0)
        except (ValueError, TypeError, KeyError, AttributeError):
            sys.exit(f"{beside}: it does not say where the positions come from")
    return sources


def fitted_scale(records, unpack):
    """With which scale the scores of searches foretell the results best."""
    sample = records[torch.randperm(len(records), device=records.device)[:1_000_000]]
    batches = [unpack(part) for part in sample.split(50_000)]
    score = torch.cat([one.score for one in batches])
    result = torch.cat([one.result for one in batches])
    return min(range(100, 1001, 5), key=lambda scale: ((score / scale).sigmoid() - result).square().mean().item())


@contextlib.contextmanager
def interruptions():
    """Ctrl-C is a wish that is granted between two batches, where nothing is half done. The second is none."""
    wishes = []

    def wish(*_):
        wishes.append(True)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, wish)
    try:
        yield lambda: bool(wishes)
    finally:
        signal.signal(signal.SIGINT, before)


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
        self.held = read_held(options.held, self.device)
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
        if len(json.dumps(self.origin())) > LONGEST_ORIGIN:
            sys.exit("the positions and the weights to begin with come from more files than a network can name")

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
            note(f"goes on after {self.step_number} of {self.steps} batches")
        elif self.options.resume:
            note(f"{state} is not there: begins anew")
        step = self.prepared_step()
        each = max(1, len(self.records) // self.batch)
        began, first = time.monotonic(), self.step_number
        kept = began
        shuffled = None
        with interruptions() as is_interrupted:
            while self.step_number < self.steps:
                place = self.step_number % each
                if shuffled is None or place == 0:
                    shuffled = self.order_of(self.step_number // each)
                self.schedule()
                self.chosen.copy_(shuffled[place * self.batch:(place + 1) * self.batch])
                step()
                self.step_number += 1
                at_end = self.step_number % each == 0 or self.step_number == self.steps
                if at_end:
                    self.tell(began, (self.step_number - first) * self.batch)
                if at_end or is_interrupted() or time.monotonic() > kept + CHECKPOINT_SECONDS:
                    write_checkpoint(self.state(), state)
                    kept = time.monotonic()
                    self.tell_time_left((kept - began) / (self.step_number - first))
                if is_interrupted():
                    note(f"interrupted; --resume goes on from {state}")
                    sys.exit(INTERRUPTED)
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

    def tell_time_left(self, seconds_each):
        left = (self.steps - self.step_number) * seconds_each
        if left > CHECKPOINT_SECONDS:
            note(f"{self.step_number / self.steps:.1%}, about {left / 60:.0f} minutes left")

    def state(self):
        return {"network": self.network.state_dict(), "average": self.average.state_dict(),
                "optimizer": self.optimizer.state_dict(), "step": self.step_number, "history": self.history,
                "loss": self.loss, "scale": self.scale, "data": self.data, "settings": self.settings()}

    def settings(self):
        """What a training that is taken up again must have in common with the one that was interrupted."""
        return {name: vars(self.options)[name] for name in SETTINGS}

    def take_up(self, state):
        if state["data"] != self.data:
            sys.exit("the checkpoint belongs to other positions")
        for name, value in self.settings().items():
            if state["settings"].get(name) != value:
                sys.exit(f"the checkpoint was made with another {name.replace('_', ' ')}: {state['settings'].get(name)}")
        self.scale = state["scale"]
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.loss.copy_(state["loss"])
        self.step_number, self.history = state["step"], state["history"]

    def origin(self):
        """What the network says about itself: from which data, with which settings."""
        settings = {name: value for name, value in self.settings().items() if name not in ("begin", "scale")}
        versions = {"python": platform.python_version(), "numpy": numpy.__version__, "torch": torch.__version__}
        return {"sources": self.sources, "positions": len(self.records), "data": self.data,
                "held": 0 if self.held is None else len(self.held), **settings, "batch": self.batch,
                "begun_with": self.begun_with, **versions, "date": date.today().isoformat()}

    def write(self):
        out, origin = self.options.out, self.origin()
        write_weights(self.average, origin, out + ".npz")
        report = {**origin, "scale": self.scale, "history": self.history}
        Path(out + ".json").write_text(json.dumps(report, indent=2) + "\n")
        Path(out + ".rooknet").write_bytes(quantised(self.average, self.scale, origin))


def read_held(files, device):
    """Of few games none may have been held back."""
    full = [file for file in files if not Path(file).exists() or Path(file).stat().st_size > 0]
    if files and not full:
        note("no games were held back: what was learned is not checked")
    return read(full, device)[0] if full else None


def note(text):
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    Trainer(arguments(__doc__)).run().write()
