/// Textbook arithmetic: what a TTFT and a TPOT mean for a response, its reader and its price.
///
/// Nothing here is measured: every token arrives on schedule, so every figure is exact. Pure values
/// and functions, usable from any thread.
@NullMarked
package dev.goodput.metrics.whatif;

import org.jspecify.annotations.NullMarked;
