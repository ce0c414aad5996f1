"""The files that stay between trainings: weights to begin others with, and the state of an interrupted training."""

import hashlib
import json
import pickle
import sys
import zipfile
from pathlib import Path

import numpy
import torch

from positions import BUCKETS, INPUTS

WEIGHTS = ("features.weight", "features.bias", "output.weight", "output.bias")
STATE = {"network", "average", "optimizer", "step", "history", "loss", "scale", "data", "settings"}
SAVED = {"shape", "weights", "origin", "name"}


def write_weights(network, origin, file):
    weights = {name: value.cpu().numpy() for name, value in network.state_dict().items()}
    numpy.savez_compressed(file, origin=json.dumps(origin), **weights)


def read_weights(file):
    """The weights, and where they come from."""
    try:
        with numpy.load(file) as stored:
            origin = json.loads(str(stored["origin"])) if "origin" in stored else {}
            weights = {name: torch.from_numpy(stored[name]) for name in WEIGHTS}
        width = len(weights["features.bias"])
        shapes = ((width, INPUTS), (width,), (BUCKETS, 2 * width), (BUCKETS,))
        if any(weights[name].shape != shape for name, shape in zip(WEIGHTS, shapes)) or not isinstance(origin, dict):
            raise ValueError("of another shape")
        return weights, origin
    except FileNotFoundError:
        sys.exit(f"{file}: no such file")
    except (OSError, ValueError, KeyError, EOFError, AttributeError, TypeError, zipfile.BadZipFile):
        sys.exit(f"{file}: not the weights of a network, or damaged")


def load_weights(network, file):
    """Weights of a narrower network become the first neurons of this one; the output ignores the others at first.
    Returns where the weights come from."""
    weights, origin = read_weights(file)
    own = network.state_dict()
    narrow, wide = len(weights["features.bias"]), network.width
    if narrow > wide:
        sys.exit(f"{file} has {narrow} neurons, more than {wide}")
    own["features.weight"][:narrow] = weights["features.weight"]
    own["features.bias"][:narrow] = weights["features.bias"]
    own["output.bias"].copy_(weights["output.bias"])
    own["output.weight"].zero_()
    for side in range(2):
        own["output.weight"][:, side * wide:side * wide + narrow] = (
            weights["output.weight"][:, side * narrow:(side + 1) * narrow])
    return origin


def write_checkpoint(state, file):
    """If the program is killed meanwhile, the checkpoint before remains."""
    unfinished = file.with_name(file.name + ".unfinished")
    torch.save(state, unfinished)
    unfinished.replace(file)


def read_saved(file, names, device, what):
    """A dictionary that torch has saved and that has these names. Reports an error that says what it should be."""
    try:
        state = torch.load(file, map_location=device)
        if not isinstance(state, dict) or not names <= state.keys():
            raise EOFError
        return state
    except FileNotFoundError:
        sys.exit(f"{file}: no such file")
    except (OSError, RuntimeError, EOFError, ValueError, KeyError, pickle.UnpicklingError):
        sys.exit(f"{file}: not {what}, or damaged")


def read_checkpoint(file, device):
    return read_saved(file, STATE, device, "a checkpoint of this trainer")


def placed(network, device):
    return network.to(device, memory_format=torch.channels_last)


def write_network(network, more, origin, file):
    """A convolutional network: matrices in bfloat16, as a GPU uses them; what a norm or a bias adds stays exact."""
    weights = {name: value.detach().cpu().to(torch.bfloat16 if value.dim() > 1 else value.dtype)
               for name, value in network.state_dict().items()}
    name = hashlib.sha256()
    for value in weights.values():
        name.update(value.float().contiguous().numpy().tobytes())
    unfinished = Path(f"{file}.unfinished")
    torch.save({"shape": network.shape, **more, "weights": weights, "name": name.hexdigest()[:16],
                "origin": json.dumps(origin)}, unfinished)
    unfinished.replace(file)


def read_network(file, device, kind, what, more=frozenset()):
    """The network of that kind, and the dictionary it is stored in, with what write_network() was given."""
    saved = read_saved(file, SAVED | more, "cpu", what)
    try:
        network = kind(**saved["shape"])
        network.load_state_dict({name: value.float() if value.is_floating_point() else value
                                 for name, value in saved["weights"].items()})
        saved["origin"] = json.loads(saved["origin"])
    except (RuntimeError, TypeError, ValueError, AttributeError):
        sys.exit(f"{file}: not {what}, or damaged")
    return placed(network, device), saved
