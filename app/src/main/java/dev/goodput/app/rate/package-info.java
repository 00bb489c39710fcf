/// `goodput rate`: ratings of responses by people, and the page to collect them.
///
/// Owns the options. `runner.rate` reads the file of ratings and computes; how ratings are stored
/// in a run directory and shown is owned by `report.quality`. Single-threaded.
@NullMarked
package dev.goodput.app.rate;

import org.jspecify.annotations.NullMarked;
