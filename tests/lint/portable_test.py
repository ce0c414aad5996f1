"""The portable program: it becomes the engine of the right level, in the same process."""

import ctypes
import os
import re
import struct
import subprocess
import unittest
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "build" / "portable" / "bin" / "rookery-portable"
LEVELS = ("v2", "v3-magic", "v3", "v4")


def refuse_files_in_memory():
    """A seccomp filter that lets memfd_create (call 319 on x86-64) fail, as some sandboxes do."""
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, 319), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


def start(level=None, **options):
    environment = {name: value for name, value in os.environ.items() if name != "ROOKERY_LEVEL"}
    if level is not None:
        environment["ROOKERY_LEVEL"] = level
    return subprocess.Popen([PROGRAM], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, **options)


class PortableLong(unittest.TestCase):
    def setUp(self):
        if not PROGRAM.exists():
            self.skipTest("./rookery build portable has not been run")

    def talk(self, engine, words="uci\nquit\n"):
        said, error = engine.communicate(words, timeout=60)
        return engine.returncode, said.splitlines(), error

    def test_plays_the_same_at_every_level_the_processor_has(self):
        """The network's sums are other instructions at each, and must be the same numbers."""
        nodes = {}
        for level in LEVELS:
            status, said, error = self.talk(start(level), "uci\nbench 11\nquit\n")
            if status == 2:
                self.assertIn("cannot run that level", error)
            else:
                self.assertEqual(status, 0, error)
                self.assertIn("uciok", said)
                nodes[level] = re.search(r"^(\d+) nodes ", "\n".join(said), re.MULTILINE).group(1)
        self.assertGreater(len(nodes), 0)
        self.assertEqual(len(set(nodes.values())), 1, nodes)

    def test_unknown_level_is_an_error(self):
        status, said, error = self.talk(start("v9"))
        self.assertEqual((status, said), (2, []))
        self.assertIn("ROOKERY_LEVEL=v9: no such level", error)

    def test_keeps_its_process(self):
        engine = start()
        engine.stdin.write("uci\n")
        engine.stdin.flush()
        self.assertTrue(engine.stdout.readline())
        self.assertIn("memfd:rookery", os.readlink(f"/proc/{engine.pid}/exe"))
        self.assertEqual(self.talk(engine)[0], 0)

    def test_runs_where_files_in_memory_are_refused(self):
        status, said, error = self.talk(start(preexec_fn=refuse_files_in_memory))
        self.assertEqual(status, 0, error)
        self.assertIn("uciok", said)
