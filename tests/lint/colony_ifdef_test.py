"""The layer colony/ is left out of some programs; few files may know about that."""

import re
import unittest
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "src"


class ColonyIfdef(unittest.TestCase):
    def test_at_most_two_files_ask_for_the_colony(self):
        files = [str(file.relative_to(SRC)) for file in sorted(SRC.rglob("*"))
                 if file.suffix in (".h", ".cpp") and re.search(r"(?m)^\s*#\s*if.*\bROOKERY_COLONY\b", file.read_text())]
        self.assertLessEqual(len(files), 2, files)
