/// Files for continuous integration: JUnit XML and a summary in Markdown.
///
/// Both reports agree with a bench's exit code and add the figures behind it: a JUnit report has a
/// failure exactly if the code is not 0. A report of a stored run shows the same as the bench,
/// whatever exit code it has itself. Threading: pure functions.
@NullMarked
package dev.goodput.report.ci;

import org.jspecify.annotations.NullMarked;
