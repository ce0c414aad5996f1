"""A colony of which parts die or fall silent: there is always a legal move in time, and the other members go on."""

import json
import os
import signal
import subprocess
import time
import unittest

from colony import ColonyCase
from program import TIMEOUT, PROGRAM, environment

# Far more than a busy machine adds to a search, and less than anything here waits for a member that does not answer.
LATE = 4


class ColonyFaults(ColonyCase):
    def searched(self, engine, seconds, moment=None, happens=None):
        """Searches for so long, during which something happens; what was said meanwhile."""
        engine.say("position startpos")
        engine.say(f"go movetime {round(1000 * seconds)}")
        began = time.monotonic()
        if happens:
            time.sleep(moment)
            happens()
        lines = engine.until("bestmove")
        self.assertLess(time.monotonic() - began, seconds + LATE)
        self.assert_first_move(lines)
        return lines

    def await_notice(self, engine, notice):
        """Searches until that is said."""
        engine.say("go infinite")
        lines = engine.until("info string colony: " + notice)
        engine.say("stop")
        self.assert_first_move(engine.until("bestmove"))
        return lines

    def test_workers_killed_at_any_moment_of_a_search(self):
        self.found()
        workers = self.ready_workers("early", "midway", "late")
        engine = self.helped_engine(*workers)
        heard = []
        for name, moment in (("early", 0), ("midway", 0.4), ("late", 0.75)):
            heard += self.searched(engine, 0.8, moment, workers[name].kill)
        alone = "no worker helps any more; searching alone"
        if "info string colony: " + alone not in heard:
            heard += self.await_notice(engine, alone)
        for name in workers:
            self.assertEqual(heard.count(f"info string colony: {name} is gone"), 1, heard)

    def test_workers_stopped_at_any_moment_of_a_search_come_back(self):
        self.found()
        attic = self.ready_workers("attic")["attic"]
        engine = self.helped_engine("attic")
        for moment in (0, 0.4, 0.75):
            self.searched(engine, 0.8, moment, lambda: attic.send_signal(signal.SIGSTOP))
            attic.send_signal(signal.SIGCONT)
        attic.send_signal(signal.SIGSTOP)
        self.await_notice(engine, "attic is gone")
        self.searched(engine, 0.3)
        attic.send_signal(signal.SIGCONT)
        self.await_notice(engine, "attic helps")
        self.wait_until(lambda: self.member_in_status("attic")["state"] == "idle", "it is free again")

    def test_the_server_killed_in_a_search(self):
        self.found()
        self.ready_workers("attic")
        engine = self.helped_engine("attic")
        self.searched(engine, 1, 0.4, lambda: os.kill(self.server_process(), signal.SIGKILL))
        self.searched(engine, 0.3)
        self.await_notice(engine, "no worker helps any more; searching alone")
        self.colony("up")
        self.await_notice(engine, "attic helps")
        engine.say("go infinite")
        self.wait_until(lambda: self.member_in_status("attic")["state"] == "searching", "and it has work")
        engine.say("stop")
        self.assert_first_move(engine.until("bestmove"))

    def test_a_server_that_is_silent_holds_nobody_up(self):
        self.found()
        self.ready_workers("attic")
        engine = self.helped_engine("attic")
        server = self.server_process()
        self.addCleanup(os.kill, server, signal.SIGCONT)
        os.kill(server, signal.SIGSTOP)
        self.await_notice(engine, "no worker helps any more; searching alone")
        for _ in range(6):
            self.searched(engine, 0.3)
            engine.say("go infinite")
            engine.until("info depth")
            engine.say("stop")
            self.assert_first_move(engine.until("bestmove"))
        os.kill(server, signal.SIGCONT)
        self.await_notice(engine, "attic helps")

    def test_without_their_coordinator_workers_stop_by_themselves(self):
        self.found()
        self.ready_workers("attic")
        engine = self.helped_engine("attic")
        engine.say("go infinite")
        self.wait_until(lambda: self.member_in_status("attic")["state"] == "searching", "it has work")
        engine.kill()
        self.wait_until(lambda: self.member_in_status("attic")["state"] == "idle", "it is free again")

    def test_workers_killed_and_stopped_in_a_game(self):
        self.found()
        workers = self.ready_workers("attic", "cellar")
        match = subprocess.Popen(
            [PROGRAM, "match", "colony", "pvs", "--games", "2", "--tc", "2+0.05", "--max-moves", "30", "--hash", "4",
             "--grace", str(1000 * LATE), "--json"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env=environment())
        self.addCleanup(match.communicate)
        self.addCleanup(match.kill)
        self.wait_until(lambda: all(self.member_in_status(name).get("busy_seconds", 0) > 0 for name in workers),
                        "both have helped")
        workers["attic"].kill()
        workers["cellar"].send_signal(signal.SIGSTOP)
        time.sleep(1)
        workers["cellar"].send_signal(signal.SIGCONT)
        said, errors = match.communicate(timeout=4 * TIMEOUT)
        self.assertEqual(match.returncode, 0, errors)
        report = json.loads(said)
        self.assertEqual((report["games"], report["failures"]), (2, []), said)


if __name__ == "__main__":
    unittest.main()
