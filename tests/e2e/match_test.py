"""Matches and engines with the real program."""

import json
import re
import shlex
import signal
import sqlite3
import unittest

from arena import Arena, fake
from program import TIMEOUT, PROGRAM


class Match(Arena):
    def test_random_players(self):
        pgn, chart = self.folder / "games.pgn", self.folder / "chart.svg"
        done = self.rookery("match", "random", "random", "--games", "10", "--seed", "5", "--concurrency", "2",
                            "--pgn", str(pgn), "--chart", str(chart))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^played    10 of 10 games")
        self.assertEqual(done.stderr.count("random"), 20)
        self.assertNotIn("\x1b", done.stderr + done.stdout)
        self.assertEqual(pgn.read_text().count("[Event "), 10)
        self.assertIn("</svg>", chart.read_text())
        listed = self.rookery("match", "--list")
        self.assertRegex(listed.stdout, r"(?m)^ +1 .* finished +10 +0  random vs random-2$")
        shown = self.rookery("match", "--show", "1")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        score = [line for line in done.stdout.splitlines() if line.startswith("score")]
        self.assertEqual(len(score), 1)
        self.assertIn(score[0], shown.stdout)

    def test_same_seed_same_result(self):
        results = []
        for database in ("a.db", "b.db"):
            done = self.rookery("match", "random", "random", "--games", "6", "--seed", "9", "--json", "--db",
                                str(self.folder / database))
            self.assertEqual(done.returncode, 0, done.stderr)
            results.append(json.loads(done.stdout))
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0]["games"], 6)
        self.assertEqual(sum(results[0]["score"].values()), 6)
        self.assertEqual(sum(results[0]["pairs"]), 3)
        self.assertEqual(results[0]["failures"], [])

    def test_interrupted_match_is_resumed(self):
        games = 400
        self.database.parent.mkdir(parents=True)
        for match, (stop, code) in enumerate(((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)), 1):
            with self.subTest(signal=stop):
                so_far = self.folder / f"so far {match}.pgn"
                playing = self.start("match", "random", "random", "--games", str(games), "--concurrency", "2",
                                     "--seed", str(match), "--db", str(self.database), "--pgn", str(so_far))
                self.wait_for_games(playing, match, 10)
                playing.send_signal(stop)
                _, errors = playing.communicate(timeout=TIMEOUT)
                self.assertEqual(playing.returncode, code, errors)
                hint = ["match", "--resume", str(match)]
                if stop == signal.SIGINT:
                    # It repeats the database and the file, which is there already.
                    line = re.search(r"(?m)^Finished games are stored\. To go on: (.*)$", errors)[1]
                    hint = shlex.split(line)[1:]
                    self.assertEqual(hint, ["match", "--resume", str(match), "--db", str(self.database),
                                            "--pgn", str(so_far), "--force"])
                before = self.report("match", "--show", str(match))
                self.assertEqual(before["state"], "open")
                self.assertGreaterEqual(before["games"], 10)
                self.assertLess(before["games"], games)
                resumed = self.report(*hint)
                self.assertEqual((resumed["games"], sum(resumed["pairs"])), (games, games // 2))
                self.assert_every_game_once(match, games)
                again = self.rookery("match", "--resume", str(match))
                self.assertEqual((again.returncode, again.stdout), (1, ""))
                self.assertIn(f"match {match} is finished", again.stderr)

    def test_longer_on_resume(self):
        self.report("match", "random", "random", "--games", "6", "--seed", "4")
        shorter = self.rookery("match", "--resume", "1", "--games", "4")
        self.assertEqual((shorter.returncode, shorter.stdout), (1, ""))
        self.assertIn("it was begun for 6 games; it can be made longer, not shorter", shorter.stderr)
        odd = self.rookery("match", "--resume", "1", "--games", "7")
        self.assertEqual(odd.returncode, 1)
        self.assertIn("odd", odd.stderr)
        same = self.rookery("match", "--resume", "1", "--games", "6")
        self.assertEqual(same.returncode, 1)
        self.assertIn("is finished", same.stderr)
        self.assertEqual(self.report("match", "--show", "1")["wanted"], 6)
        longer = self.report("match", "--resume", "1", "--games", "10", "--concurrency", "2")
        self.assertEqual((longer["games"], longer["wanted"], longer["settings"]["games"]), (10, 10, 10))
        self.assert_every_game_once(1, 10)
        # The same games as if it had been so long from the beginning.
        at_once = self.report("match", "random", "random", "--games", "10", "--seed", "4")
        self.assertEqual(longer["pairs"], at_once["pairs"])

    def test_open_match_is_lengthened(self):
        playing = self.start("match", "random", "random", "--games", "400")
        self.wait_for_games(playing, 1, 4)
        busy = self.rookery("match", "--resume", "1", "--games", "500")
        if playing.poll() is None:
            self.assertEqual(busy.returncode, 1)
            self.assertIn("rookery:", busy.stderr)
        playing.kill()
        playing.communicate(timeout=TIMEOUT)
        before = self.report("match", "--show", "1")
        self.assertEqual((before["state"], before["wanted"]), ("open", 400))
        self.assertEqual(self.rookery("match", "--resume", "1", "--games", "300").returncode, 1)
        self.report("match", "--resume", "1", "--games", "404", "--concurrency", "2")
        self.assert_every_game_once(1, 404)

    def test_games_by_depth_and_nodes_are_verified(self):
        self.report("match", "random", "random", "--games", "8", "--tc-a", "depth=3", "--tc-b", "nodes=50",
                    "--concurrency", "2")
        same = self.rookery("match", "--verify", "1")
        self.assertEqual(same.returncode, 0, same.stderr + same.stdout)
        self.assertEqual(same.stdout, "match 1: 8 of 8 games played again, every move the same\n")
        self.assertEqual(self.report("match", "--verify", "1", "--concurrency", "2"),
                         {"match": 1, "games": 8, "checked": 8, "differences": []})

        with sqlite3.connect(self.database) as database:
            database.execute("UPDATE games SET result = CASE result WHEN '1-0' THEN '0-1' ELSE '1-0' END"
                             " WHERE number = 2")
            # Two games of different openings change places.
            ids = [database.execute("SELECT id, plies FROM games WHERE number = ?", (number,)).fetchone()
                   for number in (4, 7)]
            moves = [database.execute("SELECT data FROM moves WHERE game = ?", (game,)).fetchone()[0]
                     for game, _ in ids]
            for (game, _), (_, plies), data in zip(ids, ids[::-1], moves[::-1]):
                database.execute("UPDATE games SET plies = ? WHERE id = ?", (plies, game))
                database.execute("UPDATE moves SET data = ? WHERE game = ?", (data, game))
        database.close()
        different = self.rookery("match", "--verify", "1")
        self.assertEqual(different.returncode, 1, different.stderr)
        lines = different.stdout.splitlines()
        self.assertRegex(lines[0], r"^game 3: it ended \S+ \(.*\), now \S+ \(.*\)$")
        self.assertRegex(lines[1], r"^game 5: ply \d+: \w+ was played, now \w+$")
        self.assertRegex(lines[2], r"^game 8: ply \d+: \w+ was played, now \w+$")
        self.assertEqual(lines[3], "match 1: 8 of 8 games played again, 3 different")
        found = self.report("match", "--verify", "1", code=1)["differences"]
        self.assertEqual([difference["game"] for difference in found], [3, 5, 8])

    def test_games_by_the_wall_clock_are_not_verified(self):
        self.report("match", "random", "random", "--games", "2", "--tc", "5+0.1")
        refused = self.rookery("match", "--verify", "1")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("match 1: it went by the wall clock (5+0.1)", refused.stderr)

    def test_results_by_opening(self):
        book = self.folder / "book.pgn"
        book.write_text('[ECO "C42"]\n[Opening "Petrov\'s Defence"]\n\n1. e4 e5 2. Nf3 Nf6 *\n\n'
                        '1. d4 d5 *\n')
        arguments = ["match", "random", "random", "--games", "10", "--openings", str(book), "--order", "sequential",
                     "--seed", "2"]
        done = self.rookery(*arguments, "--by-opening")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^openings  2 used; White scored \d+\.\d %$")
        self.assertRegex(done.stdout, r"(?m)^    6  \+\d =\d -\d .* %.* \[\d(, \d){4}\] +#1 C42 Petrov's Defence$")
        self.assertRegex(done.stdout, r"(?m)^    4  .* #2 1\. d4 d5$")
        shown = self.report("match", "--show", "1", "--by-opening")
        self.assertEqual(shown["openings"]["used"], 2)
        first, second = shown["by_opening"]
        self.assertEqual((first["number"], first["name"], first["games"]), (1, "C42 Petrov's Defence", 6))
        self.assertEqual((second["number"], second["name"], second["games"]), (2, "1. d4 d5", 4))
        self.assertEqual((sum(first["pairs"]), sum(second["pairs"])), (3, 2))
        self.assertEqual(sum(first["first"].values()), 6)
        for key in ("wins", "draws", "losses"):
            self.assertEqual(first["first"][key] + second["first"][key], shown["score"][key])
            self.assertEqual(first["white"][key] + second["white"][key], shown["openings"]["white"][key])
        self.assertNotIn("by_opening", self.report("match", "--show", "1"))
        book.unlink()
        gone = self.rookery("match", "--show", "1", "--by-opening")
        self.assertEqual(gone.returncode, 0, gone.stderr)
        self.assertIn("#1 1. e4 e5 2. Nf3 Nf6", gone.stdout)
        self.assertRegex(gone.stderr, r"Note: names of openings are missing: .*book\.pgn")

    def test_nothing_is_said_of_what_cannot_be_known(self):
        book = self.folder / "start.fen"
        book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
        done = self.rookery("match", fake("good", "--moves", "f2f3", name="sound"), fake("crash", name="dead"),
                            "--games", "4", "--tc", "depth=1", "--openings", str(book))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("[-inf, +inf]", done.stdout)
        self.assertIn("nElo -   LOS", done.stdout)
        self.assertIn("pairs     [0, 0, 0, 0, 2]   none lost", done.stdout)
        self.assertIn("failures  dead: ", done.stdout)
        report = self.report("match", "--show", "1")
        self.assertEqual(report["nelo"], {"value": None, "low": None, "high": None})

    def test_mistakes_are_explained(self):
        for arguments, code, words in ((["nosuchplayer", "random"], 2, "there is no player 'nosuchplayer'"),
                                       (["random"], 2, "two players"),
                                       (["random", "random", "--games", "3"], 2, "odd"),
                                       (["random", "random", "--tc", "x"], 2, "--tc"),
                                       (["random", "random", "--sprt", "elo0=5 elo1=0"], 2, "sprt"),
                                       (["random", "random", "--draw", "x=1"], 2, "--draw"),
                                       (["random", "random", "--clock", "sand"], 2, "--clock"),
                                       (["random", "random", "--clock", "nodes:1000", "--tc", "1/move"], 2, "nodes=N"),
                                       (["random", "random", "--openings", "/nonexistent"], 1, "/nonexistent"),
                                       (["random", "random", "--pgn", "/nonexistent/a"], 2, "there is no folder /nonexistent"),
                                       (["random", "random", "--db", "/nonexistent/a"], 2, "there is no folder /nonexistent"),
                                       (["--list", "--show", "1"], 2, "choose one"),
                                       (["--show", "7"], 1, "rookery:"),
                                       (["--resume", "7"], 1, "no match 7")):
            with self.subTest(arguments=arguments):
                done = self.rookery("match", *arguments)
                self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
                self.assertIn(words, done.stderr)

    def test_engine_that_dies_at_start_is_told(self):
        engine = self.folder / "dead"
        engine.write_text("#!/bin/sh\necho 'no network file' >&2\nexit 3\n")
        engine.chmod(0o755)
        done = self.rookery("match", str(engine), "random")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no network file", done.stderr)

    def test_own_engine_by_uci_and_sprt(self):
        own = f"{PROGRAM},arg=uci,name=own"
        done = self.rookery("match", own, "random", "--games", "4", "--tc", "0.5+0.01", "--sprt", "elo0=0 elo1=400")
        self.assertIn(done.returncode, (0, 4, 5), done.stderr)
        self.assertIn("LLR", done.stdout)


class Engines(Arena):
    def test_add_list_test_remove(self):
        added = self.rookery("engine", "add", "homemade", str(PROGRAM), "uci")
        self.assertEqual(added.returncode, 0, added.stderr)
        self.assertIn("homemade", self.rookery("engine", "list").stdout)
        tested = self.rookery("engine", "test", "homemade")
        self.assertEqual(tested.returncode, 0, tested.stderr)
        self.assertRegex(tested.stdout, r"(?m)^plays +\S+( \S+){5}$")
        wrong = self.rookery("engine", "remove", "homemaed")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("did you mean homemade?", wrong.stderr)
        gone = self.rookery("engine", "remove", "homemade")
        self.assertEqual((gone.returncode, gone.stdout), (0, "homemade is no longer registered.\n"))
        self.assertNotIn(str(PROGRAM), self.rookery("engine", "list").stdout)
        self.assertEqual(self.rookery("engine", "test", "own-nothing").returncode, 2)

    def test_names_that_cannot_be_used(self):
        for name, why in (
            ("pvs", "'pvs' is one of our searchers"),
            ("colony-aphid" if "colony" in self.rookery("engine", "list").stdout else "random", "is one of our searchers"),
            ("a,b", "',' has a meaning on the command line"),
            (" a", "cannot be a name"),
        ):
            refused = self.rookery("engine", "add", name, str(PROGRAM), "uci")
            self.assertEqual(refused.returncode, 2, name)
            self.assertIn(why, refused.stderr)

    def test_a_list_that_is_older_than_a_searcher(self):
        self.assertEqual(self.rookery("engine", "add", "homemade", str(PROGRAM), "uci").returncode, 0)
        (file,) = self.folder.rglob("engines.json")
        file.write_text(file.read_text().replace('"homemade"', '"pvs"'))
        self.assertIn("'pvs' is our own searcher", self.rookery("engine", "list").stdout)
        played = self.rookery("match", "pvs", "random", "--games", "2", "--tc", "nodes=10")
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertEqual(played.stderr.count("'pvs' is our own searcher"), 1)

    def test_a_mistyped_player_gets_a_short_answer(self):
        wrong = self.rookery("match", "pvss", "random")
        self.assertEqual(wrong.returncode, 2)
        first = wrong.stderr.splitlines()[0]
        self.assertRegex(first, "^rookery: there is no player 'pvss'; did you mean pvs")
        self.assertLess(len(first), 200)
        self.assertEqual(first.count("/usr/games"), 1)

    def test_weights_need_their_evaluator(self):
        wrong = self.rookery("match", "pvs", "pvs,material.knight=300:300")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("add Evaluator=classical", wrong.stderr)


if __name__ == "__main__":
    unittest.main()
