/// Scores of answers against references: exact match, extraction, BLEU, chrF and ROUGE.
///
/// Owns the definitions of the scores and of the tests on their differences. The values equal those
/// of sacreBLEU 2.6, rouge-score 0.1.2 and lm-evaluation-harness, so that they can be compared with
/// published ones. Pure functions without input or output, usable from any thread, except
/// [dev.goodput.quality.Scorer], which adds up one corpus and belongs to one thread.
@NullMarked
package dev.goodput.quality;

import org.jspecify.annotations.NullMarked;
