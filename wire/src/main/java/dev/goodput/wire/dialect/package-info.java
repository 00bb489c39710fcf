/// The request and response formats of vendors, one small class per dialect.
///
/// A [dev.goodput.wire.dialect.Dialect] encodes an [dev.goodput.wire.dialect.LlmRequest], and
/// creates an [dev.goodput.wire.dialect.AnswerParser] for each exchange, which turns framed events
/// into calls on an [dev.goodput.wire.dialect.AnswerSink]. One parser covers what the answers of
/// all dialects have in common; a dialect adds a reader of its JSON. A
/// [dev.goodput.wire.dialect.RequestReader] reads the requests of other clients for the gateway. No
/// sockets, no clock: the caller owns the stamps.
///
/// Threading: dialects are immutable. A parser or request reader belongs to one exchange on one
/// thread.
@NullMarked
package dev.goodput.wire.dialect;

import org.jspecify.annotations.NullMarked;
