package dev.goodput.gateway.exchange;

import dev.goodput.record.RequestRecord;
import dev.goodput.wire.dialect.AnswerStart;
import dev.goodput.wire.dialect.RequestFacts;
import org.jspecify.annotations.Nullable;

/// A finished attempt at an exchange.
///
/// @param record what happened; its stamps count from the gateway's start
/// @param understood whether it was a request to a model; of any other request only times, bytes
///   and status are known
/// @param dialect the dialect's name, `""` if there was none
/// @param facts what the request's body contains, null if it was not read
/// @param status the status sent to the client, 0 if there was none
/// @param answerStart the start of the answer
/// @param traceparent the client's `traceparent` header, null if it sent none
public record CompletedAttempt(
    RequestRecord record,
    boolean understood,
    String dialect,
    @Nullable RequestFacts facts,
    int status,
    AnswerStart answerStart,
    @Nullable String traceparent) {}
