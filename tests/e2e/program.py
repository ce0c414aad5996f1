"""The real program, for the tests of this folder."""

import os
import queue
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("ROOKERY_PROGRAM", ROOT / "build" / "release" / "bin" / "rookery"))

# No test waits for a time to pass; this only ends those that would wait for ever.
TIMEOUT = 30


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG")}
    return {**kept, "LC_ALL": "C.UTF-8", "ROOKERY_COMMAND": "rookery", **more}


def command(*arguments, stack_kib=None, prefix=()):
    """How to start the program, with as much stack as the system gives or with less, and after other words."""
    if stack_kib is None:
        return [*prefix, PROGRAM, *arguments]
    return [*prefix, "sh", "-c", f'ulimit -s {stack_kib} && exec "$0" "$@"', PROGRAM, *arguments]


def run(*arguments, text="", timeout=TIMEOUT, stack_kib=None, **more):
    """Runs the program to its end, with that input."""
    return subprocess.run(command(*arguments, stack_kib=stack_kib), input=text, capture_output=True, encoding="utf-8",
                          errors="replace", timeout=timeout, env=environment(**more), check=False)


class Engine:
    """A conversation with `rookery uci` or another protocol, or with the bare program, line by line."""

    def __init__(self, protocol="uci", stack_kib=None, prefix=()):
        self.process = subprocess.Popen(command(*filter(None, [protocol]), stack_kib=stack_kib, prefix=prefix),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        encoding="utf-8", errors="replace", env=environment())
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, beginning):
        """All lines up to the first that begins so."""
        heard = []
        while not heard or not heard[-1].startswith(beginning):
            line = self.lines.get(timeout=TIMEOUT)
            if line is None:
                raise AssertionError(f"the program ended before '{beginning}'; it said {heard}")
            heard.append(line)
        return heard

    def end(self):
        """Closes the input and waits for the end; returns the exit code."""
        self.process.stdin.close()
        code = self.process.wait(timeout=TIMEOUT)
        self.reader.join(timeout=TIMEOUT)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.end()
