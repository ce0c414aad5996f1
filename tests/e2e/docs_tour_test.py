"""Runs the commands of all pages, as a reader would type them, and compares the figures that they print.

A command is a line './rookery ...' of a code block. It runs in a folder that has the launcher and data/, after the
commands before it on the same page. Long ones are made short by SHORTER and MORE below. Comments in the pages say the rest:

    <!-- tour: whole -->                 run the next block as it is, however long it takes
    <!-- tour: add --games 4 -->         more words for every command of it
    <!-- tour: replace 1,000 => 10 -->   other words in it
    <!-- tour: input e4; quit -->        lines for its standard input
    <!-- tour: exit 5 -->                its commands end with this code
    <!-- tour: before cp data/x y -->    a command of the shell before it, for what the reader has
    <!-- tour: after kill %1 -->         and one behind it
    <!-- tour: skip why -->              nothing of it is run
    <!-- prints: ./rookery bench -->     every number of the next table, block or paragraph is in what this prints
    <!-- counts: ./rookery bench -->     only those that are written with a comma

Behind a command, a number in its comment ('# 4,865,609') is one that it prints, if the command was not shortened.
"""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from dataclasses import dataclass, field
from pathlib import Path

from program import ROOT, environment, run

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TIME_LIMIT = 600

# The largest value that an option gets here, unless MORE has another for the command.
SHORTER = {"--games": "2", "--pairs": "1", "--seconds": "1", "--count": "4", "--judge-games": "2", "--repeats": "1",
           "--turns": "1", "--match-games": "2", "--solving-nodes": "4000", "--time": "0.05", "--minutes": "0.02",
           "--epochs": "1", "--depth": "3", "--positions": "40", "--threads": "2", "--workers": "2", "--rounds": "1600",
           "--first": "3", "--concurrency": "2", "--move-time": "0.05"}
# What a command gets if it has none of these options.
MORE = {"match": "--games 2", "tournament": "--pairs 1", "selfplay": "--games 2", "lab features": "--games 2 --nodes 200",
        "lab search": "--games 2 --nodes 200", "lab levels": "--games 2", "lab boards": "--quick", "lab colony": "--count 4 --seconds 1",
        "tune sequential": "--games 20 --judge-games 2", "tune genetic": "--games 8 --judge-games 2 --population 4",
        "tune anneal": "--games 4 --match-games 2 --judge-games 2", "tune spsa": "--pairs 1 --judge-games 2", "tune judge": "--judge-games 2",
        "tune texel": "--epochs 1", "train": "--epochs 1", "suite": "--first 3 --time 0.05", "play": "", "speedtest": "--seconds 1"}
# Matches that show or list something play nothing.
READS = {"--show", "--list", "--verify", "--resume", "--inspect", "--export", "--rescore"}


@dataclass
class Block:
    """Some command lines, and what the comments before them ask for."""

    commands: list
    add: str = ""
    replace: list = field(default_factory=list)
    input: str = ""
    exit: int = 0
    before: list = field(default_factory=list)
    after: list = field(default_factory=list)
    skip: str = ""
    whole: bool = False


@dataclass
class Claim:
    """Numbers of a page that a command prints."""

    command: str
    numbers: list


def counts_in(text):
    return [count.replace(",", "") for count in re.findall(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])", text)]


def numbers_in(text):
    """Numbers of two digits or more, without the signs between thousands."""
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    return re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w])", plain)


def directives_of(block, comments):
    for comment in comments:
        word, _, rest = comment.partition(" ")
        if word == "add":
            block.add = rest
        elif word == "replace":
            block.replace.append(rest.split(" => "))
        elif word == "input":
            block.input = "".join(line.strip() + "\n" for line in rest.split(";"))
        elif word == "exit":
            block.exit = int(rest)
        elif word == "before":
            block.before.append(rest)
        elif word == "after":
            block.after.append(rest)
        elif word == "whole":
            block.whole = True
        elif word == "skip":
            block.skip = rest
        else:
            raise ValueError(f"tour: {comment}")
    return block


