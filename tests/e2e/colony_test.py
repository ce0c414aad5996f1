"""A colony on this machine: its server, workers as programs of their own, and a coordinator that speaks UCI."""

import json
import os
import re
import signal
import socket
import tempfile
import threading
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

    def test_the_log_of_a_worker_names_those_it_helps(self):
        self.found()
        worker = self.worker("attic")
        self.await_entry("attic", worker)
        engine = self.helped_engine("attic")
        for _ in range(3):
            engine.say("go movetime 300")
            engine.until("bestmove")
        self.colony("drain", "attic")
        self.assertEqual(worker.wait(timeout=TIMEOUT), 0)
        log = [line.rstrip("\n") for line in worker.stdout]
        time_and_search = r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d home-\w+-\d+: "
        self.assertRegex(log[0], time_and_search + "helps home; the position is rnbqkbnr/pppppppp/")
        ends = [line for line in log if "no longer helps home" in line]
        self.assertEqual(len(ends), 1, log)
        self.assertRegex(ends[0], r"no longer helps home: [2-4] searches, \d+\.\d s, [1-9]\d* nodes$")
        self.assertEqual(len([line for line in log if " helps home" in line]), 2, "no line for every search")

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


class Words(ColonyCase):
    """Every command says one thing when it succeeds, and what to do when it does not."""

    def refused(self, *arguments, code=1):
        done = run(*map(str, arguments))
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertNotRegex(done.stderr, r"\w+\.c:\d+", "no place in a library's source")
        self.assertTrue(done.stderr.startswith("rookery: "), done.stderr)
        return done.stderr

    def test_hints_repeat_the_folder_and_the_name_of_the_program(self):
        folder = self.data / "my colony"
        with self.subTest("each of them can be typed"):
            where = ("--folder", str(folder))
            quoted = f"--folder '{folder}'"
            said = run("colony", "init", "--port", str(free_port()), *where, ROOKERY_COMMAND="./rookery").stdout
            self.assertIn(f"\nNext: ./rookery colony up --workers 2 {quoted}\n", said)
            self.assertIn(f"'rookery colony up {quoted}' starts it", self.colony("status", *where).stderr)
            self.assertIn(f"'rookery colony up {quoted}' starts it", self.refused("colony", "drain", "home", *where))
            self.assertIn(f"'rookery colony invite home {quoted}'", self.colony("revoke", "home", *where).stdout)
        self.assertIn(f"'rookery colony init --folder {self.data}' founds one",
                      self.refused("colony", "status", "--folder", self.data))

    def test_success_is_one_line(self):
        self.colony("init", "--port", str(free_port()))
        self.addCleanup(run, "colony", "down")
        self.assertIn("was running.\n", self.colony("down").stdout)
        for command, words in ((["up"], r"The server runs as process \d+\."), (["renew"], "The server has a new .*"),
                               (["revoke", "lookout"], "lookout is no longer a member.\n.*"),
                               (["invite", "lookout"], ".*lookout.rookery is the key of lookout, a watcher: it stays .*"
                                                       "\nIts earlier invitation .*"),
                               (["down"], r"Stopped: the server\.")):
            self.assertRegex(self.colony(*command).stdout, f"^{words}\n$")
        self.assertIn(f"there is no colony in {self.data}; ", self.refused("colony", "down", "--folder", self.data))

    def test_coordinator_of_this_machine_stays_one(self):
        self.colony("init", "--port", str(free_port()))
        for wrong in (["--role", "watcher"], ["--output", str(self.data / "x.rookery")]):
            self.assertIn("home is the coordinator of this machine", self.refused("colony", "invite", "home", *wrong))
        self.colony("revoke", "home")
        self.colony("invite", "home")
        self.assertEqual((json.loads((self.folder / "home.rookery").read_text()))["role"], "coordinator")

    def test_what_is_no_invitation(self):
        self.found()
        invitation = self.invite("attic")
        (self.data / "empty").touch()
        (self.data / "cut").touch(mode=0o600)
        (self.data / "cut").write_text(invitation.read_text()[:-300])
        cases = {"/bin/ls": "is not an invitation; 'rookery colony invite NAME'", str(self.data): "is a folder, not a file",
                 str(self.data / "none"): "does not exist; 'rookery colony invite NAME'",
                 str(self.data / "empty"): "is empty; copy the file again",
                 str(self.data / "cut"): "is a damaged invitation",
                 str(self.folder / "colony.json"): "is not an invitation",
                 str(invitation): f"others can read {invitation}, and there is a key in it; run: chmod 600"}
        invitation.chmod(0o644)
        for file, words in cases.items():
            for command in (["worker"], ["colony", "find"], ["match", "pvs", "pvs", "--colony", "--invitation"]):
                with self.subTest(file=file, command=command):
                    said = self.refused(*command, file)
                    self.assertIn(words, said)
                    self.assertIn(file, said)

    def test_options_that_would_be_ignored(self):
        self.colony("init", "--port", str(free_port()))
        file = self.invite("attic")
        self.assertIn("give --find", self.refused("worker", file, "--network", "10.0.0.0/24", code=2))
        self.assertIn("choose one", self.refused("colony", "status", "--json", "--prometheus", code=2))

    def test_words_of_the_server_have_lines_of_their_own(self):
        self.colony("init", "--port", str(free_port()))
        (self.folder / "server.key").unlink()
        said = self.refused("colony", "up").splitlines()
        self.assertEqual(said[0], "rookery: the server ended at once; its last words:")
        self.assertRegex(said[1], r"^    nats-server: .*server\.key")

    def test_a_revoked_worker_started_again_is_told_so(self):
        self.found()
        first = self.invite("attic")
        replaced = "invitation of attic was revoked or replaced by a newer one; 'rookery colony invite attic'"
        self.colony("revoke", "attic")
        self.assertIn(replaced, self.refused("worker", first, code=3))
        self.colony("invite", "attic", "--output", str(self.data / "second.rookery"))
        self.assertIn(replaced, self.refused("worker", first, code=3))

    def test_servers_that_are_not_the_colonys(self):
        self.found()
        with socket.create_server(("127.0.0.1", 0)) as silent, socket.create_server(("127.0.0.1", 0)) as rude:
            threading.Thread(target=lambda: rude.accept()[0].close(), daemon=True).start()
            for number, (address, words) in enumerate({
                    f"127.0.0.1:{free_port()}": "no server answers at 127.0.0.1:",
                    "nowhere.invalid:4233": "the name nowhere.invalid is not known",
                    f"127.0.0.1:{silent.getsockname()[1]}": "did not answer in time",
                    f"127.0.0.1:{rude.getsockname()[1]}": "is not the server of colony home"}.items()):
                file = self.invite(f"w{number}", addresses=[address])
                with self.subTest(address):
                    self.assertIn(words, self.refused("worker", file, code=3))
        other = self.data / "other"
        port = free_port()
        self.colony("init", "--name", "other", "--port", str(port), "--folder", str(other))
        self.colony("up", "--folder", str(other))
        self.addCleanup(run, "colony", "down", "--folder", str(other))
        file = self.invite("w", addresses=[f"127.0.0.1:{port}"])
        self.assertIn("does not belong to colony home", self.refused("worker", file, code=3))


if __name__ == "__main__":
    unittest.main()
