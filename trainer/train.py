#!/usr/bin/env python3
"""Trains a network on positions of our own games.

    ./rookery selfplay --export gen1.positions *.games   # also gen1.held.positions and gen1.positions.json
    ./rookery train gen1.positions --held gen1.held.positions --out gen1

Writes gen1.rooknet for the engine, gen1.npz (the weights as floats, to begin another training with: --begin) and
gen1.json, a report. gen1.checkpoint holds the state while it runs and after Ctrl-C: the same command with --resume
continues from it.
"""

import copy
import json
import sys
from pathlib import Path

import torch

from checkpoint import WEIGHTS, load_weights, write_weights  # noqa: F401
from network import LONGEST_ORIGIN, Network, quantised
from options import arguments
from positions import Unpacker
from training import Training, fitted_scale


class Trainer(Training):
    settings_names = ("width", "most", "epochs", "minutes", "batch", "rate", "last_rate", "result_share", "scale",
                      "average", "begin", "seed")

    def __init__(self, options):
        super().__init__(options)
        self.unpack = Unpacker(self.device, torch.bfloat16 if self.is_fast else torch.float32, not self.is_fast)
        self.scale = options.scale or fitted_scale(self.records)
        self.network = Network(options.width).to(self.device)
        self.begun_with = None
        if options.begin:
            self.begun_with = {"file": Path(options.begin).name, **load_weights(self.network, options.begin)}
            self.network.clip()
        self.average = Network(options.width).to(self.device)
        self.average.load_state_dict(self.network.state_dict())
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=torch.tensor(options.rate, device=self.device),
                                           weight_decay=0.01, capturable=self.is_fast)
        self.new_share = torch.tensor(1.0, device=self.device)  # how much the newest weights count in their average
        if len(json.dumps(self.origin())) > LONGEST_ORIGIN:
            sys.exit("the positions and the weights to begin with come from more files than a network can name")

    def error(self, network, records, share):
        batch = self.unpack(records)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_fast):
            answers = network(batch.us, batch.them, batch.bucket)
        target = torch.lerp((batch.score / self.scale).sigmoid(), batch.result, share)
        return (answers.float().sigmoid() - target).square().mean()

    def step(self):
        """One batch, of the positions in `chosen`. The same instructions every time, so that a graph can hold them."""
        self.optimizer.zero_grad(set_to_none=False)
        loss = self.error(self.network, self.records[self.chosen], self.share)
        loss.backward()
        self.optimizer.step()
        self.network.clip()
        with torch.no_grad():
            for slow, fast in zip(self.average.parameters(), self.network.parameters()):
                slow.lerp_(fast, self.new_share)
            self.loss.lerp_(loss, 0.01)

    def prepared_step(self):
        """Launching single operations takes longer than doing them; a graph launches all at once."""
        if not self.is_fast:
            return self.step
        before = copy.deepcopy(self.state())
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step()
        self.undo(before)
        return graph.replay

    @torch.no_grad()
    def undo(self, before):
        """Takes back what the first steps have changed, in its place: the graph uses the same memory."""
        for network, values in ((self.network, before["network"]), (self.average, before["average"])):
            network.load_state_dict(values)
        for name, state in self.optimizer.state_dict()["state"].items():
            for key, value in state.items():
                old = before["optimizer"]["state"].get(name)
                value.copy_(old[key]) if old else value.zero_()
        self.loss.copy_(before["loss"])

    @torch.no_grad()
    def held_error(self, share):
        """On games that the network has not learned from: 0 compares with the scores, 1 with the results."""
        if self.held is None:
            return None
        share = torch.tensor(float(share), device=self.device)
        parts = [self.error(self.average, part, share) * len(part) for part in self.held.split(65536)]
        return (sum(parts) / len(self.held)).item()

    def schedule(self):
        self.optimizer.param_groups[0]["lr"].fill_(self.rate())
        self.set_share()
        self.new_share.fill_(self.freshness())

    def origin(self):
        return {**super().origin(), "begun_with": self.begun_with}

    def write(self):
        origin = self.origin()
        write_weights(self.average, origin, self.options.out + ".npz")
        self.write_report()
        Path(self.options.out + ".rooknet").write_bytes(quantised(self.average, self.scale, origin))


if __name__ == "__main__":
    Trainer(arguments(__doc__)).run().write()
