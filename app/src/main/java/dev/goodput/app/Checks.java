package dev.goodput.app;

import dev.goodput.record.words.WordSuggestion;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Refuses values of options, in one clear line.
public final class Checks {
  private Checks() {}

  /// @throws AppException.Usage with the line, where it is wrong
  public static void refuse(boolean wrong, String line) {
    if (wrong) {
      throw new AppException.Usage(line);
    }
  }

  /// Requires one of some words, and names the nearest.
  ///
  /// @throws AppException.Usage naming the option
  public static void oneOf(String option, String value, List<String> allowed) {
    if (!allowed.contains(value)) {
      throw new AppException.Usage(
          option
              + " \""
              + value
              + "\" is none of "
              + String.join(", ", allowed)
              + WordSuggestion.hint(value, allowed));
    }
  }

  /// Refuses a time of 0; null is none.
  ///
  /// @throws AppException.Usage naming the option
  public static void positive(String option, @Nullable Duration duration) {
    refuse(duration != null && duration.isZero(), option + " must be above 0, found 0");
  }
}
