/// Max goodput under an SLO: one continuous, load-corrected search (STATISTICS.md §5). Owns the
/// curve of attainment over load, the segments that it is fitted to, and the steering of the rate.
@NullMarked
package dev.goodput.lab.search;

import org.jspecify.annotations.NullMarked;
