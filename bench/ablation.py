#!/usr/bin/env python3
"""What each technique of the search is worth: the engine without it against the whole engine.

A technique is one of the settings `use_...` of the searcher `pvs` (`./rookery bench --settings`). Two numbers
are measured: the nodes that the positions of `bench` take without it, compared with all of them at the same
depth; and the strength, in matches with so many nodes a move, which come out the same on any machine.

    ./rookery bench ablation --openings book.epd [--games 400] [--nodes 8000] [--concurrency 2] [--only NAME ...]

What is measured is kept in `--results FILE` (JSON, the games beside it in FILE.db) and not measured again;
`--table` only prints what is there. Ctrl-C stops; the same command goes on, in the middle of a match as well.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from nodes_speed import our_program

EXIT_INTERRUPTED = 130


class Interrupted(Exception):
    """Ctrl-C came."""


class Program:
    """The engine's program. Ctrl-C reaches it as well, and a match then ends in an orderly way."""

    def __init__(self, path):
        self.path = path
        self.interrupted = False
        # Not ignored, because what is started would ignore it too.
        signal.signal(signal.SIGINT, self._note)

    def _note(self, *_):
        self.interrupted = True

    def run(self, *arguments):
        """Exit code and output. What is said on stderr, such as the progress of a match, is seen at once."""
        if self.interrupted:
            raise Interrupted
        done = subprocess.run([self.path, *arguments], stdout=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stdout

    def ask(self, *arguments):
        code, output = self.run(*arguments)
        if self.interrupted:
            raise Interrupted
        if code != 0:
            sys.exit(f"'rookery {' '.join(arguments)}' ended with exit code {code}")
        return output

    def techniques(self):
        listed = (line.split()[0] for line in self.ask("bench", "--settings").splitlines())
        return [name for name in listed if name.startswith("use_")]

    def bench_nodes(self, *settings):
        return int(re.match(r"(\d+) nodes", self.ask("bench", *settings)).group(1))


class Results:
    """What has been measured under which conditions, in a file."""

    def __init__(self, path):
        self.path = Path(path)
        self.database = str(path) + ".db"
        self.kept = json.loads(self.path.read_text()) if self.path.exists() else {}

    def under(self, conditions, whole):
        return self.kept.setdefault(conditions, {"nodes": whole, "without": {}})["without"]

    def write(self):
        fresh = Path(str(self.path) + ".new")
        fresh.write_text(json.dumps(self.kept, indent=1) + "\n")
        fresh.replace(self.path)


def is_measured(one):
    return one is not None and "elo" in one


def match_arguments(program, name, options, results, begun):
    """Of a new match, of one to go on with, or of one that somebody else has finished meanwhile."""
    if begun is not None and Path(results.database).exists():
        stored = ["match", "--db", results.database, "--json"]
        report = json.loads(program.ask(*stored, "--show", str(begun)))
        return stored + ["--show" if report["state"] == "finished" else "--resume", str(begun)]
    return ["match", f"pvs,Hash=8,{name}=0,name=without", "pvs,Hash=8,name=whole",
            "--tc", f"nodes={options.nodes}", "--games", str(options.games),
            "--concurrency", str(options.concurrency), "--openings", options.openings, "--seed", "1",
            "--name", f"without {name.removeprefix('use_')}", "--db", results.database, "--json"]


def measure(program, name, options, results, begun):
    """The measurement, or the number of a match that is not finished."""
    nodes = program.bench_nodes("--set", f"{name}=0")
    code, output = program.run(*match_arguments(program, name, options, results, begun))
    if code not in (0, EXIT_INTERRUPTED) or not output:
        if program.interrupted:
            raise Interrupted
        sys.exit(f"the match without {name} ended with exit code {code}")
    match = json.loads(output)
    if match["state"] != "finished":
        return {"match": match["match"], "games": match["games"]}
    return {"nodes": nodes, "games": match["games"], "score": match["score"], "elo": match["elo"]}


def measure_all(program, wanted, options, results, known):
    """True if it came to the end."""
    for number, name in enumerate(wanted, 1):
        before = known.get(name)
        if is_measured(before):
            continue
        print(f"{number} of {len(wanted)}: without {name.removeprefix('use_')}", file=sys.stderr, flush=True)
        try:
            known[name] = measure(program, name, options, results, before and before["match"])
        except Interrupted:
            return False
        results.write()
        if not is_measured(known[name]):
            return False
    return True


def chosen(techniques, only):
    wanted = ["use_" + name.removeprefix("use_") for name in only]
    for name in wanted:
        if name not in techniques:
            sys.exit(f"there is no technique '{name}'; there are {', '.join(techniques)}")
    return [name for name in techniques if not wanted or name in wanted]


def share_of_points(one):
    return (one["score"]["wins"] + one["score"]["draws"] / 2) / one["games"]


def elo_text(one):
    """Where one side has won nearly everything, the estimate or an end of its interval lies beyond all numbers."""

    def shown(number, beyond):
        return beyond if number is None else f"{number:+.0f}".replace("-", "−")

    elo = one["elo"]
    value = shown(elo["value"], "+∞" if share_of_points(one) > 0.5 else "−∞")
    return f"{value} ({shown(elo['low'], '−∞')} to {shown(elo['high'], '+∞')})"


def print_table(conditions, kept):
    print(f"\n{conditions}\n\n| without | nodes to depth | games | score | Elo |\n|---|---|---|---|---|")
    measured = [item for item in kept["without"].items() if is_measured(item[1])]
    for name, one in sorted(measured, key=lambda item: share_of_points(item[1])):
        score = one["score"]
        print(f"| {name.removeprefix('use_').replace('_', ' ')} | × {one['nodes'] / kept['nodes']:.2f} | {one['games']} "
              f"| +{score['wins']} ={score['draws']} −{score['losses']} | {elo_text(one)} |")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--openings", help="opening file: EPD, FEN or PGN, zipped or not")
    parser.add_argument("--games", type=int, default=400, help="of each match (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=8000, help="for a move (default: %(default)s)")
    parser.add_argument("--concurrency", type=int, default=len(os.sched_getaffinity(0)),
                        help="games at a time (default: %(default)s)")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="these techniques alone")
    parser.add_argument("--program", help="another build than the one ./rookery runs")
    parser.add_argument("--results", default="ablation.json", metavar="FILE", help="default: %(default)s")
    parser.add_argument("--table", action="store_true", help="print what has been measured")
    return parser.parse_args()


def run(options):
    results = Results(options.results)
    if options.table:
        for conditions, kept in results.kept.items():
            print_table(conditions, kept)
        return 0
    if not options.openings:
        sys.exit("name an opening file: --openings book.epd")
    program = Program(options.program or our_program())
    wanted = chosen(program.techniques(), options.only)
    whole = program.bench_nodes()
    # Results of another engine, or of other matches, say nothing here.
    conditions = (f"bench {whole}, {options.nodes} nodes a move, {options.games} games, "
                  f"openings of {Path(options.openings).name}")
    known = results.under(conditions, whole)
    complete = measure_all(program, wanted, options, results, known)
    print_table(conditions, results.kept[conditions])
    if complete:
        return 0
    done = sum(is_measured(known.get(name)) for name in wanted)
    print(f"Stopped: {done} of {len(wanted)} measured. The same command goes on.", file=sys.stderr)
    return EXIT_INTERRUPTED


def main():
    try:
        return run(arguments())
    except Interrupted:
        return EXIT_INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
