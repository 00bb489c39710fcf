package dev.goodput.wire.client;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;

/// What one exchange was, on the client's side of the wire. Stamps are nanoseconds since the
/// origin, [Stamps#ABSENT] for a moment that never came.
///
/// An answer that came whole (not asked as a stream, or not given as one) has a last token and no
/// first token, and one event in `chunks`.
///
/// @param connectedNanos a connection was in hand
/// @param sentNanos the last request byte was written
/// @param headersNanos status line and headers were read
/// @param firstByteNanos the first body byte was read
/// @param firstTokenNanos the first event with generated content in any channel
/// @param firstAnswerNanos the first event with content in the answer channel
/// @param lastTokenNanos the last event with generated content
/// @param endedNanos the end event, the end of the body, or the failure; where the body goes on
///   after the end event, [CallListener#ended] is called a little later than this
/// @param chunks the content events
/// @param reasoningChunks how many of them carried reasoning text
/// @param tokens what the server counted
/// @param outcome how it ended
/// @param text the answer's text where texts are kept, else null
/// @param otherText text of all other channels where texts are kept, else null
/// @param retryAfterSeconds what the server asked to wait, -1 where it asked nothing
public record Exchange(
    long connectedNanos,
    long sentNanos,
    long headersNanos,
    long firstByteNanos,
    long firstTokenNanos,
    long firstAnswerNanos,
    long lastTokenNanos,
    long endedNanos,
    ChunkLog chunks,
    int reasoningChunks,
    TokenCounts tokens,
    Outcome outcome,
    @Nullable String text,
    @Nullable String otherText,
    int retryAfterSeconds) {}
