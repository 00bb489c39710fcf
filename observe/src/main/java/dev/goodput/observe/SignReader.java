package dev.goodput.observe;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Asks a page of metrics for one sign at a time, for who waits for it to change. One thread.
public final class SignReader implements AutoCloseable {
  private final MetricsReader reader;

  private SignReader(MetricsReader reader) {
    this.reader = reader;
  }

  /// Opens a reader; no connection is made.
  ///
  /// @param model whose engine is meant where a page has several; null for all of them
  /// @param limit how long a page may take
  public static SignReader open(
      PageAddress address, @Nullable String model, Duration limit, NanoClock clock) {
    return new SignReader(MetricsReader.open(address, model, limit, clock.nanoTime(), clock));
  }

  /// What the page says of it now; empty where there is no page, or it says nothing of it.
  public OptionalDouble read(Sign sign) {
    return switch (reader.read()) {
      case Observation.Seen seen -> seen.metrics().value(sign);
      case Observation.Missed _ -> OptionalDouble.empty();
    };
  }

  /// Ends its connections.
  @Override
  public void close() {
    reader.close();
  }
}
