/// Comparisons and the gate in words, figures and documents: the same in the terminal, on the page,
/// in JSON, Markdown and JUnit. Start reading at [ComparisonInput]. Pure functions, no threads.
@NullMarked
package dev.goodput.findings.comparison;

import org.jspecify.annotations.NullMarked;
