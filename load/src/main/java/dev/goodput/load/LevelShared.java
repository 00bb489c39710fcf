package dev.goodput.load;

/// What the loops of one level share.
record LevelShared(Gate gate, Concurrency concurrency, LaterTurns laterTurns, FirstFault fault) {}
