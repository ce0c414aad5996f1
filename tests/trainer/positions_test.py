"""The inputs that the trainers make of packed positions."""

import unittest

import torch

import reference
from trainer_case import TrainerCase, Unpacker, read, some_of, some_positions

# White: Ke1, Ra1 that may castle, e5. Black: Kg8, d5 that has just moved two squares. White to move, 150 ahead, won.
BY_HAND = bytes([0x11, 0, 0, 0, 0x18, 0, 0, 0x40,
                 0x56, 0x08, 0x0D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                 43, 0, 3, 0, 150, 0, 2, 0])
# Both kings stand on the right half, so both views are mirrored.
SEEN_BY_WHITE = [35, 3 * 64 + 7, 5 * 64 + 3, 6 * 64 + 36, 11 * 64 + 57]
SEEN_BY_BLACK = [28, 5 * 64 + 1, 6 * 64 + 27, 9 * 64 + 63, 11 * 64 + 59]


def with_bytes(record, **changes):
    """Changes by place: b24=64."""
    changed = bytearray(record)
    for place, value in changes.items():
        changed[int(place[1:])] = value
    return bytes(changed)


def set_inputs(row):
    """The inputs of a row that are 1; the others must be 0."""
    assert set(row.unique().tolist()) <= {0, 1}
    return row.nonzero().flatten().tolist()


