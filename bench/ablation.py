#!/usr/bin/env python3
"""What each technique of the search is worth: the engine without it against the whole engine.

A technique is one of the settings `use_...` of the searcher `pvs` (`./rookery bench --settings`). Two numbers
are measured: the nodes that the positions of `bench` take without it, compared with all of them at the same
depth; and the strength, in matches with so many nodes a move, which come out the same on any machine.

    ./rookery bench ablation --openings book.epd [--games 400] [--nodes 8000] [--concurrency 2] [--only NAME ...]

Finished matches are kept in `--results FILE` (JSON) and not played again; `--table` only prints what is there.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from nodes_speed import our_program


def ask(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def techniques(program):
    listed = (line.split()[0] for line in ask(program, "bench", "--settings").splitlines())
    return [name for name in listed if name.startswith("use_")]


def bench_nodes(program, *settings):
    return int(re.match(r"(\d+) nodes", ask(program, "bench", *settings)).group(1))


def measure(program, name, options, database):
    report = ask(program, "match", f"pvs,Hash=8,{name}=0,name=without", "pvs,Hash=8,name=whole",
                 "--tc", f"nodes={options.nodes}", "--games", str(options.games),
                 "--concurrency", str(options.concurrency), "--openings", options.openings, "--seed", "1",
                 "--name", f"without {name.removeprefix('use_')}", "--db", database, "--json")
    match = json.loads(report)
    return {"nodes": bench_nodes(program, "--set", f"{name}=0"), "games": match["games"],
            "score": match["score"], "elo": match["elo"]}


def print_table(results, whole):
    print("| without | nodes to depth | games | score | Elo |")
    print("|---|---|---|---|---|")
    for name, one in sorted(results.items(), key=lambda item: item[1]["elo"]["value"]):
        score, elo = one["score"], one["elo"]
        margin = (elo["high"] - elo["low"]) / 2
        print(f"| {name.removeprefix('use_').replace('_', ' ')} | × {one['nodes'] / whole:.2f} | {one['games']} "
              f"| +{score['wins']} ={score['draws']} -{score['losses']} | {elo['value']:+.0f} ± {margin:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--openings", default="")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=8000)
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--program", default=None)
    parser.add_argument("--results", default="ablation.json")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    program = options.program or our_program()
    path = Path(options.results)
    kept = json.loads(path.read_text()) if path.exists() else {}
    whole = bench_nodes(program)
    # Results of another engine, or of other matches, say nothing here.
    conditions = f"bench {whole}, {options.nodes} nodes a move, {options.games} games"
    results = kept.setdefault(conditions, {})
    if not options.table:
        if not options.openings:
            sys.exit("name an opening file: --openings book.epd")
        wanted = [name for name in techniques(program) if not options.only or name in options.only]
        for number, name in enumerate(wanted, 1):
            if name in results:
                continue
            print(f"{number} of {len(wanted)}: without {name.removeprefix('use_')}", file=sys.stderr, flush=True)
            results[name] = measure(program, name, options, str(path) + ".db")
            path.write_text(json.dumps(kept, indent=1))
    print(conditions + "\n")
    print_table(results, whole)


if __name__ == "__main__":
    main()
