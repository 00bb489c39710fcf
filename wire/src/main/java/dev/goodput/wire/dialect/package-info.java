/// What vendors make of a question and an answer: one small class a dialect.
///
/// A [dev.goodput.wire.dialect.Dialect] encodes an [dev.goodput.wire.dialect.Ask] and makes an
/// [dev.goodput.wire.dialect.AnswerParser] for each exchange, which turns framed events into calls
/// on an [dev.goodput.wire.dialect.AnswerSink]. What all dialects' answers have in common is one
/// parser; a dialect adds what its JSON means. An [dev.goodput.wire.dialect.AskReader] reads the
/// questions of others as they pass. No sockets, no clock: the caller owns the stamps.
///
/// Threading: dialects are immutable; a parser, and a reader of questions, belongs to one exchange
/// on one thread.
@NullMarked
package dev.goodput.wire.dialect;

import org.jspecify.annotations.NullMarked;
