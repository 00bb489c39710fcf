/// `goodput runs` and `goodput baseline`: the runs that are stored, their names, and the baselines
/// they belong to.
///
/// Owns the words and the JSON of it. One thread.
@NullMarked
package dev.goodput.app.runs;

import org.jspecify.annotations.NullMarked;