def parts_of(text):
    """The blocks of commands and the claims of a page, in order."""
    comments, claim = [], None
    text = re.sub(r"^```\w*$", "", text, flags=re.MULTILINE)
    for paragraph in re.split(r"\n[ ]*\n", text):
        for kind, words in re.findall(r"<!-- (tour|prints|counts): (.*?) -->", paragraph):
            if kind == "tour":
                comments.append(words)
            else:
                claim = words, numbers_in if kind == "prints" else counts_in
        body = re.sub(r"<!--.*?-->\n?", "", paragraph)
        if not body.strip():
            continue
        if claim is not None:
            command, numbers_of = claim
            yield Claim(command, numbers_of(body))
            claim = None
            continue
        joined = re.sub(r"\\\n\s*", "", body)
        commands = re.findall(r"^(?:    )?(?:\$ )?(\./rookery\b.*)$", joined, re.MULTILINE)
        if commands:
            yield directives_of(Block(commands), comments)
        comments = []


def shortened(words):
    """The words of a command line with smaller numbers."""
    words = list(words)
    more = next((options for command, options in MORE.items() if words[1:1 + len(command.split())] == command.split()), "")
    more = [option.split() for option in re.findall(r"--[\w-]+(?: \S+)?", more)]
    most = SHORTER | {option[0]: option[1] for option in more if len(option) > 1}
    for at, word in enumerate(words):  # the list may become shorter meanwhile
        if at + 1 == len(words):
            break
        value = words[at + 1]
        if word in most and re.fullmatch(r"[\d.]+", value) and float(value) > float(most[word]):
            words[at + 1] = most[word]
            while at + 2 < len(words) and re.fullmatch(r"\d+", words[at + 2]):  # a list of numbers
                del words[at + 2]
        elif word.startswith("--tc"):
            words[at + 1] = re.sub(r"(?<=nodes=)\d+", "200", value)
            words[at + 1] = re.sub(r"(?<=depth=)\d+", "2", words[at + 1])
            words[at + 1] = re.sub(r"^[\d.]+\+[\d.]+$", "1+0.01", words[at + 1])
            words[at + 1] = re.sub(r"^[\d.]+(?=/move)", "0.02", words[at + 1])
        elif word == "--depths":
            words[at + 1] = "1"
    if READS.isdisjoint(words):
        for option in more:
            if option[0] not in words:
                words += option
    return words


