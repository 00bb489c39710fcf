/// From run directories to reports: of a run, of the slices of one load, of a comparison, of new
/// runs against stored ones.
///
/// A report uses only run directories, so that it is the same after the run and a year later. Owns
/// how a comparison is stored and judged again. Threading: main thread.
@NullMarked
package dev.goodput.runner.report;

import org.jspecify.annotations.NullMarked;
