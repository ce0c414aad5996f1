#!/usr/bin/env python3
"""Trains a teacher, and labels positions with it for the training of the engine's network (docs/training.md).

    ./rookery teacher train gen1.positions --held gen1.held.positions --out teacher
    ./rookery teacher label more.positions --teacher teacher.pt --out labelled.positions
    ./rookery train labelled.positions --held gen1.held.positions --result-share 0 0 --out gen2

A teacher is a large convolutional network. It learns from positions with the scores of searches. Then it gives scores
to positions that have only been played, or searched with few nodes.
"""

import hashlib
import json
import sys
import time
from pathlib import Path

import torch

from checkpoint import read_saved
from options import (COUNT, SECONDS, SHARE, HelpWithDefaults, add_device, add_training, new_parser, number,
                     parsed)
from positions import (LARGEST_SCORE, PlaneUnpacker, are_positions, is_black_to_move, labels_of, parts_of, read_part,
                       size_of, white_scores, with_white_scores)
from teacher_network import Teacher
from training import INTERRUPTED, Training, fitted_scale, interruptions, note, sources_of

SAVED = {"shape", "scale", "weights", "origin", "name"}
PART = 2_000_000  # positions that a GPU labels between reading and writing
NEWS_SECONDS = 20


def type_on(device):
    return torch.bfloat16 if device.type == "cuda" else torch.float32


def can_compile(options, device):
    return options.compile and device.type == "cuda" and hasattr(torch, "compile")


class Asker:
    """Asks a teacher about many records, in batches of one size, because every size is compiled by itself."""

    def __init__(self, teacher, device, batch, compiles):
        unpack = PlaneUnpacker(device, type_on(device))

        def ask(records):
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                return teacher(unpack(records).planes)

        self.plain = ask
        self.ask = torch.compile(ask, dynamic=False) if compiles else ask
        self.pads = compiles
        self.batch = batch

    def stop_compiling(self):
        self.ask, self.pads = self.plain, False

    @torch.no_grad()
    def __call__(self, records):
        """The logits of the records."""
        answers = []
        for part in records.split(self.batch):
            missing = self.batch - len(part) if self.pads else 0
            whole = torch.cat((part, part[:1].expand(missing, -1))) if missing else part
            answers.append(self.ask(whole)[:len(part)])
        return torch.cat(answers)


def rounded(name, weights):
    """As a teacher is stored: matrices in bfloat16, as a GPU uses them; what a norm or a bias adds stays exact."""
    return weights.to(torch.bfloat16) if weights.dim() > 1 else weights


def write_teacher(teacher, scale, origin, file):
    weights = {name: rounded(name, value.detach().cpu()) for name, value in teacher.state_dict().items()}
    name = hashlib.sha256()
    for value in weights.values():
        name.update(value.float().contiguous().numpy().tobytes())
    unfinished = Path(f"{file}.unfinished")
    torch.save({"shape": teacher.shape, "scale": scale, "weights": weights, "name": name.hexdigest()[:16],
                "origin": json.dumps(origin)}, unfinished)
    unfinished.replace(file)


def read_teacher(file, device):
    """The teacher, and the dictionary it is stored in."""
    what = "a teacher"
    saved = read_saved(file, SAVED, "cpu", what)
    try:
        teacher = Teacher(**saved["shape"])
        teacher.load_state_dict({name: value.float() if value.is_floating_point() else value
                                 for name, value in saved["weights"].items()})
        saved["origin"] = json.loads(saved["origin"])
    except (RuntimeError, TypeError, ValueError, AttributeError):
        sys.exit(f"{file}: not {what}, or damaged")
    return placed(teacher, device), saved


def placed(teacher, device):
    return teacher.to(device, memory_format=torch.channels_last)