class PositionsTest(TrainerCase):
    def batch(self, *records):
        content = b"".join(one if isinstance(one, bytes) else reference.record_of(one) for one in records)
        return Unpacker(torch.device("cpu"))(read([self.file("some.positions", content)], "cpu")[0])

    def assert_same(self, one, other):
        for name in ("us", "them", "bucket", "score", "result"):
            self.assertTrue(torch.equal(getattr(one, name), getattr(other, name)), name)

    def test_a_position_packed_by_hand(self):
        batch = self.batch(BY_HAND)
        self.assertEqual(set_inputs(batch.us[0]), SEEN_BY_WHITE)
        self.assertEqual(set_inputs(batch.them[0]), SEEN_BY_BLACK)
        self.assertEqual((batch.bucket[0], batch.score[0], batch.result[0]), (1, 150, 1))

    def test_lists_equal_rows(self):
        records = read([self.file("some.positions", some_positions(300))], "cpu")[0]
        rows = Unpacker(torch.device("cpu"))(records)
        lists = Unpacker(torch.device("cpu"), lists=True)(records)
        for seen, listed in ((rows.us, lists.us), (rows.them, lists.them)):
            ends = [*listed.first.tolist()[1:], len(listed.inputs)]
            for row, first, end in zip(seen, listed.first.tolist(), ends):
                self.assertEqual(set_inputs(row), sorted(listed.inputs[first:end].tolist()))
        self.assertTrue(torch.equal(rows.bucket, lists.bucket) and torch.equal(rows.score, lists.score))

    def test_score_and_result_belong_to_the_side_to_move(self):
        lost = with_bytes(BY_HAND, b24=43 + 128)
        drawn = with_bytes(BY_HAND, b28=0x6A, b29=0xFF, b30=1)  # White is 150 behind
        batch = self.batch(lost, drawn, with_bytes(drawn, b24=128 + 64), with_bytes(BY_HAND, b30=0))
        self.assertEqual(set_inputs(batch.us[0]), SEEN_BY_BLACK)
        self.assertEqual(set_inputs(batch.them[0]), SEEN_BY_WHITE)
        self.assertEqual(batch.score.tolist(), [-150, -150, 150, 150])
        self.assertEqual(batch.result.tolist(), [0, 0.5, 0.5, 0])

    def test_castling_en_passant_and_clocks_are_no_inputs(self):
        plain = with_bytes(BY_HAND, b8=0x53, b24=64, b25=77, b26=200, b27=1)
        self.assert_same(self.batch(BY_HAND), self.batch(plain))

    def test_a_view_is_mirrored_while_its_king_is_on_the_right(self):
        for file in range(8):
            batch = self.batch(reference.Position({file: (False, 5), 56: (True, 5), 8: (False, 0)}))
            seen = {64 * 5 + min(file, 7 - file), 8 if file < 4 else 15, 64 * 11 + (56 if file < 4 else 63)}
            self.assertEqual(set(set_inputs(batch.us[0])), seen)
            self.assertEqual(len(set_inputs(batch.them[0])), 3)

    def test_buckets_follow_the_number_of_pieces(self):
        positions = []
        for count in range(2, 33):
            pieces = {square: (False, 0) for square in range(8, 6 + count)}
            positions.append(reference.Position({**pieces, 0: (False, 5), 63: (True, 5)}))
        wanted = [0] * 3 + [bucket for bucket in range(1, 8) for _ in range(4)]
        batch = self.batch(*positions)
        self.assertEqual(batch.bucket.tolist(), wanted)
        self.assertEqual(batch.us.sum(1).tolist(), list(range(2, 33)))

    def test_the_same_as_one_at_a_time(self):
        positions = some_positions(300)
        batch = self.batch(*positions)
        for row, position in enumerate(positions):
            us = position.black_moves
            self.assertEqual(set_inputs(batch.us[row]), reference.inputs_of(position, us))
            self.assertEqual(set_inputs(batch.them[row]), reference.inputs_of(position, not us))
            self.assertEqual(batch.bucket[row], reference.bucket_of(position))

    def test_colours_make_no_difference(self):
        positions = some_positions(200)
        self.assert_same(self.batch(*positions), self.batch(*(one.colours_changed() for one in positions)))

    def test_left_and_right_make_no_difference(self):
        positions = some_positions(200)
        mirrored = [one.mirrored() for one in positions]
        self.assertNotEqual([one.pieces for one in positions], [one.pieces for one in mirrored])
        self.assert_same(self.batch(*positions), self.batch(*mirrored))

    def test_several_files_are_one_tensor_with_a_name_of_its_own(self):
        one, other = self.file("one", some_positions(3)), self.file("other", some_positions(5, seed=2))
        records, name = read([one, other], "cpu")
        self.assertEqual(len(records), 8)
        self.assertEqual(read([one, other], "cpu")[1], name)
        self.assertNotEqual(read([one], "cpu")[1], name)
        self.assertNotEqual(read([other, one], "cpu")[1], name)

    def test_fewer_positions_are_fewer_games(self):
        records = torch.arange(10_000)
        some = some_of(records, 3000, stretch=100)
        self.assertEqual(len(some), 3000)
        self.assertTrue(all((part == part[0] + torch.arange(100)).all() for part in some.split(100)))
        for third in some.split(1000):  # from everywhere, not from the beginning
            self.assertLess(2500, third[-1] - third[0])
        self.assertEqual(some_of(records, 20_000).tolist(), records.tolist())
        for few in (1, 7, 700):
            self.assertAlmostEqual(len(some_of(records, few)), few, delta=few / 2)

    def test_files_without_positions_are_refused(self):
        good = BY_HAND * 4
        for content, words in (
            (b"", "there are no positions in it"),
            (good[:-1], "32 bytes each"),
            (good + b"x", "32 bytes each"),
            (b"[Event \"Self-play\"]\n[Result \"*\"]\n" * 32, "cannot be one"),
            (good + bytes(32), "cannot be one"),
            (good + with_bytes(BY_HAND, b10=0x0F), "cannot be one"),  # a piece of an unknown kind
            (good + with_bytes(BY_HAND, b9=0xD8), "cannot be one"),  # a second king
            (good + with_bytes(BY_HAND, **{f"b{place}": 255 for place in range(5)}), "cannot be one"),  # too many
            (good + with_bytes(BY_HAND, b30=3), "cannot be one"),
            (good + with_bytes(BY_HAND, b31=1), "cannot be one"),
        ):
            file = self.file("bad.positions", content)
            message = self.refusal(file, "--out", self.out("x"))
            self.assertRegex(message, "bad.positions: (not a file of|there are no) positions")
            self.assertIn(words, message)
        self.assertIn("No such file", self.refusal(self.out("nowhere"), "--out", self.out("x")))
        good_file = self.file("good.positions", good)
        self.assertIn("bad.positions", self.refusal(good_file, "--held", file, "--out", self.out("x")))


if __name__ == "__main__":
    unittest.main()
