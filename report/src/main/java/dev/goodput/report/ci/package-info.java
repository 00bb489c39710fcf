/// Files for continuous integration: JUnit XML and a summary in Markdown.
///
/// Both say what the exit code says, with the figures behind it. Threading: pure functions.
@NullMarked
package dev.goodput.report.ci;

import org.jspecify.annotations.NullMarked;
