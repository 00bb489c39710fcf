/// The run in a terminal: a block that redraws while it runs, then the result.
///
/// Everything reads well at 80 columns and shows more at 160; colours and symbols help and never
/// carry a meaning alone. Owns the terminal library. Threading: the result is a pure function; the
/// progress view belongs to the bench's thread.
@NullMarked
package dev.goodput.report.terminal;

import org.jspecify.annotations.NullMarked;
