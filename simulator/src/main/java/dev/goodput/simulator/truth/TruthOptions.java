package dev.goodput.simulator.truth;

import dev.goodput.wire.server.ServerOptions;

/// The options of a truth server, the same for each stream. Start with [#of] and change what
/// differs.
///
/// @param listen address, port (0 for any), TLS
/// @param loops event loops, each with its own thread
/// @param ttftNanos time from the read that completed the request to the first token, ns
/// @param itlNanos time from one token to the next, ns
/// @param tokens output tokens if the request sets no `max_tokens`
/// @param tokensPerChunk tokens of each content event
/// @param eventsPerWrite content events that fall due together and are sent in one socket write,
///   like an engine with a streaming interval; fewer at the end of a response
/// @param stamps place of the write timestamp
/// @param keepLog whether to keep all write times in memory for [TruthServer#streams]
public record TruthOptions(
    ServerOptions listen,
    int loops,
    long ttftNanos,
    long itlNanos,
    int tokens,
    int tokensPerChunk,
    int eventsPerWrite,
    TimestampPlacement stamps,
    boolean keepLog) {

  /// @throws IllegalArgumentException if a count is below one or a time is negative
  public TruthOptions {
    if (loops < 1 || tokens < 1 || tokensPerChunk < 1 || eventsPerWrite < 1) {
      throw new IllegalArgumentException("counts must be positive");
    }
    if (ttftNanos < 0 || itlNanos < 0) {
      throw new IllegalArgumentException("times must not be negative");
    }
  }

  /// Returns options with one loop on a free port of the loopback address, timestamps in the text,
  /// one token per chunk, one chunk per write, and a log.
  public static TruthOptions of(long ttftNanos, long itlNanos, int tokens) {
    return new TruthOptions(
        ServerOptions.plain("127.0.0.1", 0),
        1,
        ttftNanos,
        itlNanos,
        tokens,
        1,
        1,
        TimestampPlacement.TEXT,
        true);
  }

  /// Returns a copy with another listen address.
  public TruthOptions withListen(ServerOptions value) {
    return new TruthOptions(
        value, loops, ttftNanos, itlNanos, tokens, tokensPerChunk, eventsPerWrite, stamps, keepLog);
  }

  /// Returns a copy with another number of event loops.
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

  /// Returns a copy with several tokens in each event.
  public TruthOptions withTokensPerChunk(int value) {
    return new TruthOptions(
        listen, loops, ttftNanos, itlNanos, tokens, value, eventsPerWrite, stamps, keepLog);
  }

  /// Returns a copy with several events in each write.
  public TruthOptions withEventsPerWrite(int value) {
    return new TruthOptions(
        listen, loops, ttftNanos, itlNanos, tokens, tokensPerChunk, value, stamps, keepLog);
  }

  /// Returns a copy with another place of the timestamps.
  public TruthOptions withStamps(TimestampPlacement value) {
    return new TruthOptions(
        listen, loops, ttftNanos, itlNanos, tokens, tokensPerChunk, eventsPerWrite, value, keepLog);
  }

  /// Returns a copy that keeps a log or not.
  public TruthOptions withKeepLog(boolean value) {
    return new TruthOptions(
        listen, loops, ttftNanos, itlNanos, tokens, tokensPerChunk, eventsPerWrite, stamps, value);
  }
}
