/// Metrics over stored runs, with change points, as text and as `goodput.trend/1`.
///
/// Owns the wording and the format; `metrics.trend` finds the change points.
///
/// Threading: values and pure functions, usable from any thread.
@NullMarked
package dev.goodput.store.trend;

import org.jspecify.annotations.NullMarked;
