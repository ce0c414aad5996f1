#!/usr/bin/env python3
"""Turns coloured terminal output (standard input) into an SVG picture (standard output).

Understands what our own programs print: text, newlines, and the colours of the 256-colour palette.

    script -qec "..." | scripts/terminal_picture.py > docs/images/board.svg
"""

import html
import re
import sys

CELL_WIDTH, CELL_HEIGHT, MARGIN = 10, 22, 12
PAPER, INK = "#1e2127", "#d8dee9"


def palette(number):
    """The colour of that number in the 256-colour palette, from 16 on."""
    if number >= 232:
        level = 8 + 10 * (number - 232)
        return f"#{level:02x}{level:02x}{level:02x}"
    levels = (0, 95, 135, 175, 215, 255)
    number -= 16
    return "#" + "".join(f"{levels[number // step % 6]:02x}" for step in (36, 6, 1))


def cells(text):
    """Yields (column, row, character, ink, paper)."""
    ink, paper, column, row = INK, None, 0, 0
    for codes, other, character in re.findall(r"\x1b\[([0-9;]*)m|(\x1b\[[0-9;?]*[A-Za-z])|(.|\n)", text):
        if character == "\n":
            column, row = 0, row + 1
        elif character and character != "\r":
            yield column, row, character, ink, paper
            column += 1
        elif not character and not other:
            for kind, number in re.findall(r"(38|48);5;(\d+)", codes):
                if kind == "38":
                    ink = palette(int(number))
                else:
                    paper = palette(int(number))
            if codes in ("", "0"):
                ink, paper = INK, None


def main():
    drawn = list(cells(sys.stdin.read().rstrip("\n")))
    width = (max(cell[0] for cell in drawn) + 1) * CELL_WIDTH + 2 * MARGIN
    height = (max(cell[1] for cell in drawn) + 1) * CELL_HEIGHT + 2 * MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">')
    print(f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>')
    for column, row, _, _, paper in drawn:
        if paper:
            print(f'<rect x="{MARGIN + column * CELL_WIDTH}" y="{MARGIN + row * CELL_HEIGHT}" '
                  f'width="{CELL_WIDTH + 0.5}" height="{CELL_HEIGHT + 0.5}" fill="{paper}"/>')
    print('<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" text-anchor="middle">')
    for column, row, character, ink, _ in drawn:
        if character != " ":
            size = 20 if ord(character) >= 0x2654 else 15
            print(f'<text x="{MARGIN + (column + 0.5) * CELL_WIDTH}" y="{MARGIN + (row + 0.74) * CELL_HEIGHT}" '
                  f'font-size="{size}" fill="{ink}">{html.escape(character)}</text>')
    print("</g></svg>")


if __name__ == "__main__":
    main()
