/// The runs and baselines of a store, as text and as `goodput.runs/1` and `goodput.baselines/1`.
///
/// Owns the wording and the formats; `history` reads the store.
///
/// Threading: values and pure functions, usable from any thread.
@NullMarked
package dev.goodput.findings.runs;

import org.jspecify.annotations.NullMarked;
