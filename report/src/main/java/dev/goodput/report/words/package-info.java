/// The figures of a run in words: numbers with units, verdicts, sentences, method.
///
/// The texts of terminal, page, job summary and test report come from here, so that all show one
/// run in the same words. Owns the rules of number formatting and the wording; every figure comes
/// from the [dev.goodput.metrics.result.RunResult], none is computed again. Absent figures are
/// shown as `not applicable`, never as zero. Threading: values and pure functions, usable from any
/// thread.
@NullMarked
package dev.goodput.report.words;

import org.jspecify.annotations.NullMarked;
