package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import org.jspecify.annotations.Nullable;

/// A detector of GPU values that stand still: exporters repeat the values that they last read from
/// the device, some of them for 30 s, however often they are scraped. It compares energy, which
/// always grows, or power if there is no energy.
final class StaleValueDetector {
  /// Scrapes are a second apart, and one may fall just before each renewal.
  private static final long LIVE_NANOS = 2_500_000_000L;

  /// The largest error at a window's edges, as a fraction of the window: 1/10.
  private static final int RENEWALS = 10;

  private @Nullable MetricReading last;
  private long sinceNanos;
  private long longestNanos;

  void seen(SuccessfulScrape now) {
    MetricReading energy = now.metrics().readings().get(EngineMetric.GPU_ENERGY);
    MetricReading moving =
        energy == null ? now.metrics().readings().get(EngineMetric.GPU_POWER) : energy;
    if (moving == null) {
      return;
    }
    if (last == null || !moving.parts().equals(last.parts())) {
      sinceNanos = now.atNanos();
    }
    last = moving;
    longestNanos = Math.max(longestNanos, now.atNanos() - sinceNanos);
  }

  /// Returns the longest time that the values stood still if that is too long for figures of such a
  /// window, else 0.
  long staleNanos(TimeRange window) {
    boolean live = longestNanos <= LIVE_NANOS || window.nanos() / RENEWALS >= longestNanos;
    return live ? 0 : longestNanos;
  }
}
