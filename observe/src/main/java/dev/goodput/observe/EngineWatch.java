package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Why;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;

/// Looks once a second at the pages of metrics of the servers behind a gateway, for as long as that
/// runs, on threads and connections of its own. A page that is missing, hangs, is refused or tells
/// nothing is told as such and looked for again: what answers with a 404 today may be an engine
/// that has not begun yet.
public final class EngineWatch implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final List<MetricsSampler> samplers = new ArrayList<>();
  private volatile boolean closing;

  private EngineWatch() {}

  /// A page of an upstream.
  ///
  /// @param name of the upstream, by its configuration
  /// @param page where it is
  public record Upstream(String name, PageAddress page) {}

  /// Begins to look.
  ///
  /// @param originNanoTime what the looks' nanoseconds count from, on `clock`
  /// @param sink hears of each look with the upstream's name, on threads of ours; one that throws
  ///   ends the looks at that page
  public static EngineWatch begin(
      List<Upstream> pages,
      long originNanoTime,
      NanoClock clock,
      BiConsumer<String, Observation> sink) {
    EngineWatch watch = new EngineWatch();
    try {
      pages.forEach(each -> watch.samplers.add(watch.sampler(each, originNanoTime, clock, sink)));
    } catch (RuntimeException e) {
      watch.close();
      throw e;
    }
    return watch;
  }

  private MetricsSampler sampler(
      Upstream each, long originNanoTime, NanoClock clock, BiConsumer<String, Observation> sink) {
    MetricsReader reader = MetricsReader.open(each.page(), null, LIMIT, originNanoTime, clock);
    return MetricsSampler.start(
        new Untiring(reader, each.page().shown(), originNanoTime, clock),
        INTERVAL,
        PATIENCE,
        clock,
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        look -> tell(each.name(), look, sink));
  }

  /// That a look is left as nobody wants it any more says nothing of the page.
  private void tell(String upstream, Observation look, BiConsumer<String, Observation> sink) {
    if (!closing) {
      sink.accept(upstream, look);
    }
  }

  /// Stops looking; waits for half a second at most. The sink hears nothing more once this returns.
  @Override
  public void close() {
    closing = true;
    samplers.forEach(MetricsSampler::stop);
    samplers.forEach(MetricsSampler::close);
  }

  /// Looks again whatever came of the look before: a certificate that is being replaced is of use
  /// again a moment later.
  record Untiring(Watched page, String source, long originNanoTime, NanoClock clock)
      implements Watched {
    @Override
    public Observation read() {
      try {
        return page.read();
      } catch (RuntimeException e) {
        String words = Objects.requireNonNullElseGet(e.getMessage(), e::toString);
        return new Missed(source, clock.nanoTime() - originNanoTime, Why.UNREACHABLE, words);
      }
    }

    @Override
    public Missed left(Duration waited) {
      return page.left(waited);
    }

    @Override
    public void close() {
      page.close();
    }
  }
}
