package dev.goodput.load;

/// The objects that the loops of one level share.
///
/// @param over called on a loop once its part of the level is over
record LevelShared(
    ConcurrencyLimiter gate,
    InFlightCount concurrency,
    LaterTurnEncoder laterTurns,
    FirstFault fault,
    Runnable over) {}
