package dev.goodput.history;

import java.util.regex.Pattern;

/// The rules for names of runs and baselines: short, and valid as a file name everywhere.
final class NameRules {
  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private NameRules() {}

  /// Returns the name.
  ///
  /// @throws HistoryException.BadName if it is invalid
  static String require(String what, String name) {
    if (!VALID.matcher(name).matches()) {
      throw new HistoryException.BadName(
          "%s \"%s\" must be letters, digits, \".\", \"_\" or \"-\", starting with a letter or digit, at"
                  .formatted(what, name)
              + " most 64 of them");
    }
    return name;
  }

  static boolean isValid(String name) {
    return VALID.matcher(name).matches();
  }
}
