"""A real terminal, which tmux provides, for the tests of this folder."""

import os
import shlex
import subprocess
import tempfile
import time
from pathlib import Path

from program import TIMEOUT, PROGRAM


class Terminal:
    """A terminal with the program in it, which keeps its files in a folder of their own."""

    def __init__(self, *arguments, columns=40, **variables):
        # A server of its own, which ends with the test.
        self.folder = tempfile.TemporaryDirectory()
        variables = {"XDG_DATA_HOME": self.folder.name, "XDG_STATE_HOME": self.folder.name, **variables}
        self.socket = str(Path(self.folder.name) / "tmux")
        self.done = Path(self.folder.name) / "exit code"
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in variables.items())
        program = f"env -u NO_COLOR LC_ALL=C.UTF-8 {settings} {shlex.join([str(PROGRAM), *arguments])}"
        # The shell must outlive the program to tell its exit code, also after Ctrl-C.
        script = f"trap : INT; {program}; echo $? >{shlex.quote(str(self.done))}; sleep 1000"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", "50", "sh", "-c", script)

    def tmux(self, *arguments):
        kept = {name: value for name, value in os.environ.items() if name not in ("TMUX", "TMUX_PANE")}
        return subprocess.run(["tmux", "-u", "-S", self.socket, *arguments], env=kept, encoding="utf-8", check=True,
                              capture_output=True, timeout=TIMEOUT).stdout

    def type(self, text):
        self.tmux("send-keys", "-l", text)
        self.tmux("send-keys", "Enter")

    def write(self, text):
        """The same without Enter."""
        self.tmux("send-keys", "-l", text)

    def press(self, key):
        self.tmux("send-keys", key)

    def screen(self, *options):
        return self.tmux("capture-pane", "-p", "-S", "-200", *options)

    def wait_for(self, text, times=1):
        """Until the screen shows it so many times."""
        give_up = time.monotonic() + TIMEOUT
        while self.screen().count(text) < times:
            if time.monotonic() > give_up:
                raise AssertionError(f"'{text}' did not come; the screen shows\n{self.screen()}")
            time.sleep(0.05)
        return self.screen()

    def exit_code(self):
        give_up = time.monotonic() + TIMEOUT
        while not (self.done.exists() and self.done.read_text().strip()):
            if time.monotonic() > give_up:
                raise AssertionError(f"it did not end; the screen shows\n{self.screen()}")
            time.sleep(0.05)
        return int(self.done.read_text())

    def programs(self):
        """The processes that the shell of the terminal has started."""
        shell = self.tmux("list-panes", "-F", "#{pane_pid}").strip()
        return subprocess.run(["ps", "-o", "pid=", "--ppid", shell], capture_output=True, text=True,
                              check=False).stdout.split()

    def program(self):
        return int(self.programs()[0])

    def close(self):
        programs = self.programs()
        self.tmux("kill-server")
        # The program may still write its game into the folder.
        give_up = time.monotonic() + TIMEOUT
        while any(Path(f"/proc/{program}").exists() for program in programs) and time.monotonic() < give_up:
            time.sleep(0.01)
        self.folder.cleanup()
