/// What a run showed, as reports and experiments read it: a [RunResult] with a [LevelResult] for
/// each level of load.
///
/// Names and definitions are those of the metric definitions (docs/explanation/metrics.md), one per
/// name; a type that mirrors a part of the result document names that part. Values are immutable.
@NullMarked
package dev.goodput.metrics.result;

import org.jspecify.annotations.NullMarked;
