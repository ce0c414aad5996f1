"""Opening books with the real program."""

import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import Engine, command, environment, run

GAMES = """[Event "x"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0

[Event "x"]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 d6 1/2-1/2

[Event "x"]
[Result "0-1"]

1. d4 d5 0-1
"""


class Books(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rookery-book-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.games = self.folder / "games.pgn"
        self.games.write_text(GAMES)
        self.book = self.folder / "games.bin"

    def build(self, *more, code=0):
        done = run("book", "build", self.games, "--output", self.book, "--min-games", "1", *more)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_games_become_a_book_that_the_engine_plays(self):
        self.assertIn("3 games taken\n", self.build().stdout)
        shown = run("book", "show", self.book)
        self.assertEqual(shown.stdout, "e4          3  100.0 %\n")
        engine = Engine()
        self.addCleanup(engine.kill)
        engine.say(f"setoption name BookFile value {self.book}")
        engine.say("setoption name OwnBook value true")
        engine.say("position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6")
        engine.say("go depth 1")
        said = engine.until("bestmove")
        self.assertEqual(said[-1], "bestmove e1g1")
        self.assertIn("info string book move, weight 2 of 2", said)

    def test_a_book_that_is_there_stays(self):
        self.build()
        refused = self.build(code=2)
        self.assertIn("is there already; --force replaces it", refused.stderr)
        self.build("--force", "--scoring", "games")
        self.assertIn("d4          1   33.3 %", run("book", "show", self.book).stdout)
        # A build that finds nothing leaves it, too.
        before = self.book.read_bytes()
        failed = self.build("--force", "--min-rating", "2000", code=1)
        self.assertIn("there is no move for a book", failed.stderr)
        self.assertEqual(self.book.read_bytes(), before)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["games.bin", "games.pgn"])

    def test_the_games_are_not_replaced_by_the_book(self):
        done = run("book", "build", self.games, "--output", self.games, "--force")
        self.assertEqual(done.returncode, 2)
        self.assertIn("is one of the files to read", done.stderr)
        self.assertEqual(self.games.read_text(), GAMES)

    def test_merge_check_and_dump(self):
        self.build()
        both = self.folder / "both.bin"
        done = run("book", "merge", self.book, self.book, "--output", both)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run("book", "show", both).stdout, "e4          6  100.0 %\n")
        self.assertIn("entries, in order", run("book", "check", both).stdout)
        dumped = run("book", "dump", both).stdout.splitlines()
        self.assertIn("463b96181691fc9c e2e4 6 0", dumped)
        self.assertEqual(dumped, sorted(dumped))

    def test_what_is_no_book_is_refused(self):
        for arguments, words in ((["show", "/bin/sh"], "not a Polyglot book"), (["build", "/tmp", "--output", self.book], "/tmp: it is a folder"), (["show", self.games], "not a Polyglot book"),
                                 (["check", "/nowhere"], "/nowhere cannot be read"), (["check", "/bin/sh"], "out of order"),
                                 (["merge", "/nowhere", "--output", self.book], "/nowhere cannot be read"),
                                 (["build", "/nowhere", "--output", self.book], "/nowhere: there is no such file")):
            if arguments[1] == "/bin/sh" and Path("/bin/sh").stat().st_size % 16:
                words = "not a Polyglot book"
            with self.subTest(arguments):
                done = run("book", *arguments)
                self.assertEqual((done.returncode, done.stdout.strip(), words in done.stderr), (1, "", True), done.stderr)

    def test_LongPolyglotReadsIt(self):
        program = shutil.which("polyglot", path="/usr/games:/usr/bin")
        if program is None:
            self.skipTest("polyglot is not installed")
        self.build()
        done = subprocess.run([program, "dump-book", "-bin", self.book, "-color", "white", "-out", self.folder / "out"],
                              cwd=self.folder, capture_output=True, env=environment(), check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("1. e4{100%} e5 2. Nf3{100%} Nc6 3. Bb5{100%} a6 4. Ba4{100%} Nf6 5. O-O{100%}",
                      (self.folder / "out").read_text())

    def test_a_device_that_never_ends_can_be_stopped(self):
        process = subprocess.Popen(command("book", "build", "/dev/zero", "--output", self.book), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment())
        self.addCleanup(process.kill)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.send_signal(signal.SIGINT)
        self.assertIn("stopped; no book was written", process.communicate(timeout=30)[1])
        self.assertEqual(process.returncode, 130)
        self.assertFalse(self.book.exists())

if __name__ == "__main__":
    unittest.main()
