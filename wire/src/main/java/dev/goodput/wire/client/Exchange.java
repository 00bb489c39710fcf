package dev.goodput.wire.client;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;

/// The result of one exchange, as seen by the client. Stamps are nanoseconds since the origin, or
/// [Stamps#ABSENT] for an event that never happened.
///
/// A response that is not streamed (not requested as a stream, or not sent as one) has a last token
/// but no first token, and one event in `chunks`.
///
/// @param connectedNanos when a connection was ready
/// @param sentNanos when the last request byte was written
/// @param headersNanos when the status line and headers were read
/// @param firstByteNanos when the first body byte was read
/// @param firstTokenNanos when the first event with generated content in any channel was read
/// @param firstAnswerNanos when the first event with content in the answer channel was read
/// @param lastTokenNanos when the last event with generated content was read
/// @param endedNanos time of the end event, the end of the body, or the failure; if the body
///   continues after the end event, [CallListener#ended] is called a little later
/// @param chunks content events
/// @param reasoningChunks number of them with reasoning text
/// @param tokens token counts of the server
/// @param outcome how the exchange ended
/// @param text the answer's text if texts are kept, otherwise null
/// @param otherText text of all other channels if texts are kept, otherwise null
/// @param retryAfterSeconds wait requested by the server, -1 if none
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
