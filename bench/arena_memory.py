#!/usr/bin/env python3
"""Memory of a long match: 10,000 games, and what the arena holds at each tenth of them.

    ./rookery bench arena_memory [games] [player A] [player B] [options of the match...]

Flat means: the last half of the games adds less than a tenth to what was held after the first tenth.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def resident_kib(pid):
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found.group(1)) if found else None


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    players = sys.argv[2:4] if len(sys.argv) > 3 else ["stockfish", "random"]
    options = sys.argv[4:] or ["--tc", "nodes=1", "--max-moves", "30", "--hash", "1", "--concurrency", "2"]
    program = ROOT / "build" / "release" / "bin" / "rookery"
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "match", *players, "--games", str(games), "--db", f"{folder}/games.db", "--json", *options]
        match = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        samples = {}  # by finished games
        last = None
        for line in match.stderr:
            found = re.match(r"(\d+) of \d+ games", line)
            last = resident_kib(match.pid) or last
            if found:
                done = int(found.group(1))
                samples.setdefault(done * 10 // games, (done, last))
        report = json.loads(match.stdout.read())
        match.wait()
    for tenth in sorted(samples):
        done, kib = samples[tenth]
        print(f"{done:>7} games  {kib / 1024:7.1f} MiB")
    print(f"{report['games']:>7} games  {last / 1024:7.1f} MiB at the end, {len(report['failures'])} kinds of failure")
    early = samples[min(tenth for tenth in samples if tenth >= 1)][1]
    middle = samples[min(tenth for tenth in samples if tenth >= 5)][1]
    flat = last - middle < early / 10
    print("flat" if flat else "it grows")
    return 0 if flat else 1


if __name__ == "__main__":
    sys.exit(main())
