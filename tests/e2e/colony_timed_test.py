"""Games by the wall clock that the workers of a colony play: which workers may, and the message while none does.

That they are played is tested with injected quiet (tests/colony/jobs_timed_test.cpp); a machine that runs tests has none.
"""

import json
import re
import signal
import sqlite3
import time
import unittest
from contextlib import closing

import arena
from colony_arena import ColonyArena

MATCH = ["match", "pvs", "random", "--tc", "0.2+0.01", "--games", "2"]


class ColonyTimedTest(ColonyArena):
    def timed_speeds(self):
        status = json.loads(self.done("colony", "status", "--json").stdout)
        return {one["name"]: one["timed_speed"] for one in status["members"] if "timed_speed" in one}

    def settings(self):
        with closing(sqlite3.connect(self.database)) as database:
            return json.loads(database.execute("SELECT settings FROM matches").fetchone()[0])

    def test_who_plays_by_the_clock_is_seen(self):
        self.worker("watched", "--idle-only")
        self.worker("unwatched")
        self.worker("slowed", "--idle-only", "--nps-limit", "100000")
        speeds = {}
        while len(speeds) < 3:
            speeds = self.timed_speeds()
        self.assertGreater(speeds["watched"], 0)
        self.assertEqual((speeds["unwatched"], speeds["slowed"]), (0, 0))
        self.assertRegex(self.done("colony", "status").stdout, r"unwatched .* no ")

    def test_they_wait_for_a_machine_that_is_watched(self):
        """A worker is there, but its machine is not watched for other use. The clocks stay those of the first start."""
        self.worker("unwatched")
        references = []
        for arguments in ([*MATCH, "--colony"], ["match", "--resume", "1", "--colony"]):
            match = self.start(*arguments)
            said = self.read_until(match.stderr, "The clocks are meant for")
            references.append(int(re.search(r"meant for (\d+) nodes a second", said)[1]))
            self.read_until(match.stderr, "no idle-checked worker is there yet")
            while not self.waiting_jobs():
                self.assertIsNone(match.poll(), "it ended by itself")
                time.sleep(0.05)
            match.send_signal(signal.SIGINT)
            match.communicate(timeout=arena.TIMEOUT)
            self.assertEqual(match.returncode, 130)
            self.assertEqual(self.stored_games(1), 0)
        self.assertEqual(references[0], references[1])
        self.assertEqual(self.settings()["reference_speed"], references[0])
        self.assertGreater(self.settings()["grace_us"], 0)

    def waiting_jobs(self):
        """The jobs that the coordinator has posted; it takes back those that are not wanted any more."""
        try:
            with closing(sqlite3.connect(f"file:{self.database}-jobs?mode=ro", uri=True)) as database:
                return database.execute("SELECT count(*) FROM jobs").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # not made yet


if __name__ == "__main__":
    unittest.main()
