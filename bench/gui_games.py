#!/usr/bin/env python3
"""Lets chess programs of others play with Rookery on a virtual screen.

    ./rookery bench gui_games xboard       two games in xboard: `rookery xboard` v. itself
    ./rookery bench gui_games polyglot     the same against `rookery uci` behind polyglot
    ./rookery bench gui_games gnome-chess  a game in gnome-chess against `rookery uci`, played with the mouse

Needs Debian's xvfb, imagemagick and the programs themselves; gnome-chess also xdotool and dbus. Games, pictures
and what was said are left in build/gui_games (or --folder); the games are printed. Exit code 0: finished as they should.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / "build" / "release" / "bin" / "rookery"
NEEDED = {
    "xboard": ("Xvfb", "import", "xboard"),
    "polyglot": ("Xvfb", "import", "xboard", "polyglot"),
    "gnome-chess": ("Xvfb", "import", "gnome-chess", "xdotool", "dbus-run-session"),
}
TIMEOUT = 900  # seconds for everything


class Screen:
    """A screen of its own, gone with the program."""

    def __init__(self, width=1000, height=720):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24"],
                                       pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.name = ":" + pipe.readline().strip()
        self.environment = {**os.environ, "DISPLAY": self.name}

    def picture(self, path):
        subprocess.run(["import", "-window", "root", "-trim", path], env=self.environment, check=True)

    def close(self):
        self.server.terminate()
        self.server.wait()


def stop(process):
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def xboard_games(screen, folder, second):
    """Two games between engines in xboard's match mode."""
    pgn, said = folder / "games.pgn", folder / "xboard.debug"
    words = ["xboard", "-fcp", f"{PROGRAM} xboard", "-scp", second, "-mode", "TwoMachines", "-mg", "2", "-tc", "0:30",
             "-inc", "0.5", "-thinking", "-xponder", "-fn", "rookery xboard", "-sgf", str(pgn), "-debug",
             "-debugfile", str(said)]
    home = folder / "home"  # so that no settings of a person are used or changed
    home.mkdir()
    with open(folder / "xboard.out", "w", encoding="utf-8") as output:
        process = subprocess.Popen(words, stdout=output, stderr=output, cwd=folder,
                                   env={**screen.environment, "HOME": str(home)})
    try:
        end, pictured = time.monotonic() + TIMEOUT, False
        while "final score" not in (folder / "xboard.out").read_text(encoding="utf-8"):
            if time.monotonic() > end or process.poll() is not None:
                return "the match did not end"
            if not pictured and said.exists() and said.read_text(errors="replace").count("move ") > 60:
                screen.picture(folder / "picture.png")
                pictured = True
            time.sleep(1)
    finally:
        stop(process)
    text = pgn.read_text(encoding="utf-8")
    print(text)
    print(re.search(r"Match .*final score.*", (folder / "xboard.out").read_text(encoding="utf-8")).group())
    lines = said.read_text(errors="replace").splitlines()
    wrong = [line for line in lines if re.search(r"Illegal|Error|False|forfeit|died|exited", line)]
    if text.count("[Result ") != 2 or '[Result "*"]' in text or wrong:
        return "\n".join(["something was wrong", *wrong])
    return ""


