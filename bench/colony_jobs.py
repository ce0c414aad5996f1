#!/usr/bin/env python3
"""How much faster a colony plays games that do not depend on each other, the more workers it has.

    ./rookery bench colony_jobs [--workers 1 2 4 8] [--pairs 40] [--nodes 1000] [--speed 25000]

A colony on this machine, with the real server. Workers are held to so many nodes a second each (as long as all of them
together stay below what the machine can do, it does not matter how many processors it has), and play a match with a fixed
number of nodes a move: so many pairs for each worker. What counts is the moves of the games that count, a second, from the
moment the first game begins until the match has ended, with all checks of what was played (one pair in twenty is played
twice). Linear is the number of workers times what one does.
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


class Colony:
    """Founded in a folder of its own, gone with the program."""

    def __init__(self):
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
        done = subprocess.run([PROGRAM, *arguments], env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"rookery {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def add_worker(self, speed):
        name = f"w{len(self.workers) + 1}"
        file = self.folder / f"{name}.rookery"
        self.rookery("colony", "invite", name, "--output", str(file))
        command = [PROGRAM, "worker", file, "--threads", "1", "--hash", "4", "--nice", "0", "--nps-limit", str(speed)]
        process = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True)
        self.workers.append(process)
        for line in process.stdout:
            if f"{name} of colony" in line:
                return
        sys.exit(f"{name} has not come in")

    def match(self, pairs, nodes, seed):
        """How many moves its games have, and how many seconds they took."""
        command = [PROGRAM, "match", "pvs", "pvs,Evaluator=material,name=simple", "--tc", f"nodes={nodes}", "--games",
                   str(2 * pairs), "--seed", str(seed), "--max-moves", "80", "--hash", "2", "--colony", "--db", self.folder / "arena.db"]
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
            moves, games = database.execute("SELECT SUM(plies - opening_plies), COUNT(*) FROM games").fetchone()
        if games != 2 * pairs:
            sys.exit(f"{games} games instead of {2 * pairs}")
        return moves, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--pairs", type=int, default=40, help="for each worker")
    parser.add_argument("--nodes", type=int, default=1000, help="for a move")
    parser.add_argument("--speed", type=int, default=25000, help="nodes a second of a worker")
    options = parser.parse_args()
    if not PROGRAM.exists():
        sys.exit("build first: ./rookery build")

    print("workers  seconds   moves/s  of linear")
    first = None
    for count in sorted(options.workers):
        with Colony() as colony:
            for _ in range(count):
                colony.add_worker(options.speed)
            moves, seconds = colony.match(options.pairs * count, options.nodes, count)
        rate = moves / seconds
        first = first or rate / count
        print(f"{count:7} {seconds:8.1f} {rate:9.1f} {rate / count / first:10.3f}", flush=True)


if __name__ == "__main__":
    main()
