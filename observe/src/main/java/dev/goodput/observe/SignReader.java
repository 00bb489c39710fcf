package dev.goodput.observe;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// A reader of one engine metric at a time, for callers that wait for it to change.
/// Single-threaded.
public final class SignReader implements AutoCloseable {
  private final MetricsReader reader;

  private SignReader(MetricsReader reader) {
    this.reader = reader;
  }

  /// Creates a reader without connecting.
  ///
  /// @param model the model whose engine to read if the page has several; null for all of them
  /// @param limit time limit for a page
  public static SignReader open(
      PageAddress address, @Nullable String model, Duration limit, NanoClock clock) {
    return new SignReader(MetricsReader.open(address, model, limit, clock.nanoTime(), clock));
  }

  /// Returns the metric's current value; empty if the page cannot be read or does not have it.
  public OptionalDouble read(Sign sign) {
    return switch (reader.read()) {
      case Observation.Seen seen -> seen.metrics().value(sign);
      case Observation.Missed _ -> OptionalDouble.empty();
    };
  }

  /// Closes its connections.
  @Override
  public void close() {
    reader.close();
  }
}
