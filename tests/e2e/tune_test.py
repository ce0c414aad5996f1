"""Tuning with the real program, on positions whose results follow a simple rule."""

import json
import random
import re
import shlex
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import TIMEOUT, PROGRAM, ROOT, environment, run

OWN_WEIGHTS = ROOT / "src" / "eval" / "classical" / "default_weights.h"


def own_line(name):
    """As it stands in the source; material comes first."""
    return re.search(rf"\.{name} = {{[^}}]*}},", OWN_WEIGHTS.read_text()).group()


def rank_of(pawns, letter):
    row = "".join(letter if file in pawns else "1" for file in range(8))
    return re.sub("1+", lambda ones: str(len(ones.group())), row)


def lines_of(count, seed=1):
    """Kings, bishops and pawns; the side with more pawns has won."""
    choice = random.Random(seed)
    for number in range(count):
        white = [choice.sample(range(8), choice.randint(0, 3)) for _ in range(2)]
        black = [choice.sample(range(8), choice.randint(0, 3)) for _ in range(2)]
        more = sum(map(len, white)) - sum(map(len, black))
        result = "1-0" if more > 0 else "0-1" if more < 0 else "1/2-1/2"
        board = "/".join(["2b3k1", rank_of(black[0], "p"), "8", rank_of(black[1], "p"), rank_of(white[1], "P"), "8",
                          rank_of(white[0], "P"), "2B3K1"])
        yield f'{board} {choice.choice("wb")} - - c9 "{result}"; id "{number // 3}";\n'


