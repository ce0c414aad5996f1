#!/usr/bin/env python3
"""A UCI engine that knows no chess and misbehaves on request.

    fake_engine.py MODE [--moves e2e4,e7e5,...] [--after N] [--seconds S]

It answers with the moves it was given, by the number of moves the position has; once they run out,
with 0000. The first N searches (--after) go well in every mode.

    good           nothing wrong
    crash          ends with status 1        abort         ends by SIGABRT
    leave          ends with status 0        disconnect    closes its output and lives on
    stall          never answers             lazy          answers only to `stop`
    illegal        answers e2e5              garbage       answers xyz
    nomove         answers 0000              empty         answers with no move at all
    flood          a thousand lines before the answer
    endless-flood  lines without end         endless-line  one line without end
    long-line      a line of 3 MiB before the answer
    overstep       answers after S seconds
    bad-pv         an illegal line           past-mate     a line that goes on after mate
    other-pv       a line that begins with another move
    no-info        no score                  bounds        bounds around an exact score
    twice          answers twice             stderr-spam   writes 1 MiB to its error output first
    die-at-start   says why and ends with 3  hang-at-start never says uciok
    hang-at-ready  never says readyok        slow-quit     ignores quit and SIGTERM
    deaf           never reads its input     family        starts a child that outlives it
"""

import argparse
import os
import signal
import subprocess
import sys
import time


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def sleep_for_ever():
    while True:
        time.sleep(1000)


class Fake:
    def __init__(self, arguments):
        self.mode = arguments.mode
        self.moves = arguments.moves.split(",") if arguments.moves else []
        self.after = arguments.after
        self.seconds = arguments.seconds
        self.searches = 0
        self.played = 0

    def hello(self):
        if self.mode == "die-at-start":
            print("fake: my network is missing", file=sys.stderr)
            sys.exit(3)
        if self.mode == "hang-at-start":
            sleep_for_ever()
        say("id name Fake 1.0")
        say("id author none")
        say("option name Hash type spin default 16 min 1 max 1024")
        say("option name Clear Hash type button")
        say("option name UCI_Chess960 type check default false")
        say("option name Style type combo default Solid var Solid var Wild One")
        say("option name Book File type string default <empty>")
        say("uciok")

    def answer(self, info=True, best=None):
        best = best or (self.moves[self.played] if self.played < len(self.moves) else "0000")
        if info:
            say(f"info depth 5 seldepth 7 multipv 1 score cp 31 nodes 1234 time 12 pv {best}")
        say(f"bestmove {best}")

    def go(self):
        self.searches += 1
        mode = self.mode if self.searches > self.after else "good"
        method = getattr(self, "go_" + mode.replace("-", "_"), self.answer)
        method()

    def go_crash(self):
        print("fake: cannot go on", file=sys.stderr)
        sys.stderr.flush()
        os._exit(1)

    def go_abort(self):
        os.kill(os.getpid(), signal.SIGABRT)

    def go_leave(self):
        os._exit(0)

    def go_disconnect(self):
        os.close(1)
        sleep_for_ever()

    def go_stall(self):
        sleep_for_ever()

    def go_lazy(self):
        for line in sys.stdin:
            if line.strip() == "stop":
                return self.answer()
            if line.strip() == "quit":
                sys.exit(0)

    def go_illegal(self):
        say("bestmove e2e5")

    def go_garbage(self):
        say("bestmove xyz\x1b[31m\xff")

    def go_nomove(self):
        say("bestmove 0000")

    def go_empty(self):
        say("bestmove")

    def go_flood(self):
        sys.stdout.write("info depth 1 score cp 1 nodes 1 pv a2a3\n" * 1000)
        self.answer()

    def go_endless_flood(self):
        block = "info depth 1 score cp 1 nodes 1 currmove a2a3\n" * 1000
        while True:
            sys.stdout.write(block)

    def go_endless_line(self):
        while True:
            sys.stdout.write("x" * 65536)

    def go_long_line(self):
        say("info string " + "x" * (3 << 20))
        self.answer()

    def go_overstep(self):
        time.sleep(self.seconds)
        self.answer()

    def go_bad_pv(self):
        best = self.moves[self.played]
        say(f"info depth 3 score cp 10 nodes 5 pv {best} a1a8 h7h6")
        say(f"bestmove {best}")

    def go_past_mate(self):
        best = self.moves[self.played]
        say(f"info depth 3 score mate 1 nodes 5 pv {best} e8e7")
        say(f"bestmove {best}")

    def go_other_pv(self):
        say("info depth 3 score cp 10 nodes 5 pv a2a3")
        say(f"bestmove {self.moves[self.played]}")

    def go_no_info(self):
        self.answer(info=False)

    def go_bounds(self):
        best = self.moves[self.played]
        say(f"info depth 8 score cp 5 lowerbound nodes 10 pv {best}")
        say(f"info depth 8 seldepth 12 score cp 20 nodes 20 pv {best} e7e5")
        say("info depth 8 score cp 90 lowerbound nodes 30 time 77 pv a2a3")
        say("info depth 8 multipv 2 score cp -50 nodes 40 pv h2h3")
        say("info depth 8 currmove b2b3 currmovenumber 3")
        say("info string depth 99 score cp 999")
        say(f"bestmove {best} ponder e7e5")

    def go_twice(self):
        best = self.moves[self.played]
        say(f"info depth 1 score cp 1 nodes 1 pv {best}\nbestmove {best}\nbestmove h2h4")

    def go_stderr_spam(self):
        for _ in range(1024):
            sys.stderr.write("noise " * 170 + "\n")
        print("fake: the last word", file=sys.stderr)
        sys.stderr.flush()
        self.answer()

    def go_family(self):
        subprocess.Popen(["sleep", "1000"])
        os._exit(1)

    def run(self):
        if self.mode == "slow-quit":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for line in sys.stdin:
            words = line.split()
            command = words[0] if words else ""
            if command == "uci":
                self.hello()
                if self.mode == "deaf":
                    sleep_for_ever()
            elif command == "isready":
                if self.mode == "hang-at-ready":
                    sleep_for_ever()
                say("readyok")
            elif command == "setoption":
                say("info string heard " + line.strip())
            elif command == "position":
                self.played = len(words) - words.index("moves") - 1 if "moves" in words else 0
            elif command == "go":
                self.go()
            elif command == "quit" and self.mode != "slow-quit":
                return
        if self.mode == "slow-quit":
            sleep_for_ever()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode")
    parser.add_argument("--moves", default="")
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1.0)
    Fake(parser.parse_args()).run()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
