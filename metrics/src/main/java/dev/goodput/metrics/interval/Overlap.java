package dev.goodput.metrics.interval;

import org.jspecify.annotations.Nullable;

/// How many requests make one independent observation: those that overlap share a batch, and so one
/// fate (docs/explanation/metrics.md).
///
/// @param requests at least 1; absent if their concurrency is unknown
public record Overlap(@Nullable Double requests) {
  /// Of a log that ends before its level did, without those who were in flight then.
  public static final Overlap UNKNOWN = new Overlap(null);

  /// docs/explanation/statistics.md: twice the mean number of requests in flight.
  public static Overlap at(double meanInFlight) {
    return new Overlap(Math.max(1, 2 * meanInFlight));
  }

  /// Returns about how many independent observations so many requests are worth; null if unknown.
  public @Nullable Double worth(long count) {
    return requests == null ? null : Double.valueOf((double) count / requests);
  }
}
