"""Strangers and members who mean no good: refused or put into quarantine, seen in the status, and without effect."""

import contextlib
import json
import os
import struct
import threading
import time
import unittest

from colony import ColonyCase, free_port
from member import Member
from program import TIMEOUT, run

# White can take a queen and has a game; else he is lost.
HANGING_QUEEN = "r1b1k2r/ppp2ppp/2n2n2/3qp3/8/2NP1N2/PPP1BPPP/R1B1K2R w KQkq - 0 8"
# Far more than a busy machine adds to a search.
LATE = 4


class AttackCase(ColonyCase):
    def stranger(self, file, **how):
        """Tries to come in; the member, if that works."""
        try:
            member = Member(file, **how)
        except OSError:
            return None
        self.addCleanup(member.close)
        return member

    def status_text(self):
        return self.colony("status").stdout

    def assert_in_quarantine(self, name, reason):
        self.assertRegex(self.status_text(), rf"(?m)^{name} +worker +quarantine .*quarantine: {reason}")
        seen = self.member_in_status(name)
        self.assertEqual(seen["state"], "quarantine")
        self.assertRegex(seen["quarantine"], reason)
        self.assertIn(f'rookery_colony_worker_quarantined{{worker="{name}"}} 1',
                      self.colony("status", "--prometheus").stdout)


class Strangers(AttackCase):
    def test_strangers_are_refused_and_seen(self):
        self.found()
        ours = self.invite("attic")
        member = self.stranger(ours)
        self.assertIsNotNone(member)
        elsewhere = self.data / "elsewhere"
        self.colony("init", "--folder", str(elsewhere), "--port", str(free_port()))
        foreign = self.data / "foreign.rookery"
        self.colony("invite", "attic", "--folder", str(elsewhere), "--output", str(foreign))
        self.assertIsNone(self.stranger(ours, certificate=False), "no certificate")
        self.assertIsNone(self.stranger(ours, identity=foreign), "one of another authority")
        # The invitation of the other authority's member names another server.
        self.assertIsNone(self.stranger(foreign, address=f"127.0.0.1:{self.port}"), "another server")
        self.colony("revoke", "attic")
        with self.assertRaises(OSError):
            while True:
                member.next()
        self.assertIsNone(self.stranger(ours), "revoked")
        seen = json.loads(self.colony("status", "--json").stdout)["refused_connections"]
        self.assertGreaterEqual(seen, 3)
        self.assertIn(f"{seen} connections were refused", self.status_text())
        self.assertIn(f"rookery_colony_refused_connections_total {seen}", self.colony("status", "--prometheus").stdout)

    def test_a_revoked_worker_ends_and_says_why(self):
        self.found()
        attic = self.ready_workers("attic")["attic"]
        self.colony("revoke", "attic")
        self.assertEqual(attic.wait(timeout=TIMEOUT), 1)
        self.assertIn("the invitation of attic was revoked or replaced by a newer one", attic.stdout.read())

    def test_a_role_is_not_what_one_says_it_is(self):
        self.found()
        attic = self.invite("attic")
        for file, words in ((attic, "is the invitation of a worker"),
                            (self.folder / "lookout.rookery", "is the invitation of a watcher")):
            engine = self.engine(Colony=file)
            engine.say("go infinite")
            self.assertRegex(engine.until("info string colony: ")[-1], words + ".*; searching alone")
            engine.say("stop")
            self.assert_first_move(engine.until("bestmove"))
        forged = self.data / "forged.rookery"
        forged.touch(mode=0o600)
        forged.write_text(attic.read_text().replace('"role": "worker"', '"role": "coordinator"'))
        engine = self.engine(Colony=forged)
        engine.say("go infinite")
        self.assertIn("not for the coordinator 'attic'", engine.until("info string colony: ")[-1])
        self.assertEqual(run("worker", str(self.folder / "home.rookery")).returncode, 2)
        # And who goes past the program is stopped by the server.
        member = self.stranger(attic)
        member.publish("rk.all", '{"do":"stop","search":"x"}')
        with self.assertRaisesRegex(ConnectionError, "Permissions Violation for Publish"):
            member.next()


