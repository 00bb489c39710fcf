/// The methods of STATISTICS.md held against truths that are known: the simulated engine in virtual
/// time, asked so often that what intervals, searches and gates promise can be counted. Owns the
/// trials, the peers' methods beside them, and the published references.
///
/// Threading: trials run side by side on as many threads as are asked, and none outlives the call;
/// the same seeds give the same figures on any number of them.
@NullMarked
package dev.goodput.validation.statistics;

import org.jspecify.annotations.NullMarked;
