"""A folder of src/ may include itself and the folders listed before it in src/CMakeLists.txt; no headers include each
other in a circle."""

import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# They assemble programs from the layers and belong to none.
OUTSIDE = {"portable"}


def problems(src):
    """The problems of the includes under src, as one sentence each."""
    listed = re.search(r"set\(ROOKERY_LAYERS([^)]*)\)", (src / "CMakeLists.txt").read_text())
    layers = listed.group(1).split()
    found = []
    for folder in sorted(path.name for path in src.iterdir() if path.is_dir()):
        if folder not in layers and folder not in OUTSIDE:
            found.append(f"{folder}/ is not in the list of layers")
    for file in sorted(path for path in src.rglob("*") if path.suffix in (".h", ".cpp")):
        name = file.relative_to(src)
        folder = name.parts[0]
        for number, line in enumerate(file.read_text().splitlines(), 1):
            include = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not include:
                continue
            target = include.group(1)
            above = target.split("/")[0]
            if not (src / target).is_file():
                found.append(f"{name}:{number} includes {target}, which is not under src/")
            elif folder in layers and (above not in layers or layers.index(above) > layers.index(folder)):
                found.append(f"{name}:{number} includes {target}, but {folder} is below {above}")
    return found


def cycles(src):
    """The circles of headers that include each other, each as "a.h -> b.h -> a.h"."""
    includes = {}
    for file in sorted(src.rglob("*.h")):
        includes[str(file.relative_to(src))] = re.findall(r'(?m)^\s*#\s*include\s*"([^"]+)"', file.read_text())
    found, finished, path = [], set(), []

    def visit(header):
        if header in path:
            found.append(" -> ".join(path[path.index(header):] + [header]))
        elif header in includes and header not in finished:
            path.append(header)
            for target in includes[header]:
                visit(target)
            path.pop()
            finished.add(header)

    for header in includes:
        visit(header)
    return found


class Layering(unittest.TestCase):
    def test_source_respects_the_layers(self):
        self.assertEqual(problems(ROOT / "src"), [])

    def test_no_headers_include_each_other(self):
        self.assertEqual(cycles(ROOT / "src"), [])


class LayeringCheck(unittest.TestCase):
    """The check itself, on a small tree: it must be able to fail."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.src = Path(folder.name)
        self.write("CMakeLists.txt", "set(ROOKERY_LAYERS\n    base\n    chess\n)\n")
        self.write("base/bits.h", "#pragma once\n#include <cstdint>\n")
        self.write("chess/board.h", '#include "base/bits.h"\n#include "chess/move.h"\n')
        self.write("chess/move.h", "")
        self.write("main.cpp", '#include "chess/board.h"\n')

    def write(self, name, text):
        (self.src / name).parent.mkdir(exist_ok=True)
        (self.src / name).write_text(text)

    def test_accepts_downward_includes(self):
        self.assertEqual(problems(self.src), [])

    def test_finds_an_upward_include(self):
        self.write("base/bits.h", '#include "chess/move.h"\n')
        self.assertEqual(problems(self.src), ["base/bits.h:1 includes chess/move.h, but base is below chess"])

    def test_finds_an_unlisted_folder(self):
        self.write("extra/thing.h", "")
        self.assertEqual(problems(self.src), ["extra/ is not in the list of layers"])

    def test_finds_an_include_of_nothing(self):
        self.write("chess/move.h", '#include "board.h"\n')
        self.assertEqual(problems(self.src), ["chess/move.h:1 includes board.h, which is not under src/"])

    def test_finds_an_include_of_a_program(self):
        self.write("base/bits.h", '#include "main.cpp"\n')
        self.assertEqual(len(problems(self.src)), 1)

    def test_finds_a_cycle(self):
        self.assertEqual(cycles(self.src), [])
        self.write("base/bits.h", '#include "base/bytes.h"\n')
        self.write("base/bytes.h", '#include "base/bits.h"\n')
        self.assertEqual(cycles(self.src), ["base/bits.h -> base/bytes.h -> base/bits.h"])
