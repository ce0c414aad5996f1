#!/usr/bin/env bash
# Trains a human network (docs/levels.md) in calls of a few minutes, on a machine with a GPU that is there for a short
# time only.
#
#     bash trainer/human.sh SECONDS     # the call ends before so many seconds
#
# The first call exports the games and begins the training; each later call continues it. When $MINUTES of training are
# over in all calls together, the network is complete and another call only measures it.
#
# $INPUTS holds rookery (a program that runs on that machine, such as the static one) and games.tsv.zst, and perhaps
# checkpoint.0, checkpoint.1, ... of an earlier call on another machine. $WORK (~/human) keeps everything between the
# calls. $OUT ($WORK/out) gets the results: NAME.pt, NAME.rookhuman, NAME.json, match.txt, log.txt, and the checkpoint in
# parts of 15 MB.
# shellcheck disable=SC2086 # lists of options are split into words on purpose
set -uo pipefail

started=$(date +%s)
limit=${1:-540}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
inputs=${INPUTS:-$here}
W=${WORK:-$HOME/human}
out=${OUT:-$W/out}
mkdir -p "$W" "$out"
log=$W/log.txt
# shellcheck source=trainer/calls.sh
source "$here/calls.sh"

# What can be changed.
NAME=${NAME:-human-1}
MINUTES=${MINUTES:-6}       # of training, in all calls together
TRAIN_ARGS=${TRAIN_ARGS:-}  # such as "--blocks 10 --channels 128 --begin nets/teacher-5.pt"
EXPORT_ARGS=${EXPORT_ARGS:---held-source smoussavi00/FGF-Fast-Game-Format --held-source kdave/pgn-toys}
MATCH_ARGS=${MATCH_ARGS:-}  # such as "--player pvs --nodes 10000"
MATCH_SECONDS=${MATCH_SECONDS:-20}
RESERVE=${RESERVE:-10}      # seconds at the end of a call for results

export PYTHONUNBUFFERED=1 TORCHINDUCTOR_CACHE_DIR=$W/inductor TRITON_CACHE_DIR=$W/triton
R=$W/rookery

deliver() {
    local file
    rm -f "$out"/checkpoint.*
    for file in "$W/$NAME".{pt,rookhuman,json} "$W"/match.txt "$log"; do [[ -f $file ]] && cp "$file" "$out/"; done
    # Five other files come back, so there is room for three parts.
    if [[ -f $W/$NAME.checkpoint ]] && (($(stat -c %s "$W/$NAME.checkpoint") <= 45 * 1024 * 1024)); then
        split -b 15M -d -a 1 "$W/$NAME.checkpoint" "$out/checkpoint."
    fi
}

take_files() {
    [[ -x $inputs/rookery ]] && install -m 755 "$inputs/rookery" "$R.new" && mv "$R.new" "$R"
    [[ -x $R ]] || { say "the program is missing"; exit 1; }
    if [[ ! -f $W/$NAME.checkpoint && -f $inputs/checkpoint.0 ]]; then
        cat "$inputs"/checkpoint.? >"$W/$NAME.checkpoint"
    fi
}

export_games() {
    [[ -f $W/people.moves ]] && return
    [[ -f $inputs/games.tsv.zst ]] || { say "there are no games in $inputs"; exit 1; }
    step export "$(left)" "$R" human export "$inputs/games.tsv.zst" --output "$W/people.moves" $EXPORT_ARGS
}

train() {
    step training "$(left)" "$python" "$here/human.py" train "$W/people.moves" \
        --held "$W/people.held.moves" "$W/people.sources.moves" --out "$W/$NAME" --minutes "$MINUTES" \
        --stop-after "$(($(left) - MATCH_SECONDS - 25))" --resume $TRAIN_ARGS
}

measure() {
    local part
    for part in held sources; do
        step "match on $part" "$(left)" "$R" human match "$W/people.$part.moves" --network "$W/$NAME.rookhuman" \
            $MATCH_ARGS | tee -a "$W/match.txt"
    done
}

trap 'say "cut off"; deliver; exit 130' INT TERM
find_python
say "== $NAME, $limit seconds"
check_gpu | tee -a "$log"
take_files
export_games && train
deliver
[[ -f $W/$NAME.rookhuman ]] && measure
say "== end"
deliver
