"""Members of a colony who are far from each other, or on machines of their own."""

import json
import os
import shutil
import signal
import subprocess
import unittest

from colony import ColonyCase, free_port
from delay_proxy import DelayProxy
from member import Member
from program import TIMEOUT, PROGRAM, Engine, environment, run


class ColonyDistance(ColonyCase):
    def behind(self, seconds):
        proxy = DelayProxy(self.port, seconds)
        self.addCleanup(proxy.close)
        return proxy

    def test_long_lines_between_members(self):
        self.found()
        near, far = self.behind(0.01), self.behind(0.05)
        desk = self.invite("desk", "--role", "coordinator", addresses=[near.address])
        workers = {name: self.start_worker(self.invite(name, addresses=[proxy.address]), "--nps-limit", "50000")
                   for name, proxy in (("near", near), ("far", far))}
        for name, process in workers.items():
            self.await_entry(name, process)
        engine = self.helped_engine(*workers, Colony=desk)
        engine.say("go infinite")
        self.wait_until(lambda: all(self.member_in_status(name)["state"] == "searching" for name in workers),
                        "both search")
        ear = Member(self.folder / "home.rookery")
        self.addCleanup(ear.close)
        ear.subscribe("rk.share.*")
        for name in (*workers, "desk"):
            self.assertEqual(ear.next("rk.share." + name)[1][:4], b"rks1", "entries of all go around")
        engine.say("stop")
        self.assert_first_move(engine.until("bestmove"))
        self.wait_until(lambda: all(self.member_in_status(name)["state"] == "idle" for name in workers), "both stop")
        self.assertFalse(any("quarantine" in self.member_in_status(name) for name in workers))
        self.assertGreater(min(near.bytes, far.bytes), 0)

    def test_a_server_that_has_moved_is_found(self):
        self.found()
        gone = f"127.0.0.6:{self.port}"
        file = self.invite("attic", addresses=[gone])
        self.assertEqual(run("worker", str(file), "--threads", "1").returncode, 3, "it is not there")
        network = ("--network", "127.0.0.0/29")
        self.await_entry("attic", self.start_worker(file, "--find", *network))
        there = f"127.0.0.1:{self.port}"
        self.assertEqual(self.colony("find", str(file), *network).stdout, f"The server of colony home is at {there}.\n")
        self.assertEqual(json.loads(file.read_text())["addresses"], [gone])
        self.colony("find", str(file), *network, "--save")
        self.assertEqual(json.loads(file.read_text())["addresses"], [there, gone])
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.colony("down")
        self.assertIn("is not in 127.0.0.0/29\n", self.colony("find", str(file), *network, code=1).stderr)


class Machines(ColonyCase):
    """The recipe for two machines, as docs/colony.md has it."""

    def follow_recipe(self, address, server=(), other=()):
        """The words before a command say on which machine it runs."""
        there = self.data / "there"
        there.mkdir()

        def rookery(machine, *arguments):
            done = subprocess.run([*machine, PROGRAM, *arguments], capture_output=True, encoding="utf-8", cwd=there,
                                  timeout=TIMEOUT, env=environment(), check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return done.stdout

        port = str(free_port())
        rookery(server, "colony", "init", "--address", address, "--port", port)
        rookery(server, "colony", "up")
        self.addCleanup(rookery, server, "colony", "down")
        for name, *role in (("attic",), ("desk", "--role", "coordinator")):
            rookery(server, "colony", "invite", name, *role)
            # The server's own machine is another one there.
            text = (there / f"{name}.rookery").read_text()
            self.assertIn(f'"{address}:{port}"', text)
            (there / f"{name}.rookery").write_text(text.replace(f'"127.0.0.1:{port}"', f'"{address}:{port}"'))
        worker = subprocess.Popen([*other, PROGRAM, "worker", "attic.rookery", "--threads", "1", "--hash", "4"],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", cwd=there,
                                  env=environment(XDG_DATA_HOME=str(there)))
        self.addCleanup(worker.stdout.close)
        self.addCleanup(worker.wait)
        self.addCleanup(worker.kill)
        self.await_entry("attic", worker)
        engine = Engine(prefix=other)
        self.addCleanup(engine.kill)
        engine.say("setoption name Searcher value colony")
        engine.say(f"setoption name Colony value {there / 'desk.rookery'}")
        engine.say("go infinite")
        engine.until("info string colony: attic helps")
        self.assertRegex(rookery(server, "colony", "status"), r"attic +worker +(idle|searching) ")
        worker.send_signal(signal.SIGINT)
        engine.until("info string colony: attic is gone")
        engine.say("stop")
        self.assert_first_move(engine.until("bestmove"))
        self.assertEqual(worker.wait(timeout=TIMEOUT), 0, "Ctrl-C takes leave")

    def test_two_machines_by_their_addresses(self):
        self.follow_recipe("127.0.0.2")

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("ip"), "needs root and iproute2")
    def test_two_machines_by_their_networks_Long(self):
        names = [f"rookery-{os.getpid()}-{number}" for number in (1, 2)]

        def ip(*words, code=0):
            done = subprocess.run(["ip", *words], capture_output=True, encoding="utf-8", check=False)
            if done.returncode != code:
                self.skipTest(f"no network of its own: ip {' '.join(words)}: {done.stderr}")

        for name in names:
            ip("netns", "add", name)
            self.addCleanup(subprocess.run, ["ip", "netns", "del", name], check=False)
        ip("link", "add", "line0", "netns", names[0], "type", "veth", "peer", "name", "line0", "netns", names[1])
        for number, name in enumerate(names, 1):
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "addr", "add", f"198.18.0.{number}/30", "dev", "line0")
            ip("-n", name, "link", "set", "line0", "up")
        server, other = (("ip", "netns", "exec", name) for name in names)
        self.follow_recipe("198.18.0.1", server, other)


if __name__ == "__main__":
    unittest.main()
