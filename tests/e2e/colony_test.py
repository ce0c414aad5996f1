"""A colony on this machine: its server, workers as programs of their own, and a coordinator that speaks UCI."""

import json
import os
import re
import signal
import tempfile
import unittest
from pathlib import Path

from colony import ColonyCase, free_port
from program import TIMEOUT, Engine, run


def command_line(process):
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


class Colony(ColonyCase):
    def test_a_worker_helps_and_leaves(self):
        self.found()
        worker = self.worker("attic", "--log-json")
        engine = self.engine()
        engine.say("go infinite")
        engine.until("info string colony: we are in, as home")
        engine.until("info string colony: attic helps")
        status = json.loads(self.colony("status", "--json").stdout)
        attic = next(one for one in status["members"] if one["name"] == "attic")
        self.assertEqual((attic["state"], attic["threads"]), ("searching", 1))
        self.assertIn("rookery_colony_worker_present{worker=\"attic\"} 1", self.colony("status", "--prometheus").stdout)
        self.assertIn("leaves when", self.colony("drain", "attic").stdout)
        engine.until("info string colony: attic is gone")
        engine.say("stop")
        engine.until("bestmove")
        self.assertEqual(worker.wait(timeout=TIMEOUT), 0)
        log = [json.loads(line) for line in worker.stdout]
        self.assertEqual({one["worker"] for one in log}, {"attic"})
        self.assertIn("left", [one["text"] for one in log])
        self.assertEqual(self.colony("drain", "attic", code=1).stderr, "rookery: attic is not there\n")

    def test_one_command_shows_a_colony_at_work(self):
        before = set(Path(tempfile.gettempdir()).glob("rookery-colony-*"))
        done = run("colony", "try", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                   "--seconds", "1", timeout=4 * TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("colony: local-1 helps\n", done.stdout)
        self.assertIn("colony: local-2 helps\n", done.stdout)
        self.assertRegex(done.stdout, r"depth \d+, .* nodes, ")
        self.assertRegex(done.stdout, r"\nbest move \S+\n$")
        self.assertFalse(self.folder.exists(), "nothing is left of it")
        mine = [folder for folder in set(Path(tempfile.gettempdir()).glob("rookery-colony-*")) - before
                if (folder / "colony" / "local-1.rookery").exists()]
        self.assertEqual(mine, [])

    def test_local_workers_come_up_and_go_down(self):
        self.colony("init", "--port", str(free_port()))
        self.addCleanup(run, "colony", "down")
        said = self.colony("up", "--workers", "2").stdout
        processes = [int(number) for number in re.findall(r"worker local-\d runs as process (\d+)", said)]
        self.assertEqual(len(processes), 2)
        again = self.colony("up", "--workers", "2").stdout
        numbers = r"as process (\d+)"
        self.assertEqual(re.findall(numbers, again), re.findall(numbers, said), "they run already")
        engine = self.engine()
        engine.say("go infinite")
        engine.until("info string colony: local-2 helps")
        engine.say("stop")
        engine.until("bestmove")
        self.colony("down")
        self.assertRegex((self.folder / "local-1.log").read_text(), r"left\n$")
        for process in processes:
            self.assertNotIn("local-", command_line(process))

    def test_a_killed_worker_is_missed_and_nothing_else(self):
        self.found()
        worker = self.worker("attic")
        engine = self.engine()
        engine.say("go infinite")
        engine.until("info string colony: attic helps")
        worker.kill()
        engine.until("info string colony: attic is gone")
        engine.say("stop")
        self.assertRegex(engine.until("bestmove")[-1], r"^bestmove [a-h][1-8][a-h][1-8]")

    def test_the_server_dies_and_comes_back(self):
        self.found()
        self.worker("attic")
        engine = self.engine()
        engine.say("go infinite")
        engine.until("info string colony: attic helps")
        os.kill(self.server_process(), signal.SIGKILL)
        engine.until("info string colony: attic is gone")
        self.colony("up")
        engine.until("info string colony: attic helps")
        engine.say("stop")
        self.assertRegex(engine.until("bestmove")[-1], r"^bestmove [a-h][1-8][a-h][1-8]")

    def test_without_a_colony_it_says_so_once_and_plays_like_the_engine(self):
        def played(searcher):
            engine = Engine()
            self.addCleanup(engine.kill)
            engine.say(f"setoption name Searcher value {searcher}")
            heard = []
            for moves in ("", " moves e2e4 e7e5", " moves e2e4 e7e5 g1f3 b8c6"):
                engine.say(f"position startpos{moves}")
                engine.say("go nodes 20000")
                heard += engine.until("bestmove")
            notices = [line for line in heard if line.startswith("info string")]
            return [line for line in heard if line.startswith("bestmove")], notices

        moves, notices = played("colony")
        self.assertEqual(moves, played("pvs")[0])
        self.assertEqual(len(notices), 1, notices)
        self.assertRegex(notices[0], r"^info string colony: .*home\.rookery.*; searching alone$")

    def test_renewal_and_pardon(self):
        self.found()
        self.worker("attic").kill()
        before = (self.folder / "server.pem").read_text()
        self.assertIn("new certificate", self.colony("renew").stdout)
        self.assertNotEqual((self.folder / "server.pem").read_text(), before)
        self.assertIn("attic is not in quarantine", self.colony("pardon", "attic", code=1).stderr)
        notes = {"format": "rookery member notes 1", "members": [{"name": "attic", "reason": "it lied", "since": 1}]}
        file = self.folder / "home.quarantine.json"
        file.touch(mode=0o600)
        file.write_text(json.dumps(notes))
        self.assertRegex(self.colony("status").stdout, r"attic +worker +quarantine .*quarantine: it lied")
        self.colony("pardon", "attic")
        self.assertNotIn("it lied", self.colony("status").stdout)


if __name__ == "__main__":
    unittest.main()
