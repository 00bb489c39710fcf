package dev.goodput.metrics.slo;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parsing and formatting of durations such as `200ms` and `1.5 s`.
final class DurationText {
  private static final Map<String, Long> NANOS_BY_UNIT = units();

  private DurationText() {}

  private static Map<String, Long> units() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("us", 1_000L);
    units.put("µs", 1_000L);
    units.put("μs", 1_000L);
    units.put("ms", 1_000_000L);
    units.put("s", 1_000_000_000L);
    units.put("m", 60_000_000_000L);
    return units;
  }

  static Set<String> names() {
    return NANOS_BY_UNIT.keySet();
  }

  /// Returns the nanoseconds in one unit, or null if the unit is unknown.
  static @Nullable Long nanosPer(String unit) {
    return NANOS_BY_UNIT.get(unit);
  }

  /// Formats in the largest unit that gives a number of at least one.
  static String format(long nanos) {
    if (nanos >= 1_000_000_000L) {
      return plain(nanos, 1_000_000_000L) + " s";
    }
    return nanos >= 1_000_000L ? plain(nanos, 1_000_000L) + " ms" : plain(nanos, 1_000L) + " us";
  }

  private static String plain(long nanos, long unit) {
    return BigDecimal.valueOf(nanos)
        .divide(BigDecimal.valueOf(unit))
        .stripTrailingZeros()
        .toPlainString();
  }
}
