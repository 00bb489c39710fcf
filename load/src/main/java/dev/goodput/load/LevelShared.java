package dev.goodput.load;

/// The objects that the loops of one level share.
///
/// @param keepsText whether the sink wants the text of the responses
/// @param over called on a loop once its part of the level is over
record LevelShared(
    ConcurrencyLimiter gate,
    InFlightCount concurrency,
    LaterTurnEncoder laterTurns,
    FirstFault fault,
    boolean keepsText,
    Runnable over) {}
