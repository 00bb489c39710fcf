package dev.goodput.runner;

import dev.goodput.record.words.WordSuggestion;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks that refuse invalid option values with one clear line.
public final class Checks {
  private Checks() {}

  /// @throws AppException.Usage with the line, if `wrong` is true
  public static void refuse(boolean wrong, String line) {
    if (wrong) {
      throw new AppException.Usage(line);
    }
  }

  /// Requires one of the allowed words; the error suggests the nearest one.
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

  /// Refuses a duration of 0; null means the option is not set and passes.
  ///
  /// @throws AppException.Usage naming the option
  public static void positive(String option, @Nullable Duration duration) {
    refuse(duration != null && duration.isZero(), option + " must be above 0, found 0");
  }
}
