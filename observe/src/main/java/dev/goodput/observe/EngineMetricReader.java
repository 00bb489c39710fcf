package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// A reader of one engine metric at a time, for callers that wait for it to change.
/// Single-threaded.
public final class EngineMetricReader implements AutoCloseable {
  private final MetricsReader reader;

  private EngineMetricReader(MetricsReader reader) {
    this.reader = reader;
  }

  /// Creates a reader without connecting.
  ///
  /// @param model the model whose engine to read if the page has several; null for all of them
  /// @param limit time limit for a page
  public static EngineMetricReader open(
      PageAddress address, @Nullable String model, Duration limit, NanoClock clock) {
    return new EngineMetricReader(
        MetricsReader.open(address, model, limit, clock.nanoTime(), clock));
  }

  /// Returns the metric's current value; empty if the page cannot be read or does not have it.
  public OptionalDouble read(EngineMetric metric) {
    return switch (reader.read()) {
      case Scrape.SuccessfulScrape seen -> seen.metrics().value(metric);
      case Scrape.FailedScrape _ -> OptionalDouble.empty();
    };
  }

  /// Closes its connections.
  @Override
  public void close() {
    reader.close();
  }
}
