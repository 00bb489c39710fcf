/// Distributions of observed values: exact while they are small, a histogram beyond that.
///
/// [DistributionBuilder] collects in bounded memory on one thread; the resulting [Distribution] is
/// immutable and ready for the result document. These are the reported figures; live figures have
/// their own histograms.
@NullMarked
package dev.goodput.metrics.distribution;

import org.jspecify.annotations.NullMarked;
