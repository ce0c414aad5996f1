"""The launcher on made-up machines: a PATH of fakes decides what is installed and who the user is."""

import os
import pty
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The real tools a fake machine has.
REAL = "awk bash cat cp dirname env flock head mkdir nproc realpath rm sed sh touch uname".split()

APT_GET = """#!/bin/sh
echo "apt-get $*" >>"$FAKE/log"
case "$*" in
    *--print-uris*) echo "'http://example/cmake.deb' cmake.deb 2500000 SHA256:0" ;;
    *--simulate*) [ -e "$FAKE/lists" ] ;;
    *update*) touch "$FAKE/lists" ;;
    *install*) cp "$FAKE/later/cmake" "$FAKE/bin/cmake" ;;
esac
"""

# Configuring leaves the marker's folder; building leaves a program that tells how it was called.
CMAKE = """#!/bin/sh
echo "cmake $*" >>"$FAKE/log"
case "$1" in
    --preset) mkdir -p "$FAKE/check out/build/$2/bin" ;;
    --build)
        [ ! -e "$FAKE/broken" ] || { echo "[1/2] Building x"; echo "x.cpp:1: error: no"; exit 1; }
        echo "[0/2] Re-checking globbed directories..."
        cp "$FAKE/later/program" "$2/bin/rookery"
        echo "ninja: no work to do." ;;
esac
"""

PROGRAM = """#!/bin/sh
printf '<%s>' "$@"
"""


