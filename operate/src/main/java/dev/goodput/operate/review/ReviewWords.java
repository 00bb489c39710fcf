package dev.goodput.operate.review;

import dev.goodput.metrics.tally.SloSums;
import dev.goodput.report.words.Figures;
import dev.goodput.telemetry.Rollup;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Times, shares and names as a review writes them.
final class ReviewWords {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  private static final int CLOCK = 5;

  private ReviewWords() {}

  static String time(Instant at) {
    return TIME.format(at);
  }

  /// Returns a span of time; the day is written once if it is the same.
  static String span(Instant from, Instant until) {
    String start = time(from);
    String end = time(until);
    String day = start.substring(0, start.length() - CLOCK);
    String length = Figures.span((double) Duration.between(from, until).toSeconds());
    return "%s to %s (%s)"
        .formatted(start, end.startsWith(day) ? end.substring(end.length() - CLOCK) : end, length);
  }

  static String span(MissedSpan span) {
    return span(span.from(), span.until());
  }

  static String latency(LatencyChange change) {
    return change.metric().key().toUpperCase(Locale.ROOT) + " p" + change.percent();
  }

  static String millis(double nanos) {
    return Figures.duration(nanos / 1e6);
  }

  static String share(long part, long all) {
    return all == 0 ? Figures.ABSENT : Figures.share((double) part / all);
  }

  /// Returns the requests in the denominators of SLOs.
  static long judged(Rollup sums) {
    return sums.slos().values().stream().mapToLong(SloSums::total).sum();
  }

  static long good(Rollup sums) {
    return sums.slos().values().stream().mapToLong(SloSums::good).sum();
  }

  static long goodTokens(Rollup sums) {
    return sums.slos().values().stream().mapToLong(SloSums::goodTokens).sum();
  }

  static @Nullable Double attainment(SliceSums sums) {
    return sums.slices() == 0
        ? null
        : (Double) ((double) (sums.slices() - sums.bad()) / sums.slices());
  }

  static @Nullable Double attainment(Rollup sums) {
    long judged = judged(sums);
    return judged == 0 ? null : (double) good(sums) / judged;
  }
}
