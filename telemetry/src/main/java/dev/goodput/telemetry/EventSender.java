package dev.goodput.telemetry;

import java.util.Map;

/// A sender of encoded events to a broker. The fleet archive has the implementation, and a gateway
/// loads it from there, so that the main program carries no client of a broker.
///
/// One thread sends and closes; any thread may read the counts.
public interface EventSender extends AutoCloseable {
  /// Takes an event, and sends it together with others a little later. Waits a few seconds for a
  /// broker and for room, and then returns false: the event was not taken.
  boolean send(byte[] event);

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
    /// @throws IllegalArgumentException settings that cannot be used
    EventSender open(String servers, String topic, Map<String, String> settings);
  }
}