class Texel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-tune-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.data = self.folder / "games.epd"
        self.data.write_text("".join(lines_of(1500)))
        self.output = self.folder / "tuned.h"

    def texel(self, *arguments):
        return run("tune", "texel", *map(str, arguments))

    def losses(self, text):
        start = float(re.search(r"(?m)^start .* validation ([0-9.]+)$", text).group(1))
        best = float(re.search(r"(?m)^best +after epoch \d+: ([0-9.]+),", text).group(1))
        return start, best

    def test_learns_and_writes_what_it_can_read_again(self):
        done = self.texel(self.data, "--epochs", 4, "--fewest", 50, "--output", self.output, "--report", 5)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^positions +1500 read: \d+ of \d+ games to learn from, \d+ to check with$")
        self.assertRegex(done.stdout, r"(?m)^epoch +4/4 +training 0\.\d+ +validation 0\.\d+. +rate 0\.729 ")
        self.assertRegex(done.stdout, r"(?m)^too rare .*material\.queen, ")
        self.assertRegex(done.stdout, r"(?m)^checked +rounded and traced again, validation 0\.\d+$")
        self.assertEqual(len(re.findall(r"(?m)^\S+ .* -> ", done.stdout)), 5)
        start, best = self.losses(done.stdout)
        self.assertLess(best, start)
        text = self.output.read_text()
        self.assertIn("inline constexpr Weights default_weights = {", text)
        self.assertIn(own_line("queen"), text)  # no side has one
        self.assertNotEqual(text, OWN_WEIGHTS.read_text())

        again = self.texel(self.data, "--start", self.output, "--epochs", 1, "--fewest", 50,
                           "--k", re.search(r"(?m)^k +([0-9.]+):", done.stdout).group(1))
        self.assertEqual(again.returncode, 0, again.stderr)
        checked = float(re.search(r"traced again, validation ([0-9.]+)", done.stdout).group(1))
        self.assertAlmostEqual(self.losses(again.stdout)[0], checked, places=5)
        self.assertIn("not written", again.stdout)

    def test_only_and_rescale(self):
        done = self.texel(self.data, "--epochs", 2, "--only", "material.pawn", "--rescale", "--output", self.output)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^weights +2 of \d+ parameters are free")
        self.assertRegex(done.stdout, r"(?m)^rescaled +by \d\.\d+, so that it is 100$")
        frozen = self.texel(self.data, "--epochs", 2, "--freeze", "material", "--output", self.output, "--force",
                            "--report")
        self.assertEqual(frozen.returncode, 0, frozen.stderr)
        self.assertIn(own_line("pawn"), self.output.read_text())
        self.assertNotRegex(frozen.stdout, r"(?m)^material")

    def test_resumed_it_ends_where_it_would_have(self):
        common = ("--fewest", 50, "--patience", 100)
        whole = self.texel(self.data, *common, "--epochs", 4, "--output", self.output)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        state, other = self.folder / "state.json", self.folder / "other.h"
        self.texel(self.data, *common, "--epochs", 2, "--checkpoint", state)
        self.assertEqual(json.loads(state.read_text())["epoch"], 2)
        resumed = self.texel(self.data, *common, "--epochs", 4, "--checkpoint", state, "--resume", "--output", other)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertRegex(resumed.stdout, r"(?m)^resumed +after epoch 2$")
        self.assertEqual(other.read_text(), self.output.read_text())
        wrong = self.texel(self.data, *common, "--seed", 5, "--checkpoint", state, "--resume")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("other data or settings", wrong.stderr)

    def test_interrupted_it_writes_the_best_so_far(self):
        process = subprocess.Popen([PROGRAM, "tune", "texel", self.data, "--epochs", "100000", "--patience", "100000",
                                    "--decay", "1", "--fewest", "50", "--output", self.output],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment())
        self.addCleanup(process.kill)
        for line in process.stdout:
            if line.startswith("epoch  2"):
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130, err)
        self.assertRegex(out, r"(?m)^best +after epoch [1-9]")
        self.assertNotEqual(self.output.read_text(), OWN_WEIGHTS.read_text())
        self.assertIn("default_weights = {", self.output.read_text())

    def test_noisy_positions_can_go(self):
        self.data.write_text("".join(lines_of(300)) + "4k3/ppp1pppp/3p4/4Q3/8/8/PPPPPPPP/4K3 b - - c9 \"1-0\";\n")
        noisy = self.texel(self.data, "--quiet", "drop", "--epochs", 1)
        self.assertEqual(noisy.returncode, 0, noisy.stderr)
        self.assertRegex(noisy.stdout, r"(?m)^left out .* [1-9]\d* noisy")

    def test_writes_over_the_source_only_when_asked(self):
        def write(*arguments):
            return subprocess.run([PROGRAM, "tune", "texel", self.data, "--epochs", "1", "--fewest", "50", *arguments],
                                  cwd=self.folder, capture_output=True, encoding="utf-8", timeout=TIMEOUT,
                                  env=environment(), check=False)
        elsewhere = write("--write")
        self.assertEqual(elsewhere.returncode, 2)
        self.assertIn("--write works in the folder of the source", elsewhere.stderr)
        source = self.folder / "src" / "eval" / "classical" / "default_weights.h"
        source.parent.mkdir(parents=True)
        source.write_text("old")
        self.assertEqual(write().returncode, 0)
        self.assertEqual(source.read_text(), "old")
        self.assertEqual(write("--write").returncode, 0)
        self.assertIn("default_weights = {", source.read_text())

    def test_mistakes(self):
        for arguments, code, words in (
                ((), 2, "FILE"),
                ((self.folder / "no.epd",), 1, "there is no file"),
                ((self.data, "--only", "knights"), 2, "no weight is called 'knights'"),
                ((self.data, "--resume"), 2, "--resume goes with --checkpoint"),
                ((self.data, "--lambda", 2), 2, "rookery"),
                ((self.data, "--output", self.folder / "no" / "such.h"), 2, "there is no folder"),
                ((self.data, "--start", self.data), 1, "default_weights")):
            done = self.texel(*arguments)
            self.assertEqual(done.returncode, code, arguments)
            self.assertIn(words, done.stderr)


