"""The options of the trainers, and their limits."""

import argparse
import os
import sys

import torch


def number(kind, lowest, highest):
    """For argparse: a number from lowest to highest."""
    def read(text):
        value = kind(text)
        if not lowest <= value <= highest:  # this refuses nan, too
            raise argparse.ArgumentTypeError(f"{text} is not between {lowest:g} and {highest:g}")
        return value
    read.__name__ = "number"  # argparse calls it so where a word is no number
    return read


SHARE = number(float, 0, 1)
COUNT = number(int, 1, 2 ** 40)
SECONDS = number(float, 1, 1e9)


class HelpWithDefaults(argparse.RawDescriptionHelpFormatter):
    """Ends the help of every option with its default, unless the text says it or the option is required or a switch."""

    def _get_help_string(self, action):
        text = action.help or ""
        if not action.option_strings or action.required or action.nargs == 0 or "default" in text:
            return text
        default = action.default
        if isinstance(default, (list, tuple)):
            default = " ".join(map(str, default))
        return f"{text} (default: {'none' if default in (None, '') else default})"


def new_parser(program, description):
    """For a program that the launcher starts by that name."""
    launcher = os.environ.get("ROOKERY_COMMAND")
    return argparse.ArgumentParser(prog=f"{launcher} {program}" if launcher else None, description=description,
                                   formatter_class=HelpWithDefaults)


def add_device(parser):
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu",
                        help="where PyTorch computes: cpu, cuda, cuda:1, ...")


def add_training(parser, epochs, batch, rate, last_rate, average, result_share=None, files=None):
    """The options that all trainings have, with these defaults. Without a result share there are no scores to blend
    results with."""
    files = files or "files that 'selfplay --export' has written (.positions)"
    parser.add_argument("positions", nargs="+", help=files)
    parser.add_argument("--held", nargs="+", default=[], help="positions of games held back, for validation")
    parser.add_argument("--out", required=True, help="beginning of the names of the files it writes")
    parser.add_argument("--most", type=COUNT, help="learn from about so many of the positions (default: all)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--epochs", type=number(float, 0, 1e6),
                        help=f"how often it sees every position (default: {epochs})")
    length.add_argument("--minutes", type=number(float, 0.001, 1e6),
                        help="train for so long instead, in all calls together; the rate follows the time "
                             "(default: --epochs decides)")
    parser.add_argument("--stop-after", type=SECONDS, metavar="SECONDS",
                        help="stop this call after so many seconds, write what there is and end; --resume continues "
                             "(default: no limit)")
    parser.add_argument("--batch", type=COUNT, default=batch, help="positions of one step")
    parser.add_argument("--rate", type=SHARE, default=rate, help="learning rate at the beginning; it falls as a cosine")
    parser.add_argument("--last-rate", type=SHARE, default=last_rate, help="learning rate at the end")
    if result_share:
        parser.add_argument("--result-share", type=SHARE, nargs=2, default=result_share, metavar=("FIRST", "LAST"),
                            help="how much the result of the game counts beside the score of the search; with few games "
                                 "it teaches noise (docs/training.md)")
        parser.add_argument("--scale", type=number(int, 1, 10_000),
                            help="of the evaluation (default: fitted to the data)")
    parser.add_argument("--average", type=SHARE, default=average, help="how slowly the average of weights follows")
    parser.add_argument("--resume", action="store_true", help="continue a training with the same settings")
    parser.add_argument("--seed", type=number(int, 0, 2 ** 40), default=1, help="of the random numbers")
    parser.set_defaults(default_epochs=epochs)
    add_device(parser)


def add_large_network(parser, blocks, channels, dropout):
    """The options of a training of a convolutional network."""
    parser.add_argument("--blocks", type=number(int, 1, 64), default=blocks, help="residual blocks")
    parser.add_argument("--channels", type=number(int, 8, 512), default=channels, help="of each convolution")
    parser.add_argument("--dropout", type=number(float, 0, 0.95), default=dropout, help="in the heads")
    parser.add_argument("--weight-decay", type=number(float, 0, 10), default=0.05, help="of AdamW")
    parser.add_argument("--warm-up", type=number(float, 0, 0.5), default=0.02,
                        help="share of the training in which the rate rises")
    parser.add_argument("--other-positions", action="store_true",
                        help="with --resume: continue although the positions are not those of the checkpoint")


def add_compiling(parser):
    parser.add_argument("--no-compile", dest="compile", action="store_false",
                        help="start faster, run slower; a CPU never compiles")


def parsed(parser, words):
    options = parser.parse_args(words)
    if getattr(options, "default_epochs", None) and options.epochs is None and options.minutes is None:
        options.epochs = options.default_epochs
    try:
        torch.zeros(1, device=options.device)
    except (RuntimeError, AssertionError) as problem:
        sys.exit(f"--device {options.device}: {str(problem).splitlines()[0]}")
    return options


def arguments(description, words=None):
    """For train.py."""
    parser = new_parser("train", description)
    add_training(parser, epochs=32, batch=16384, rate=2e-3, last_rate=5e-6, average=0.999, result_share=[0.1, 0.1])
    parser.add_argument("--width", type=number(int, 1, 4096), default=256,
                        help="neurons a side; the engine has room for 256 (src/eval/nnue/network.h)")
    parser.add_argument("--begin", help="weights to begin with (.npz; default: random ones)")
    return parsed(parser, words)
