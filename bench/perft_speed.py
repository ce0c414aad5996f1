#!/usr/bin/env python3
"""Move generation beside Debian's Stockfish, in one run.

Both engines answer `go perft` over UCI, one thread, leaves counted in bulk, no table. They take turns, so
that a busy machine slows both; the best of the repeats counts. Then, of Rookery alone: every leaf made in
full with all keys, and the start position at depth 7 with threads and a table.

    ./rookery bench perft_speed [--repeats 7] [--peer /path/to/engine]
"""

import argparse
import math
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ROOT / "build/release/bin/rookery"

POSITIONS = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
    ("position six", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5,
     164075551),
]


class Engine:
    """A UCI engine that counts."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.ask("isready", "readyok")

    def ask(self, line, answer):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        for reply in self.process.stdout:
            if reply.startswith(answer):
                return reply
        sys.exit(f"{self.process.args[0]} ended while asked: {line}")

    def perft(self, fen, depth):
        """Nodes and seconds."""
        self.process.stdin.write(f"position fen {fen}\n")
        self.ask("isready", "readyok")
        start = time.perf_counter()
        reply = self.ask(f"go perft {depth}", "Nodes searched")
        return int(reply.split()[-1]), time.perf_counter() - start

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        self.process.wait()


def find_peer():
    # Debian keeps engines in a folder that root's PATH lacks.
    path = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
    peer = shutil.which("stockfish", path=path)
    if peer is None:
        print("no stockfish here; `./rookery install peers` installs it", file=sys.stderr)
        sys.exit(3)
    return peer


def side_by_side(peer, repeats):
    engines = {"Rookery": Engine([str(OURS), "uci"]), "Stockfish": Engine([peer])}
    print(f"{'million nodes/s':22}{'Rookery':>10}{'Stockfish':>11}{'ratio':>8}")
    logs = 0.0
    for name, fen, depth, expected in POSITIONS:
        best = dict.fromkeys(engines, math.inf)
        for _ in range(repeats):
            for label, engine in engines.items():
                nodes, seconds = engine.perft(fen, depth)
                if nodes != expected:
                    sys.exit(f"{label} counted {nodes} in {name}, not {expected}")
                best[label] = min(best[label], seconds)
        speed = {label: expected / seconds / 1e6 for label, seconds in best.items()}
        ratio = speed["Rookery"] / speed["Stockfish"]
        logs += math.log(ratio)
        print(f"{name + ', ' + str(depth):22}{speed['Rookery']:10.1f}{speed['Stockfish']:11.1f}{ratio:8.2f}",
              flush=True)
    print(f"{'geometric mean':43}{math.exp(logs / len(POSITIONS)):8.2f}", flush=True)
    for engine in engines.values():
        engine.close()


def alone(repeats):
    print("\nRookery, every leaf made in full, million nodes/s")
    for name, fen, depth, _ in POSITIONS:
        report = [subprocess.run([str(OURS), "perft", str(depth - 1), "--make-leaves", "--fen", fen],
                                 capture_output=True, text=True, check=True).stdout for _ in range(repeats)]
        print(f"{name + ', ' + str(depth - 1):22}{max(map(speed_in, report)):10.1f}", flush=True)
    print("\nRookery, start position at depth 7, million nodes/s")
    for threads, table in [(1, 0), (2, 0), (1, 256), (2, 256)]:
        report = subprocess.run(
            [str(OURS), "perft", "7", "--threads", str(threads), "--hash", str(table)],
            capture_output=True, text=True, check=True).stdout
        label = f"{threads} thread{'s' if threads > 1 else ''}, " + (f"{table} MiB" if table else "no table")
        print(f"{label:22}{speed_in(report):10.1f}", flush=True)


def speed_in(report):
    for line in report.splitlines():
        if line.startswith("speed"):
            return float(line.split()[1])  # "speed  216.2 million nodes/s"
    sys.exit(f"no speed in: {report}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--peer", help="another UCI engine with `go perft`")
    options = parser.parse_args()
    if not OURS.exists():
        sys.exit("build first: ./rookery build")
    side_by_side(options.peer or find_peer(), options.repeats)
    alone(options.repeats)


if __name__ == "__main__":
    main()
