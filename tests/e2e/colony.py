"""A colony on this machine, for the tests of this folder: its server, workers as programs of their own, coordinators."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import TIMEOUT, PROGRAM, Engine, environment, run

# The colony is not in every program, and its server not on every machine.
HAS_COLONY = "colony" in run("--help").stdout
HAS_SERVER = any(os.access(os.path.join(folder, "nats-server"), os.X_OK)
                 for folder in [*os.environ.get("PATH", "").split(":"), "/usr/sbin", "/usr/local/sbin",
                                PROGRAM.parents[2] / "packages" / "nats-server" / "usr" / "sbin"])


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@unittest.skipUnless(HAS_COLONY and HAS_SERVER, "no colony in this program, or no nats-server")
class ColonyCase(unittest.TestCase):
    """A folder of its own for the data of every program that a test starts."""

    def setUp(self):
        self.data = Path(tempfile.mkdtemp(prefix="rookery-e2e-"))
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)
        self.folder = self.data / "rookery" / "colony"
        before = os.environ.get("XDG_DATA_HOME")
        os.environ["XDG_DATA_HOME"] = str(self.data)
        self.addCleanup(lambda: os.environ.pop("XDG_DATA_HOME") if before is None
                        else os.environ.update(XDG_DATA_HOME=before))

    def colony(self, *arguments, code=0):
        done = run("colony", *arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def found(self, *arguments):
        self.port = free_port()
        self.colony("init", "--port", str(self.port), *arguments)
        self.colony("up")
        self.addCleanup(run, "colony", "down")

    def invite(self, name, *arguments, addresses=None):
        """The invitation's file; with other addresses than the colony's if some are given."""
        file = self.data / f"{name}.rookery"
        self.colony("invite", name, "--output", str(file), *arguments)
        if addresses:
            file.write_text(json.dumps({**json.loads(file.read_text()), "addresses": addresses}))
        return file

    def start_worker(self, file, *arguments):
        command = [PROGRAM, "worker", file, "--threads", "1", "--hash", "4", "--nice", "0", *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                                   env=environment())
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def worker(self, name, *arguments):
        return self.start_worker(self.invite(name), *arguments)

    def ready_workers(self, *names, arguments=("--nps-limit", "50000")):
        """Workers by name, each of whom has found out who it is, and is in."""
        processes = {name: self.worker(name, *arguments) for name in names}
        for name, process in processes.items():
            self.await_entry(name, process)
        return processes

    def await_entry(self, name, process):
        for line in process.stdout:
            if f"{name} of colony" in line:
                return
        self.fail(f"{name} has not come in")

    def engine(self, **options):
        """A coordinator; options by their names in UCI."""
        engine = Engine()
        self.addCleanup(engine.kill)
        for name, value in {"Searcher": "colony", **options}.items():
            engine.say(f"setoption name {name} value {value}")
        return engine

    def helped_engine(self, *workers, **options):
        """A coordinator that these workers help from its next search on."""
        engine = self.engine(**options)
        engine.say("go infinite")
        waiting = {f"info string colony: {name} helps" for name in workers}
        while waiting:
            waiting.discard(engine.until("info string colony: ")[-1])
        engine.say("stop")
        engine.until("bestmove")
        return engine

    def server_process(self):
        return int((self.folder / "server.pid").read_text())

    def member_in_status(self, name):
        members = json.loads(self.colony("status", "--json").stdout)["members"]
        return next(one for one in members if one["name"] == name)

    def assert_first_move(self, lines):
        """The search from the starting position has ended with a legal move."""
        self.assertRegex(lines[-1], r"^bestmove \S+")
        self.assertIn(lines[-1].split()[1], FIRST_MOVES)

    def wait_until(self, condition, what):
        end = time.monotonic() + TIMEOUT
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)


FIRST_MOVES = {f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"} | {"b1a3", "b1c3", "g1f3", "g1h3"}
