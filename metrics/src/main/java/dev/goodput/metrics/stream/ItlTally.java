package dev.goodput.metrics.stream;

import dev.goodput.metrics.distribution.Distribution;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A tally of the inter-token latency of many `ok` streams: their sources of tokens per chunk and
/// the token-weighted mean. Single-threaded.
///
/// The rule is the same for a level of a run, a window of live traffic and the progress of a run.
/// Each request has a source of its own ([RequestView#itlSource()]). Percentiles are stated if at
/// most 1 % of the requests that have an inter-token latency lack a source; those are then in the
/// mean only. If more lack it, only the mean is known.
public final class ItlTally {
  private static final double LARGEST_SHARE_WITHOUT_SOURCE = 0.01;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<ItlSource, Long> bySource = new EnumMap<>(ItlSource.class);
  private long requests;
  private long tokens;
  private long nanos;

  /// Adds an `ok` response.
  public void add(RequestView view) {
    ItlSource source = view.itlSource();
    if (source == null) {
      return;
    }
    bySource.merge(source, 1L, Long::sum);
    if (!Double.isNaN(view.itlNanos())) {
      requests++;
      tokens += view.gapTokens();
      nanos += view.times().generationNanos();
    }
  }

  /// Adds everything from another tally.
  public void addAll(ItlTally other) {
    other.bySource.forEach((source, count) -> bySource.merge(source, count, Long::sum));
    requests += other.requests;
    tokens += other.tokens;
    nanos += other.nanos;
  }

  /// Returns the worst source in use, [ItlSource#NONE] if more than 1 % of the requests lack one;
  /// null if no request has an inter-token latency.
  public @Nullable ItlSource source() {
    long all = bySource.values().stream().mapToLong(Long::longValue).sum();
    if (requests(ItlSource.NONE) > LARGEST_SHARE_WITHOUT_SOURCE * all) {
      return ItlSource.NONE;
    }
    return Stream.of(ItlSource.CHUNKS, ItlSource.TOKENIZER, ItlSource.USAGE)
        .filter(source -> requests(source) > 0)
        .findFirst()
        .orElse(null);
  }

  /// Returns the number of requests with this source.
  public long requests(ItlSource source) {
    return bySource.getOrDefault(source, 0L);
  }

  /// Returns the number of requests in the mean.
  public long requests() {
    return requests;
  }

  /// Returns the distribution: with percentiles if they are stated, else the mean alone; null
  /// without requests. The mean is Σ generation time ÷ Σ(N − k₁), whatever the sources.
  ///
  /// @param spread of the values of [RequestView#eachItl], in milliseconds; null without values
  /// @param nEffective approximate number of independent observations, null if unknown
  public @Nullable Distribution distribution(
      @Nullable Distribution spread, @Nullable Double nEffective) {
    if (tokens == 0) {
      return null;
    }
    double mean = (double) nanos / tokens / NANOS_PER_MILLI;
    return spread == null || source() == ItlSource.NONE
        ? Distribution.ofMean(tokens, mean, nEffective)
        : spread.withMean(mean);
  }
}
