package dev.goodput.telemetry;

import java.util.Map;

/// A sender of encoded events, or of partials, to one topic of a broker. The fleet archive has the
/// implementation, and a gateway loads it from there, so that the main program carries no client of
/// a broker.
///
/// One thread sends and closes; any thread may read the counts.
public interface EventSender extends AutoCloseable {
  /// The number of a record whose partition is chosen by the sender.
  int ANY_PARTITION = -1;

  /// Takes a record, and sends it together with others a little later. Waits for a broker and for
  /// room, and then returns false: the record was not taken.
  ///
  /// @param events the number of events in it, by which it is counted
  /// @param number decides the partition, or [#ANY_PARTITION]: a record that is sent again by the
  ///   next process must come into the same partition to be recognized
  boolean send(byte[] record, int events, long number);

  /// Returns the number of events that the broker stored.
  long delivered();

  /// Returns the number of events that were taken, but that the broker did not confirm in time.
  long undelivered();

  /// Returns why the latest event was not taken or delivered, in one line; empty if it was.
  String trouble();

  /// Sends what was taken, for a few seconds at most.
  @Override
  void close();

  /// Opens senders; found by [java.util.ServiceLoader].
  interface Factory {
    /// Opens a sender without contacting the broker.
    ///
    /// @param servers the broker's addresses, separated by commas
    /// @param settings further settings of the client
    /// @param spills whether records that are not taken are kept elsewhere: the sender then waits
    ///   for a moment only, and never drops what it took
    /// @throws IllegalArgumentException settings that cannot be used
    EventSender open(String servers, String topic, Map<String, String> settings, boolean spills);
  }
}
