package dev.goodput.wire.client;

import dev.goodput.wire.http.ResponseHead;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/// The `Retry-After` header of a response.
final class RetryAfter {
  private RetryAfter() {}

  /// Returns the wait in seconds, or -1 if none is requested. A date is compared with the server's
  /// own `Date`.
  static int seconds(@Nullable ResponseHead head) {
    String value = head == null ? null : head.header("retry-after");
    if (head == null || value == null) {
      return -1;
    }
    if (value.matches("[0-9]{1,9}")) {
      return Integer.parseInt(value);
    }
    String now = head.header("date");
    return now == null ? -1 : between(now, value);
  }

  private static int between(String now, String then) {
    try {
      long seconds = Duration.between(date(now), date(then)).toSeconds();
      return Math.clamp(seconds, 0, Integer.MAX_VALUE);
    } catch (DateTimeParseException e) {
      return -1;
    }
  }

  private static ZonedDateTime date(String value) {
    return ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME);
  }
}
