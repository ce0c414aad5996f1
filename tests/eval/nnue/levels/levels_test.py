"""The network uses other instructions at every level of the processor; the results must be the same."""

import subprocess
import unittest
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parents[4] / "build" / "release" / "bin"
# The features each level needs, as /proc/cpuinfo names them; a program of a higher level would crash.
NEEDED = {"plain": set(), "v2": {"ssse3", "sse4_1", "sse4_2", "popcnt"}, "v3": {"avx2", "bmi1", "bmi2", "fma", "movbe"},
          "v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
          "vnni": {"avx512f", "avx512bw", "avx512vl", "avx512_vnni"}}


def abilities():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("flags"):
            return set(line.split(":", 1)[1].split())
    return set()


class LevelsTest(unittest.TestCase):
    def sums_at(self, level):
        ran = subprocess.run([PROGRAMS / f"network_sums_{level}"], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(ran.returncode, 0, (level, ran.stderr))
        self.assertRegex(ran.stdout, "^[0-9a-f]{16}\n$")
        return ran.stdout

    def test_every_level_says_what_plain_code_says(self):
        """The levels that this processor has."""
        own = abilities()
        said = {level: self.sums_at(level) for level in NEEDED if NEEDED[level] <= own}
        self.assertLessEqual({"plain", "v2"}, said.keys())
        self.assertEqual(len(set(said.values())), 1, said)


if __name__ == "__main__":
    unittest.main()
