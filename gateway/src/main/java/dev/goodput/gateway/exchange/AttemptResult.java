package dev.goodput.gateway.exchange;

import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.Outcome;
import dev.goodput.wire.answer.AnswerReader;

/// A finished attempt with everything that was observed of it; times are by the relay's clock.
record AttemptResult(
    Attempt attempt,
    AnswerReader answer,
    Outcome outcome,
    long endedNanos,
    Parting parting,
    int status,
    long firstWrittenNanos,
    long lastWrittenNanos,
    long answerBytes) {}