class Wdl(unittest.TestCase):
    """WDL by the score, from positions whose results follow it."""

    def test_fits_what_it_is_shown(self):
        with tempfile.TemporaryDirectory(prefix="rookery-wdl-") as folder:
            data = Path(folder) / "games.epd"
            choice = random.Random(2)
            with data.open("w") as file:
                for number in range(3000):
                    score = choice.randint(-400, 400)
                    # Half of the games are won at 150, whatever the material.
                    luck = score + choice.gauss(0, 60)
                    result = "1-0" if luck > 150 else "0-1" if luck < -150 else "1/2-1/2"
                    board = choice.choice(["4k3/4p3/8/8/8/8/4P3/4K3", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                           "r3k3/pppp4/8/8/8/8/PPPPPP2/R3K1N1"])
                    file.write(f'{board} w - - c9 "{result}"; ce {score}; id "{number}";\n')
            done = run("tune", "wdl", str(data))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^positions +3000 of 3000 games; 0 more without a score")
        numbers = re.search(r"(?m)^    ByMaterial half_won\{([0-9.]+), ([0-9.]+), ([0-9.]+)\};$", done.stdout)
        for number in numbers.groups():
            self.assertAlmostEqual(float(number), 150, delta=30)
        self.assertRegex(done.stdout, r"(?m)^ 200 - 299 +\d+ +\d+\.\d ")

    def test_refuses_what_has_no_scores(self):
        with tempfile.TemporaryDirectory(prefix="rookery-wdl-") as folder:
            data = Path(folder) / "games.epd"
            data.write_text('4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0";\n')
            for path in (data, Path(folder) / "missing.games"):
                done = run("tune", "wdl", str(path))
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertTrue(done.stderr.startswith("rookery: "))


