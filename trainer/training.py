"""What every training here has in common: the loop over batches, the schedule, checkpoints, reports, interruptions."""

import contextlib
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

from checkpoint import read_checkpoint, write_checkpoint
from positions import labels_of, read, some_of

CHECKPOINT_SECONDS = 60
INTERRUPTED = 130


def note(text):
    print(text, file=sys.stderr, flush=True)


def origins_beside(file):
    """Who played the games of a file of positions, as the export wrote it down beside the file."""
    file = Path(file)
    beside = file.with_name(file.name + ".json")
    if not beside.exists():
        return [{"made_by": f"unknown: {file.name}"}]
    try:
        sources = json.loads(beside.read_text())
        if not all("made_by" in source for source in sources):
            raise ValueError
        return sources
    except (ValueError, TypeError, AttributeError):
        sys.exit(f"{beside}: it does not say where the positions come from")


def sources_of(files):
    """Who played the games of all files. Games that were made alike are one entry."""
    sources = []
    for file in files:
        for source in origins_beside(file):
            same = next((one for one in sources if one["made_by"] == source["made_by"]), None)
            if same is None:
                sources.append(source)
                continue
            for count in ("games", "positions"):
                same[count] = same.get(count, 0) + source.get(count, 0)
    return sources


def versions():
    return {"python": platform.python_version(), "numpy": numpy.__version__, "torch": torch.__version__}


def full_files(files):
    """The files for validation. If there are few games, none may have been held back."""
    full = [file for file in files if not Path(file).exists() or Path(file).stat().st_size > 0]
    if files and not full:
        note("no games were held back: what was learned is not checked")
    return full


def type_on(device):
    return torch.bfloat16 if device.type == "cuda" else torch.float32


def can_compile(options, device):
    return options.compile and device.type == "cuda" and hasattr(torch, "compile")


class Asker:
    """Calls answer(records) for many records, in batches of one size, because every size is compiled by itself."""

    def __init__(self, answer, device, batch, compiles):
        def ask(records):
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                return answer(records)

        self.plain = ask
        self.ask = torch.compile(ask, dynamic=False) if compiles else ask
        self.pads = compiles
        self.batch = batch

    def stop_compiling(self):
        self.ask, self.pads = self.plain, False

    @torch.no_grad()
    def __call__(self, records):
        """The answers for the records."""
        answers = []
        for part in records.split(self.batch):
            missing = self.batch - len(part) if self.pads else 0
            whole = torch.cat((part, part[:1].expand(missing, -1))) if missing else part
            answers.append(self.ask(whole)[:len(part)])
        return torch.cat(answers)


def fitted_scale(records):
    """The scale with which the scores of the searches predict the results best."""
    if len(records) > 1_000_000:
        records = records[torch.randint(len(records), (1_000_000,), device=records.device)]
    score, result = labels_of(records)
    return min(range(100, 1001, 5), key=lambda scale: ((score / scale).sigmoid() - result).square().mean().item())


@contextlib.contextmanager
def interruptions():
    """Ctrl-C ends a training between two batches, where its state is complete. A second Ctrl-C ends it at once."""
    requests = []

    def request(*_):
        requests.append(True)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, request)
    try:
        yield lambda: bool(requests)
    finally:
        signal.signal(signal.SIGINT, before)


