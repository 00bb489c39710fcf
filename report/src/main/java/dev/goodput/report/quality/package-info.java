/// The scores of a run's answers: how they are stored in the run directory, and their text.
///
/// Owns `scores.json`. The scores are computed once, after the run, because the texts may not be
/// kept. Values, usable from any thread.
@NullMarked
package dev.goodput.report.quality;

import org.jspecify.annotations.NullMarked;
