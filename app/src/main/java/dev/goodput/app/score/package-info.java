/// `goodput score`: scores of texts that exist already, and the scoring options of `bench`.
///
/// Owns the options. `runner.score` scores, and the scores themselves are defined in `quality`.
/// Single-threaded.
@NullMarked
package dev.goodput.app.score;

import org.jspecify.annotations.NullMarked;
