/// Finds where a server saturates: the curve of its output over load levels, and its evaluation.
///
/// Everything is computed from level results and a log; what an experiment found is a
/// [SaturationResult]. Threading: values are immutable.
@NullMarked
package dev.goodput.metrics.saturation;

import org.jspecify.annotations.NullMarked;
