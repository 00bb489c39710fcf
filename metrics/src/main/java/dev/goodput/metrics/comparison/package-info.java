/// Tests of whether one system is slower than another (docs/explanation/statistics.md). One
/// observation is one run, never one request.
///
/// Owns paired and unpaired differences, their tests, the gate's verdict, and the results of paired
/// comparisons.
///
/// Threading: pure functions of immutable values; safe on any thread.
@NullMarked
package dev.goodput.metrics.comparison;

import org.jspecify.annotations.NullMarked;
