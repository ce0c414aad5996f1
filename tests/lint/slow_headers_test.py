"""CLI11 and the JSON library take seconds to compile: one file each may include them."""

import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

ALLOWED = {"CLI": "src/commands/cli.cpp", "nlohmann": "src/store/json.cpp"}
FOLDERS = ("src", "tests", "bench", "tools")


def includers(root, library):
    """The files under root that include the library, or have it precompiled."""
    found = []
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".h", ".cpp"):
                pattern = rf'(?m)^\s*#\s*include\s*[<"]{library}/'
            elif file.name == "CMakeLists.txt":
                pattern = rf"{library}/\w+\.hpp"
            else:
                continue
            if re.search(pattern, file.read_text()):
                found.append(str(file.relative_to(root)))
    return found


class SlowHeaders(unittest.TestCase):
    def test_one_file_includes_each(self):
        for library, file in ALLOWED.items():
            self.assertEqual(includers(ROOT, library), [file])


class SlowHeadersCheck(unittest.TestCase):
    """The check itself, on a small tree: it must be able to fail."""

    def found_in(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / name
            file.parent.mkdir(parents=True)
            file.write_text(text)
            return includers(Path(folder), "CLI")

    def test_finds_includes(self):
        for line in ("#include <CLI/CLI.hpp>", '  #  include "CLI/App.hpp"'):
            self.assertEqual(self.found_in("src/commands/cli.h", f"#pragma once\n{line}\n"), ["src/commands/cli.h"])
        self.assertEqual(self.found_in("tests/commands/some_test.cpp", "#include <CLI/App.hpp>\n"), ["tests/commands/some_test.cpp"])

    def test_finds_precompiled_headers(self):
        self.assertEqual(self.found_in("src/CMakeLists.txt", "target_precompile_headers(a PRIVATE <CLI/CLI.hpp>)\n"),
                         ["src/CMakeLists.txt"])

    def test_leaves_other_words_alone(self):
        self.assertEqual(self.found_in("src/commands/cli.h", "// CLI11 would\n#include <fmt/format.h>\n"), [])
