/// Service level objectives: the grammar, the presets, and the judgement of one request by each
/// bound.
///
/// An expression is a conjunction of bounds, `p95 ttft<=200ms, tpot<=50ms`; parsing throws only
/// [SloSyntaxException]. Values are immutable and may be shared. An [SloJudge] is refilled for
/// every request and belongs to one thread.
@NullMarked
package dev.goodput.metrics.slo;

import org.jspecify.annotations.NullMarked;
