#!/usr/bin/env python3
"""An xboard engine that knows no chess and misbehaves on request.

    fake_xboard.py MODE [--moves e2e4,e7e5,...] [--after N] [--silent]

It answers with the moves it was given, by the number of moves played so far. The first N searches (--after)
go well in every mode. With --silent it tells no features, as engines of the protocol's first version.

    good      nothing wrong            san       answers in SAN
    resign    gives up                 claim     claims a draw
    illegal   answers e2e5             garbage   answers xyz
    stall     never answers            lazy      answers only to `?`
    crash     ends with status 1       refuse    calls the opponent's move illegal
    error     reports an unknown command before it answers
    confused  takes an unknown command for a move, and answers nevertheless
"""

import argparse
import os
import sys
import time

SAN = {"e2e4": "e4", "e7e5": "e5", "f2f3": "f3", "g2g4": "g4", "d8h4": "Qh4#", "g1f3": "Nf3", "b8c6": "Nc6"}


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Fake:
    def __init__(self, arguments):
        self.mode = arguments.mode
        self.moves = arguments.moves.split(",")
        self.after = arguments.after
        self.silent = arguments.silent
        self.played = 0
        self.searches = 0

    def best(self):
        return self.moves[self.played] if self.played < len(self.moves) else "0000"

    def answer(self):
        say(f"5 31 12 1234 1. {SAN.get(self.best(), self.best())} e5")
        say(f"move {self.best()}")
        self.played += 1

    def go(self):
        self.searches += 1
        mode = self.mode if self.searches > self.after else "good"
        if mode == "resign":
            say("resign")
        elif mode == "claim":
            say("1/2-1/2 {Draw at my request}")
        elif mode == "illegal":
            say("move e2e5")
        elif mode == "garbage":
            say("move xyz")
        elif mode == "refuse":
            say("Illegal move: e7e5")
        elif mode == "stall":
            time.sleep(1000)
        elif mode == "lazy":
            for line in sys.stdin:
                if line.strip() == "?":
                    return self.answer()
        elif mode == "crash":
            print("fake: cannot go on", file=sys.stderr)
            sys.stderr.flush()
            os._exit(1)
        elif mode == "san":
            say("move " + SAN[self.best()])
            self.played += 1
        else:
            if mode == "error":
                say("Error (unknown command): easy")
            if mode == "confused":
                say("Illegal move: sd 5")
            self.answer()

    def run(self):
        for line in sys.stdin:
            words = line.split() or [""]
            if words[0] == "protover" and not self.silent:
                say('feature done=0')
                say('feature ping=1 setboard=1 usermove=1 memory=1 myname="Fake" variants="normal"')
                say('feature done=1')
            elif words[0] == "ping":
                say("pong " + words[1])
            elif words[0] == "new":
                self.played = 0
            elif words[0] == "usermove" or (self.silent and words[0][:1] in "abcdefgh" and words[0][1:2].isdigit()):
                self.played += 1
            elif words[0] == "go":
                self.go()
            elif words[0] == "quit":
                return


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode")
    parser.add_argument("--moves", default="")
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--silent", action="store_true")
    Fake(parser.parse_args()).run()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