class FakeMachine(unittest.TestCase):
    """A checkout in a path with a space, on a machine without cmake and with everything else."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.fake = Path(folder.name)
        self.checkout = self.fake / "check out"
        for name in ("bin", "later", "check out"):
            (self.fake / name).mkdir()
        shutil.copy(ROOT / "rookery", self.checkout)
        shutil.copy(ROOT / "CMakePresets.json", self.checkout)
        shutil.copytree(ROOT / "scripts", self.checkout / "scripts")
        for name in REAL:
            (self.fake / "bin" / name).symlink_to(shutil.which(name))
        for name in ("g++", "ninja", "clang++", "make", "python3", "tmux"):
            self.program(f"bin/{name}", "#!/bin/sh\n")
        self.program("bin/apt-get", APT_GET)
        self.program("bin/sudo", '#!/bin/sh\necho "sudo $*" >>"$FAKE/log"\nexec "$@"\n')
        self.program("later/cmake", CMAKE)
        self.program("later/program", PROGRAM)
        (self.fake / "lists").touch()
        self.user(0)

    def program(self, name, text):
        (self.fake / name).write_text(text)
        (self.fake / name).chmod(0o755)

    def user(self, number):
        self.program("bin/id", f"#!/bin/sh\necho {number}\n")

    def install_cmake(self):
        shutil.copy(self.fake / "later" / "cmake", self.fake / "bin" / "cmake")

    def environment(self):
        return {"PATH": str(self.fake / "bin"), "FAKE": str(self.fake), "HOME": str(self.fake)}

    def start(self, *arguments):
        return subprocess.run([self.checkout / "rookery", *arguments], env=self.environment(), check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)

    def start_at_terminal(self, answer, *arguments):
        """Returns the exit status and everything the terminal showed."""
        process, terminal = pty.fork()
        if process == 0:
            os.execve(self.checkout / "rookery", ["rookery", *arguments], self.environment())
        os.write(terminal, answer.encode())
        shown = b""
        try:
            while chunk := os.read(terminal, 4096):
                shown += chunk
        except OSError:
            pass  # the other side has closed
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown.decode()

    def log(self):
        file = self.fake / "log"
        return file.read_text() if file.exists() else ""

    def installations(self):
        return [line for line in self.log().splitlines() if line.startswith("apt-get") and "install --yes" in line]


class Installing(FakeMachine):
    def test_root_without_terminal_installs_and_runs(self):
        done = self.start("play", "a b")
        self.assertEqual((done.returncode, done.stdout), (0, "<play><a b>"), done.stderr)
        self.assertEqual(len(self.installations()), 1)
        self.assertIn("--no-install-recommends cmake", self.installations()[0])
        self.assertNotIn(" update", self.log())

    def test_missing_lists_are_fetched_first(self):
        (self.fake / "lists").unlink()
        self.assertEqual(self.start("play").returncode, 0)
        self.assertLess(self.log().index(" update"), self.log().index("install --yes"))

    def test_user_without_terminal_gets_the_command(self):
        self.user(1000)
        done = self.start("play")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("apt-get -o DPkg::Lock::Timeout=60 install --yes --no-install-recommends cmake", done.stderr)
        self.assertIn("2.5 MB", done.stderr)
        self.assertEqual(self.installations(), [])

    def test_consent_without_terminal_is_not_enough(self):
        self.user(1000)
        self.assertEqual(self.start("--yes", "play").returncode, 3)
        self.assertEqual(self.installations(), [])

    def test_no_install_installs_nothing(self):
        done = self.start("--no-install", "play")
        self.assertEqual(done.returncode, 3)
        self.assertIn("cmake", done.stderr)
        self.assertEqual(self.installations(), [])

    def test_no_install_does_not_hinder_when_nothing_is_missing(self):
        self.install_cmake()
        self.assertEqual(self.start("--no-install", "play").stdout, "<play>")

    def test_system_without_apt_names_programs(self):
        (self.fake / "bin" / "apt-get").unlink()
        done = self.start("play")
        self.assertEqual(done.returncode, 3)
        self.assertIn("missing: cmake", done.stderr)

    def test_system_without_apt_runs_when_nothing_is_missing(self):
        (self.fake / "bin" / "apt-get").unlink()
        self.install_cmake()
        self.assertEqual(self.start("play").stdout, "<play>")

    def test_failed_installation_is_an_error(self):
        self.program("later/cmake", "")
        self.program("bin/apt-get", APT_GET.replace("cp ", "false "))
        done = self.start("play")
        self.assertEqual(done.returncode, 3)
        self.assertIn("The installation failed", done.stderr)

    def test_unknown_group_is_an_error(self):
        done = self.start("install", "games")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no group 'games'", done.stderr)


class InstallingAtTerminal(FakeMachine):
    def test_no_is_respected(self):
        status, shown = self.start_at_terminal("n\n", "play")
        self.assertEqual(status, 3)
        self.assertEqual(shown.count("[y/N]"), 1)
        self.assertIn("To download: 2.5 MB", shown)
        self.assertEqual(self.installations(), [])

    def test_silence_means_no(self):
        self.assertEqual(self.start_at_terminal("\n", "play")[0], 3)

    def test_yes_installs(self):
        status, shown = self.start_at_terminal("y\n", "play")
        self.assertEqual(status, 0)
        self.assertEqual(shown.count("[y/N]"), 1)
        self.assertEqual(len(self.installations()), 1)

    def test_option_answers_beforehand(self):
        status, shown = self.start_at_terminal("", "--yes", "play")
        self.assertEqual(status, 0)
        self.assertNotIn("[y/N]", shown)

    def test_user_installs_through_sudo(self):
        self.user(1000)
        self.assertEqual(self.start_at_terminal("y\n", "play")[0], 0)
        self.assertIn("sudo env DEBIAN_FRONTEND=noninteractive", self.log())


class Starting(FakeMachine):
    def setUp(self):
        super().setUp()
        self.install_cmake()

    def test_second_start_checks_no_packages_and_configures_nothing(self):
        self.start("play")
        (self.fake / "log").unlink()
        self.program("bin/g++", "#!/bin/sh\necho g++ >>\"$FAKE/log\"\n")
        done = self.start("play")
        self.assertEqual((done.stdout, done.stderr), ("<play>", ""))
        self.assertEqual([line.split()[1] for line in self.log().splitlines()], ["--build"])

    def test_changed_list_is_checked_again(self):
        self.start("play")
        with (self.checkout / "scripts" / "packages").open("a") as packages:
            packages.write("play newthing newthing\n")
        self.assertEqual(self.start("--no-install", "play").returncode, 3)

    def test_failed_build_shows_the_error(self):
        (self.fake / "broken").touch()
        done = self.start("play")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("x.cpp:1: error: no", done.stderr)

    def test_failed_build_fails_the_tests(self):
        (self.fake / "broken").touch()
        (self.checkout / "scripts" / "packages").write_text("play cmake cmake\ntest make make\ntrainer make make\n")
        done = self.start("test")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines()[-1], "0 passed, 1 failed, 0 skipped")

    def test_profiled_program_is_built_twice_and_run_from_then_on(self):
        self.assertEqual(self.start("play").returncode, 0)
        (self.fake / "log").unlink()
        self.program("later/program", '#!/bin/sh\necho "ran $0 $*" >>"$FAKE/log"\n')
        done = self.start("build", "--pgo")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, f"{self.checkout}/build/pgo/bin/rookery\n")
        steps = [self.log().find(word) for word in ("ROOKERY_PROFILE=generate", "/pgo/bin/rookery bench",
                                                    "ROOKERY_PROFILE=use")]
        self.assertNotIn(-1, steps)
        self.assertEqual(steps, sorted(steps))
        (self.fake / "log").unlink()
        self.start("play")
        self.assertIn("/build/pgo/bin/rookery play", self.log())
        shutil.rmtree(self.checkout / "build" / "pgo")
        (self.fake / "log").unlink()
        self.start("play")
        self.assertNotIn("/pgo/", self.log())

    def test_half_a_profiled_build_is_not_run(self):
        self.program("later/program", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.start("build", "--pgo").returncode, 1)
        self.program("later/program", PROGRAM)
        self.assertEqual(self.start("play").stdout, "<play>")
        self.assertIn("build/release", self.log().splitlines()[-1])

    def test_help_works_before_anything_is_built(self):
        done = self.start("--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("doctor", done.stdout)
        self.assertEqual(self.log(), "")

    def test_help_adds_that_of_the_program(self):
        self.start("play")
        self.assertIn("<--help>", self.start("--help").stdout)

    def test_without_a_command_the_program_decides(self):
        self.install_cmake()
        self.assertEqual(self.start().stdout, "<>")
        self.assertEqual(self.start("--no-install").stdout, "<>")


# Feeds lines as ninja writes them; every look at the clock finds three seconds more.
PROGRESS = """
set -euo pipefail
build=$1
say() { printf '%s\\n' "$*" >&2; }
source "$2/scripts/build.sh"
ticks=0
read_clock() { ticks=$((ticks + 3)) now=$ticks; }
{
    echo '[0/2] Re-checking globbed directories...'
    for step in $(seq 1 "$4"); do echo "[$step/$5] Building CXX object x.o"; done
    echo 'x.cpp:1: warning: odd'
} | show_progress "$3"
"""


class Progress(unittest.TestCase):
    """How far a build is: show_progress gets made-up lines and a made-up clock."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = Path(folder.name)
        self.last = self.build / ".last-build-seconds"

    def command(self, preset, done, total):
        return ["bash", "-c", PROGRESS, "bash", str(self.build), str(ROOT), preset, str(done), str(total)]

    def shown(self, done, total, preset="release"):
        """The output where no line can be updated."""
        done = subprocess.run(self.command(preset, done, total), capture_output=True, text=True, check=True, timeout=60)
        self.assertEqual(done.stdout, "")
        return done.stderr.splitlines()

    def shown_at_terminal(self, done, total, preset="release"):
        """The lines as they follow each other in place."""
        process, terminal = pty.fork()
        if process == 0:
            os.execvp("bash", self.command(preset, done, total))
        text = b""
        try:
            while chunk := os.read(terminal, 4096):
                text += chunk
        except OSError:
            pass  # the other side has closed
        os.close(terminal)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 0)
        return [line for line in text.decode().replace("\r\n", "\n").split("\r\x1b[K") if line]

    def test_one_line_is_updated_at_a_terminal(self):
        lines = self.shown_at_terminal(12, 12)
        self.assertEqual([line for line in lines if "warning" in line], ["x.cpp:1: warning: odd\n"])
        self.assertRegex(lines[1], r"^Building: 2 of 12, about (\d+ min )?\d+ s left$")
        self.assertEqual(lines[-1], "Building: 12 of 12")
        self.assertTrue(all("\n" not in line for line in lines if line.startswith("Building")))

    def test_the_estimate_falls(self):
        seconds = []
        for line in self.shown_at_terminal(12, 12):
            if found := re.search(r"about (?:(\d+) min ?)?(?:(\d+) s )?left", line):
                seconds.append(60 * int(found.group(1) or 0) + int(found.group(2) or 0))
        self.assertGreater(len(seconds), 8)
        self.assertEqual(seconds, sorted(seconds, reverse=True))

    def test_the_first_estimate_comes_from_the_last_build(self):
        self.last.write_text("release 12 120\n")
        self.assertEqual(self.shown_at_terminal(1, 12)[0], "Building: 1 of 12, about 1 min 50 s left")

    def test_elsewhere_it_is_one_line_in_all(self):
        self.assertEqual(self.shown(12, 12), ["Building: 12 steps", "x.cpp:1: warning: odd"])
        self.last.write_text("tsan 5 7\ndebug 12 80\n")
        self.assertEqual(self.shown(6, 6, "debug"), ["Building (debug): 6 steps, about 40 s", "x.cpp:1: warning: odd"])

    def test_only_a_full_build_is_remembered(self):
        self.shown(12, 12)
        self.assertRegex(self.last.read_text(), r"^release 12 \d+\n$")
        before = self.last.read_text()
        self.shown(3, 3)  # a few files
        self.shown(7, 12)  # a failure
        self.assertEqual(self.last.read_text(), before)
        self.shown(4, 4, "debug")
        self.assertRegex(self.last.read_text(), r"^release 12 \d+\ndebug 4 \d+\n$")

    def test_nothing_to_do_says_nothing(self):
        command = f'build=$1; source "{ROOT}/scripts/build.sh"; echo "ninja: no work to do." | show_progress release'
        done = subprocess.run(["bash", "-c", command, "bash", str(self.build)], capture_output=True, text=True, check=True)
        self.assertEqual((done.stdout, done.stderr), ("", ""))


