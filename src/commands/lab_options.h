// The options that experiments and tunings share.
#pragma once

#include "arena/statistics/result_table.h"
#include "commands/cli.h"
#include "lab/match_series.h"

namespace rookery {

// The variables that the options write to must live as long as the command.

// --json, --csv and, where something can be drawn, --chart.
void add_output_options(Command command, arena::TableOutput& output, bool with_chart = true);

// The options of experiments that play matches.
void add_series_options(Command command, lab::SeriesSettings& series);

}  // namespace rookery
