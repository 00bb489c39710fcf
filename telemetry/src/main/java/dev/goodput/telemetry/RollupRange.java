package dev.goodput.telemetry;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which roll-ups to read.
///
/// @param fromMillis windows that start at this time or later, in milliseconds since 1970 (UTC)
/// @param untilMillis windows that end at this time or earlier
/// @param sets whether roll-ups of sets of all four labels are among them
public record RollupRange(long fromMillis, long untilMillis, boolean sets) {
  /// All roll-ups.
  public static final RollupRange ALL = new RollupRange(Long.MIN_VALUE, Long.MAX_VALUE, true);

  private static final Pattern QUERY =
      Pattern.compile("from=(-?\\d{1,19})&until=(-?\\d{1,19})&sets=(true|false)");

  /// Reads the form of [#query()]; an empty text is [#ALL].
  ///
  /// @throws IllegalArgumentException another text
  public static RollupRange of(String query) {
    if (query.isEmpty()) {
      return ALL;
    }
    Matcher parts = QUERY.matcher(query);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "expected from=MILLIS&until=MILLIS&sets=true, found " + query);
    }
    return new RollupRange(
        Long.parseLong(parts.group(1)),
        Long.parseLong(parts.group(2)),
        Boolean.parseBoolean(parts.group(3)));
  }

  /// Returns the range as the query of a URL.
  public String query() {
    return "from=%d&until=%d&sets=%b".formatted(fromMillis, untilMillis, sets);
  }

  /// Returns whether a roll-up is among them.
  public boolean holds(WindowRollup rollup) {
    return rollup.startMillis() >= fromMillis
        && rollup.startMillis() + rollup.lengthMillis() <= untilMillis
        && (sets || rollup.key().mask() != RollupKey.FULL);
  }
}
