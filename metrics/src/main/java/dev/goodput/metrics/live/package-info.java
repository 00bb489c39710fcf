/// Figures of a run that is still going: what the progress block shows.
///
/// [LiveMetrics] has a single writer; its snapshots are immutable.
@NullMarked
package dev.goodput.metrics.live;

import org.jspecify.annotations.NullMarked;
