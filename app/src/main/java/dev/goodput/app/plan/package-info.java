/// `goodput plan`: calculations that need no measurement.
///
/// Owns the options, the text and the JSON of these calculations. Single-threaded.
@NullMarked
package dev.goodput.app.plan;

import org.jspecify.annotations.NullMarked;