class TeacherTrainer(Training):
    settings_names = ("blocks", "channels", "dropout", "most", "epochs", "minutes", "batch", "rate", "last_rate",
                      "warm_up", "weight_decay", "result_share", "scale", "average", "begin", "seed")

    def __init__(self, options):
        super().__init__(options)
        if self.is_fast:
            torch.backends.cudnn.benchmark = True
        self.unpack = PlaneUnpacker(self.device, type_on(self.device))
        self.scale = options.scale or fitted_scale(self.records)
        self.network = self.new_teacher()
        self.begun_with = None
        if options.begin:
            self.begin_with(options.begin)
        self.average = self.new_teacher().eval()
        self.average.load_state_dict(self.network.state_dict())
        self.average.requires_grad_(False)
        weights = list(self.network.parameters())
        self.optimizer = torch.optim.AdamW(
            [{"params": [one for one in weights if one.dim() > 1], "weight_decay": options.weight_decay},
             {"params": [one for one in weights if one.dim() <= 1], "weight_decay": 0.0}],
            lr=options.rate, **({"fused": True} if self.is_fast else {}))
        self.averaged = [(slow, fast) for slow, fast in zip(self.average.state_dict().values(),
                                                            self.network.state_dict().values())
                         if slow.is_floating_point()]
        self.compiles = can_compile(options, self.device)
        self.loss_of = torch.compile(self.plain_loss, dynamic=False) if self.compiles else self.plain_loss
        self.ask = Asker(self.average, self.device, 16384 if self.is_fast else 1024, self.compiles)
        self.held_answers = None  # about the positions held back, and after which batch

    def new_teacher(self):
        return placed(Teacher(self.options.blocks, self.options.channels, self.options.dropout), self.device)

    def begin_with(self, file):
        teacher, saved = read_teacher(file, self.device)
        if teacher.shape != self.network.shape:
            sys.exit(f"{file} has {teacher.shape}, not {self.network.shape}")
        self.network.load_state_dict(teacher.state_dict())
        self.begun_with = {"file": Path(file).name, "teacher": saved["name"], **saved["origin"]}

    def plain_loss(self, records, share):
        batch = self.unpack(records)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_fast):
            answers = self.network(batch.planes)
        target = torch.lerp((batch.score / self.scale).sigmoid(), batch.result, share)
        return (answers.float().sigmoid() - target).square().mean()

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

    @torch.no_grad()
    def held_error(self, share):
        """On games that the teacher has not learned from: 0 compares with the scores, 1 with the results."""
        if self.held is None:
            return None
        if self.held_answers is None or self.held_answers[0] != self.step_number:
            self.held_answers = (self.step_number, self.ask(self.held).sigmoid())
        score, result = labels_of(self.held)
        target = torch.lerp((score / self.scale).sigmoid(), result, float(share))
        return (self.held_answers[1] - target).square().mean().item()

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
        return {**super().state(), "random": self.random_state()}

    def restore(self, state):
        if "random" not in state:
            sys.exit("the checkpoint is not that of a teacher")
        super().restore(state)
        self.set_random_state(state["random"])

    def origin(self):
        return {**super().origin(), "begun_with": self.begun_with}

    def write(self):
        write_teacher(self.average, self.scale, self.origin(), self.options.out + ".pt")
        self.write_report()