class Liars(AttackCase):
    """A coordinator, an honest worker, and members who speak as workers do."""

    def setUp(self):
        super().setUp()
        self.found()
        self.ready_workers("attic")
        self.engine_at_work = self.helped_engine("attic")
        honest = self.member_in_status("attic")
        self.alive = {key: honest[key] for key in ("version", "protocol", "bench")} | {
            "threads": 1, "speed": 100000, "activity": "idle", "search": "", "nodes": 0, "up_ms": 1000, "busy_ms": 0,
            "timed_speed": 0}

    def liar(self, name, *subjects):
        """A member whom the coordinator takes for a worker."""
        member = Member(self.invite(name))
        self.addCleanup(member.close)
        for subject in subjects:
            member.subscribe(subject)
        member.publish(f"rk.alive.{name}", json.dumps(self.alive))
        return member

    def order_for(self, liar):
        """The order it receives in the search that goes on."""
        order = json.loads(liar.next(f"rk.order.{liar.name}")[1])
        self.assertEqual(order["do"], "join")
        return order

    def report(self, liar, **what):
        found = {"search": self.order_for(liar)["search"], "depth": 3, "score": 10, "bound": "exact", "nodes": 10,
                 "line": ["e2e4"], **what}
        liar.publish(f"rk.found.{liar.name}.home", json.dumps(found))

    def test_illegal_moves_and_false_counts(self):
        engine = self.engine_at_work
        engine.say("position startpos")
        engine.say("go infinite")
        for name, lie, reason in (
                ("mover", {"line": ["e2e4", "e7e8"]}, "it reported the illegal move e7e8"),
                ("counter", {"nodes": 10**15}, "it reported 1000000000000000 nodes after"),
                ("boaster", {"score": 31999, "line": ["e2e4"]}, "it reported a mate in 1 plies that is none")):
            liar = self.liar(name, f"rk.order.{name}")
            self.report(liar, **lie)
            engine.until(f"info string colony: {name} is in quarantine: {reason}")
            told = json.loads(liar.next(f"rk.order.{name}")[1])
            while told["do"] == "join":
                told = json.loads(liar.next(f"rk.order.{name}")[1])
            self.assertEqual(told["do"], "refuse")
            self.assertIn(reason, told["reason"])
        engine.say("stop")
        self.assert_first_move(engine.until("bestmove"))
        self.assert_in_quarantine("mover", "it reported the illegal move e7e8")
        self.assertNotIn("quarantine", self.member_in_status("attic"))

    def test_wrong_scores(self):
        liar = self.liar("liar", "rk.order.liar", "rk.share.*")
        entry = struct.Struct("<QHhhBB")

        def lie():
            """It is a mate, whatever the others report."""
            while True:
                try:
                    subject, data = liar.next()
                    if subject == "rk.share.liar" or data[:4] != b"rks1":
                        continue
                    lies = b"".join(entry.pack(key, move, 31997, 0, 16, 3)
                                    for key, move, *_ in entry.iter_unpack(data[12:]))
                    liar.publish("rk.share.liar", data[:12] + lies)
                    liar.publish("rk.alive.liar", json.dumps(self.alive))
                except (OSError, ValueError):
                    return

        threading.Thread(target=lie, daemon=True).start()
        engine = self.engine_at_work
        engine.say(f"position fen {HANGING_QUEEN}")
        caught = False
        end = time.monotonic() + 2 * TIMEOUT
        while not caught:
            self.assertLess(time.monotonic(), end, "it is caught sooner or later")
            engine.say("go movetime 700")
            lines = engine.until("bestmove")
            self.assertRegex(lines[-1], "^bestmove c3d5")
            caught = any("liar is in quarantine" in line for line in lines)
        self.assert_in_quarantine("liar", r"\d+ of \d+ entries it shared were false by pawns")
        self.assertNotIn("quarantine", self.member_in_status("attic"))

    @contextlib.contextmanager
    def repeated(self, action):
        """Every tenth of a second, until that is over."""
        over = threading.Event()

        def repeat():
            while not over.wait(0.1):
                action()

        thread = threading.Thread(target=repeat, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def flood(self, liar, publication):
        """As fast as it goes, from now on."""
        many = publication * max(1, (1 << 20) // len(publication))

        def pour():
            try:
                while True:
                    liar.send(many)
            except (OSError, ValueError):
                return

        threading.Thread(target=pour, daemon=True).start()

    def test_floods(self):
        engine = self.engine_at_work
        for name, subject, data in (
                ("talker", "rk.alive.talker", json.dumps(self.alive)),
                ("sharer", "rk.share.sharer", b"rks1" + bytes(8) + struct.pack("<QHhhBB", 1, 0, 0, 0, 5, 3) * 4096)):
            liar = self.liar(name)
            self.flood(liar, liar.publication(subject, data))
            caught = False
            end = time.monotonic() + 2 * TIMEOUT
            while not caught:
                self.assertLess(time.monotonic(), end, "it is caught sooner or later")
                engine.say("position startpos")
                engine.say("go movetime 500")
                began = time.monotonic()
                lines = engine.until("bestmove")
                self.assertLess(time.monotonic() - began, 0.5 + LATE)
                self.assert_first_move(lines)
                caught = any(f"{name} is in quarantine" in line for line in lines)
            liar.close()
            self.assert_in_quarantine(name, "it sent more than 5000 messages")
        self.assertNotIn("quarantine", self.member_in_status("attic"))

    def test_what_cannot_be_read(self):
        engine = self.engine_at_work
        engine.say("position startpos")
        engine.say("go infinite")
        liar = self.liar("drunk", "rk.order.drunk")
        search = self.order_for(liar)["search"]
        nonsense = [b"", b"\0" * 100, b"\xff\xfe", b"{", b"[]", b"null", b"[" * 30000, b"x" * 200_000,
                    json.dumps({"search": search, "depth": 10**30}).encode(), b"rks1", b"rks1" + os.urandom(8 + 16 * 9)]
        for data in nonsense:
            for subject in ("rk.alive.drunk", "rk.found.drunk.home", "rk.share.drunk"):
                liar.publish(subject, data)
        liar.publish("rk.alive.drunk", json.dumps(self.alive))
        # A watcher sees only messages sent after it came.
        with self.repeated(lambda: (liar.publish("rk.alive.drunk", json.dumps(self.alive)),
                                    liar.publish("rk.alive.drunk", b"hello"), liar.send("PONG\r\n"))):
            self.assertRegex(self.status_text(), r"(?m)^drunk .*\(\d+ unreadable messages\)$")
            self.assertGreater(self.member_in_status("drunk")["unreadable_messages"], 0)
            self.assertRegex(self.colony("status", "--prometheus").stdout,
                             r'worker_unreadable_messages\{worker="drunk"\} [1-9]')
        engine.say("stop")
        self.assert_first_move(engine.until("bestmove"))
        self.assertNotIn("quarantine", self.member_in_status("drunk"), "no member is blamed")
        # A message larger than any limit ends the connection.
        with self.assertRaises(OSError):
            liar.publish("rk.alive.drunk", b"x" * 300_000)
            while True:
                liar.next()


if __name__ == "__main__":
    unittest.main()