class Reader(unittest.TestCase):
    """Somebody in a folder with the program and data/."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="rookery-tour-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for name in ("rookery", "build", "data", "docs", "nets", "src"):
            (self.folder / name).symlink_to(ROOT / name)
        self.addCleanup(self.shell, "./rookery colony down")  # after a failure a server may be left

    def shell(self, command, text="", limit=TIME_LIMIT):
        # Games are played by nodes or in few seconds, so a home of its own keeps them from those of the reader.
        home = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data-home"), "ROOKERY_STORE": "",
                "XDG_STATE_HOME": str(self.folder / "state-home"), "XDG_CONFIG_HOME": str(self.folder / "config-home"),
                "PATH": os.environ["PATH"] + ":/usr/games"}
        return subprocess.run(["bash", "-c", command], cwd=self.folder, input=text, capture_output=True, encoding="utf-8",
                              errors="replace", timeout=limit, check=False, env=environment(**home))


class Tour(Reader):
    def run_block(self, page, block):
        for command in block.before:
            done = self.shell(command)
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")
        for line in block.commands:
            command, _, comment = re.sub(r" {2,}#", "\0", line).partition("\0")
            for old, new in block.replace:
                command = command.replace(old, new)
            words = shlex.split(command)
            short = (words if block.whole else shortened(words)) + shlex.split(block.add)
            # A pattern of files is the shell's business.
            typed = " ".join(word if "*" in word else shlex.quote(word) for word in short)
            with self.subTest(page=page.name, command=typed):
                done = self.shell(typed, block.input)
                self.assertEqual(done.returncode, block.exit, f"{typed}\n{done.stdout}\n{done.stderr}")
                if short == words:
                    said = numbers_in(done.stdout)
                    for number in counts_in(comment):
                        self.assertIn(number, said, line)
        for command in block.after:
            self.shell(command)

    def check(self, page, claim):
        with self.subTest(page=page.name, prints=claim.command):
            if claim.command not in self.printed:
                self.printed[claim.command] = self.shell(claim.command)
            done = self.printed[claim.command]
            said = set(numbers_in(done.stdout))
            missing = [number for number in claim.numbers if number not in said]
            self.assertTrue(claim.numbers)
            self.assertEqual(missing, [], f"{claim.command} prints\n{done.stdout}\n{done.stderr}")

    def tour(self, name):
        self.printed = {}  # by the commands of claims
        page = next(page for page in PAGES if page.name == name)
        for part in parts_of(page.read_text()):
            if isinstance(part, Claim):
                self.check(page, part)
            elif not part.skip:
                self.printed.clear()
                self.run_block(page, part)


def add_page(page):
    def test(self):
        self.tour(page.name)

    setattr(Tour, f"test_{page.stem.replace('-', '_')}_Long", test)


for each in PAGES:
    add_page(each)


class Examples(Reader):
    """The examples at the end of --help run in a fresh clone, after those before them."""

    # Games and books of one's own, which the examples suppose.
    BEFORE = ("./rookery tournament random minimax,depth=1 iterative --tc nodes=100 --pairs 1",
              "./rookery selfplay --games 4 --nodes 200 --output some.games && cp some.games more.games && "
              "cp some.games games.games",
              "./rookery match random random --games 10 --plies 0 --tc nodes=1 --seed 3 --pgn games.pgn",
              "./rookery book build games.pgn --output a.bin --min-games 1 && cp a.bin b.bin && cp a.bin books.bin")
    # Other machines, another program, sources that would be changed.
    SKIPPED = ("colony", "worker", "engine add", "lab colony --live", "tune texel some.games --only danger",
               "human ", "tb probe ")  # their tests have games of people, a network and tables
    # Few games have moves that were played five times, and no traps.
    OTHER = [("--min-games 5", "--min-games 1"), (" --fen FEN", ""), ("suite traps.epd", "suite data/positions/mate_traps.epd")]

    def examples(self):
        """Those of all commands, each once."""
        found, commands = {}, [()]
        while commands:
            command = commands.pop(0)
            done = run(*command, "--help")
            self.assertEqual(done.returncode, 0, done.stderr)
            listed = done.stdout.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
            commands += [(*command, name) for name in re.findall(r"^  (\S+) ", listed, re.MULTILINE)]
            text = re.sub(r"\\\n\s*", "", done.stdout)
            for line in re.findall(r"^(?:Examples?:| {9,10}) ?(rookery .*)$", text, re.MULTILINE):
                found[re.split(r" {2,}", line)[0].removeprefix("rookery ")] = command
        return found

    def test_they_run_Long(self):
        examples = self.examples()
        self.assertGreater(len(examples), 40)
        for line in self.BEFORE:
            done = self.shell(line)
            self.assertEqual(done.returncode, 0, done.stderr)
        for line in examples:
            if line.startswith(self.SKIPPED) or line == "lab growth":  # the tour of how-it-works.md has that
                continue
            typed = line
            for old, new in self.OTHER:
                typed = typed.replace(old, new)
            words = shortened(["./rookery", *shlex.split(typed)])
            for option in {"--output", "--checkpoint"}.intersection(words):  # of another example
                (self.folder / words[words.index(option) + 1]).unlink(missing_ok=True)
            typed = " ".join(map(shlex.quote, words))
            with self.subTest(typed):
                done = self.shell(typed)
                self.assertIn(done.returncode, (0, 5), f"{typed}\n{done.stdout}\n{done.stderr}")


class Inline(unittest.TestCase):
    """Commands in running text and in tables: the command and its options exist."""

    BY_LAUNCHER = ("test", "build", "install", "doctor", "train", "teacher")
    WITH_WORDS = ("book", "colony", "engine", "human", "lab", "tune")

    def test_inline_commands_exist(self):
        helps = {}
        launcher = run_launcher("--help")
        found = 0
        for page in PAGES:
            for span in re.findall(r"`(\./rookery [^`]+)`", page.read_text()):
                words = [word for word in span.split()[1:] if word not in ("--yes", "--no-install", "…", "--help")]
                if not words or not re.fullmatch(r"[a-z-]+", words[0]):
                    continue  # a placeholder such as COMMAND
                found += 1
                with self.subTest(page=page.name, command=span):
                    by_launcher = words[0] in self.BY_LAUNCHER or words[:2] in (["human", "train"], ["human", "evaluate"])
                    if by_launcher or words[0] == "bench" and len(words) > 1:
                        self.assertIn(f"\n  {words[0]} ", launcher)
                        if words[0] == "bench" and not words[1].isupper():
                            self.assertTrue(list((ROOT / "bench").glob(words[1] + ".*")) or words[1].isdigit(), span)
                        continue
                    nested = words[0] in self.WITH_WORDS and len(words) > 1 and re.fullmatch(r"[a-z-]+", words[1])
                    command = tuple(words[:2] if nested else words[:1])
                    if command not in helps:
                        done = run(*command, "--help")
                        self.assertEqual(done.returncode, 0, done.stderr)
                        helps[command] = done.stdout
                    for option in re.findall(r"(?<= )--[a-z][a-z-]*", " ".join(words)):
                        self.assertRegex(helps[command] + "--help", rf"(?m)(^|[ ,]){option}\b", span)
        self.assertGreater(found, 40)


def run_launcher(*arguments):
    return subprocess.run([ROOT / "rookery", *arguments], capture_output=True, encoding="utf-8", timeout=TIME_LIMIT,
                          check=True).stdout


class Reading(unittest.TestCase):
    """What the tour reads of a page."""

    def test_finds_commands_comments_and_claims(self):
        page = ("Text `./rookery in text`\n\n<!-- tour: add --x 1 -->\n\n    ./rookery a --games 200 \\\n        --pin  # 1,234\n"
                "    ./rookery b\n\n<!-- prints: ./rookery c -->\n| 1,000 | 7 |\n\n"
                "<!-- counts: ./rookery d -->\n| 1,234,567* (42) | 89 |\n")
        block, claim, counts = parts_of(page)
        self.assertEqual(block.commands, ["./rookery a --games 200 --pin  # 1,234", "./rookery b"])
        self.assertEqual(block.add, "--x 1")
        self.assertEqual((claim.command, claim.numbers), ("./rookery c", ["1000", "7"]))
        self.assertEqual((counts.command, counts.numbers), ("./rookery d", ["1234567"]))

    def test_shortens(self):
        self.assertEqual(shortened("./rookery match a b --tc nodes=20000 --games 500".split()),
                         "./rookery match a b --tc nodes=200 --games 2".split())
        self.assertEqual(shortened("./rookery match a b --tc 10+0.1".split()),
                         "./rookery match a b --tc 1+0.01 --games 2".split())
        self.assertEqual(shortened("./rookery lab colony --workers 4 16 64 --count 120".split()),
                         "./rookery lab colony --workers 2 --count 4 --seconds 1".split())
        self.assertEqual(shortened("./rookery tune genetic --games 20000".split()),
                         "./rookery tune genetic --games 8 --judge-games 2 --population 4".split())
        self.assertEqual(shortened("./rookery match --show 3".split()), "./rookery match --show 3".split())
        self.assertEqual(shortened("./rookery perft 5".split()), "./rookery perft 5".split())

    def test_every_page_is_on_the_tour(self):
        self.assertEqual(len([name for name in dir(Tour) if name.endswith("_Long")]), len(PAGES))


if __name__ == "__main__":
    unittest.main()
