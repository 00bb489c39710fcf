/// The methods of docs/explanation/statistics.md against known truths: the simulated engine in
/// virtual time runs so often that the promises of intervals, searches and gates can be counted.
/// Owns the trials, the methods of other tools for comparison, and the published references.
///
/// Threading: trials run side by side on the given number of threads, and none outlives the call;
/// the same seeds give the same figures on any number of them.
@NullMarked
package dev.goodput.validation.statistics;

import org.jspecify.annotations.NullMarked;
