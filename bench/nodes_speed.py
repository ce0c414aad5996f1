#!/usr/bin/env python3
"""The speed of the search beside Debian's Ethereal, in one run.

Each program runs its own `bench` with one thread and a table of 16 MiB. They take turns, and what counts is
nodes by second of processor time, which other work on the machine disturbs much less than wall time; the
ratio is the median of the ratios of all turns.

What is a node? Rookery counts every made move once, null moves included, and nothing else: a second search
of a move already made, or of a node with a move left out, adds nothing by itself. Ethereal counts every entry
into a node, so a second search counts again, and so does the root: its count is a little above its made moves.

    ./rookery bench nodes_speed [--repeats 11] [--ours PROGRAM] [--peer PROGRAM]

`--peer` takes another build of Rookery as well: that is how two builds are compared. `--classical` puts the same program
beside itself, with the classical evaluation in the place of the network.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def our_program():
    """What ./rookery would run."""
    preset = "pgo" if (ROOT / "build/pgo/.profiled").exists() else "release"
    program = ROOT / "build" / preset / "bin/rookery"
    if not program.exists():
        sys.exit("build first: ./rookery build --pgo, or ./rookery build")
    return str(program)


def find_peer():
    # Debian keeps engines in a folder that root's PATH lacks.
    path = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
    peer = shutil.which("ethereal-chess", path=path)
    if peer is None:
        print("no ethereal-chess here; `./rookery install peers` installs it", file=sys.stderr)
        sys.exit(3)
    return peer


def nodes_in(report):
    """From "1576903 nodes 1300000 nps" or "Nodes : 5132900"."""
    found = re.search(r"^(\d+) nodes\b|^Nodes\s*:\s*(\d+)", report, re.MULTILINE)
    if found is None:
        sys.exit(f"no nodes in: {report[-400:]}")
    return int(found.group(1) or found.group(2))


def bench(words):
    """Nodes, and the seconds of processor time the program took by itself."""
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        report = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(words)} failed")
    return nodes_in(report), usage.ru_utime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=11)
    parser.add_argument("--ours", help="another build than the one ./rookery runs")
    parser.add_argument("--peer", help="another engine with `bench`")
    parser.add_argument("--classical", action="store_true", help="beside itself with the classical evaluation")
    options = parser.parse_args()
    ours = options.ours or our_program()
    peer = [ours, "bench", "--evaluator", "classical"] if options.classical else [options.peer or find_peer(), "bench"]
    programs = [[ours, "bench"], peer]

    counts = [bench(program)[0] for program in programs]  # the first runs warm caches and pages
    speeds = [[], []]
    print("million nodes/s of processor time\n      ours    peer   ratio")
    for turn in range(options.repeats):
        # The order alternates, so that neither always follows the other.
        for who in (0, 1) if turn % 2 == 0 else (1, 0):
            nodes, seconds = bench(programs[who])
            if nodes != counts[who]:
                sys.exit(f"{' '.join(programs[who])} counted {nodes} nodes after {counts[who]}")
            speeds[who].append(nodes / seconds / 1e6)
        ours, peer = speeds[0][-1], speeds[1][-1]
        print(f"{turn + 1:3} {ours:6.3f}  {peer:6.3f}  {ours / peer:6.3f}", flush=True)
    ratio = statistics.median(ours / peer for ours, peer in zip(*speeds))
    print(f"median {statistics.median(speeds[0]):.3f}  {statistics.median(speeds[1]):.3f}  {ratio:.3f}")
    for label, program, count in zip(("ours", "peer"), programs, counts):
        print(f"{label}: {count} nodes, {' '.join(program)}")


if __name__ == "__main__":
    main()
