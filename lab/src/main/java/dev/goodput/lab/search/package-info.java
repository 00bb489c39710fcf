/// Finds max goodput under an SLO by one continuous, load-corrected search
/// (docs/explanation/statistics.md). Owns the curve of attainment over load and the steering of the
/// rate; `metrics.search` owns the results.
@NullMarked
package dev.goodput.lab.search;

import org.jspecify.annotations.NullMarked;
