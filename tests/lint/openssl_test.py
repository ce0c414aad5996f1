"""Keys and certificates are handled in one file: no other part of the program includes OpenSSL."""

import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

ALLOWED = "src/colony/setup/certificates.cpp"


def includers(root):
    """The files under src/ that include OpenSSL."""
    return [str(file.relative_to(root)) for file in sorted((root / "src").rglob("*"))
            if file.suffix in (".h", ".cpp") and re.search(r'(?m)^\s*#\s*include\s*[<"]openssl/', file.read_text())]


class OpenSsl(unittest.TestCase):
    def test_one_file_includes_it(self):
        self.assertEqual(includers(ROOT), [ALLOWED])


class OpenSslCheck(unittest.TestCase):
    """The check itself, on a small tree: it must be able to fail."""

    def found_with(self, text):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "src" / "colony" / "other.h"
            file.parent.mkdir(parents=True)
            file.write_text(text)
            return includers(Path(folder))

    def test_finds_includes(self):
        for line in ("#include <openssl/ssl.h>", '  #  include "openssl/x509.h"'):
            self.assertEqual(self.found_with(f"#pragma once\n{line}\n"), ["src/colony/other.h"])

    def test_leaves_other_words_alone(self):
        self.assertEqual(self.found_with("// openssl/ssl.h would\n#include <fmt/format.h>\n"), [])
