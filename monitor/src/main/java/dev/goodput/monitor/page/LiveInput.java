package dev.goodput.monitor.page;

import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.observe.EngineStateTracker;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a live document is made of.
///
/// @param traffic the traffic at a moment
/// @param engines what the upstreams report about themselves, on the traffic's axis; null if none
///   of their pages is read
/// @param gateway the rest
public record LiveInput(
    TrafficSnapshot traffic, @Nullable EngineStateTracker engines, GatewayFacts gateway) {
  /// The wall-clock moment of a stamp.
  Instant at(long nanos) {
    return gateway.origin().plusNanos(nanos);
  }

  /// The same in whole seconds since 1970, as used for points of trends.
  long second(long nanos) {
    return at(nanos).getEpochSecond();
  }

  /// What the live page shows about the gateway in addition to its traffic.
  ///
  /// @param listen where clients find it, as it may be shown
  /// @param version of the program
  /// @param origin the wall-clock moment of nanosecond 0 of the traffic's stamps
  /// @param draining whether it takes no new requests
  /// @param troubles what is lost or does not work, a sentence each: a log that cannot be written,
  ///   for example
  /// @param notes more details in a few words each, such as the configuration's file
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
    /// @param reachable whether it could be reached the last time; null before the first attempt
    /// @param words the last event, empty if there is none
    public record Upstream(String name, String url, @Nullable Boolean reachable, String words) {}
  }

  /// The start of the requested trends: `live.json?since=1795423212&minutes_since=1795422000`, in
  /// seconds since 1970. A missing or invalid number requests all.
  ///
  /// @param since the first second that is wanted
  /// @param minutesSince the first minute that is wanted
  public record LiveQuery(long since, long minutesSince) {
    /// All there is.
    public static final LiveQuery ALL = new LiveQuery(Long.MIN_VALUE, Long.MIN_VALUE);

    private static final Pattern SINCE = Pattern.compile("[?&]since=(\\d{1,12})(?=&|$)");
    private static final Pattern MINUTES = Pattern.compile("[?&]minutes_since=(\\d{1,12})(?=&|$)");

    /// Reads it from a request's path and query.
    public static LiveQuery of(String target) {
      return new LiveQuery(number(SINCE, target), number(MINUTES, target));
    }

    private static long number(Pattern name, String target) {
      Matcher found = name.matcher(target);
      return found.find() ? Long.parseLong(found.group(1)) : Long.MIN_VALUE;
    }
  }
}
