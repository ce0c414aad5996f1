"""A colony on this machine whose workers play games, for the tests of this folder."""

import unittest

import arena
from colony import HAS_COLONY, HAS_SERVER, free_port


@unittest.skipUnless(HAS_COLONY and HAS_SERVER, "no colony in this program, or no nats-server")
class ColonyArena(arena.Arena):
    def setUp(self):
        super().setUp()
        self.done("colony", "init", "--port", str(free_port()))
        self.done("colony", "up")
        self.addCleanup(self.rookery, "colony", "down")

    def done(self, *arguments):
        ran = self.rookery(*arguments)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran

    def worker(self, name, *arguments):
        """Begins to help; returns once it is in."""
        file = str(self.folder / f"{name}.rookery")
        self.done("colony", "invite", name, "--output", file)
        process = self.start("worker", file, "--threads", "1", "--hash", "4", "--nice", "0", *arguments)
        self.read_until(process.stdout, "nodes a second")
        return process

    def read_until(self, stream, words):
        """The first line that has these words."""
        while words not in (line := stream.readline()):
            self.assertNotEqual(line, "", f"it ended before it said '{words}'")
        return line
