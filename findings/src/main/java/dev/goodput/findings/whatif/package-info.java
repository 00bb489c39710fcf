/// What a TTFT and a TPOT mean for readers, SLOs and costs, as text and as `goodput.whatif/1`.
///
/// Owns the wording and the format; `metrics.whatif` computes.
///
/// Threading: pure functions, usable from any thread.
@NullMarked
package dev.goodput.findings.whatif;

import org.jspecify.annotations.NullMarked;