class Partner:
    """Knows the rules and chooses the moves of the person who is not there."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        encoding="utf-8")

    def ask(self, *lines, until):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()
        said = []
        while not said or not said[-1].startswith(until):
            said.append(self.process.stdout.readline().strip())
        return said

    def moves(self, played):
        self.position = "position startpos" + (" moves " + " ".join(played) if played else "")
        said = self.ask(self.position, "go perft 1", until="Nodes searched")
        return [line.split(":")[0] for line in said if re.match(r"[a-h][1-8][a-h][1-8][qrbn]?: ", line)]

    def choose(self, played):
        # A promotion would open a window.
        legal = self.moves(played)
        wanted = [move for move in legal if len(move) == 4]
        if not wanted:
            return None
        said = self.ask(self.position, "go movetime 200 searchmoves " + " ".join(wanted), until="bestmove")
        return said[-1].split()[1]


def write_gnome_settings(folder):
    """One engine, which writes down what it hears and says."""
    engine = folder / "engine.sh"
    engine.write_text(f"#!/bin/sh\ntee '{folder}/heard.txt' | '{PROGRAM}' uci | tee '{folder}/said.txt'\n")
    engine.chmod(0o755)
    (folder / "gnome-chess").mkdir()
    (folder / "gnome-chess" / "engines.conf").write_text(
        f"[Rookery]\nprotocol=uci\nbinary={engine}\nuci-go-option-easy-0=depth 3\noption-easy-0=Level 1\n")
    settings = folder / "glib-2.0" / "settings"
    settings.mkdir(parents=True)
    (settings / "keyfile").write_text("[org/gnome/Chess]\nopponent='Rookery'\nplay-as='white'\nwidth=700\nheight=550\n")


def click(screen, square):
    """The board of a window of 700 by 550 at the corner of the screen."""
    left, top, size = 158, 82, 48
    x = left + size * (ord(square[0]) - ord("a")) + size // 2
    y = top + size * (8 - int(square[1])) + size // 2
    subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], env=screen.environment, check=True)
    time.sleep(0.2)


def await_count(path, word, count):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = [line for line in path.read_text().splitlines() if line.startswith(word)] if path.exists() else []
        if len(found) >= count:
            return found
        time.sleep(0.1)
    raise TimeoutError(f"no {word} number {count}")


def gnome_chess_game(screen, folder):
    write_gnome_settings(folder)
    environment = {**screen.environment, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
                   "XDG_DATA_HOME": str(folder), "GSETTINGS_BACKEND": "keyfile", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo"}
    with open(folder / "gnome-chess.out", "w", encoding="utf-8") as output:
        process = subprocess.Popen(["dbus-run-session", "gnome-chess"], env=environment, stdout=output, stderr=output)
    partner, played = Partner(), []
    try:
        await_count(folder / "said.txt", "readyok", 1)
        time.sleep(3)  # for the window
        while len(played) < 300:
            move = partner.choose(played)
            if move is None:
                break
            click(screen, move[:2])
            click(screen, move[2:])
            played.append(move)
            if not partner.moves(played):
                break
            # The program has taken the mouse for the move that was meant, and the engine answers.
            orders = await_count(folder / "heard.txt", "position", len(played) // 2 + 1)
            if orders[-1].split()[-1] != move:
                return f"gnome-chess heard something else than {move}: {orders[-1]}"
            played.append(await_count(folder / "said.txt", "bestmove", len(played) // 2 + 1)[-1].split()[1])
            if len(played) == 16:
                time.sleep(1)
                screen.picture(folder / "picture.png")
        time.sleep(2)
        screen.picture(folder / "end.png")
        titles = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", ".", "getwindowname", "%@"],
                                env=screen.environment, capture_output=True, text=True, check=False).stdout.split("\n")
    finally:
        stop(process)
        partner.process.stdin.close()
        partner.process.wait()
    print(" ".join(played))
    # The program itself has to see that it is over.
    print("The window says:", *filter(None, titles))
    return "" if any("Win" in title or "Draw" in title for title in titles) else "the game was not played to its end"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", choices=sorted(NEEDED))
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "gui_games", help="where to leave everything")
    arguments = parser.parse_args()
    os.environ["PATH"] += ":/usr/games"
    missing = [name for name in NEEDED[arguments.program] if shutil.which(name) is None]
    if missing or not PROGRAM.exists():
        sys.exit("missing: " + " ".join(missing or [str(PROGRAM)]))
    folder = (arguments.folder / arguments.program).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    screen = Screen()
    try:
        if arguments.program == "gnome-chess":
            problem = gnome_chess_game(screen, folder)
        else:
            polyglot = f'polyglot -noini -ec "{PROGRAM} uci"'
            problem = xboard_games(screen, folder, polyglot if arguments.program == "polyglot" else f"{PROGRAM} xboard")
    finally:
        screen.close()
    print(f"Everything is in {folder}")
    sys.exit(problem or 0)


if __name__ == "__main__":
    main()
