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

/// What goes wrong where the gateway itself or its configuration is to blame. Told once when it
/// begins, and a trouble for as long as it goes on. Looked at on the observer's thread, asked from
/// any.
public final class ConfigProblems implements TrafficListener {
  /// What has not come for so long is over.
  private static final long OVER_NANOS = 60_000_000_000L;

  private final Supplier<EdgeCounts> edge;
  private final Consumer<TrafficEvent> tell;
  private final Consumer<String> say;
  private final Map<Trouble, Long> counted = new EnumMap<>(Trouble.class);
  private final Map<Trouble, Long> lastNanos = new ConcurrentHashMap<>();

  private enum Trouble {
    GOES_ROUND("requests go round: an upstream leads back to this gateway, and they end with 508"),
    UNABLE(
        "this machine has no port or file descriptor left for connections to upstreams (see ulimit"
            + " -n); requests end with 503");

    private final String words;

    Trouble(String words) {
      this.words = words;
    }

    long count(EdgeCounts edge) {
      return switch (this) {
        case GOES_ROUND -> edge.requestsGoneRound();
        case UNABLE -> edge.unableToConnect();
      };
    }
  }

  /// @param edge what was counted so far
  /// @param tell hears of each trouble as it begins
  /// @param say hears the same as a line for people
  public ConfigProblems(
      Supplier<EdgeCounts> edge, Consumer<TrafficEvent> tell, Consumer<String> say) {
    this.edge = edge;
    this.tell = tell;
    this.say = say;
  }

  @Override
  public void passed(CompletedAttempt completed, PromptSink prompt) {
    // Counts tell of it, and most of it is no exchange.
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
      tell.accept(new TrafficEvent(nowNanos, Kind.GATEWAY, "gateway", trouble.words));
      say.accept(trouble.words);
    }
  }

  /// Those that go on, a sentence each.
  public List<String> troubles() {
    return Arrays.stream(Trouble.values())
        .filter(lastNanos::containsKey)
        .map(each -> each.words)
        .toList();
  }
}
