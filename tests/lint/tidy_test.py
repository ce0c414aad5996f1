"""clang-tidy finds nothing in src/. The file .clang-tidy lists the checks."""

import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATABASE = ROOT / "build" / "release" / "compile_commands.json"


def clang_command(command):
    """The command of g++ without what clang does not know: parameters and a precompiled header of g++."""
    command = re.sub(r" --param [^ ]+", "", command)
    command = re.sub(r" -include [^ ]+cmake_pch\.hxx", "", command)
    command = command.replace(" -fpch-preprocess", "").replace(" -Winvalid-pch", "")
    return command + " -Wno-unknown-warning-option"


def units(database):
    """The files of src/ that the build compiles: batches and single files."""
    chosen = []
    for entry in json.loads(database.read_text()):
        output = shlex.split(entry["command"])
        output = output[output.index("-o") + 1]
        if output.startswith("src/") and "cmake_pch" not in entry["file"]:
            chosen.append({**entry, "command": clang_command(entry["command"])})
    return chosen


def findings(entries, folder):
    """The lines of clang-tidy about each of the entries that it does not like."""
    (Path(folder) / "compile_commands.json").write_text(json.dumps(entries))

    def check(entry):
        done = subprocess.run(["clang-tidy", "--quiet", f"--config-file={ROOT / '.clang-tidy'}", "-p", folder,
                               entry["file"]], capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode != 0 or " error: " in done.stdout else ""

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [text for text in pool.map(check, entries) if text]


class Tidy(unittest.TestCase):
    def setUp(self):
        if shutil.which("clang-tidy") is None:
            self.skipTest("clang-tidy is not installed")

    def test_clang_tidy_finds_nothing_Long(self):
        entries = units(DATABASE)
        self.assertGreater(len(entries), 20)
        with tempfile.TemporaryDirectory() as folder:
            if found := findings(entries, folder):
                self.fail("\n".join(found))

    def test_the_check_can_fail_Long(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "bad.cpp"
            source.write_text("#include <string>\nbool f(const std::string& s) { return s.size() == 0; }\n")
            entry = {"directory": folder, "file": str(source), "command": f"c++ -std=c++20 -o bad.o -c {source}"}
            self.assertIn("readability-container-size-empty", "".join(findings([entry], folder)))


if __name__ == "__main__":
    unittest.main()
