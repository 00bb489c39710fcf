/// Files for continuous integration: JUnit XML and a summary in Markdown.
///
/// Both say what a bench's exit code says, with the figures behind it: a JUnit report has a failure
/// where the code is not 0, and only there. A report of a stored run says the same of the bench,
/// whatever it ends with itself. Threading: pure functions.
@NullMarked
package dev.goodput.report.ci;

import org.jspecify.annotations.NullMarked;
