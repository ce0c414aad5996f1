// Everything about PGN: reading (pgn_reader.h for speed, pgn_game.h for trees), writing, and the
// commands in comments.
#pragma once

#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"
