package dev.goodput.observe;

import dev.goodput.observe.Observation.Seen;
import org.jspecify.annotations.Nullable;

/// For how long the values of a page of GPUs stood still: exporters give what they last asked the
/// device for, some only every 30 s, however often they are looked at. Energy, which always grows,
/// tells; where there is none, power.
final class StandingValues {
  /// Looks are a second apart; one may fall a little before each renewal.
  private static final long LIVE_NANOS = 2_500_000_000L;

  /// What the edges of a window may be wrong by, as a part of it: 10 %.
  private static final int RENEWALS = 10;

  private @Nullable Reading last;
  private long sinceNanos;
  private long longestNanos;

  void seen(Seen now) {
    Reading energy = now.metrics().readings().get(Sign.GPU_ENERGY);
    Reading moving = energy == null ? now.metrics().readings().get(Sign.GPU_POWER) : energy;
    if (moving == null) {
      return;
    }
    if (last == null || !moving.parts().equals(last.parts())) {
      sinceNanos = now.atNanos();
    }
    last = moving;
    longestNanos = Math.max(longestNanos, now.atNanos() - sinceNanos);
  }

  /// The longest time that they stood still where that is too long for figures of such a window,
  /// else 0.
  long tooLongFor(Stretch window) {
    boolean live = longestNanos <= LIVE_NANOS || window.nanos() / RENEWALS >= longestNanos;
    return live ? 0 : longestNanos;
  }
}
