/// `goodput plan`: calculations that need no measurement.
///
/// Owns the options. `metrics.whatif` computes, `findings.whatif` writes the text and the JSON.
/// Single-threaded.
@NullMarked
package dev.goodput.app.plan;

import org.jspecify.annotations.NullMarked;
