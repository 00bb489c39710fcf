package dev.goodput.runner.fleet;

import dev.goodput.runner.Clocks;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the coordinator knows of one worker. Guarded by the coordinator.
final class Seat {
  /// How far the worker is.
  enum State {
    /// It has not registered yet.
    AWAITED,
    /// It prepares and warms up.
    REGISTERED,
    /// It waits for the start.
    READY,
    /// It sends requests.
    RUNNING,
    /// Its result is complete.
    DONE,
    /// It is gone, and its slice is missing.
    LOST
  }

  final int number;
  State state = State.AWAITED;
  @Nullable MessageStream stream;
  SortedMap<String, String> load = new TreeMap<>();
  ClockEstimates clocks = new ClockEstimates();
  long requests;
  long failed;
  long inFlight;

  /// Whether its connection has ended, although its result is not complete.
  boolean closed;

  /// When it ended, by the coordinator's clock.
  long closedNanos;

  /// Whether it waits for the clocks as they are known at the end.
  boolean ended;

  /// The rounds of exchanges that were complete when it got ready.
  int roundsBefore;

  /// When its last exchange started, by the coordinator's clock.
  long roundNanos;

  private long sentNanos;
  private long exchange;

  /// Why it is lost; empty if it is not.
  String reason = "";

  Seat(int number) {
    this.number = number;
  }

  /// Frees the seat for another worker.
  void free() {
    state = State.AWAITED;
    stream = null;
    load = new TreeMap<>();
    clocks = new ClockEstimates();
  }

  /// Starts a round of exchanges.
  void measureClocks(Clocks own) {
    clocks.restart();
    roundNanos = own.nanos();
    ping(own);
  }

  private void ping(Clocks own) {
    exchange++;
    sentNanos = own.nanos();
    send(Protocol.PING + " " + exchange);
  }

  /// Takes an answer, and goes on with the round.
  ///
  /// @return whether a round is complete
  boolean answered(String[] words, long receivedNanos, long receivedWallNanos, Clocks own) {
    if (Long.parseLong(words[1]) != exchange) {
      return false; // of a round that was given up
    }
    boolean complete =
        clocks.add(
            ClockEstimates.Estimate.of(
                sentNanos,
                receivedNanos,
                receivedWallNanos,
                Long.parseLong(words[2]),
                Long.parseLong(words[3])));
    if (!complete) {
      ping(own);
    }
    return complete;
  }

  /// Returns whether it can start: its clock was measured since it got ready.
  boolean canStart() {
    return state == State.READY && clocks.rounds() > roundsBefore;
  }

  /// Sends a line. A worker that is lost is seen where lines are received.
  void send(String line) {
    try {
      if (stream != null) {
        stream.send(line);
      }
    } catch (IOException e) {
      stream.close();
    }
  }

  /// Returns the difference between its load and another's, in words; empty if there is none.
  static String difference(Map<String, String> one, Map<String, String> other) {
    for (String key : one.keySet()) {
      String first = one.getOrDefault(key, "");
      String second = other.getOrDefault(key, "");
      if (!first.equals(second)) {
        return "%s is \"%s\", and \"%s\" in the other slices".formatted(key, second, first);
      }
    }
    return "";
  }
}
