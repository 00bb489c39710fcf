package dev.goodput.gateway.exchange;

import dev.goodput.record.RequestRecord;
import dev.goodput.wire.dialect.AskFacts;
import dev.goodput.wire.dialect.Opening;
import org.jspecify.annotations.Nullable;

/// One attempt at an exchange that is over.
///
/// @param record what happened; its stamps count from the gateway's begin
/// @param understood whether it was a question to a model; of another one nothing but times, bytes
///   and status is known
/// @param dialect the dialect's name, `""` where it was none
/// @param facts what the request's body said of itself, null where it was not read
/// @param status the status that the client was answered, 0 where it was none
/// @param opening how the answer begins
/// @param traceparent the client's `traceparent` header, null where it sent none
public record Passed(
    RequestRecord record,
    boolean understood,
    String dialect,
    @Nullable AskFacts facts,
    int status,
    Opening opening,
    @Nullable String traceparent) {}
