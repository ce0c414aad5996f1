"""The human network: what it sees, its training, and that the engine predicts the same.

    python3 tests/trainer/human_test.py write     # tests/levels/human_fixture.*, which C++ tests compare with
"""

import json
import struct
import sys
import unittest
import unittest.mock
from pathlib import Path

import numpy
import torch

import reference
from trainer_case import ROOT, TrainerCase, human, run, some_positions

FIXTURE = ROOT / "tests" / "levels" / "human_fixture"
# Both castlings, en passant, promotions with and without a capture.
GAMES = ["e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 c3 O-O Re1 a6 Bb3 h6 h3 Re8 Nbd2 Be6",
         "d4 d5 Nc3 Nf6 Bf4 e6 Qd2 Bb4 O-O-O O-O e4 dxe4 f3 Nc6 Nge2 Nd5 Kb1 Nxf4 Nxf4 Qxd4",
         "e4 a6 e5 d5 exd6 cxd6 Nf3 Nc6 Be2 g6 d4 Bg7 c4 Bg4 Be3 Qa5+ Nc3 O-O-O O-O Nf6",
         "a4 b5 axb5 a6 bxa6 Nc6 a7 Rb8 a8=Q Rxb2 Qxc8 Qxc8 Bxb2 Qb7 Nc3 Qxb2 Rb1 Qxc2 Qxc2 Nb4",
         "a4 b5 axb5 a6 bxa6 Nc6 a7 Rb8 axb8=N Nxb8 h4 g5 hxg5 h6 gxh6 Nf6 h7 Ng8 hxg8=R Rxh1",
         "f4 e5 fxe5 d6 exd6 Bxd6 Nf3 g5 d4 g4 Ne5 Bxe5 dxe5 Qxd1+ Kxd1 Nc6 Bf4 Nge7 Nc3 Be6"]
SMALL = ["--blocks", "1", "--channels", "8", "--policy", "8", "--batch", "64", "--average", "0.9", "--rate", "0.01",
         "--dropout", "0"]


def games_text(games=GAMES, copies=1):
    """Lines of the same games, of other ratings each time."""
    lines = []
    for copy in range(copies):
        for number, moves in enumerate(games):
            ratings = f"{500 + 300 * number + copy}\t{2650 - 400 * number}"
            control = ("-", "60+0", "300+3", "600+5", "1800+0")[(number + copy) % 5]
            result = ("1-0", "0-1", "1/2-1/2")[(number + copy) % 3]
            lines.append(f"{ratings}\t{control}\t{result}\t{moves}\t{'large' if number else 'small'}/games\n")
    return "".join(lines)


def random_network():
    """The same on every machine, and with norms that change something."""
    network = human.HumanNetwork(blocks=2, channels=20, policy=12, value_channels=2, value_hidden=8)
    numbers = numpy.random.RandomState(7)
    with torch.no_grad():
        for name, value in network.state_dict().items():
            if not value.is_floating_point():
                continue
            random = numbers.standard_normal(value.shape)
            if name.endswith("running_var") or "norm.weight" in name:
                random = 0.5 + numbers.random_sample(value.shape)
            elif value.dim() > 1:
                random *= 1.5 / value[0].numel() ** 0.5
            else:
                random *= 0.3
            value.copy_(torch.from_numpy(random.astype(numpy.float32)))
    network.round_to_steps()
    return network.eval()


def records_in(moves):
    content = Path(moves).read_bytes()
    return [content[at:at + human.HUMAN_RECORD] for at in range(0, len(content), human.HUMAN_RECORD)]


def turn_of(record, move):
    """The bits that turn the squares of a record into those of the view, in which its move has this number."""
    return move // 64 ^ struct.unpack_from("<H", record, 28)[0] & 63


def predictions(network, content, legal):
    """What PyTorch says about records: for each the results, and the probabilities of these legal moves, by code."""
    records = torch.from_numpy(numpy.frombuffer(content, numpy.uint8).reshape(-1, human.HUMAN_RECORD).copy())
    batch = human.MoveUnpacker(torch.device("cpu"))(records)
    answers = []
    for row, codes in enumerate(legal):
        with torch.no_grad():
            one = human.HumanBatch(*(field[row:row + 1] for field in batch))
            turn = turn_of(content[row * human.HUMAN_RECORD:], one.move.item())
            chances = []
            for code in codes:
                from_, to, kind = (code & 63) ^ turn, (code >> 6 & 63) ^ turn, code >> 12
                assert one.possible[0, from_ * 64 + to], "a legal move counts as impossible"
                logits, promotions, results = network(one.planes, one.condition, torch.tensor([to]))
                chance = logits[0, from_, to].double().exp()
                if kind >= human.PROMOTION:
                    chance = chance * promotions[0].double().softmax(0)[kind - human.PROMOTION]
                chances.append(chance.item())
        answers.append({"results": results[0].double().softmax(0).tolist(),
                        "moves": [[code, chance / sum(chances)] for code, chance in zip(codes, chances)]})
    return answers