# Has modules if its mark is there; else it tells how it was called.
PYTHON = """#!/bin/sh
[ "$1" != -c ] || { shift 2; echo "$0 $*" >>"$FAKE/asked"; [ -e "$FAKE/torch in ${0##*/}" ]; exit; }
printf '<%s>' "${0##*/}" "$@"
"""


class Training(FakeMachine):
    def setUp(self):
        super().setUp()
        self.program("bin/python3", PYTHON)
        self.program("system-python3", PYTHON)
        script = self.checkout / "scripts" / "python_with"
        self.assertEqual(script.read_text().count(" /usr/bin/python3;"), 1)
        script.write_text(script.read_text().replace(" /usr/bin/python3;", f" {self.fake}/system-python3;"))

    def give_torch(self, python):
        (self.fake / f"torch in {python}").touch()

    def assert_trained_by(self, python, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, f"<{python}><{self.checkout}/trainer/train.py><a b><--out><x>")

    def test_the_persons_own_python_comes_first(self):
        self.give_torch("python3")
        self.give_torch("system-python3")
        self.assert_trained_by("python3", self.start("--no-install", "train", "a b", "--out", "x"))
        self.assertEqual(self.log(), "")  # nothing is installed, and no program built
        self.assertIn("torch numpy", (self.fake / "asked").read_text())

    def test_a_teacher_has_its_own_program(self):
        self.give_torch("python3")
        done = self.start("--no-install", "teacher", "train", "a b")
        self.assertEqual(done.stdout, f"<python3><{self.checkout}/trainer/teacher.py><train><a b>")

    def test_the_systems_serves_as_well(self):
        self.give_torch("system-python3")
        self.assert_trained_by("system-python3", self.start("--no-install", "train", "a b", "--out", "x"))

    def test_what_is_missing_is_installed_for_the_systems(self):
        self.program("bin/apt-get", APT_GET.replace('cp "$FAKE/later/cmake" "$FAKE/bin/cmake"',
                                                    'touch "$FAKE/torch in system-python3"'))
        self.assert_trained_by("system-python3", self.start("train", "a b", "--out", "x"))
        self.assertEqual(len(self.installations()), 1)
        self.assertIn("--no-install-recommends python3-numpy python3-torch", self.installations()[0])

    def test_without_torch_the_reason_is_said(self):
        done = self.start("--no-install", "train", "a")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("python3-torch", done.stderr)
        self.give_torch("python3")
        self.assertEqual(self.start("train", "a").returncode, 0)
        (self.fake / "torch in python3").unlink()  # another Python has come first since
        done = self.start("train", "a")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("has both torch and numpy", done.stderr)


class Doctor(FakeMachine):
    def test_says_what_is_missing(self):
        done = self.start("doctor")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cmake is missing", done.stdout)
        self.assertEqual(self.installations(), [])

    def test_is_content_when_nothing_is_missing(self):
        self.install_cmake()
        done = self.start("doctor")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("can play", done.stdout)


class Measurements(unittest.TestCase):
    def test_those_in_python_can_be_started(self):
        """The launcher takes what it cannot start for a word to the program."""
        scripts = sorted((ROOT / "bench").glob("*.py"))
        self.assertGreater(len(scripts), 3)
        for script in scripts:
            self.assertTrue(os.access(script, os.X_OK), script.name)
            self.assertTrue(script.read_text().startswith("#!/usr/bin/env python3\n"), script.name)
