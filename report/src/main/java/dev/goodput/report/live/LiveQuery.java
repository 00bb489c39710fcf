package dev.goodput.report.live;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// From when on trends are asked for: `live.json?since=1795423212&minutes_since=1795422000`, in
/// seconds since 1970. What is not there, or is no number, asks for all.
///
/// @param since the first second that is wanted
/// @param minutesSince the first minute that is wanted
public record LiveQuery(long since, long minutesSince) {
  /// All there is.
  public static final LiveQuery ALL = new LiveQuery(Long.MIN_VALUE, Long.MIN_VALUE);

  private static final Pattern SINCE = Pattern.compile("[?&]since=(\\d{1,12})(?=&|$)");
  private static final Pattern MINUTES = Pattern.compile("[?&]minutes_since=(\\d{1,12})(?=&|$)");

  /// Reads it from a request's path and query.
  public static LiveQuery of(String target) {
    return new LiveQuery(number(SINCE, target), number(MINUTES, target));
  }

  private static long number(Pattern name, String target) {
    Matcher found = name.matcher(target);
    return found.find() ? Long.parseLong(found.group(1)) : Long.MIN_VALUE;
  }
}
