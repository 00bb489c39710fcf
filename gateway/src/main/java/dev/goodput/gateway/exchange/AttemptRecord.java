package dev.goodput.gateway.exchange;

import dev.goodput.record.Outcome;
import dev.goodput.record.Passage.Parting;
import dev.goodput.wire.answer.AnswerReader;

/// An attempt that is over, with all that was seen of it; moments by the relay's clock.
record AttemptRecord(
    Attempt attempt,
    AnswerReader answer,
    Outcome outcome,
    long endedNanos,
    Parting parting,
    int status,
    long firstWrittenNanos,
    long lastWrittenNanos,
    long answerBytes) {}
