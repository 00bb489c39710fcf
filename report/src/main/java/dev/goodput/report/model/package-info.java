/// The neutral parts of a report: tables, checks, and the summary that an experiment makes of them.
///
/// Experiments make these values; the terminal, Markdown and JUnit show them and know no
/// experiment. Threading: values are immutable.
@NullMarked
package dev.goodput.report.model;

import org.jspecify.annotations.NullMarked;