class Spsa(unittest.TestCase):
    """Numbers of the search tuned by playing; few games, so only that it works."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.state = Path(scratch.name) / "state.json"
        self.chart = Path(scratch.name) / "chart.svg"

    def spsa(self, *arguments):
        return run("tune", "spsa", "--tc", "nodes=150", "--only", "null_move", "--threads", "2",
                   *[str(one) for one in arguments])

    def pairs_kept(self):
        return sum(map(len, json.loads(self.state.read_text())["stages"].values())) // 2

    def test_plays_keeps_and_goes_on(self):
        done = self.spsa("--pairs", 6, "--checkpoint", self.state, "--chart", self.chart)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^tuning +5 settings of pvs, 6 pairs")
        own = re.search(r"(?m)^null_move_margin_base +(\d+)", run("bench", "--settings").stdout)[1]
        self.assertRegex(done.stdout, rf"(?m)^null_move_margin_base +{own} +\d+\.\d\d$")
        self.assertRegex(done.stdout, r"(?m)^to be measured: \S*rookery match pvs\S* pvs$")
        self.assertEqual(self.pairs_kept(), 6)
        self.assertIn("<svg", self.chart.read_text())
        again = self.spsa("--pairs", 6, "--checkpoint", self.state, "--resume")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("resumed     after 6 pairs", again.stdout)
        other = self.spsa("--pairs", 7, "--checkpoint", self.state, "--resume")
        self.assertEqual(other.returncode, 1)
        self.assertIn("was made with pairs 6, not 7", other.stderr)

    def test_is_the_same_with_any_number_of_threads_and_after_a_break(self):
        def values(*arguments):
            done = run("tune", "spsa", "--tc", "nodes=60", "--only", "null_move", "--rate", "1", "--pairs", "40", *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            return re.findall(r"(?m)^null_move\w* .*$", done.stdout)

        alone = values("--threads", "1", "--checkpoint", self.state)
        self.assertEqual(len(alone), 5)
        self.assertEqual(values("--threads", "3"), alone)
        kept = json.loads(self.state.read_text())
        (stage, results), = kept["stages"].items()
        kept["stages"][stage] = results[:34]  # as if it had been interrupted there
        self.state.write_text(json.dumps(kept))
        self.assertEqual(values("--threads", "2", "--checkpoint", self.state, "--resume"), alone)
        self.assertEqual(json.loads(self.state.read_text())["stages"], {stage: results})

    def test_tunes_weights_too(self):
        done = run("tune", "spsa", "--tc", "depth=1", "--weights", "material.knight", "rooks.doubled", "--start", "study",
                   "--pairs", "4", "--judge-games", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^tuning +by spsa, 4 parameters of pvs, at depth=1$")
        self.assertRegex(done.stdout, r"(?m)^material.knight mg +238.0 +\d+\.\d\d +\d+$")
        self.assertRegex(done.stdout, r"(?m)^depth=1, random +4 ")

    def test_an_older_checkpoint_is_refused_and_left_alone(self):
        old = '{"format":"rookery spsa 1","made_with":{"pairs":6},"history":[[6,[90.0]]]}\n'
        self.state.write_text(old)
        done = self.spsa("--pairs", 6, "--checkpoint", self.state, "--resume")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{self.state} was written by an earlier version", done.stderr)
        self.assertEqual(self.state.read_text(), old)

    def test_leaves_alone_what_shows_only_on_a_clock(self):
        done = run("tune", "spsa", "--tc", "nodes=20", "--pairs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^singular_margin ")
        self.assertNotRegex(done.stdout, r"(?m)^(\w+_time|use_\w+) ")

    def test_a_checkpoint_is_not_overwritten_unasked(self):
        self.assertEqual(self.spsa("--pairs", 2, "--checkpoint", self.state).returncode, 0)
        before = self.state.read_text()
        done = self.spsa("--pairs", 2, "--checkpoint", self.state, "--chart", self.chart)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"{self.state} is there already", done.stderr)
        self.assertIn("--resume", done.stderr)
        self.assertEqual(self.state.read_text(), before)
        self.assertFalse(self.chart.exists())

    def test_refuses_before_the_first_game_what_cannot_be_written(self):
        folder = self.state.parent
        missing, full = folder / "no" / "such.json", folder / "folder"
        full.mkdir()
        for arguments in (("--checkpoint", missing), ("--chart", missing), ("--chart", full),
                          ("--checkpoint", self.state, "--chart", missing), ("--checkpoint", full, "--resume")):
            done = self.spsa("--pairs", 10**6, *arguments)  # so many would not end
            self.assertIn(done.returncode, (1, 2), arguments)
            self.assertEqual(done.stdout, "", arguments)
            self.assertRegex(done.stderr, rf"^rookery: --\w+: (there is no folder {missing.parent}|{full} is a folder)")
            self.assertEqual(sorted(folder.iterdir()), [full])  # nothing is left lying about

    def test_interrupted_it_can_go_on(self):
        process = subprocess.Popen([PROGRAM, "tune", "spsa", "--tc", "nodes=20", "--pairs", "5000", "--checkpoint",
                                    self.state], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                                   env=environment())
        self.addCleanup(process.kill)
        process.stdout.readline()
        while process.poll() is None and self.pairs_kept() == 0:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("to be measured", out)
        self.assertGreater(self.pairs_kept(), 0)

    def test_says_what_is_wrong(self):
        for arguments, why in (
            (("--only", "tea"), "no setting of 'pvs' begins with 'tea'"),
            (("--only", "use_null"), "'use_null_moves' is not tuned"),
            (("--only", "use_razoring"), "'use_razoring' is not tuned"),
            (("--tc", "soon"), "soon"),
            (("--searcher", "nobody"), "no searcher 'nobody'"),
            (("--searcher", "random", "--only", "x"), "no setting"),
            (("--resume",), "--resume goes with --checkpoint"),
            (("--openings", "/no/such/book"), "/no/such/book"),
            (("--only", "null_move", "--weights", "material"), "one of them"),
            (("--weights", "material.nite"), "no weight is called 'material.nite'"),
        ):
            done = run("tune", "spsa", *arguments)
            self.assertIn(done.returncode, (1, 2), arguments)
            self.assertIn(why, done.stderr)


class WeightsByGames(unittest.TestCase):
    """Sequential, genetic, annealing and the judge; few games at depth 1, so only that they work."""

    QUICK = {
        "sequential": ("--iterations", "1", "--match-games", "4"),
        "genetic": ("--games", "40", "--population", "4"),
        "anneal": ("--games", "40", "--match-games", "4"),
    }

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="rookery-tune-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.state = self.folder / "state.json"

    def tune(self, method, *arguments):
        return run("tune", method, *self.QUICK.get(method, ()), "--judge-games", "6", *map(str, arguments))

    def numbers(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"(?m)^\S+ [me]g +.*$", done.stdout)

    def test_tunes_judges_and_writes(self):
        files = {kind: self.folder / f"out.{kind}" for kind in ("json", "csv", "chart", "score-chart")}
        done = self.tune("sequential", "--depths", "1-2", "--checkpoint", self.state,
                         *[word for kind, path in files.items() for word in (f"--{kind}", path)])
        self.assertEqual(len(self.numbers(done)), 12)
        self.assertRegex(done.stdout, r"(?m)^tuning +by sequential, 12 parameters of pvs, at depth 1, depth 2$")
        self.assertRegex(done.stdout, r"(?m)^study, depth 4 +75.0 +490,420 +25,20 +32.5,15 +50,50 +27,18 +30,0$")
        self.assertRegex(done.stdout, r"(?m)^study, depth 8 +20 .* 0.5034$")
        self.assertRegex(done.stdout, r"(?m)^start +350,350 +50,50 +25,25 +25,25 +30,30 +50,0$")
        tables = json.loads(files["json"].read_text())
        self.assertEqual([row["games"] for row in tables["judgement"]["rows"][5:]], [20, 6, 20, 6])
        self.assertEqual(set(tables["numbers"]["rows"][0]), {"name", "start", "depth_1", "depth_2", "own"})
        self.assertIn("# The tuned values against the start", files["csv"].read_text())
        for kind in ("chart", "score-chart"):
            self.assertIn("<svg", files[kind].read_text())

    def test_resumed_it_ends_where_it_would_have(self):
        for method in self.QUICK:
            self.state.unlink(missing_ok=True)
            whole = self.tune(method, "--depths", "1", "--threads", "2", "--checkpoint", self.state)
            expected = self.numbers(whole)
            kept = json.loads(self.state.read_text())
            stages = dict(kept["stages"])
            self.assertEqual(list(stages), ["depth 1", "depth 1 judged, ten openings", "depth 1 judged"])
            self.assertEqual([len(stages[name]) for name in list(stages)[1:]], [20, 6])
            kept["stages"] = {"depth 1": stages["depth 1"][:14]}
            self.state.write_text(json.dumps(kept))
            again = self.tune(method, "--depths", "1", "--threads", "3", "--checkpoint", self.state, "--resume")
            self.assertIn("resumed     depth 1, after 14 games", again.stdout)
            self.assertEqual(self.numbers(again), expected, method)
            self.assertEqual(json.loads(self.state.read_text())["stages"], stages, method)

    def test_more_can_be_asked_for_later(self):
        first = self.tune("genetic", "--depths", "1", "--checkpoint", self.state)
        second = run("tune", "genetic", *self.QUICK["genetic"], "--depths", "1-2", "--judge-games", "10", "--checkpoint",
                     str(self.state), "--resume")
        self.numbers(second)
        stages = json.loads(self.state.read_text())["stages"]
        self.assertEqual(len(stages["depth 1 judged"]), 10)
        self.assertIn("depth 2", stages)
        self.assertEqual(first.returncode, 0)

    def test_repeats_have_seeds_of_their_own(self):
        done = self.tune("anneal", "--depths", "1", "--repeats", "2", "--parameters", "material.knight", "tempo")
        self.assertEqual(len(self.numbers(done)), 4)
        self.assertRegex(done.stdout, r"(?m)^depth 1, seed 2, random +6 ")
        self.assertRegex(done.stdout, r"(?m)^depth 1, all seeds, random +12 ")
        self.assertRegex(done.stdout, r"(?m)^material.knight mg +238.0 +\S+ \(\S+ to \S+\) +338$")

    def test_judges_our_own_and_given_values(self):
        done = run("tune", "judge", "--depths", "1", "--judge-games", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        for row in self.numbers(done):
            start, now, own = row.split()[-3:]
            self.assertEqual(float(now), float(own), row)
        done = run("tune", "judge", "material.knight=300:310", "rooks.trapped=-5", "--depths", "1", "--judge-games", "0")
        self.assertRegex(done.stdout, r"(?m)^material.knight eg +472.5 +310.00 +478$")
        self.assertRegex(done.stdout, r"(?m)^rooks.trapped eg +-26.0 +-5.00 +-26$")
        # The match it advises compares weights, not evaluators, and can be played.
        advised = re.search(r"(?m)^to be measured: \S+ match (.*)$", done.stdout).group(1)
        for word in advised.split():  # a shell would look for files with these brackets
            self.assertEqual("[" in word, word.startswith("'"), word)
        one, other = shlex.split(advised)
        self.assertIn("pvs,Evaluator=classical,", one)
        self.assertTrue(other.startswith("pvs,Evaluator=classical"), other)
        played = run("match", one, other, "--tc", "nodes=10", "--games", "2", "--db", str(self.folder / "advised.db"))
        self.assertEqual(played.returncode, 0, played.stderr)

    def test_a_checkpoint_is_not_overwritten_unasked(self):
        for text in ("precious", json.dumps({"format": "rookery tuning 1", "made_with": {"method": "anneal"}, "stages": {}})):
            self.state.write_text(text)
            for more, code, why in (((), 2, "is there already"), (("--resume",), 1, "")):
                done = self.tune("genetic", "--depths", "1", "--checkpoint", self.state, *more)
                self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
                self.assertIn(str(self.state), done.stderr)
                self.assertIn(why, done.stderr)
                self.assertEqual(self.state.read_text(), text)

    def test_refuses_before_the_first_game_what_cannot_be_written(self):
        missing = self.folder / "no" / "such"
        for option in ("--chart", "--score-chart", "--json", "--csv", "--checkpoint"):
            done = run("tune", "genetic", "--games", "1000000000", "--checkpoint" if option != "--checkpoint" else "--seed",
                       str(self.state) if option != "--checkpoint" else "2", option, str(missing))
            self.assertEqual((done.returncode, done.stdout), (2, ""), option)
            self.assertIn(f"there is no folder {missing.parent}", done.stderr)
            self.assertEqual(list(self.folder.iterdir()), [], option)

    def test_ctrl_c_keeps_what_was_played(self):
        process = subprocess.Popen([PROGRAM, "tune", "sequential", "--depths", "1-9", "--checkpoint", self.state, "--json",
                                    self.folder / "out.json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   encoding="utf-8", env=environment())
        self.addCleanup(process.kill)
        process.stdout.readline()
        while process.poll() is None and '"depth 1": "' not in self.state.read_text():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("material.knight mg", out)
        self.assertFalse((self.folder / "out.json").exists())
        self.assertGreater(len(json.loads(self.state.read_text())["stages"]["depth 1"]), 0)

    def test_says_what_is_wrong(self):
        book = self.folder / "two.epd"
        book.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n")
        for method, arguments, why in (
            ("sequential", ("--parameters", "material.knigth"), "did you mean material.knight"),
            ("sequential", ("--depths", "8-4"), "--depths: '8-4' is neither a depth from 1 to 60"),
            ("sequential", ("--depths", "deep"), "--depths: 'deep' is neither a depth"),
            ("sequential", ("--match-games", "40"), "enough for 20 different games"),
            ("sequential", ("--match-games", "5"), "--match-games: games are played in pairs: 5 is an odd number"),
            ("sequential", ("--repeats", "3"), "--repeats needs --openings random"),
            ("genetic", ("--games", "126"), "one round of it takes 128"),
            ("anneal", ("--games", "98"), "one round of it takes 100"),
            ("sequential", ("--openings", self.folder / "none.epd"), "none.epd"),
            ("anneal", ("--judge-openings", book), "enough for 2 different games"),
            ("genetic", ("--searcher", "nobody"), "no searcher 'nobody'"),
            ("genetic", ("--searcher", "random"), "random"),
            ("genetic", ("--tc", "soon"), "soon"),
            ("genetic", ("--resume",), "--resume goes with --checkpoint"),
            ("judge", ("material.knight",), "is not a weight like"),
            ("judge", ("material.knight=high",), "'high' is not a weight"),
            ("judge", ("material.nite=1",), "no weight is called 'material.nite'"),
        ):
            done = run("tune", method, *map(str, arguments))
            self.assertIn(done.returncode, (1, 2), arguments)
            self.assertEqual(done.stdout, "", arguments)
            self.assertIn(why, done.stderr)


if __name__ == "__main__":
    unittest.main()
