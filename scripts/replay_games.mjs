// Replays games in an independent program, chess.js, and compares how they end with what the arena recorded.
//
//     npm install --prefix /tmp/replay chess.js
//     NODE_PATH=/tmp/replay/node_modules node scripts/replay_games.mjs games.pgn
//
// Every move must be legal. A game that ended "normal" must end in checkmate with the right winner or, for a
// draw, in stalemate, a threefold repetition, fifty moves without progress, or with too little to mate.
// Exit code 1 and a line for every game where it is not so.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { Chess } = createRequire(import.meta.url)('chess.js');

function* games(text) {
    let game = '';
    for (const line of text.split('\n')) {
        if (line.startsWith('[Event ') && game.trim() !== '') {
            yield game;
            game = '';
        }
        game += line + '\n';
    }
    if (game.trim() !== '') yield game;
}

function tag(game, name) {
    const found = game.match(new RegExp(`^\\[${name} "(.*)"\\]`, 'm'));
    return found ? found[1] : '';
}

// Why chess.js thinks that the game is over, or nothing.
function ending(board) {
    if (board.isCheckmate()) return board.turn() === 'w' ? '0-1' : '1-0';
    if (board.isStalemate() || board.isThreefoldRepetition() || board.isDrawByFiftyMoves() ||
        board.isInsufficientMaterial()) return '1/2-1/2';
    return '';
}

let count = 0;
let bad = 0;
const endings = {};
for (const game of games(readFileSync(process.argv[2], 'utf8'))) {
    ++count;
    const report = (why) => {
        ++bad;
        console.log(`game ${count}: ${why}`);
    };
    const board = new Chess();
    try {
        board.loadPgn(game);
    } catch (problem) {
        report(problem.message);
        continue;
    }
    const termination = tag(game, 'Termination');
    endings[termination] = (endings[termination] ?? 0) + 1;
    if (board.history().length !== Number(tag(game, 'PlyCount')))
        report(`${board.history().length} plies instead of ${tag(game, 'PlyCount')}`);
    else if (termination === 'normal' && ending(board) !== tag(game, 'Result'))
        report(`recorded ${tag(game, 'Result')}, but the position says '${ending(board)}'`);
    else if (termination !== 'normal' && ending(board) !== '' && ending(board) !== tag(game, 'Result'))
        report(`${termination} although the game was over: ${ending(board)}`);
}
console.log(`${count} games, ${bad} wrong; endings: ${JSON.stringify(endings)}`);
process.exit(bad === 0 && count > 0 ? 0 : 1);