class HumanCase(TrainerCase):
    def exported(self, text, name="people", *words):
        """The name of a file of moves."""
        games = self.file(f"{name}.tsv", text.encode())
        done = run("human", "export", games, "--output", self.out(f"{name}.moves"), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.out(f"{name}.moves")

    def engine_predictions(self, network, moves):
        done = run("human", "predict", "--network", network, "--records", moves)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def assert_engine_agrees(self, network, network_file, moves):
        found = self.engine_predictions(network_file, moves)
        wanted = predictions(network, Path(moves).read_bytes(), [[code for code, _ in one["moves"]] for one in found])
        self.assertGreater(len(found), 100)
        for one, other in zip(found, wanted):
            for (_, chance), (_, expected) in zip(one["moves"], other["moves"]):
                self.assertAlmostEqual(chance, expected, delta=1e-4)
            for chance, expected in zip(one["results"], other["results"]):
                self.assertAlmostEqual(chance, expected, delta=1e-4)


class InputsTest(HumanCase):
    def test_inputs_are_those_of_a_simple_description(self):
        content = Path(self.exported(games_text(), "people", "--held-of", "0")).read_bytes()
        records = torch.from_numpy(numpy.frombuffer(content, numpy.uint8).reshape(-1, human.HUMAN_RECORD).copy())
        batch = human.MoveUnpacker(torch.device("cpu"))(records)
        promotions = set()
        for row in range(len(records)):
            record = content[human.HUMAN_RECORD * row:human.HUMAN_RECORD * (row + 1)]
            position = reference.position_of(record[:28] + b"\0\0" + record[30:32])
            turn = (56 if position.black_moves else 0) ^ (7 if position.king(position.black_moves) % 8 >= 4 else 0)
            planes = batch.planes[row].flatten(1)
            self.assertEqual(planes[:16].tolist(), torch.tensor(reference.planes_of(position)).view(16, 64).tolist())
            move, result, *last, rating, opponent, _, time = struct.unpack_from("<HH4HHHBB", record, 28)
            for i, code in enumerate(last):
                for plane, square in ((16 + 2 * i, code & 63), (17 + 2 * i, code >> 6 & 63)):
                    self.assertEqual(planes[plane].nonzero().flatten().tolist(), [square ^ turn] if code else [])
            self.assertEqual(batch.move[row].item(), ((move & 63) ^ turn) * 64 + ((move >> 6 & 63) ^ turn))
            self.assertTrue(batch.possible[row, batch.move[row]])
            self.assertEqual(batch.promotion[row].item(), (move >> 12) - 4 if move >> 12 >= 4 else -1)
            promotions.add(batch.promotion[row].item())
            self.assertEqual(batch.result[row].item(), 2 - result if position.black_moves else result)
            shares = batch.condition[row]
            for at, value in ((0, rating), (11, opponent)):
                knots = shares[at:at + 11]
                self.assertAlmostEqual(knots.sum().item(), 1, places=5)
                mean = (knots * torch.arange(600, 2601, 200)).sum().item()
                self.assertAlmostEqual(mean, min(max(value, 600), 2600), places=1)
            self.assertEqual(shares[22:].nonzero().flatten().tolist(), [time])
        self.assertEqual(promotions, {-1, 0, 2, 3})

    def test_possible_moves_are_the_legal_ones_but_for_checks(self):
        moves = self.exported(games_text(), "people", "--held-of", "0")
        network = self.file("random.rookhuman", human.human_file(random_network(), {}))
        batch = human.MoveUnpacker(torch.device("cpu"))(human.read_moves([moves], "cpu")[0])
        same = 0
        for row, (one, record) in enumerate(zip(self.engine_predictions(network, moves), records_in(moves))):
            turn = turn_of(record, batch.move[row].item())
            legal = {((code & 63) ^ turn) * 64 + ((code >> 6 & 63) ^ turn) for code, _ in one["moves"]}
            possible = set(batch.possible[row].nonzero().flatten().tolist())
            self.assertLessEqual(legal, possible)
            self.assertLess(len(possible - legal), 40)
            same += legal == possible
        self.assertGreater(same, 40)

    def test_forgotten_moves_leave_everything_else(self):
        moves = self.exported(games_text(), "people", "--held-of", "0")
        records, _ = human.read_moves([moves], "cpu")
        unpack = human.MoveUnpacker(torch.device("cpu"))
        batch, other = unpack(records), unpack(records, torch.ones(len(records), dtype=torch.bool))
        self.assertTrue(torch.equal(batch.planes[:, :16], other.planes[:, :16]))
        self.assertTrue(batch.planes[:, 16:].any())
        self.assertFalse(other.planes[:, 16:].any())

    def test_other_files_are_refused(self):
        for content in (b"", b"short", bytes(96), b"".join(map(reference.record_of, some_positions(3)))):
            with self.assertRaises(SystemExit):
                human.read_moves([self.file("other", content)], "cpu")


class EngineTest(HumanCase):
    def test_the_engine_predicts_the_same(self):
        network = random_network()
        file = self.file("random.rookhuman", human.human_file(network, {"made": "at random"}))
        self.assert_engine_agrees(network, file, self.exported(games_text(), "people", "--held-of", "0"))

    def test_the_fixture_of_the_engines_tests_is_up_to_date(self):
        moves = self.exported(games_text(), "people", "--held-of", "0")
        network, expected = fixture(moves, self)
        self.assertEqual(FIXTURE.with_suffix(".rookhuman").read_bytes(), network)
        stored = json.loads(FIXTURE.with_suffix(".json").read_text())
        self.assertEqual([{**one, "moves": 0, "results": 0} for one in stored],
                         [{**one, "moves": 0, "results": 0} for one in expected])
        for one, other in zip(stored, expected):
            for (code, chance), (other_code, other_chance) in zip(one["moves"], other["moves"]):
                self.assertEqual(code, other_code)
                self.assertAlmostEqual(chance, other_chance, delta=2e-6)

    def test_rounded_weights_stay_as_they_are(self):
        network = random_network()
        before = {name: value.clone() for name, value in network.state_dict().items()}
        network.round_to_steps()
        for name, value in network.state_dict().items():
            self.assertTrue(torch.allclose(value, before[name], atol=1e-6), name)


class HumanTrainingTest(HumanCase):
    def setUp(self):
        super().setUp()
        self.moves = self.exported(games_text(copies=8), "people", "--held-of", "0")
        self.held = self.exported(games_text(), "held", "--held-of", "0")

    def trained(self, out, *words):
        self.human("train", self.moves, "--held", self.held, *SMALL, "--out", self.out(out), *words)
        return json.loads(Path(self.out(f"{out}.json")).read_text())

    def test_it_learns_and_the_engine_plays_what_it_learned(self):
        report = self.trained("x", "--epochs", "12")
        first, last = (report["history"][i]["held"]["held.moves"]["all"] for i in (0, -1))
        self.assertGreater(last["right"], 0.5)
        self.assertGreater(last["right"], first["right"] + 0.2)
        self.assertLess(last["log_loss"], first["log_loss"])
        figures = report["figures"]["held.moves"]
        self.assertEqual(figures["all"]["moves"], 120)
        self.assertEqual(figures["from ply 10"]["moves"], 60)
        self.assertEqual(sum(row["moves"] for row in figures["bands"].values()), 60)
        network, _ = human.read_network(self.out("x.pt"), torch.device("cpu"), human.HumanNetwork, "")
        # Rounding to bfloat16 comes between the two files, so the engine's weights are asked by themselves.
        done = run("human", "match", self.held, "--network", self.out("x.rookhuman"), "--first-ply", "0", "--json",
                   self.out("match.json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        row = json.loads(Path(self.out("match.json")).read_text())["human_match"]["rows"][-1]
        self.assertAlmostEqual(row["network"]["value"], 100 * figures["all"]["right"], delta=2.6)
        self.assertAlmostEqual(row["probability"], 100 * figures["all"]["probability"], delta=4)
        self.assertIsInstance(network, human.HumanNetwork)

    def test_a_training_in_parts_ends_as_one_in_one_piece(self):
        self.trained("whole", "--epochs", "3")
        step, times = human.HumanTrainer.step, []

        def step_and_stop(trainer):
            times.append(trainer.step_number)
            if len(times) == 20:
                trainer.options.stop_after = 0
            step(trainer)

        with unittest.mock.patch.object(human.HumanTrainer, "step", step_and_stop):
            report = self.trained("parts", "--epochs", "3")
        self.assertIn("unfinished", report)
        self.trained("parts", "--epochs", "3", "--resume")
        weights = [torch.load(self.out(f"{name}.pt"))["weights"] for name in ("whole", "parts")]
        for name, value in weights[0].items():
            self.assertTrue(torch.equal(value, weights[1][name]), name)

    def test_small_sources_and_openings_count_less(self):
        trainer = human.HumanTrainer(human.arguments(["train", self.moves, *SMALL, "--out", self.out("x"), "--device",
                                                      "cpu", "--small-source", "10", "--small-weight", "0.25"]))
        by_number = {source["source"]: trainer.weights[source["source"]].item() for source in trainer.sources}
        names = {source["source"]: source["made_by"]["people"] for source in trainer.sources}
        self.assertEqual({names[number]: weight for number, weight in by_number.items()},
                         {"small/games": 0.25, "large/games": 1})

    def test_it_can_begin_with_a_teachers_trunk(self):
        positions = self.file("some.positions", some_positions(300))
        self.teacher("train", positions, "--blocks", "1", "--channels", "8", "--batch", "100", "--epochs", "2", "--out",
                     self.out("teacher"))
        words = ["train", self.moves, *SMALL, "--out", self.out("x"), "--device", "cpu", "--begin"]
        trainer = human.HumanTrainer(human.arguments([*words, self.out("teacher.pt")]))
        batch = trainer.unpack(trainer.records, torch.ones(len(trainer.records), dtype=torch.bool))
        from teacher import read_teacher
        teacher, _ = read_teacher(self.out("teacher.pt"), torch.device("cpu"))
        with torch.no_grad():
            own = trainer.network.trunk.eval()(batch.planes, batch.condition)
            known = teacher.trunk.eval()(batch.planes[:, :16])
        self.assertTrue(torch.allclose(own, known, atol=1e-5))
        self.trained("y", "--epochs", "1")
        human.HumanTrainer(human.arguments([*words, self.out("y.pt")]))
        with self.assertRaises(SystemExit):
            human.HumanTrainer(human.arguments([*words, self.out("y.pt"), "--blocks", "2"]))

    def test_evaluate_prints_figures(self):
        report = self.trained("x", "--epochs", "1")
        printed = json.loads(self.human("evaluate", self.out("x.pt"), self.held, "--rounded"))
        found, expected = printed["held.moves"]["all"], report["figures"]["held.moves"]["all"]
        self.assertAlmostEqual(found["log_loss"], expected["log_loss"], delta=0.02)
        self.assertIn("rating", self.noted)

    def test_mistakes_are_reported(self):
        self.trained("x", "--epochs", "1")
        for words, message in ((["evaluate", self.moves, self.held], "not a human network"),
                               (["train", self.held, *SMALL, "--out", self.out("x"), "--resume"], "other positions"),
                               (["train", self.moves, "--out", self.out("y"), "--begin", self.out("none.pt")],
                                "no such file")):
            with self.assertRaises(SystemExit) as ended:
                self.human(*words)
            self.assertIn(message, str(ended.exception.code))


def fixture(moves, case):
    """The bytes of the network, and the situations with what PyTorch predicts."""
    network = random_network()
    file = human.human_file(network, {"made": "at random"})
    found = case.engine_predictions(case.file("fixture.rookhuman", file), moves)
    content = Path(moves).read_bytes()
    chosen = [19, 6, 13, 24, 28, 44, 48, 53, 58, 68, 71, 88, 98, 110, 0]  # of each kind, see GAMES
    situations = []
    for row in chosen:
        record = content[human.HUMAN_RECORD * row:human.HUMAN_RECORD * (row + 1)]
        position = reference.position_of(record[:28] + b"\0\0" + record[30:32])
        *last, rating, opponent, _, time = struct.unpack_from("<4HHHBB", record, 32)
        answer, = predictions(network, record, [sorted(code for code, _ in found[row]["moves"])])
        situations.append({"fen": position.fen(), "last": last, "rating": rating, "opponent": opponent, "time": time,
                           "results": [round(chance, 7) for chance in answer["results"]],
                           "moves": [[code, round(chance, 7)] for code, chance in answer["moves"]]})
    return file, situations


def write_fixture():
    case = HumanCase()
    case.setUp()
    try:
        network, situations = fixture(case.exported(games_text(), "people", "--held-of", "0"), case)
    finally:
        case.doCleanups()
    FIXTURE.with_suffix(".rookhuman").write_bytes(network)
    lines = ",\n".join(json.dumps(one) for one in situations)
    FIXTURE.with_suffix(".json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        write_fixture()
    else:
        unittest.main()
