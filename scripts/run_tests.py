#!/usr/bin/env python3
"""Runs the tests that ./rookery test has built, and counts them.

Every program of tests/ is one job. There are two tiers:
    quick    the GoogleTest programs of the release build, the same with sanitizers for the rules of chess and the
             parsers of notation, the end-to-end tests and the lint tests
    --all    also the long tests, sanitizers for all layers, the thread sanitizer, the fuzzers, the trainer's tests,
             and the portable program
The end of a test's name, or of its suite's, says when it runs:
    ...Long        only with --all
    ...Deep        not with sanitizers, where it would take minutes
    ...DeepLong    both
The quick tier ends with a list of what it leaves to the other; that is no skip.
"""

import argparse
import concurrent.futures
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
TESTS = ROOT / "tests"


@dataclass
class Result:
    """One test: its outcome is passed, failed or skipped, its note says why."""

    name: str
    outcome: str
    note: str = ""


@dataclass
class Job:
    """One program that runs tests; collect() turns what it left into results."""

    name: str
    command: list
    collect: object
    timeout: int


def gtest_results(job, output, status, report):
    """Reads GoogleTest's XML report. A crash leaves none: the test that was running has failed."""
    results = []
    if report.exists():
        for case in xml.parse(report).iter("testcase"):
            name = f"{case.get('classname')}.{case.get('name')}"
            skipped = case.find("skipped")
            if case.get("status") == "notrun":
                continue
            if case.find("failure") is not None:
                results.append(Result(name, "failed"))
            elif skipped is not None:
                # The first line is the place in the file, the rest is what the test said.
                note = skipped.get("message", "").split("\n", 1)[-1].strip()
                results.append(Result(name, "skipped", note))
            else:
                results.append(Result(name, "passed"))
        if status != 0 and not any(result.outcome == "failed" for result in results):
            results.append(Result("the program", "failed", f"ended with status {status}"))
    else:
        for word, outcome in (("      OK", "passed"), (" FAILED ", "failed"), (" SKIPPED", "skipped")):
            for name in re.findall(rf"\[ {word} \] (\S+) \(\d+ ms\)", output):
                results.append(Result(name, outcome))
        started = re.findall(r"\[ RUN      \] (\S+)", output) or ["the program"]
        results.append(Result(started[-1], "failed", f"ended with status {status}"))
    return results


def python_results(job, output, status, report):
    """Reads what run_python_folder() printed."""
    found = re.findall(r"^(passed|failed|skipped) (\S+) ?(.*)$", output, re.MULTILINE)
    results = [Result(name, outcome, note) for outcome, name, note in found]
    if status != 0 and not any(result.outcome == "failed" for result in results):
        results.append(Result("the program", "failed", f"ended with status {status}"))
    return results


def fuzz_results(job, output, status, report):
    outcome = "passed" if status == 0 else "failed"
    return [Result(job.name.split("/")[-1], outcome, "" if status == 0 else f"status {status}")]


def gtest_filter(options, sanitized):
    def ending_with(*words):
        return [f"*{word}{rest}" for word in words for rest in ("", ".*", "/*")]

    excluded = [] if options.all else ending_with("Long")
    excluded += ending_with("Deep", "DeepLong") if sanitized else []
    return f"*{options.filter}*-" + ":".join(excluded)


def folders_of(list_name):
    return re.search(rf"^set\({list_name} (.*)\)$", (TESTS / "CMakeLists.txt").read_text(), re.MULTILINE).group(1).split()


def is_wanted(preset, folder, options):
    """A build may hold programs of an earlier, fuller run."""
    if preset == "debug" and not options.all:
        return folder in folders_of("CHECKED")
    return preset != "tsan" or folder not in folders_of("WITHOUT_THREADS")


def gtest_jobs(options):
    presets = ["release", "debug"] + (["tsan"] if options.all else [])
    for preset in presets:
        for program in sorted((BUILD / preset / "bin").glob("test_*")):
            folder = program.name.removeprefix("test_")
            if not is_wanted(preset, folder, options):
                continue
            if not any((TESTS / folder).rglob("*_test.cpp")):
                continue  # left from an earlier build
            chosen = gtest_filter(options, preset != "release")
            yield Job(f"{preset}/{folder}", [program, f"--gtest_filter={chosen}"], gtest_results, options.timeout)


