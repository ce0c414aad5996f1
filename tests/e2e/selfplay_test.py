"""`rookery selfplay`: games into a file, looked at, exported, and safe from a kill."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import program


class SelfplayTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = str(Path(self.folder.name) / "some.games")

    def selfplay(self, *arguments, **more):
        return program.run("selfplay", *arguments, **more)

    def inspect(self, code=0):
        ran = self.selfplay("--inspect", "--json", self.file)
        self.assertEqual(ran.returncode, code, ran.stderr)
        return json.loads(ran.stdout)

    def path(self, name):
        return Path(self.folder.name) / name

    def set_origin(self, origin):
        """Lets the file say something else of how its games were made."""
        content = Path(self.file).read_bytes()
        size = int.from_bytes(content[8:12], "little")
        Path(self.file).write_bytes(content[:8] + len(origin).to_bytes(4, "little") + origin + content[12 + size:])

    def play(self, *arguments):
        return self.selfplay("--output", self.file, "--nodes", "100", "--threads", "2", *arguments)

    def test_plays_goes_on_and_tells(self):
        first = self.play("--games", "6")
        self.assertEqual(first.returncode, 0, first.stderr)
        facts = self.inspect()
        self.assertEqual(facts["games"], 6)
        self.assertEqual(facts["white_wins"] + facts["draws"] + facts["black_wins"], 6)
        self.assertEqual(sum(facts["positions_by_men"]), facts["positions"])
        self.assertEqual(facts["origin"]["soft_nodes"], 100)
        self.assertEqual(self.play("--games", "4").returncode, 0)
        self.assertEqual(self.inspect()["games"], 10)
        beside = json.loads(Path(self.file + ".json").read_text())
        self.assertEqual(beside, self.inspect())

    def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(self):
        one, two = self.file, self.file + "2"
        self.selfplay("--output", one, "--nodes", "50", "--threads", "1", "--games", "5", "--seed", "9")
        self.selfplay("--output", two, "--nodes", "50", "--threads", "3", "--games", "5", "--seed", "9")
        games = []
        for file in (one, two):
            ran = self.selfplay("--export", file + ".pgn", file)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            text = Path(file + ".pgn").read_text()
            games.append(sorted(game.split("\n\n", 1)[1] for game in text.split("[Event ")[1:]))
        self.assertEqual(games[0], games[1])

    def test_other_settings_need_another_file(self):
        self.play("--games", "1")
        before = Path(self.file).read_bytes()
        ran = self.selfplay("--output", self.file, "--nodes", "101", "--games", "1")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("another way", ran.stderr)
        self.assertEqual(Path(self.file).read_bytes(), before)

    def test_who_is_far_ahead_is_for_the_user_to_say(self):
        played = self.play("--games", "4", "--decided", "400", "--balanced", "60")
        self.assertEqual(played.returncode, 0, played.stderr)
        origin = self.inspect()["origin"]
        self.assertEqual((origin["decided"][0], origin["balanced"]), (400, 60))
        exported = str(self.path("all.epd"))
        self.assertEqual(self.selfplay("--export", exported, self.file).returncode, 0)
        scores = [int(score) for score in re.findall(r"ce (-?\d+);", Path(exported).read_text())]
        self.assertGreater(len(scores), 50)
        beyond = [abs(score) >= 400 for score in scores]
        self.assertFalse(any(all(beyond[i:i + 7]) for i in range(len(beyond) - 7)), "it goes on though it is decided")

    def test_exported_games_are_games(self):
        self.play("--games", "5")
        pgn = str(Path(self.folder.name) / "out.pgn")
        self.assertEqual(self.selfplay("--export", pgn, self.file).returncode, 0)
        checked = subprocess.run(["pgn-extract", "-r", pgn], capture_output=True, encoding="utf-8", check=False,
                                 env=program.environment(PATH="/usr/bin:/bin:/usr/games"))
        self.assertIn("5 games matched out of 5", checked.stderr)
        again = self.selfplay("--export", pgn, self.file)
        self.assertEqual(again.returncode, 2)
        self.assertIn(f"{pgn} is there already; --force replaces it", again.stderr)
        forced = self.selfplay("--export", pgn, self.file, "--force")
        self.assertEqual((forced.returncode, forced.stdout), (0, f"{pgn}: moves of 5 games\n"))

    def test_a_goal_of_nothing_is_refused(self):
        for option in ("--games", "--positions"):
            refused = self.selfplay("--output", self.file, option, "0")
            self.assertEqual(refused.returncode, 2)
            self.assertIn(f"{option}: 0 is not between 1 and", refused.stderr)

    def test_exported_positions_are_filtered(self):
        self.play("--games", "3")
        counts = []
        for name, options in (("all", []), ("quiet", ["--filter"])):
            epd = Path(self.folder.name) / (name + ".epd")
            self.assertEqual(self.selfplay("--export", str(epd), *options, self.file).returncode, 0)
            counts.append(len(epd.read_text().splitlines()))
        facts = self.inspect()
        self.assertEqual(counts, [facts["positions"], facts["quiet_positions"]])

    def test_games_can_be_scored_again(self):
        made = self.selfplay("--output", self.file, "--nodes", "10", "--games", "60", "--seed", "1")
        self.assertEqual(made.returncode, 0, made.stderr)
        again = str(Path(self.folder.name) / "again.games")
        words = ("--rescore", again, "--nodes", "100", "--evaluator", "classical", self.file)
        ran = self.selfplay(*words)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        before, after = (json.loads(self.selfplay("--inspect", "--json", name).stdout) for name in (self.file, again))
        for same in ("games", "positions", "white_wins", "draws", "positions_by_men"):
            self.assertEqual(before[same], after[same])
        self.assertNotEqual(before["positions_by_score"], after["positions_by_score"])
        self.assertEqual(after["origin"]["played_by"], [before["origin"]])
        self.assertEqual(after["origin"]["rescored_by"]["evaluator"], "classical")
        ran = self.selfplay(*words)
        self.assertIn("60 games (60 done earlier)", ran.stderr)
        refused = self.selfplay("--rescore", again, "--nodes", "101", "--evaluator", "classical", self.file)
        self.assertNotEqual(refused.returncode, 0)

    def test_positions_for_training_are_quiet_and_there_once_and_some_games_are_held_back(self):
        ran = self.selfplay("--output", self.file, "--nodes", "10", "--games", "400", "--seed", "1")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        out = Path(self.folder.name) / "some.positions"
        held_out = Path(self.folder.name) / "some.held.positions"
        ran = self.selfplay("--export", str(out), self.file)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        positions, games, held, held_games, filtered, repeated = map(int, re.findall(r"\d+", ran.stdout))
        self.assertEqual(games + held_games, 400)
        self.assertGreater(held_games, 0)
        self.assertLess(held_games, 40)
        self.assertGreater(held, 0)
        self.assertEqual((out.stat().st_size, held_out.stat().st_size), (32 * positions, 32 * held))
        facts = self.inspect()
        (source,) = json.loads((out.parent / "some.positions.json").read_text())
        self.assertEqual((source["games"], source["positions"]), (facts["games"], facts["positions"]))
        self.assertEqual(source["made_by"], facts["origin"])
        self.assertEqual(positions + held + repeated, facts["quiet_positions"])
        self.assertEqual(positions + held + repeated + filtered, facts["positions"])
        # Pieces, castling, en passant and whose move it is: never twice, not even in the other file.
        content = out.read_bytes() + held_out.read_bytes()
        self.assertEqual(len({content[at:at + 25] for at in range(0, len(content), 32)}), positions + held)
        before = out.read_bytes()
        for there, missing in ((out, held_out), (held_out, out)):
            kept = missing.read_bytes()
            missing.unlink()
            again = self.selfplay("--export", str(out), self.file)
            self.assertIn(again.returncode, (1, 2))
            self.assertIn(f"{there} is there already; --force replaces it", again.stderr)
            self.assertFalse(missing.exists())
            missing.write_bytes(kept)
        self.assertEqual(out.read_bytes(), before)

    def test_positions_for_training_do_not_depend_on_the_number_of_threads(self):
        folder = Path(self.folder.name)
        files = [str(folder / f"{seed}.games") for seed in range(4)]
        for seed, file in enumerate(files):
            # A seed twice gives the same games again: their positions belong to the first file.
            ran = self.selfplay("--output", file, "--nodes", "10", "--games", "60", "--seed", str(seed % 3))
            self.assertEqual(ran.returncode, 0, ran.stderr)
        results = []
        for threads in (1, 2, 3):
            ran = self.selfplay("--export", str(folder / f"{threads}.positions"), "--threads", str(threads), *files)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            results.append([ran.stdout, *((folder / f"{threads}{ending}").read_bytes()
                                          for ending in (".positions", ".held.positions", ".positions.json"))])
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])
        self.assertGreater(len(results[0][1]), 32 * 1000)

    def test_killed_it_loses_only_the_games_in_hand(self):
        playing = subprocess.Popen([program.PROGRAM, "selfplay", "--output", self.file, "--nodes", "50", "--threads", "2"],
                                   stderr=subprocess.DEVNULL, env=program.environment())
        journal = Path(self.file + ".journal")
        end = time.monotonic() + program.TIMEOUT
        while time.monotonic() < end and not (journal.exists() and journal.stat().st_size > 1000):
            time.sleep(0.02)
        playing.send_signal(signal.SIGKILL)
        playing.wait()
        kept = self.inspect()["games"]
        self.assertGreater(kept, 2)
        ran = self.selfplay("--output", self.file, "--nodes", "50", "--games", "2")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(self.inspect()["games"], kept + 2)

    def test_interrupted_it_keeps_what_is_over(self):
        playing = subprocess.Popen([program.PROGRAM, "selfplay", "--output", self.file, "--nodes", "50", "--threads", "1"],
                                   stderr=subprocess.DEVNULL, env=program.environment())
        journal = Path(self.file + ".journal")
        end = time.monotonic() + program.TIMEOUT
        while time.monotonic() < end and not (journal.exists() and journal.stat().st_size > 500):
            time.sleep(0.02)
        playing.send_signal(signal.SIGINT)
        self.assertEqual(playing.wait(timeout=program.TIMEOUT), 130)
        self.assertFalse(journal.exists())
        self.assertGreater(self.inspect()["games"], 0)

    def test_a_damaged_part_is_named_and_left_out(self):
        self.assertEqual(self.play("--games", "3").returncode, 0)
        end_of_first_block = Path(self.file).stat().st_size
        self.assertEqual(self.play("--games", "2").returncode, 0)
        self.assertNotIn("damaged", self.selfplay("--inspect", self.file).stderr)
        content = bytearray(Path(self.file).read_bytes())
        content[end_of_first_block - 1] ^= 1
        Path(self.file).write_bytes(content)
        said = f"rookery: {self.file}: block at byte "
        again = str(Path(self.folder.name) / "again.games")
        for arguments, code in ((["--inspect", self.file], 1), (["--export", self.file + ".pgn", self.file], 1),
                                (["--export", self.file + ".positions", self.file], 1),
                                (["--rescore", again, "--nodes", "10", self.file], 1),
                                (["--output", self.file, "--nodes", "100", "--games", "1"], 0)):
            ran = self.selfplay(*arguments)
            self.assertEqual(ran.returncode, code, (arguments, ran.stderr))
            self.assertRegex(ran.stderr, re.escape(said) + r"\d+: it is damaged and left out\n")
        self.assertEqual(self.inspect(code=1)["games"], 2 + 1)
        self.assertEqual(json.loads(self.selfplay("--inspect", "--json", again).stdout)["games"], 2)
        self.assertEqual(Path(self.file + ".pgn").read_text().count("[Event "), 2)

    def test_games_are_not_scored_again_into_a_damaged_file(self):
        self.play("--games", "3")
        again = self.path("again.games")
        words = ("--rescore", str(again), "--nodes", "10", self.file)
        self.assertEqual(self.selfplay(*words).returncode, 0)
        content = bytearray(again.read_bytes())
        content[-1] ^= 1
        again.write_bytes(content)
        ran = self.selfplay(*words)
        self.assertEqual(ran.returncode, 1)
        self.assertIn(f"{again}: it is damaged; choose another file\n", ran.stderr)
        self.assertEqual(again.read_bytes(), content)

    def test_an_end_cut_off_is_named(self):
        self.assertEqual(self.play("--games", "3").returncode, 0)
        whole = Path(self.file).read_bytes()
        self.assertEqual(self.play("--games", "2").returncode, 0)
        cut = Path(self.file).read_bytes()[:-100]
        Path(self.file).write_bytes(cut)
        said = (f"rookery: {self.file}: block at byte {len(whole)}: "
                f"it {{}} cut off, and its {len(cut) - len(whole)} bytes are {{}}\n")
        for arguments in (["--inspect", self.file], ["--export", self.file + ".epd", self.file],
                          ["--export", self.file + ".positions", self.file],
                          ["--rescore", self.file + "2", "--nodes", "10", self.file]):
            ran = self.selfplay(*arguments)
            self.assertEqual(ran.returncode, 1, (arguments, ran.stderr))
            self.assertIn(said.format("is", "left out"), ran.stderr)
        self.assertEqual(self.inspect(code=1)["games"], 3)
        ran = self.play("--games", "1")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn(said.format("was", "taken away"), ran.stderr)
        self.assertEqual(self.inspect()["games"], 3 + 1)

    def test_nothing_is_exported_if_a_file_is_missing(self):
        self.play("--games", "1")
        before = sorted(self.path(".").iterdir())
        for out in ("out.positions", "out.pgn", "out.epd"):
            ran = self.selfplay("--export", str(self.path(out)), self.file, self.file + "x")
            self.assertEqual(ran.returncode, 1)
            self.assertEqual(ran.stderr, f"rookery: {self.file}x: there is no such file\n")
            self.assertEqual(sorted(self.path(".").iterdir()), before)
        nowhere = self.path("none") / "out.positions"
        ran = self.selfplay("--export", str(nowhere), self.file)
        self.assertEqual(ran.returncode, 2)
        self.assertIn(f"there is no folder {nowhere.parent}", ran.stderr)

    def test_an_export_that_was_killed_can_be_made_again(self):
        self.play("--games", "20")
        out = self.path("out.pgn")
        words = ["selfplay", "--export", str(out), self.file]
        # Killed for writing more than the smallest file there can be.
        killed = subprocess.run(["sh", "-c", 'ulimit -f 1 && exec "$0" "$@"', program.PROGRAM, *words],
                                capture_output=True, env=program.environment(), check=False)
        self.assertEqual(killed.returncode, -signal.SIGXFSZ)
        self.assertFalse(out.exists())
        self.assertEqual(program.run(*words).returncode, 0)
        self.assertEqual(out.read_text().count("[Event "), 20)
        self.assertFalse(self.path("out.pgn.new").exists())

    def test_an_origin_that_is_no_json_becomes_text(self):
        self.play("--games", "1")
        self.set_origin(b"made by \xff hand")
        self.assertEqual(self.inspect()["origin"], "made by ? hand")
        ran = self.selfplay("--export", str(self.path("out.positions")), self.file)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        (source,) = json.loads(self.path("out.positions.json").read_text())
        self.assertEqual(source["made_by"], "made by ? hand")
        again = str(self.path("again.games"))
        ran = self.selfplay("--rescore", again, "--nodes", "10", self.file)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        facts = json.loads(self.selfplay("--inspect", "--json", again).stdout)
        self.assertEqual(facts["origin"]["played_by"], ["made by ? hand"])

    def test_a_network_may_have_any_name(self):
        network = os.fsencode(self.folder.name) + b"/no\xffname.rooknet"
        with open(network, "wb") as file:
            file.write(max((program.ROOT / "nets").glob("*.rooknet")).read_bytes())
        ran = self.play("--games", "1", "--network", network)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(self.inspect()["origin"]["network"], "no?name.rooknet")

    def test_games_of_before_the_longest_game_was_named_are_not_mixed_with_others(self):
        self.play("--games", "1")
        origin = self.inspect()["origin"]
        self.assertEqual(origin.pop("longest"), 600)
        self.set_origin(json.dumps(origin, separators=(",", ":")).encode())
        before = Path(self.file).read_bytes()
        ran = self.play("--games", "1")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("another way", ran.stderr)
        self.assertEqual(Path(self.file).read_bytes(), before)

    def test_bad_input_is_refused(self):
        Path(self.file).write_text("no games")
        for arguments, code, words in (
            (["--inspect", self.file], 1, "not a file of self-play games"),
            (["--inspect", self.file + "x"], 1, "no such file"),
            (["--inspect"], 2, "which files"),
            ([self.file], 2, "--inspect, --export or --rescore"),
            (["--output", self.file, "--games", "1"], 1, "not a file of self-play games"),
            (["--export", "x.txt", self.file], 2, ".pgn"),
            (["--searcher", "nobody"], 2, "no searcher"),
            (["--nodes", "0"], 2, ""),
        ):
            ran = self.selfplay(*arguments)
            self.assertEqual(ran.returncode, code, (arguments, ran.stderr))
            self.assertIn(words, ran.stderr)
        self.assertEqual(Path(self.file).read_text(), "no games")


if __name__ == "__main__":
    unittest.main()
