"""The documents name files and headings that exist."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "nets").glob("*.md")]
LAYERS = re.search(r"set\(ROOKERY_LAYERS\n(.*?)\)", (ROOT / "src/CMakeLists.txt").read_text(), re.DOTALL)[1].split()


def anchors_of(page):
    """The anchors of a page as GitHub makes them from headings, and those that are written out."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    return set(plain) | set(re.findall(r'<a id="([^"]+)"', text))


class Docs(unittest.TestCase):
    def test_links_lead_somewhere(self):
        broken = []
        for page in PAGES:
            for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
                if "://" in target:
                    continue
                path, _, anchor = target.partition("#")
                file = (page.parent / path).resolve() if path else page
                if not file.exists() or (anchor and anchor not in anchors_of(file)):
                    broken.append(f"{page.name}: {target}")
        self.assertEqual(broken, [])

    def test_source_files_exist(self):
        missing = []
        file_name = re.compile(r"`(?:src/)?((?:%s)/[\w/]+\.(?:h|cpp))`" % "|".join(LAYERS))
        for page in PAGES:
            for name in file_name.findall(page.read_text()):
                if not (ROOT / "src" / name).exists():
                    missing.append(f"{page.name}: {name}")
        self.assertEqual(missing, [])

    def test_file_names_without_a_folder_exist(self):
        """Such as `tree.h`: there is a file of this name somewhere."""
        folders = ("src", "tests", "bench", "tools", "scripts", "trainer")
        names = {path.name for folder in folders for path in (ROOT / folder).rglob("*.*")}
        missing = [f"{page.name}: {name}" for page in PAGES
                   for name in re.findall(r"`(\w+\.(?:h|cpp|py|sh))`", page.read_text()) if name not in names]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
