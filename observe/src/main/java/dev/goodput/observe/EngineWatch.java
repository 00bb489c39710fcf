package dev.goodput.observe;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Looks once a second at the pages of metrics of the servers behind a gateway, for as long as that
/// runs, on threads and connections of its own. A page that is missing, hangs or is refused is told
/// as such and looked for again.
public final class EngineWatch implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final List<MetricsSampler> samplers = new ArrayList<>();

  private EngineWatch() {}

  /// What is looked at of one upstream.
  ///
  /// @param name by its configuration
  /// @param pages where its page may be, the likeliest first; at least one
  public record Upstream(String name, List<PageAddress> pages) {
    /// Copies the list.
    ///
    /// @throws IllegalArgumentException where there is no page
    public Upstream {
      pages = List.copyOf(pages);
      if (pages.isEmpty()) {
        throw new IllegalArgumentException("an upstream that is looked at has a page: " + name);
      }
    }
  }

  /// Begins to look.
  ///
  /// @param originNanoTime what the looks' nanoseconds count from, on `clock`
  /// @param sink hears of each look with the upstream's name, on threads of ours; one that throws
  ///   ends the looks at that page
  public static EngineWatch begin(
      List<Upstream> upstreams,
      long originNanoTime,
      NanoClock clock,
      BiConsumer<String, Observation> sink) {
    EngineWatch watch = new EngineWatch();
    for (Upstream upstream : upstreams) {
      List<MetricsReader> readers =
          upstream.pages().stream()
              .map(page -> MetricsReader.open(page, null, LIMIT, originNanoTime, clock))
              .toList();
      watch.samplers.add(
          MetricsSampler.start(
              new PageSearch(readers),
              INTERVAL,
              PATIENCE,
              clock,
              ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
              look -> sink.accept(upstream.name(), look)));
    }
    return watch;
  }

  /// Stops looking; waits for half a second at most.
  @Override
  public void close() {
    samplers.forEach(MetricsSampler::stop);
    samplers.forEach(MetricsSampler::close);
  }
}
