/// The figures of a run in words: numbers with units, verdicts, sentences, method.
///
/// What a terminal, a page, a job summary and a test report say comes from here, so that one run is
/// never told in two ways. Owns the rules of number formatting and the wording; every figure comes
/// from the [dev.goodput.metrics.result.RunResult], none is computed anew. Absent figures are said
/// to be `not applicable`, never zero. Threading: values and pure functions, usable from any
/// thread.
@NullMarked
package dev.goodput.report.words;

import org.jspecify.annotations.NullMarked;
