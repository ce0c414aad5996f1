"""The trainer and the description in its tests have the constants of the engine. This needs neither a build nor torch."""

import ast
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def in_cpp(file, name):
    """The value of a constexpr: numbers, other constants of the file, and their arithmetic; or a text."""
    text = (ROOT / "src" / file).read_text()
    found = re.search(rf"\bconstexpr [\w:]+ {name} = ([^;]+);", text)
    assert found, f"src/{file} has no constant {name}"
    expression = found[1].replace("'", "")
    if expression.startswith('"'):
        return expression.strip('"').encode()
    names = set(re.findall(r"[A-Za-z_]\w*", expression))
    values = {one: in_cpp(file, one) for one in names}
    return eval(expression.replace("/", "//"), {"__builtins__": {}}, values)  # whole numbers, as in C++


def constants_of(file):
    """The constants at the top level of a module that are plain values."""
    values = {}
    for statement in ast.parse((ROOT / file).read_text()).body:
        if isinstance(statement, ast.Assign):
            try:
                exec(compile(ast.Module([statement], []), file, "exec"), {"__builtins__": {}}, values)
            except (NameError, TypeError, AttributeError):
                pass  # it needs a module
    return values


class TrainerConstants(unittest.TestCase):
    def setUp(self):
        self.positions = constants_of("trainer/positions.py")
        self.network = constants_of("trainer/network.py")
        self.reference = constants_of("tests/trainer/reference.py")

    def assert_everywhere(self, file, name, *places):
        expected = in_cpp(file, name)
        for place, python_name in places:
            self.assertEqual(place[python_name], expected, f"{python_name} is {name} of src/{file}")

    def test_shape_and_units_of_the_network(self):
        header = "eval/nnue/network.h"
        self.assert_everywhere(header, "inputs", (self.positions, "INPUTS"), (self.reference, "INPUTS"))
        self.assert_everywhere(header, "buckets", (self.positions, "BUCKETS"), (self.reference, "BUCKETS"))
        self.assert_everywhere(header, "input_unit", (self.network, "INPUT_UNIT"), (self.reference, "INPUT_UNIT"))
        self.assert_everywhere(header, "output_unit", (self.network, "OUTPUT_UNIT"), (self.reference, "OUTPUT_UNIT"))
        width = re.search(r'"--width".*?default=(\d+).*?room for (\d+)', (ROOT / "trainer/options.py").read_text(), re.DOTALL)
        self.assertEqual({int(width[1]), int(width[2])}, {in_cpp(header, "width")})

    def test_the_engine_takes_the_largest_weights(self):
        for unit, limit in (("INPUT_UNIT", "largest_input_weight"), ("OUTPUT_UNIT", "largest_output_weight")):
            self.assertLessEqual(round(self.network["LARGEST"] * self.network[unit]),
                                 in_cpp("eval/nnue/network.h", limit), unit)

    def test_file_of_a_network(self):
        file = "eval/nnue/network_file.cpp"
        self.assert_everywhere(file, "magic", (self.network, "MAGIC"), (self.reference, "MAGIC"))
        self.assert_everywhere(file, "longest_origin", (self.network, "LONGEST_ORIGIN"))

    def test_records_of_positions(self):
        file = "training/packed_position.cpp"
        self.assert_everywhere(file, "castling_rook", (self.positions, "CASTLING_ROOK"), (self.reference, "CASTLING_ROOK"))
        self.assert_everywhere(file, "black", (self.positions, "BLACK"))
        kinds = re.search(r"enum class PieceType .*?{ (.*?) }", (ROOT / "src/chess/types.h").read_text())[1].split(", ")
        for place in (self.positions, self.reference):
            self.assertEqual((place["KING"], place["ROOK"]), (kinds.index("King"), kinds.index("Rook")))
        packed = re.search(r"PackedPosition = std::array<std::uint8_t, (\d+)>",
                           (ROOT / "src/training/packed_position.h").read_text())
        self.assertEqual(self.positions["RECORD"], int(packed[1]))

    def test_human_network(self):
        file, human = "levels/human_network.cpp", constants_of("trainer/human_network.py")
        for cpp, python in (("magic", "MAGIC"), ("lowest_knot", "LOWEST_KNOT"), ("knot_distance", "KNOT_DISTANCE"),
                            ("knots", "KNOTS"), ("promotions", "PROMOTIONS")):
            self.assert_everywhere(file, cpp, (human, python))
        self.assert_everywhere("levels/human_network.h", "human_history", (human, "HISTORY"))
        self.assert_everywhere("levels/human_network.h", "time_classes", (human, "TIME_CLASSES"))
        self.assertEqual(self.positions["PLANES"], in_cpp(file, "position_planes"))
        main = constants_of("trainer/human.py")
        record = re.search(r"HumanRecord = std::array<std::uint8_t, (\d+)>",
                           (ROOT / "src/training/human_games.h").read_text())
        self.assertEqual(main["HUMAN_RECORD"], int(record[1]))
        for cpp, python in (("first_human_band", "FIRST_BAND"), ("human_band_width", "BAND_WIDTH"),
                            ("human_bands", "BANDS")):
            self.assertEqual(in_cpp("lab/human_sample.h", cpp), main[python])

    def test_largest_score(self):
        self.assert_everywhere("eval/score.h", "max_evaluation", (self.positions, "LARGEST_SCORE"),
                               (self.reference, "LARGEST_EVALUATION"))


if __name__ == "__main__":
    unittest.main()
