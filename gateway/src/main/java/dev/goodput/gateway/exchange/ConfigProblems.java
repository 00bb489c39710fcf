package dev.goodput.gateway.exchange;

import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficEvent.Kind;
import dev.goodput.wire.dialect.PromptSink;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Problems of the gateway itself or its configuration. Each is reported once when it starts and is
/// listed while it lasts. Updated on the recording thread, read from any.
public final class ConfigProblems implements TrafficListener {
  /// What has not come for so long is over.
  private static final long OVER_NANOS = 60_000_000_000L;

  private final Supplier<EdgeCounts> edge;
  private final Consumer<TrafficEvent> publish;
  private final Consumer<String> print;
  private final Map<Trouble, Long> counted = new EnumMap<>(Trouble.class);
  private final Map<Trouble, Long> lastNanos = new ConcurrentHashMap<>();

  private enum Trouble {
    ROUTING_LOOP(
        "requests go round: an upstream leads back to this gateway, and they end with 508"),
    UNABLE(
        "this machine has no port or file descriptor left for connections to upstreams (see ulimit"
            + " -n); requests end with 503");

    private final String words;

    Trouble(String words) {
      this.words = words;
    }

    long count(EdgeCounts edge) {
      return switch (this) {
        case ROUTING_LOOP -> edge.loopedRequests();
        case UNABLE -> edge.unableToConnect();
      };
    }
  }

  /// @param edge what was counted so far
  /// @param publish hears of each trouble as it begins
  /// @param print hears the same as a line for people
  public ConfigProblems(
      Supplier<EdgeCounts> edge, Consumer<TrafficEvent> publish, Consumer<String> print) {
    this.edge = edge;
    this.publish = publish;
    this.print = print;
  }

  @Override
  public void completed(CompletedAttempt completed, PromptSink prompt) {
    // Counters show these, and most of them are no exchanges.
  }

  @Override
  public void tick(long nowNanos) {
    EdgeCounts now = edge.get();
    for (Trouble each : Trouble.values()) {
      long count = each.count(now);
      if (count > counted.getOrDefault(each, 0L)) {
        begins(each, nowNanos);
        lastNanos.put(each, nowNanos);
      } else if (nowNanos - lastNanos.getOrDefault(each, nowNanos) >= OVER_NANOS) {
        lastNanos.remove(each);
      }
      counted.put(each, count);
    }
  }

  private void begins(Trouble trouble, long nowNanos) {
    if (!lastNanos.containsKey(trouble)) {
      publish.accept(new TrafficEvent(nowNanos, Kind.GATEWAY, "gateway", trouble.words));
      print.accept(trouble.words);
    }
  }

  /// Those that go on, a sentence each.
  public List<String> problems() {
    return Arrays.stream(Trouble.values())
        .filter(lastNanos::containsKey)
        .map(each -> each.words)
        .toList();
  }
}