class Training:
    """A subclass makes `network`, `average` (of its weights) and `optimizer`, and defines step() and held_error() or
    held_report()."""

    settings_names = ()

    def __init__(self, options):
        self.options = options
        self.started = time.monotonic()
        self.device = torch.device(options.device)
        self.is_fast = self.device.type == "cuda"
        if not Path(options.out).parent.is_dir():
            sys.exit(f"{options.out}: there is no such folder to write to")
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        self.sources = sources_of(options.positions)
        self.records, self.data = self.read(options.positions)
        if options.most:
            self.records = some_of(self.records, options.most)
        held = full_files(options.held)
        self.held = self.read(held)[0] if held else None
        self.batch = min(options.batch, len(self.records))
        self.steps = max(1, math.ceil((options.epochs or 0) * len(self.records) / self.batch))
        self.step_number = 0
        self.first_step = 0  # with these positions
        self.seconds = 0.0  # of training, in all calls together
        self.chosen = torch.zeros(self.batch, dtype=torch.long, device=self.device)
        self.share = torch.tensor(float(self.shares()[0]), device=self.device)
        self.loss = torch.zeros((), device=self.device)
        self.history = []
        self.earlier_data = []  # names of the positions that this training had before
        self.scale = None

    def read(self, files):
        """The records of files, and a name for them."""
        return read(files, self.device)

    def shares(self):
        """Of the result in the target: at the beginning, at the end."""
        return getattr(self.options, "result_share", (0, 0))

    def done(self):
        """From 0 to 1: the place in the schedule."""
        if self.options.minutes:
            return min(1.0, self.seconds / (60 * self.options.minutes))
        return self.step_number / self.steps

    def freshness(self):
        """How much the newest weights count in their average. At the beginning the average follows fast, so that
        nothing remains of the random weights."""
        return max(1 - self.options.average, 9 / (10 + self.step_number))

    def rate(self):
        done, warm_up = self.done(), getattr(self.options, "warm_up", 0)
        low, high = self.options.last_rate, self.options.rate
        if done < warm_up:
            return low + (high - low) * done / warm_up
        return low + (high - low) * (1 + math.cos(math.pi * (done - warm_up) / (1 - warm_up))) / 2

    def set_share(self):
        first, last = self.shares()
        self.share.fill_(first + (last - first) * self.done())

    def prepared_step(self):
        return self.step

    def run(self):
        state = Path(self.options.out + ".checkpoint")
        if self.options.resume and state.exists():
            self.restore(read_checkpoint(state, self.device))
            note(f"continues after {self.step_number} batches, {self.done():.1%} of the training")
        elif self.options.resume:
            note(f"{state} is not there: starts from the beginning")
        step = self.prepared_step()
        each = max(1, len(self.records) // self.batch)
        began, first, before = time.monotonic(), self.step_number, self.seconds
        saved = began
        shuffled = None
        with interruptions() as is_interrupted:
            while self.done() < 1:
                place = (self.step_number - self.first_step) % each
                if shuffled is None or place == 0:
                    shuffled = self.order_of((self.step_number - self.first_step) // each)
                self.schedule()
                self.chosen.copy_(shuffled[place * self.batch:(place + 1) * self.batch])
                step()
                self.step_number += 1
                now = time.monotonic()
                self.seconds = before + now - began
                must_stop = self.is_stopped(now)
                at_end = place + 1 == each or self.done() >= 1
                if at_end or must_stop:
                    self.report(began, (self.step_number - first) * self.batch)
                if at_end or must_stop or is_interrupted() or now > saved + CHECKPOINT_SECONDS:
                    write_checkpoint(self.state(), state)
                    saved = time.monotonic()
                    self.report_time_left((saved - began) / (self.step_number - first))
                if is_interrupted():
                    note(f"interrupted; --resume continues from {state}")
                    sys.exit(INTERRUPTED)
                if must_stop and self.done() < 1:
                    note(f"stopped after {self.done():.1%} of the training; --resume continues from {state}")
                    break
        return self

    def is_stopped(self, now):
        return self.options.stop_after is not None and now > self.started + self.options.stop_after

    def order_of(self, epoch):
        """The same for every run of an epoch, so that a resumed training continues exactly."""
        generator = torch.Generator(self.device).manual_seed(self.options.seed * 1_000_003 + epoch)
        return torch.randperm(len(self.records), generator=generator, device=self.device)

    def report(self, began, positions):
        if self.is_fast:
            torch.cuda.synchronize()
        seconds = time.monotonic() - began
        row = {"step": self.step_number,
               "epoch": round((self.step_number - self.first_step) * self.batch / len(self.records), 2),
               "loss": self.loss.item() / max(1e-9, 1 - 0.99 ** self.step_number),
               **self.held_report(), "positions_per_second": round(positions / seconds)}
        if self.options.minutes:
            row["done"] = round(self.done(), 4)
        self.history.append(row)
        print(json.dumps(row), flush=True)

    def held_report(self):
        return {"held_scores": self.held_error(0), "held_results": self.held_error(1)}

    def report_time_left(self, seconds_each):
        if self.options.minutes:
            left = 60 * self.options.minutes - self.seconds
        else:
            left = (self.steps - self.step_number) * seconds_each
        if left > CHECKPOINT_SECONDS:
            note(f"{self.done():.1%}, about {left / 60:.0f} minutes left")

    def state(self):
        return {"network": self.network.state_dict(), "average": self.average.state_dict(),
                "optimizer": self.optimizer.state_dict(), "step": self.step_number, "history": self.history,
                "loss": self.loss, "scale": self.scale, "data": self.data, "settings": self.settings(),
                "seconds": self.seconds, "first_step": self.first_step, "earlier_data": self.earlier_data}

    def settings(self):
        """What a resumed training must have in common with the one that was interrupted."""
        return {name: getattr(self.options, name) for name in self.settings_names}

    def restore(self, state):
        has_changed = state["data"] != self.data
        if has_changed and not getattr(self.options, "other_positions", False):
            sys.exit("the checkpoint belongs to other positions")
        for name, value in self.settings().items():
            old = state["settings"].get(name)
            if name == "minutes" and old and value:  # a place in the schedule is a share, so it can become longer
                continue
            if old != value:
                sys.exit(f"the checkpoint was made with another {name.replace('_', ' ')}: {old}")
        self.step_number, self.history = state["step"], state["history"]
        self.seconds, self.first_step = state.get("seconds", 0.0), state.get("first_step", 0)
        self.earlier_data = state.get("earlier_data", [])
        if has_changed:
            self.earlier_data = [*self.earlier_data, state["data"]]
            self.first_step = self.step_number
        self.scale = state["scale"]
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.loss.copy_(state["loss"])

    def origin(self):
        """Where the network comes from: which data, which settings."""
        settings = {name: value for name, value in self.settings().items() if name not in ("begin", "scale")}
        earlier = {"earlier_data": self.earlier_data} if self.earlier_data else {}
        unfinished = {"unfinished": round(self.done(), 4)} if self.done() < 1 and self.step_number > 0 else {}
        return {"sources": self.sources, "positions": len(self.records), "data": self.data, **earlier,
                "held": 0 if self.held is None else len(self.held), **settings, "batch": self.batch,
                **unfinished, **versions(), "date": date.today().isoformat()}

    def write_report(self):
        report = {**self.origin(), "scale": self.scale, "history": self.history}
        Path(self.options.out + ".json").write_text(json.dumps(report, indent=2) + "\n")


class LargeTraining(Training):
    """Of a convolutional network: AdamW, an average of weights and norms, compiled where that is possible. A subclass
    defines new_network(), plain_loss(records, share) and answer(network, records)."""

    what = "a network"

    def __init__(self, options):
        super().__init__(options)
        if self.is_fast:
            torch.backends.cudnn.benchmark = True
        self.begun_with = None

    def start(self, network):
        """After the data is there and before run()."""
        self.network = network
        self.average = self.new_network().eval()
        self.average.load_state_dict(self.network.state_dict())
        self.average.requires_grad_(False)
        weights = list(self.network.parameters())
        self.optimizer = torch.optim.AdamW(
            [{"params": [one for one in weights if one.dim() > 1], "weight_decay": self.options.weight_decay},
             {"params": [one for one in weights if one.dim() <= 1], "weight_decay": 0.0}],
            lr=self.options.rate, **({"fused": True} if self.is_fast else {}))
        self.averaged = [(slow, fast) for slow, fast in zip(self.average.state_dict().values(),
                                                            self.network.state_dict().values())
                         if slow.is_floating_point()]
        self.compiles = can_compile(self.options, self.device)
        self.loss_of = torch.compile(self.plain_loss, dynamic=False) if self.compiles else self.plain_loss
        self.ask = Asker(lambda records: self.answer(self.average, records), self.device,
                         16384 if self.is_fast else 1024, self.compiles)

    def step(self):
        loss = self.loss_of(self.records[self.chosen], self.share)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.follow(self.freshness())
        self.loss.lerp_(loss.detach(), 0.01)

    @torch.no_grad()
    def follow(self, freshness):
        if hasattr(torch, "_foreach_lerp_"):
            slow, fast = zip(*self.averaged)
            torch._foreach_lerp_(slow, fast, freshness)
        else:
            for slow, fast in self.averaged:
                slow.lerp_(fast, freshness)

    def prepared_step(self):
        """Compiles what the training needs, before the time of the training begins to count."""
        if not self.compiles:
            return self.step
        began = time.monotonic()
        buffers = [one.clone() for one in self.network.buffers()]
        random = self.random_state()
        try:
            self.loss_of(self.records[self.chosen], self.share).backward()
            self.ask(self.records[:1])
        except Exception as problem:  # whatever is missing for a compiler here, the training can do without it
            note(f"not compiled, so the training is slower: {str(problem).strip().splitlines()[:1]}")
            self.loss_of = self.plain_loss
            self.ask.stop_compiling()
        with torch.no_grad():
            for now, before in zip(self.network.buffers(), buffers):
                now.copy_(before)
        self.set_random_state(random)
        torch.cuda.synchronize()
        note(f"compiled in {time.monotonic() - began:.0f} seconds")
        return self.step

    def schedule(self):
        rate = self.rate()
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.set_share()

    def random_state(self):
        return [torch.get_rng_state(), *([torch.cuda.get_rng_state(self.device)] if self.is_fast else [])]

    def set_random_state(self, state):
        torch.set_rng_state(state[0].cpu())
        if self.is_fast:
            torch.cuda.set_rng_state(state[1].cpu(), self.device)

    def state(self):
        return {**super().state(), "random": self.random_state(), "what": self.what}

    def restore(self, state):
        if "random" not in state or state.get("what", self.what) != self.what:
            sys.exit(f"the checkpoint is not that of {self.what}")
        super().restore(state)
        self.set_random_state(state["random"])

    def origin(self):
        return {**super().origin(), "begun_with": self.begun_with}
