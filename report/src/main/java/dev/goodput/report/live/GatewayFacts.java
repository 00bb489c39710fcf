package dev.goodput.report.live;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the live page tells of the gateway beside its traffic.
///
/// @param listen where clients find it, as it may be shown
/// @param version of the program
/// @param origin the wall-clock moment of nanosecond 0 of the traffic's stamps
/// @param draining whether it takes no new requests
/// @param troubles what is lost or does not work, a sentence each: a log that cannot be written,
///   for example
/// @param notes more to say of it in a few words each, such as the configuration's file
/// @param upstreams those that are configured
public record GatewayFacts(
    String listen,
    String version,
    Instant origin,
    boolean draining,
    List<String> troubles,
    List<String> notes,
    List<Upstream> upstreams) {
  /// Copies the lists.
  public GatewayFacts {
    troubles = List.copyOf(troubles);
    notes = List.copyOf(notes);
    upstreams = List.copyOf(upstreams);
  }

  /// One upstream as the gateway finds it.
  ///
  /// @param name by its configuration
  /// @param url as it may be shown
  /// @param reachable whether it could be reached the last time; null where nobody tried yet
  /// @param words what happened the last time, empty where there is nothing to say
  public record Upstream(String name, String url, @Nullable Boolean reachable, String words) {}
}
