"""Every C++ file of the repository is formatted as .clang-format says."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def unformatted(root, files):
    """Those of the files that clang-format would change."""
    found = []
    for first in range(0, len(files), 50):
        done = subprocess.run(["clang-format", "--dry-run", "-Werror", *files[first:first + 50]], cwd=root,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            found += [file for file in files[first:first + 50] if f"{file}:" in done.stderr]
    return found


class Format(unittest.TestCase):
    def setUp(self):
        if shutil.which("clang-format") is None:
            self.skipTest("clang-format is not installed")

    def test_every_tracked_file_is_formatted(self):
        if not (ROOT / ".git").exists():
            self.skipTest("not a git checkout")
        listed = subprocess.run(["git", "ls-files", "*.h", "*.cpp"], cwd=ROOT, capture_output=True, text=True, check=True)
        files = [file for file in listed.stdout.splitlines() if (ROOT / file).exists()]
        self.assertGreater(len(files), 100)
        if found := unformatted(ROOT, files):
            self.fail("run clang-format -i on\n" + "\n".join(found))

    def test_the_check_can_fail(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(ROOT / ".clang-format", folder)
            (Path(folder) / "good.cpp").write_text("int f() { return 1; }\n")
            (Path(folder) / "bad.cpp").write_text("int  f( ){return 1;}\n")
            self.assertEqual(unformatted(folder, ["bad.cpp", "good.cpp"]), ["bad.cpp"])
