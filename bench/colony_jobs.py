#!/usr/bin/env python3
"""How much faster a colony plays games that do not depend on each other, the more workers it has.

    ./rookery bench colony_jobs [--workers 1 2 4 8] [--pairs 60] [--nodes 400] [--speed 25000]

A colony on this machine, with the real server. Workers are held to so many nodes a second each (as long as all of them
together stay below what the machine can do, it does not matter how many processors it has), and play a match with a fixed
number of nodes a move: so many pairs for each worker. What counts is the nodes of the games that count, a second, from the
moment the first game begins until the match has ended, with all checks of what was played: one pair in twenty is played
twice, by another worker, or where there is only one by the coordinator. Linear is the number of workers times what one does;
beside it stands what workers could do who never waited and checked nothing.
"""

import argparse
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build" / "release" / "bin" / "rookery"


def nodes_of(blob):
    """The moves of a game, as src/arena/store/move_blob.h keeps them."""
    place = 1

    def number():
        nonlocal place
        value = shift = 0
        while True:
            byte = blob[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    nodes = 0
    for _ in range(number()):
        place += 2
        flags = blob[place]
        place += 1
        for _ in range(flags & 1):
            number()  # score
        number(), number()  # depths
        nodes += number()
        number()  # time
        for _ in range(flags >> 4 & 1):
            number()  # clock
    return nodes


class Colony:
    """Founded in a folder of its own, gone with the program."""

    def __init__(self, program):
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix="rookery-bench-"))
        self.environment = {**os.environ, "XDG_DATA_HOME": str(self.folder)}
        self.workers = []

    def __enter__(self):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        self.rookery("colony", "init", "--port", str(port))
        self.rookery("colony", "up")
        return self

    def __exit__(self, *_):
        for process in self.workers:
            process.terminate()
        for process in self.workers:
            process.wait()
        self.rookery("colony", "down")
        shutil.rmtree(self.folder)

    def rookery(self, *arguments):
        done = subprocess.run([self.program, *arguments], env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"rookery {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def add_worker(self, speed):
        name = f"w{len(self.workers) + 1}"
        file = self.folder / f"{name}.rookery"
        self.rookery("colony", "invite", name, "--output", str(file))
        command = [self.program, "worker", file, "--threads", "1", "--hash", "4", "--nice", "0", "--nps-limit", str(speed)]
        process = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True)
        self.workers.append(process)
        for line in process.stdout:
            if f"{name} of colony" in line:
                return
        sys.exit(f"{name} has not come in")

    def match(self, pairs, nodes):
        """How many nodes its games have, and how many seconds they took."""
        command = [self.program, "match", "pvs", "pvs,Evaluator=material,name=simple", "--tc", f"nodes={nodes}", "--games",
                   str(2 * pairs), "--seed", "1", "--max-moves", "80", "--hash", "2", "--colony", "--db", self.folder / "arena.db"]
        ours = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in self.workers[0].stdout:
            if " begun" in line:
                break
        began = time.monotonic()
        _, trouble = ours.communicate()
        seconds = time.monotonic() - began
        if ours.returncode != 0:
            sys.exit(trouble)
        with closing(sqlite3.connect(self.folder / "arena.db")) as database:
            games = [nodes_of(blob) for (blob,) in database.execute("SELECT data FROM moves")]
        if len(games) != 2 * pairs:
            sys.exit(f"{len(games)} games instead of {2 * pairs}")
        return sum(games), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--program", type=Path, default=PROGRAM, help="another build than the one ./rookery runs")
    parser.add_argument("--pairs", type=int, default=60, help="for each worker")
    parser.add_argument("--nodes", type=int, default=400, help="for a move")
    parser.add_argument("--speed", type=int, default=25000, help="nodes a second of a worker")
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit("build first: ./rookery build")

    print("workers  seconds    nodes/s  of linear  of what they could")
    first = None
    for count in sorted(options.workers):
        with Colony(options.program) as colony:
            for _ in range(count):
                colony.add_worker(options.speed)
            nodes, seconds = colony.match(options.pairs * count, options.nodes)
        rate = nodes / seconds
        first = first or rate / count
        possible = rate / count / options.speed
        print(f"{count:7} {seconds:8.1f} {rate:10.0f} {rate / count / first:10.3f} {possible:19.3f}", flush=True)


if __name__ == "__main__":
    main()
