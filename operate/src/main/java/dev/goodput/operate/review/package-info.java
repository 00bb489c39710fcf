/// A review of a period of live traffic: what was promised and kept, when and why it was missed,
/// what changed, and what was wasted.
///
/// Owns the passes over the logs of a gateway, in memory that does not grow with the requests, and
/// the rules by which something is worth a line. Verdicts, waste causes and costs come from
/// `metrics` and `telemetry`, alerts from `operate.slo`: nothing is defined twice.
///
/// Threading: one thread reads and computes; results are values.
@NullMarked
package dev.goodput.operate.review;

import org.jspecify.annotations.NullMarked;
