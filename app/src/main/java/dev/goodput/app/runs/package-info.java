/// `goodput runs` and `goodput baseline`: the stored runs, their names and their baselines.
///
/// Owns the text and the JSON of these commands. Single-threaded.
@NullMarked
package dev.goodput.app.runs;

import org.jspecify.annotations.NullMarked;
