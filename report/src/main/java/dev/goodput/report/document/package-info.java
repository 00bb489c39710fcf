/// What programs read: the result document with its schema, and a row for every attempt.
///
/// The names are those of docs/reference/results.md, and a contract: what is undefined is absent,
/// never 0 nor null. Owns the JSON library. Rows are streamed from the log in bounded memory.
/// Threading: pure functions; the log is read on the caller's thread.
@NullMarked
package dev.goodput.report.document;

import org.jspecify.annotations.NullMarked;
