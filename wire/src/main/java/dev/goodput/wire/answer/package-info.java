/// Reads the content of one response: from body bytes through framing and dialect to content
/// events, token counts and an outcome. The load generator and the gateway use the same reader.
///
/// Owns no socket and no clock: each read comes with its stamp.
///
/// Threading: a reader belongs to one exchange on one thread.
@NullMarked
package dev.goodput.wire.answer;

import org.jspecify.annotations.NullMarked;
