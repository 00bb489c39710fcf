/// What a run showed, as reports and experiments read it: a [RunResult] with a [LevelResult] for
/// each level of load.
///
/// The names and definitions are those of the metric definitions (METRICS.md), one per name; where
/// a type mirrors a part of the result document its doc says so. Values are immutable.
@NullMarked
package dev.goodput.metrics.result;

import org.jspecify.annotations.NullMarked;
