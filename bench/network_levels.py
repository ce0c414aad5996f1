#!/usr/bin/env python3
"""The network's sums at every instruction-set level, in one run: what does each gain over the one before?

The programs are those that the tests hold against each other (`tests/eval/nnue/levels`). They take turns; what counts is
processor time for an evaluation after a quiet move, the median of all turns. Levels that this processor does not have are
left out.

    ./rookery bench network_levels [--repeats 7] [--programs build/release/bin]
"""

import argparse
import signal
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("plain", "v2", "v3", "v4", "vnni")


def built(folder):
    """The programs, built first if the folder is that of the release build."""
    if folder == ROOT / "build/release/bin":
        if not (folder.parent / "CMakeCache.txt").exists():
            sys.exit("build first: ./rookery build")
        targets = [f"network_sums_{level}" for level in LEVELS]
        subprocess.run(["cmake", "--build", folder.parent, "--target", *targets], check=True, stdout=subprocess.DEVNULL)
    return {level: folder / f"network_sums_{level}" for level in LEVELS}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--programs", type=Path, default=ROOT / "build/release/bin", help="the folder they are in")
    options = parser.parse_args()
    programs = built(options.programs.resolve())
    times = {level: [] for level in LEVELS}
    for _ in range(options.repeats):
        for level in [level for level in LEVELS if level in times]:
            ran = subprocess.run([programs[level], "--time"], capture_output=True, text=True, check=False)
            if ran.returncode == -signal.SIGILL:
                del times[level]
            elif ran.returncode != 0:
                sys.exit(f"{programs[level]} failed: {ran.stderr}")
            else:
                times[level].append(float(ran.stdout))
    print("level  ns an evaluation  times as fast as plain")
    plain = statistics.median(times["plain"])
    for level, taken in times.items():
        print(f"{level:5}  {statistics.median(taken):16.1f}  {plain / statistics.median(taken):22.2f}")


if __name__ == "__main__":
    main()
