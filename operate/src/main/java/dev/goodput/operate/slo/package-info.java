/// SLO files (OpenSLO v1) and the burn-rate alerts that follow from them.
///
/// Owns the reader of the files, the arithmetic of windows, factors and detection times, and the
/// template for a new file. Every error in a file ends as a one-line
/// [dev.goodput.wire.BadSettingException] with file, line, column and key.
///
/// Threading: immutable values and pure functions; safe on any thread.
@NullMarked
package dev.goodput.operate.slo;

import org.jspecify.annotations.NullMarked;
