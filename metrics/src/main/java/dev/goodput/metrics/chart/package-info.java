/// Chart data of a run for the report page: bounded series, histograms, rows and replays, but no
/// quoted figures.
///
/// [RunChartData] reads the log again with the result known. Everything in it is downsampled to a
/// fixed size, whatever the length of the run. Values are immutable.
@NullMarked
package dev.goodput.metrics.chart;

import org.jspecify.annotations.NullMarked;
