/// What a run cost in money and in energy: the lines, fields and cards of every report.
///
/// Values, usable from any thread.
@NullMarked
package dev.goodput.report.cost;

import org.jspecify.annotations.NullMarked;
