"""What can be asked of a training, and what makes no sense."""

import argparse
import sys

import torch


def _number(kind, lowest, highest):
    """For argparse: a number from lowest to highest."""
    def read(text):
        value = kind(text)
        if not lowest <= value <= highest:  # nor is what is no number at all
            raise argparse.ArgumentTypeError(f"{text} is not between {lowest:g} and {highest:g}")
        return value
    read.__name__ = "number"  # so it is called where a word is no number
    return read


def arguments(description, words=None):
    share = _number(float, 0, 1)
    rate = _number(float, 0, 1)
    count = _number(int, 1, 2 ** 40)
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="+")
    parser.add_argument("--held", nargs="+", default=[], help="positions of games held back, to see what was learned")
    parser.add_argument("--out", required=True, help="beginning of the names of what is written")
    parser.add_argument("--width", type=_number(int, 1, 4096), default=256,
                        help="neurons a side; the engine has room for 256 (src/eval/nnue/network.h)")
    parser.add_argument("--most", type=count, help="learn from about so many of the positions (default: from all)")
    parser.add_argument("--epochs", type=_number(float, 0, 1e6), default=32)
    parser.add_argument("--batch", type=count, default=16384)
    parser.add_argument("--rate", type=rate, default=2e-3, help="at the beginning; it falls as a cosine")
    parser.add_argument("--last-rate", type=rate, default=5e-6)
    parser.add_argument("--result-share", type=share, nargs=2, default=[0.1, 0.1], metavar=("FIRST", "LAST"),
                        help="how much the result of the game counts beside the score of the search; with few games it "
                             "teaches noise (docs/training.md)")
    parser.add_argument("--scale", type=_number(int, 1, 10_000), help="of the evaluation (default: fitted to the data)")
    parser.add_argument("--average", type=share, default=0.999, help="how slowly the average of weights follows")
    parser.add_argument("--begin", help="weights to begin with (.npz)")
    parser.add_argument("--resume", action="store_true", help="go on where a training with the same settings ended")
    parser.add_argument("--seed", type=_number(int, 0, 2 ** 40), default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args(words)
    try:
        torch.zeros(1, device=options.device)
    except (RuntimeError, AssertionError) as problem:
        sys.exit(f"--device {options.device}: {str(problem).splitlines()[0]}")
    return options
