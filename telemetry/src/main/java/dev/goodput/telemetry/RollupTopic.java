package dev.goodput.telemetry;

import java.util.Map;
import java.util.function.Consumer;

/// A reader of roll-ups in a topic of a broker. The fleet archive has the implementation, and the
/// main program loads it from there ([FleetArchive]).
public interface RollupTopic {
  /// Reads the roll-ups that are in a topic now, also the deltas of late events.
  ///
  /// @param servers the broker's addresses, separated by commas
  /// @param environment the environment variables; `GOODPUT_KAFKA_SETTINGS` names a properties file
  ///   with settings of the client
  /// @param each takes each roll-up
  /// @throws IllegalArgumentException if the topic cannot be read, or holds something else
  void read(
      String servers,
      String topic,
      Map<String, String> environment,
      RollupRange range,
      Consumer<WindowRollup> each);
}
