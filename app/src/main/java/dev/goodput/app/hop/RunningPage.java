package dev.goodput.app.hop;

import dev.goodput.app.target.TargetSession;
import dev.goodput.lab.hop.RunningRequests;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.MetricsReader;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/// The number of running requests on a server's metrics page; empty if there is no page.
///
/// @param reader the reader of that page, empty if there is none
record RunningPage(Optional<MetricsReader> reader) implements RunningRequests, AutoCloseable {
  static final RunningPage NONE = new RunningPage(Optional.empty());

  private static final Duration LIMIT = Duration.ofSeconds(2);

  /// Finds the page.
  static RunningPage of(TargetSession opened) {
    for (PageAddress address : opened.metricsPages()) {
      MetricsReader reader =
          MetricsReader.open(
              address,
              opened.target().facts().model(),
              LIMIT,
              NanoClock.SYSTEM.nanoTime(),
              NanoClock.SYSTEM);
      if (reader.value(EngineMetric.RUNNING).isPresent()) {
        return new RunningPage(Optional.of(reader));
      }
      reader.close();
    }
    return NONE;
  }

  @Override
  public OptionalDouble now() {
    return reader.isEmpty() ? OptionalDouble.empty() : reader.get().value(EngineMetric.RUNNING);
  }

  @Override
  public void close() {
    reader.ifPresent(MetricsReader::close);
  }
}
