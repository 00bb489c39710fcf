package dev.goodput.app.hop;

import dev.goodput.lab.hop.RunningRequests;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.MetricsReader;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/// Reads the number of running requests from a server's metrics page; unknown if there is none.
///
/// @param reader the reader of the page with this metric; empty if none has it
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
