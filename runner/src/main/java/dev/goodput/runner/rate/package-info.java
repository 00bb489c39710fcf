/// Ratings of responses by people: the prompts of the page that collects them, the file of ratings,
/// and what is computed from it.
///
/// How ratings are stored in a run directory and shown is owned by `report.quality`.
/// Single-threaded.
@NullMarked
package dev.goodput.runner.rate;

import org.jspecify.annotations.NullMarked;
