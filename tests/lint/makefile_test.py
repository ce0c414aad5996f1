"""The Makefile, as test frameworks call it."""

import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def make(*arguments):
    return subprocess.run(["make", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)


class Makefile(unittest.TestCase):
    def test_help_names_the_variables(self):
        done = make("help")
        self.assertEqual(done.returncode, 0)
        for word in ("EXE", "CXX", "EVALFILE", "PGO", "clean"):
            self.assertIn(word, done.stdout)

    def test_missing_network_is_a_clear_error(self):
        done = make("EVALFILE=no such net.bin")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("there is no file 'no such net.bin'", done.stderr)

    def test_compilers_get_folders_of_their_own(self):
        plan = make("--dry-run", "CXX=/opt/bin/clang++").stdout
        self.assertIn("build/make/_opt_bin_clang++", plan)

    def test_a_profile_is_asked_for_by_name(self):
        plain = make("--dry-run").stdout
        self.assertIn("ROOKERY_PROFILE=OFF", plain)
        self.assertNotIn("profile_run", plain)
        steps = [make("--dry-run", "PGO=1").stdout.find(word)
                 for word in ("ROOKERY_PROFILE=generate", "scripts/profile_run", "ROOKERY_PROFILE=use")]
        self.assertNotIn(-1, steps)
        self.assertEqual(steps, sorted(steps))


class MakefileLong(unittest.TestCase):
    def test_builds_an_engine_where_asked(self):
        with tempfile.TemporaryDirectory(prefix="with space ") as folder:
            engine = Path(folder) / "engine"
            done = make(f"EXE={engine}")
            self.assertEqual(done.returncode, 0, done.stderr)
            talk = subprocess.run([engine], input="uci\nquit\n", capture_output=True, text=True, timeout=60, check=True)
            self.assertIn("uciok", talk.stdout.splitlines())