@functools.cache
def trainer_python():
    """The one that has torch. Without any the tests say what is missing."""
    command = [ROOT / "scripts" / "python_with", "torch", "numpy"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout.strip() or sys.executable


def python_of(folder):
    return trainer_python() if folder.name == "trainer" else sys.executable


def filters_of(file, options):
    """The tour of the docs takes long, and its pages do not depend on each other: each is a job."""
    if file != "docs_tour_test.py" or not options.all or options.filter:
        return [options.filter]
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [f"Tour.test_{page.stem.replace('-', '_')}_Long" for page in pages] + ["Examples.", "Inline.", "Reading."]


def python_jobs(options):
    """One job per file; those of tests/lint share one, because some of them build."""
    for folder in sorted({test.parent for test in TESTS.rglob("*_test.py")}):
        if folder.name == "trainer" and not options.all:
            continue
        files = sorted(file.name for file in folder.glob("*_test.py"))
        for pattern in ["*_test.py"] if folder.name == "lint" else files:
            name = folder.name if "*" in pattern else f"{folder.name}/{pattern.removesuffix('_test.py')}"
            for chosen in filters_of(pattern, options):
                command = [python_of(folder), __file__, "--python-folder", folder, "--pattern", pattern, chosen]
                yield Job(f"python/{name}" + (f" {chosen}" if chosen != options.filter else ""),
                          command + (["--all"] if options.all else []), python_results, options.timeout)


def fuzz_jobs(options, scratch):
    """Each target gets the inputs of the repository, those of the test data, and a fixed seed."""
    if not options.all:
        return
    seconds = 30
    data = Path(os.environ.get("ROOKERY_DATA", "/nonexistent"))
    for source in sorted((TESTS / "fuzz").glob("*_fuzz.cpp")):
        if options.filter not in source.stem:
            continue
        kind = source.stem.removesuffix("_fuzz")
        new_inputs = scratch / source.stem
        new_inputs.mkdir()
        corpus = [TESTS / "fuzz" / "corpus" / folder for folder in (kind, source.stem)]
        corpus += sorted(data.glob(f"fuzz/*/{kind}"))
        command = [BUILD / "fuzz" / "bin" / source.stem, f"-max_total_time={seconds}", "-seed=1", "-timeout=10",
                   f"-artifact_prefix={BUILD}/fuzz/{source.stem}-", new_inputs]
        yield Job(f"fuzz/{source.stem}", command + [folder for folder in corpus if folder.is_dir()], fuzz_results, 300)


def worth_reading(output):
    """What a failed job printed, less GoogleTest's lines about tests that passed: the reason should be seen at once."""
    kept, running = [], None
    for line in output.splitlines():
        if line.startswith(("[       OK ]", "[-----", "[=====", "Running main()", "Note: Google", "passed ")):
            running = None
        elif line.startswith("[ RUN      ]"):
            running = line
        elif line.strip():
            kept += ([running] if running else []) + [line]
            running = None
    return "\n".join(kept + ([running] if running else []))


def run(job, scratch):
    report = scratch / (job.name.replace("/", "-") + ".xml")
    command = [str(part) for part in job.command]
    if job.collect is gtest_results:
        command.append(f"--gtest_output=xml:{report}")
    began = time.monotonic()
    # A file instead of a pipe: what a test leaves running cannot keep it open and hold us up.
    with tempfile.TemporaryFile(dir=scratch) as log:
        try:
            status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
                                    timeout=job.timeout, check=False).returncode
        except subprocess.TimeoutExpired:
            status = f"timeout after {job.timeout} s"
        except OSError as problem:
            status = str(problem)
        log.seek(0)
        output = log.read().decode(errors="replace")
    return job, job.collect(job, output, status, report), output, time.monotonic() - began


def run_python_folder(options):
    """The child's side of python_jobs: runs unittest files of one folder, one line per test."""

    def flatten(suite):
        for entry in suite:
            yield from flatten(entry) if isinstance(entry, unittest.TestSuite) else [entry]

    folder = str(options.python_folder)
    sys.dont_write_bytecode = True
    found = flatten(unittest.TestLoader().discover(folder, options.pattern, top_level_dir=folder))
    chosen = [test for test in found if options.filter in test.id() and (options.all or "Long" not in test.id())]
    failed = False
    for test in chosen:
        outcome = unittest.TestResult()
        test(outcome)
        for _, trace in outcome.failures + outcome.errors:
            print(trace)
        if outcome.failures or outcome.errors or outcome.unexpectedSuccesses:
            failed = True
            print("failed", test.id())
        elif outcome.skipped:
            print("skipped", test.id(), outcome.skipped[0][1])
        else:
            print("passed", test.id())
    return 1 if failed else 0


