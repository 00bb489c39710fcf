/// Distributions of what was observed: exact while they are small, a histogram beyond.
///
/// [DistributionBuilder] collects in bounded memory on one thread; [Distribution] is what comes of
/// it, immutable, ready for the result document. The place of figures that are quoted; live ones
/// have their own.
@NullMarked
package dev.goodput.metrics.distribution;

import org.jspecify.annotations.NullMarked;
