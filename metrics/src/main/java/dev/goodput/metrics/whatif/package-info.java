/// The textbooks' arithmetic: what a TTFT and a TPOT mean for an answer, its reader and its price.
///
/// Nothing here was measured: every token comes when it is expected, so every figure is exact. Pure
/// values and functions, usable from any thread.
@NullMarked
package dev.goodput.metrics.whatif;

import org.jspecify.annotations.NullMarked;
