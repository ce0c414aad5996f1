#!/usr/bin/env python3
"""Trains a teacher, and labels positions with it for the training of the engine's network (docs/training.md).

    ./rookery teacher train gen1.positions --held gen1.held.positions --out teacher
    ./rookery teacher label more.positions --teacher teacher.pt --out labelled.positions
    ./rookery train labelled.positions --held gen1.held.positions --result-share 0 0 --out gen2

A teacher is a large convolutional network. It learns from positions with the scores of searches. Then it gives scores
to positions that have only been played, or searched with few nodes.
"""

import json
import sys
import time
from pathlib import Path

import torch

from checkpoint import placed, read_network, write_network
from options import (COUNT, SECONDS, SHARE, HelpWithDefaults, add_compiling, add_device, add_large_network,
                     add_training, new_parser, number, parsed)
from positions import (LARGEST_SCORE, PlaneUnpacker, are_positions, is_black_to_move, labels_of, parts_of, read_part,
                       size_of, white_scores, with_white_scores)
from teacher_network import Teacher
from training import (INTERRUPTED, Asker, LargeTraining, can_compile, fitted_scale, interruptions, note,
                      sources_of, type_on)

PART = 2_000_000  # positions that a GPU labels between reading and writing
NEWS_SECONDS = 20


def write_teacher(teacher, scale, origin, file):
    write_network(teacher, {"scale": scale}, origin, file)


def read_teacher(file, device):
    """The teacher, and the dictionary it is stored in."""
    return read_network(file, device, Teacher, "a teacher", {"scale"})


def asked(unpack):
    """For an Asker: the teacher's logits of records."""
    return lambda teacher, records: teacher(unpack(records).planes)


class TeacherTrainer(LargeTraining):
    what = "a teacher"
    settings_names = ("blocks", "channels", "dropout", "most", "epochs", "minutes", "batch", "rate", "last_rate",
                      "warm_up", "weight_decay", "result_share", "scale", "average", "begin", "seed")

    def __init__(self, options):
        super().__init__(options)
        self.unpack = PlaneUnpacker(self.device, type_on(self.device))
        self.answer = asked(self.unpack)
        self.scale = options.scale or fitted_scale(self.records)
        network = self.new_network()
        if options.begin:
            self.begin_with(options.begin, network)
        self.start(network)
        self.held_answers = None  # about the positions held back, and after which batch

    def new_network(self):
        return placed(Teacher(self.options.blocks, self.options.channels, self.options.dropout), self.device)

    def begin_with(self, file, network):
        teacher, saved = read_teacher(file, self.device)
        if teacher.shape != network.shape:
            sys.exit(f"{file} has {teacher.shape}, not {network.shape}")
        network.load_state_dict(teacher.state_dict())
        self.begun_with = {"file": Path(file).name, "teacher": saved["name"], **saved["origin"]}

    def plain_loss(self, records, share):
        batch = self.unpack(records)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_fast):
            answers = self.network(batch.planes)
        target = torch.lerp((batch.score / self.scale).sigmoid(), batch.result, share)
        return (answers.float().sigmoid() - target).square().mean()

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
        answer = asked(PlaneUnpacker(self.device, type_on(self.device)))
        self.ask = Asker(lambda records: answer(self.teacher, records), self.device, batch,
                         can_compile(options, self.device))
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
    add_training(train, epochs=5, batch=4096, rate=1.5e-3, last_rate=1e-5, average=0.999, result_share=[0.1, 0.1])
    add_large_network(train, blocks=10, channels=128, dropout=0.0)
    train.add_argument("--begin", help="a teacher of the same shape to begin with (.pt; default: random weights)")
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
        add_compiling(one)
    return parsed(parser, words)


def main(words=None):
    options = arguments(words)
    if options.command == "train":
        TeacherTrainer(options).run().write()
    else:
        Labeller(options).run()


if __name__ == "__main__":
    main()