def is_excused(result):
    """A skip that even CI accepts: the test data lives outside the repository and may be absent."""
    return result.note.startswith("ROOKERY_DATA")


def left_to_second_tier():
    """A line that says what the quick tier does not run."""
    count = 0
    for program in sorted((BUILD / "release" / "bin").glob("test_*")):
        wanted = ":".join(f"*Long{rest}" for rest in ("", ".*", "/*"))
        listed = subprocess.run([program, "--gtest_list_tests", f"--gtest_filter={wanted}"], capture_output=True,
                                text=True, check=False).stdout
        count += sum(line.startswith("  ") for line in listed.splitlines())
    for file in TESTS.rglob("*_test.py"):
        text = file.read_text()
        count += len(re.findall(r"^    def test\w*Long", text, re.MULTILINE))
    trainer = sum(len(re.findall(r"^    def test", file.read_text(), re.MULTILINE))
                  for file in (TESTS / "trainer").glob("*_test.py"))
    fuzzers = len(list((TESTS / "fuzz").glob("*_fuzz.cpp")))
    return (f"left to ./rookery test --all: {count} long tests, {trainer} tests of the trainer, {fuzzers} fuzzers, "
            "sanitizers for all layers, the thread sanitizer, the portable program")


def run_all(options):
    # Property tests draw the same cases every time, unless someone asks for others.
    os.environ.setdefault("RC_PARAMS", "seed=1")
    os.environ.setdefault("TSAN_OPTIONS", f"suppressions={TESTS / 'thread_sanitizer.txt'}")
    began = time.monotonic()
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    skips, failures = [], []
    scratch = Path(tempfile.mkdtemp(prefix="rookery-tests-"))
    try:
        # The longest jobs first, so that none of them runs alone at the end.
        jobs = [*gtest_jobs(options), *python_jobs(options), *fuzz_jobs(options, scratch)]
        jobs.sort(key=lambda job: "colony" not in job.name)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for done in concurrent.futures.as_completed([pool.submit(run, job, scratch) for job in jobs]):
                job, results, output, seconds = done.result()
                for result in results:
                    counts[result.outcome] += 1
                    label = f"{job.name} {result.name}" + (f": {result.note}" if result.note else "")
                    if result.outcome == "skipped":
                        skips.append((label, is_excused(result)))
                    elif result.outcome == "failed":
                        failures.append(label)
                if not results:
                    continue  # the filter chose none of its tests
                bad = any(result.outcome == "failed" for result in results)
                print(f"{'FAILED' if bad else 'ok':6} {job.name:24} {len(results):4} tests {seconds:6.1f} s", flush=True)
                if bad:
                    print(worth_reading(output), flush=True)
    finally:
        shutil.rmtree(scratch)

    for label, _ in sorted(skips):
        print("skipped:", label)
    if os.environ.get("CI") == "true":
        unexcused = [label + " (a skip is a failure here)" for label, excused in skips if not excused]
        failures += unexcused
        counts["skipped"] -= len(unexcused)
        counts["failed"] += len(unexcused)
    for label in sorted(failures):
        print("failed:", label)
    if sum(counts.values()) == 0:
        print("no test matches", options.filter)
    if not options.all and not options.filter:
        print(left_to_second_tier())
    print(f"{time.monotonic() - began:.0f} s")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 0 if counts["failed"] == 0 and sum(counts.values()) > 0 else 1


def main():
    parser = argparse.ArgumentParser(prog="./rookery test", description="Runs the tests.")
    parser.add_argument("filter", nargs="?", default="", help="only tests whose name contains this")
    parser.add_argument("--all", action="store_true", help="the long tests too")
    parser.add_argument("--python-folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--pattern", default="*_test.py", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.timeout = 3600 if options.all else 300
    return run_python_folder(options) if options.python_folder else run_all(options)


if __name__ == "__main__":
    sys.exit(main())
