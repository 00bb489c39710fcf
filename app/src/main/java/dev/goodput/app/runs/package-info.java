/// `goodput runs` and `goodput baseline`: the stored runs, their names and their baselines.
///
/// Owns the options. `report.runs` writes the text and the JSON. Single-threaded.
@NullMarked
package dev.goodput.app.runs;

import org.jspecify.annotations.NullMarked;