class Labeller:
    def __init__(self, options):
        self.options = options
        self.started = time.monotonic()
        self.device = torch.device(options.device)
        self.out = Path(options.out)
        if self.out.suffix != ".positions":
            sys.exit(f"{self.out}: the name must end in .positions")
        if not self.out.parent.is_dir():
            sys.exit(f"{self.out}: there is no such folder to write to")
        if self.out.exists():
            sys.exit(f"{self.out}: it is there already; nothing is overwritten")
        torch.set_float32_matmul_precision("high")
        self.teacher, self.saved = read_teacher(options.teacher, self.device)
        self.teacher.eval()
        is_fast = self.device.type == "cuda"
        torch.backends.cudnn.benchmark = is_fast
        batch = options.batch or (16384 if is_fast else 1024)
        largest = max(1, (PART if is_fast else PART // 128) // batch) * batch
        self.parts = self.parts_after(options.skip, largest)
        self.count = sum(count for _, _, count in self.parts)
        if self.count == 0:
            sys.exit(f"--skip {options.skip}: there are no more positions than that")
        self.ask = Asker(self.teacher, self.device, batch, can_compile(options, self.device))
        self.apart = torch.zeros((), dtype=torch.double, device=self.device)
        self.done = 0
        self.done_files = []

    def parts_after(self, skip, largest):
        """What is to be labelled: (file, first, count), without the first `skip` positions of all files together."""
        parts = []
        for file in self.options.positions:
            size = size_of(file)
            start = min(skip, size)
            skip -= start
            parts += [(file, start + first, count) for first, count in parts_of(size - start, largest)]
        return parts

    @torch.no_grad()
    def labelled(self, records):
        """The records with new scores, and whether the teacher's answers are numbers."""
        scale, blend = self.saved["scale"], self.options.blend
        answers = self.ask(records).double()
        answers = torch.where(is_black_to_move(records), -answers, answers)
        stored = (white_scores(records).double() / scale).sigmoid()
        self.apart += (answers.sigmoid() - stored).square().sum()
        if blend > 0:
            answers = torch.lerp(answers.sigmoid(), stored, blend).clamp(1e-12, 1 - 1e-12).logit()
        scores = (answers * scale).round().clamp(-LARGEST_SCORE, LARGEST_SCORE)
        return with_white_scores(records, scores), answers.isfinite().all()

    def prepare(self):
        if not self.ask.pads:
            return
        try:
            self.ask(torch.from_numpy(read_part(*self.parts[0][:2], 1)).to(self.device))
        except Exception as problem:  # as for the training
            note(f"not compiled, so labelling is slower: {str(problem).strip().splitlines()[:1]}")
            self.ask.stop_compiling()
        note(f"compiled after {time.monotonic() - self.started:.0f} seconds")

    def write_part(self, stream, file, labelled, are_numbers):
        if not are_numbers.item():
            sys.exit(f"{file}: the teacher's answers are not numbers")
        stream.write(labelled.cpu().numpy().tobytes())
        self.done += len(labelled)
        if file not in self.done_files:
            self.done_files.append(file)

    def run(self):
        self.prepare()
        unfinished = self.out.with_name(self.out.name + ".unfinished")
        began = news = time.monotonic()
        try:
            with unfinished.open("wb") as stream, interruptions() as is_interrupted:
                waiting = None
                for file, first, count in self.parts:
                    records = torch.from_numpy(read_part(file, first, count)).to(self.device)
                    if not are_positions(records):
                        sys.exit(f"{file}: not a file of positions; some of it cannot be one")
                    # The device works at this part while the last one is written.
                    last, waiting = waiting, (file, *self.labelled(records))
                    if last:
                        self.write_part(stream, *last)
                    now = time.monotonic()
                    if now > news + NEWS_SECONDS:
                        self.report_time_left(now - began)
                        news = now
                    if is_interrupted():
                        note("interrupted; nothing was written")
                        sys.exit(INTERRUPTED)
                    if self.options.stop_after and now > self.started + self.options.stop_after:
                        break
                self.write_part(stream, *waiting)
            unfinished.replace(self.out)
        finally:
            if unfinished.exists():
                unfinished.unlink()
        self.write_origin()
        if self.done < self.count:
            note(f"stopped after {self.done} of {self.count} positions")
        print(json.dumps({"positions": self.done, "of": self.count,
                          "positions_per_second": round(self.done / (time.monotonic() - began)),
                          "apart_from_stored_scores": self.apart.item() / self.done}), flush=True)

    def report_time_left(self, seconds):
        if self.done == 0:
            return
        left = (self.count - self.done) * seconds / self.done
        note(f"{self.done / self.count:.1%}, {self.done / seconds:,.0f} positions a second, "
             f"about {left:.0f} seconds left")

    def write_origin(self):
        """Beside the file: the sources of its positions, and the teacher, which has no positions of its own there."""
        name = self.saved["name"]
        blend = {"blend": self.options.blend} if self.options.blend else {}
        skipped = {"skipped": self.options.skip} if self.options.skip else {}
        cut = {"labelled": self.done} if self.done < self.count else {}
        sources = [{**source, "made_by": {"labelled_by": name, **blend, "positions_of": source["made_by"]}}
                   for source in sources_of(self.done_files)]
        teacher = {"made_by": {"teacher": name, **skipped, **cut, **self.saved["origin"]}, "games": 0, "positions": 0}
        self.out.with_name(self.out.name + ".json").write_text(json.dumps([*sources, teacher], indent=2) + "\n")


def arguments(words=None):
    parser = new_parser("teacher", __doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train", help="train a teacher on positions with scores of searches",
                                formatter_class=HelpWithDefaults)
    add_training(train, epochs=5, batch=4096, rate=1.5e-3, last_rate=1e-5, result_share=[0.1, 0.1], average=0.999)
    train.add_argument("--blocks", type=number(int, 1, 100), default=10, help="residual blocks")
    train.add_argument("--channels", type=number(int, 8, 2048), default=128, help="of each convolution")
    train.add_argument("--dropout", type=number(float, 0, 0.95), default=0.0, help="in the head")
    train.add_argument("--weight-decay", type=number(float, 0, 10), default=0.05, help="of AdamW")
    train.add_argument("--warm-up", type=number(float, 0, 0.5), default=0.02,
                       help="share of the training in which the rate rises")
    train.add_argument("--begin", help="a teacher of the same shape to begin with (.pt; default: random weights)")
    train.add_argument("--other-positions", action="store_true",
                       help="with --resume: continue although the positions are not those of the checkpoint")
    label = commands.add_parser("label", help="write positions again, with the teacher's scores",
                                formatter_class=HelpWithDefaults)
    label.add_argument("positions", nargs="+", help="files of positions (.positions)")
    label.add_argument("--teacher", required=True, help="as 'train' has written it (.pt)")
    label.add_argument("--out", required=True, help="the new file (.positions)")
    label.add_argument("--blend", type=SHARE, default=0.0,
                       help="how much of the score in the file remains, as an expected score (default: 0); use it only "
                            "for positions that were searched well")
    label.add_argument("--batch", type=COUNT,
                       help="positions that are labelled at a time (default: 16384 on a GPU, else 1024)")
    label.add_argument("--skip", type=number(int, 0, 2 ** 40), default=0, metavar="POSITIONS",
                       help="leave out the first positions of all files together: those that an earlier call that was "
                            "stopped has labelled")
    label.add_argument("--stop-after", type=SECONDS, metavar="SECONDS",
                       help="write what is labelled by then, and end (default: no limit)")
    add_device(label)
    for one in (train, label):
        one.add_argument("--no-compile", dest="compile", action="store_false",
                         help="start faster, run slower; a CPU never compiles")
    return parsed(parser, words)


def main(words=None):
    options = arguments(words)
    if options.command == "train":
        TeacherTrainer(options).run().write()
    else:
        Labeller(options).run()


if __name__ == "__main__":
    main()
