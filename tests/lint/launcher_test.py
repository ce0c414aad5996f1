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
REAL = "awk bash cat cp dirname env find flock head mkdir mktemp mv nproc realpath rm sed sh sort touch uname".split()

APT_GET = """#!/bin/sh
echo "apt-get $*" >>"$FAKE/log"
case "$*" in
    *download*--print-uris*) [ -e "$FAKE/lists" ] && echo "'http://example/n.deb' n.deb 1500000 SHA256:0" ;;
    *--print-uris*) echo "'http://example/cmake.deb' cmake.deb 2500000 SHA256:0" ;;
    *download*) [ -e "$FAKE/lists" ] && [ ! -e "$FAKE/offline" ] && touch nats-server_2_amd64.deb ;;
    *--simulate*) [ -e "$FAKE/lists" ] ;;
    *update*) touch "$FAKE/lists" ;;
    *install*) cp "$FAKE/later/cmake" "$FAKE/bin/cmake" ;;
esac
"""

DPKG_DEB = """#!/bin/sh
[ "$1" = --extract ] && [ -e "$2" ] && mkdir -p "$3/usr/sbin" && cp "$FAKE/later/program" "$3/usr/sbin/nats-server"
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


class Unpacking(FakeMachine):
    """A machine without nats-server, whose package would enable a service if it were installed."""

    def setUp(self):
        super().setUp()
        self.install_cmake()
        self.program("bin/dpkg-deb", DPKG_DEB)
        self.server = self.checkout / "build" / "packages" / "nats-server" / "usr" / "sbin" / "nats-server"
        # The real folders of the system must not be looked at.
        setup = self.checkout / "scripts" / "setup.sh"
        self.assertEqual(setup.read_text().count(":/usr/games:/usr/sbin "), 1)
        setup.write_text(setup.read_text().replace(":/usr/games:/usr/sbin ", ':"$FAKE/sbin" '))

    def downloads(self):
        return [line for line in self.log().splitlines() if " download " in line and "--print-uris" not in line]

    def assert_unpacked(self, done, words="<colony><try>"):
        self.assertEqual((done.returncode, done.stdout), (0, words), done.stderr)
        self.assertTrue(os.access(self.server, os.X_OK))
        self.assertEqual(os.listdir(self.checkout / "build" / "packages"), ["nats-server"])
        self.assertEqual(self.installations(), [])

    def assert_refused(self, done, *words):
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        for one in words:
            self.assertIn(one, done.stderr)
        self.assertFalse(self.server.exists())
        self.assertEqual(self.installations(), [])

    def test_commands_that_start_a_server_get_it(self):
        self.assert_unpacked(self.start("colony", "try"))
        self.assertEqual(len(self.downloads()), 1)
        self.assert_unpacked(self.start("colony", "up", "--workers", "2"), "<colony><up><--workers><2>")
        self.assertEqual(len(self.downloads()), 1, "once is enough")

    def test_other_commands_do_not(self):
        for words in (["colony", "status"], ["colony", "try", "--help"], ["play"]):
            self.assertEqual(self.start(*words).returncode, 0)
        self.assertEqual(self.downloads(), [])

    def test_no_package_of_a_server_is_installed(self):
        lines = [line.split() for line in (ROOT / "scripts" / "packages").read_text().splitlines()]
        groups = {line[0]: line[2] for line in lines if line[1:2] == ["nats-server"]}
        self.assertEqual(groups, {"test": "unpacked:nats-server", "colony": "unpacked:nats-server"})

    def test_one_that_is_there_is_used(self):
        (self.fake / "sbin").mkdir()
        for place in ("bin", "sbin"):
            self.program(f"{place}/nats-server", "#!/bin/sh\n")
            self.assertEqual(self.start("colony", "try").stdout, "<colony><try>")
            (self.fake / place / "nats-server").unlink()
            (self.checkout / "build" / ".packages-colony").unlink()
        self.assertEqual(self.downloads(), [])

    def test_what_is_unpacked_needs_no_network(self):
        self.assert_unpacked(self.start("colony", "try"))
        (self.checkout / "build" / ".packages-colony").unlink()
        (self.fake / "lists").unlink()
        (self.fake / "bin" / "apt-get").unlink()
        self.assert_unpacked(self.start("--no-install", "colony", "try"))
        self.assertIn("nats-server (unpacked in", self.start("doctor").stdout)

    def test_user_without_terminal_consents_by_the_option(self):
        self.user(1000)
        self.assert_refused(self.start("colony", "try"), "apt-get download nats-server", "1.5 MB", "--yes")
        self.assertEqual(self.downloads(), [])
        self.assert_unpacked(self.start("--yes", "colony", "try"))
        self.assertNotIn("sudo", self.log())

    def test_user_at_terminal_is_asked(self):
        self.user(1000)
        self.assertEqual(self.start_at_terminal("n\n", "colony", "try")[0], 3)
        self.assertEqual(self.downloads(), [])
        status, shown = self.start_at_terminal("y\n", "colony", "try")
        self.assertEqual((status, shown.count("[y/N]")), (0, 1))
        self.assertTrue(self.server.exists())
        self.assertNotIn("sudo", self.log())

    def test_no_install_unpacks_nothing(self):
        self.assert_refused(self.start("--no-install", "colony", "try"), "nats-server")
        self.assertEqual(self.downloads(), [])

    def test_missing_lists(self):
        (self.fake / "lists").unlink()
        self.user(1000)
        self.assert_refused(self.start("--yes", "colony", "try"), "sudo env", "apt-get -o DPkg::Lock::Timeout=60 update")
        self.user(0)
        self.assert_unpacked(self.start("colony", "try"))

    def test_failed_download(self):
        (self.fake / "offline").touch()
        self.user(1000)
        self.assert_refused(self.start("--yes", "colony", "try"), "nats-server could not be downloaded",
                            "sudo apt-get update")
        self.assertEqual(os.listdir(self.checkout / "build" / "packages"), [])

    def test_systems_without_the_tools(self):
        for tool in ("dpkg-deb", "apt-get"):
            (self.fake / "bin" / tool).unlink()
            self.assert_refused(self.start("colony", "try"), "missing: nats-server", f"has no {tool}")

    def test_removed_copy_comes_back_by_install(self):
        self.assert_unpacked(self.start("colony", "try"))
        shutil.rmtree(self.server.parents[2])
        self.assert_unpacked(self.start("install", "colony"), "")

    def test_one_question_for_all_packages(self):
        (self.fake / "bin" / "cmake").unlink()
        status, shown = self.start_at_terminal("y\n", "colony", "try")
        self.assertEqual((status, shown.count("[y/N]")), (0, 1), shown)
        self.assertIn("To download: 4.0 MB", shown)
        self.assertEqual(len(self.installations()), 1)
        self.assertNotIn("nats-server", self.installations()[0])
        self.assertTrue(self.server.exists())


class OtherUsers(FakeMachine):
    """A checkout that the user may read and not write."""

    def setUp(self):
        super().setUp()
        self.install_cmake()
        (self.checkout / "src").mkdir()
        self.source = self.checkout / "src" / "main.cpp"
        self.source.write_text("int main() {}\n")
        self.fake.chmod(0o755)

    def start_as_reader(self, *arguments):
        """As another user where that is possible, else without the right to write."""
        self.user(1000)
        (self.fake / "log").unlink(missing_ok=True)
        folders = [folder for folder in self.checkout.rglob("*") if folder.is_dir()] + [self.checkout]
        for folder in folders:
            folder.chmod(0o555)
        lock = self.checkout / "build" / ".lock"
        if lock.exists():
            lock.chmod(0o444)
        other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        try:
            return subprocess.run([self.checkout / "rookery", *arguments], env=self.environment(), check=False,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, **other)
        finally:
            for folder in folders:
                folder.chmod(0o755)

    def test_the_built_program_runs(self):
        self.start("play")
        done = self.start_as_reader("perft", "3")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "<perft><3>", ""))
        self.assertEqual(self.log(), "", "nothing is built and nothing installed")

    def test_the_built_measurement_runs(self):
        self.start("play")
        (self.checkout / "bench").mkdir()
        (self.checkout / "bench" / "speed.cpp").write_text("// How fast.\n")
        shutil.copy(self.fake / "later" / "program", self.checkout / "build" / "release" / "bin" / "bench_speed")
        self.assertEqual(self.start_as_reader("bench", "speed", "3").stdout, "<3>")

    def test_newer_sources_are_mentioned(self):
        self.start("play")
        program = self.checkout / "build" / "release" / "bin" / "rookery"
        os.utime(program, (1, 1))
        done = self.start_as_reader("play")
        self.assertEqual((done.returncode, done.stdout), (0, "<play>"))
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn("older than its sources", done.stderr)

    def test_without_a_program_it_says_what_to_do(self):
        done = self.start_as_reader("play")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn(f"cannot write {self.checkout}", done.stderr)
        self.assertIn("copy the sources", done.stderr)
        self.assertNotIn("Permission denied", done.stderr)

    def test_building_says_what_is_wrong(self):
        self.start("play")
        for arguments in (["build"], ["build", "--pgo"]):
            with self.subTest(arguments):
                done = self.start_as_reader(*arguments)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertEqual(done.stderr, f"Nothing can be built: this user cannot write {self.checkout}/build.\n")


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

    def test_so_has_a_human_network(self):
        self.give_torch("python3")
        for word in ("train", "evaluate"):
            done = self.start("--no-install", "human", word, "a b")
            self.assertEqual(done.stdout, f"<python3><{self.checkout}/trainer/human.py><{word}><a b>")

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


class MeasurementNames(FakeMachine):
    def setUp(self):
        super().setUp()
        self.install_cmake()
        shutil.copytree(ROOT / "bench", self.checkout / "bench")

    def test_a_wrong_name_lists_what_there_is(self):
        done = self.start("bench", "perft_sped")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        lines = done.stderr.splitlines()
        self.assertEqual(lines[:2], ["There is no measurement 'perft_sped'; did you mean perft_speed?", "Measurements:"])
        names = {file.stem for file in (ROOT / "bench").iterdir() if file.suffix in (".cpp", ".py")}
        self.assertEqual({line.split()[0] for line in lines[2:]}, names)
        for line in lines[2:]:
            self.assertRegex(line, r"^  \w+ +[A-Z].{8,110}[^.:]$", "each has a line that says what it measures")
        self.assertEqual(self.log(), "", "nothing is built for it")

    def test_nothing_is_suggested_for_another_word(self):
        self.assertIn("There is no measurement 'zebra'.\n", self.start("bench", "zebra").stderr)

    def test_depths_and_options_are_for_the_program(self):
        self.assertEqual(self.start("bench", "8").stdout, "<bench><8>")
        self.assertEqual(self.start("bench", "--evaluator", "classical").stdout, "<bench><--evaluator><classical>")
        self.assertEqual(self.start("bench").stdout, "<bench>")


class Measurements(unittest.TestCase):
    def test_those_in_python_can_be_started(self):
        """The launcher takes what it cannot start for a word to the program."""
        scripts = sorted((ROOT / "bench").glob("*.py"))
        self.assertGreater(len(scripts), 3)
        for script in scripts:
            self.assertTrue(os.access(script, os.X_OK), script.name)
            self.assertTrue(script.read_text().startswith("#!/usr/bin/env python3\n"), script.name)
