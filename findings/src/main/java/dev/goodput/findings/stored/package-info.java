/// Stored runs side by side: in what they differ, what that forbids to claim, the figures of their
/// levels and the ratios between them, and the frontier of speed against throughput.
///
/// Owns the words, the document and the text of it. Threading: values are immutable.
@NullMarked
package dev.goodput.findings.stored;

import org.jspecify.annotations.NullMarked;
