package dev.goodput.simulator.truth;

import dev.goodput.wire.server.ServerOptions;

/// What a truth server emits, the same for each stream. Begin with [#of] and change what differs.
///
/// @param listen address, port (0 for any), TLS
/// @param loops event loops, each a thread
/// @param ttftNanos from the read that completed the request to the first token, ns
/// @param itlNanos from one token to the next, ns
/// @param tokens of an answer, where the request gives no `max_tokens`
/// @param tokensPerChunk tokens of each content event
/// @param eventsPerWrite content events that fall due together and leave in one socket write, as of
///   an engine with a streaming interval; fewer at an answer's end
/// @param stamps where the moment of writing stands
/// @param keepLog keep every moment in memory for [TruthServer#streams]
public record TruthOptions(
    ServerOptions listen,
    int loops,
    long ttftNanos,
    long itlNanos,
    int tokens,
    int tokensPerChunk,
    int eventsPerWrite,
    StampPlace stamps,
    boolean keepLog) {

  /// @throws IllegalArgumentException for a count below one or a negative time
  public TruthOptions {
    if (loops < 1 || tokens < 1 || tokensPerChunk < 1 || eventsPerWrite < 1) {
      throw new IllegalArgumentException("counts must be positive");
    }
    if (ttftNanos < 0 || itlNanos < 0) {
      throw new IllegalArgumentException("times must not be negative");
    }
  }

  /// One loop on a free port of the loopback address: stamped in the text, one token per chunk, one
  /// chunk per write, log kept.
  public static TruthOptions of(long ttftNanos, long itlNanos, int tokens) {
    return new TruthOptions(
        ServerOptions.plain("127.0.0.1", 0),
        1,
        ttftNanos,
        itlNanos,
        tokens,
        1,
        1,
        StampPlace.TEXT,
        true);
  }

  /// A copy that listens elsewhere.
  public TruthOptions withListen(ServerOptions value) {
    return new TruthOptions(
        value, loops, ttftNanos, itlNanos, tokens, tokensPerChunk, eventsPerWrite, stamps, keepLog);
  }

  /// A copy with another number of event loops.
  public TruthOptions withLoops(int value) {
    return new TruthOptions(
        listen,
        value,
        ttftNanos,
        itlNanos,
        tokens,
        tokensPerChunk,
        eventsPerWrite,
        stamps,
        keepLog);
  }

  /// A copy with several tokens in each event.
  public TruthOptions withTokensPerChunk(int value) {
    return new TruthOptions(
        listen, loops, ttftNanos, itlNanos, tokens, value, eventsPerWrite, stamps, keepLog);
  }

  /// A copy with several events in each write.
  public TruthOptions withEventsPerWrite(int value) {
    return new TruthOptions(
        listen, loops, ttftNanos, itlNanos, tokens, tokensPerChunk, value, stamps, keepLog);
  }

  /// A copy with its stamps elsewhere.
  public TruthOptions withStamps(StampPlace value) {
    return new TruthOptions(
        listen, loops, ttftNanos, itlNanos, tokens, tokensPerChunk, eventsPerWrite, value, keepLog);
  }

  /// A copy that keeps the moments, or does not.
  public TruthOptions withKeepLog(boolean value) {
    return new TruthOptions(
        listen, loops, ttftNanos, itlNanos, tokens, tokensPerChunk, eventsPerWrite, stamps, value);
  }
}
