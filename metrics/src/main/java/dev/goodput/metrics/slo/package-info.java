/// Service level objectives: the grammar, the presets, and what each bound says of one request.
///
/// An expression is a conjunction of bounds, `p95 ttft<=200ms, tpot<=50ms`; parsing one never fails
/// with anything but [SloSyntaxException]. Values are immutable and may be shared. An [SloJudge] is
/// filled anew for every request and belongs to one thread.
@NullMarked
package dev.goodput.metrics.slo;

import org.jspecify.annotations.NullMarked;
