package dev.goodput.gateway.plan;

import dev.goodput.record.words.Quantities;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks that several parts of a plan share.
final class Checks {
  static final int MAX_NAME_LENGTH = 64;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][\\w.:/-]{0,63}");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  private Checks() {}

  static void name(String key, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new PlanException(
          key,
          "must start with a letter or digit and hold up to 64 of letters, digits and . _ - : /;"
              + " found \""
              + name
              + "\"");
    }
  }

  static void header(String key, String name) {
    if (!HEADER.matcher(name).matches()) {
      throw new PlanException(key, "must be the name of a header, found \"" + name + "\"");
    }
  }

  static void atLeast(String key, long minimum, long value) {
    if (value < minimum) {
      throw new PlanException(key, "must be at least " + minimum + ", found " + value);
    }
  }

  /// Checks a number of bytes against a minimum.
  static void bytesAtLeast(String key, long minimum, long value) {
    if (value < minimum) {
      throw new PlanException(
          key,
          "must be at least "
              + Quantities.formatBytes(minimum)
              + ", found "
              + Quantities.formatBytes(value));
    }
  }

  /// Checks a time against a minimum in whole seconds.
  static void secondsAtLeast(String key, long minimum, long nanos) {
    if (nanos < minimum * 1_000_000_000) {
      throw new PlanException(
          key, "must be at least " + minimum + "s, found " + nanos / 1_000_000 + "ms");
    }
  }

  static void share(String key, double share) {
    if (!(share > 0 && share <= 1)) {
      throw new PlanException(key, "must be above 0 and at most 1, found " + share);
    }
  }

  static void amount(String key, double amount) {
    if (!(amount >= 0 && amount <= 1e12)) {
      throw new PlanException(key, "must be a number from 0 to 1e12, found " + amount);
    }
  }

  static void distinct(String key, Collection<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new PlanException(key, "names \"" + name + "\" twice");
      }
    }
  }
}
