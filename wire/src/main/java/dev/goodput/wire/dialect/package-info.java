/// What vendors make of a question and an answer: one small class a dialect.
///
/// A [dev.goodput.wire.dialect.Dialect] encodes an [dev.goodput.wire.dialect.Ask] and makes an
/// [dev.goodput.wire.dialect.AnswerParser] for each exchange, which turns framed events into calls
/// on an [dev.goodput.wire.dialect.AnswerSink]. No sockets, no clock: the caller owns the stamps.
///
/// Threading: dialects are immutable; a parser belongs to one exchange on one thread.
@NullMarked
package dev.goodput.wire.dialect;

import org.jspecify.annotations.NullMarked;
