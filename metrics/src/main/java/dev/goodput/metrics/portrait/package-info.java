/// What the page draws of a run: bounded series, histograms, rows and replays, never figures.
///
/// [RunPortrait] reads the log anew with the result in hand. Everything in it is downsampled to a
/// fixed size, whatever the length of the run. Values are immutable.
@NullMarked
package dev.goodput.metrics.portrait;

import org.jspecify.annotations.NullMarked;
