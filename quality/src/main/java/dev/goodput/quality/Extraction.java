package dev.goodput.quality;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The part of an answer that is compared with the reference, found by a regular expression as in
/// lm-evaluation-harness: of a match the first group that is not empty, or all of it if the
/// expression has no groups.
///
/// @param pattern the expression
/// @param last whether the last match counts, and not the first
public record Extraction(Pattern pattern, boolean last) {
  /// What an answer without a match is replaced with.
  public static final String NO_MATCH = "[invalid]";

  /// The filter `strict-match` of the task `gsm8k`: the number behind "#### ".
  public static final Extraction GSM8K_STRICT =
      new Extraction(Pattern.compile("#### (\\-?[0-9\\.\\,]+)"), false);

  /// The filter `flexible-extract` of the task `gsm8k`: the last number.
  public static final Extraction GSM8K_FLEXIBLE =
      new Extraction(Pattern.compile("(-?[$0-9.,]{2,})|(-?[0-9]+)"), true);

  /// Returns what was found in a text, without white space at its ends, or [#NO_MATCH].
  public String from(String text) {
    Matcher matcher = pattern.matcher(text);
    String found = NO_MATCH;
    while (matcher.find()) {
      found = PythonText.strip(group(matcher.toMatchResult()));
      if (!last) {
        break;
      }
    }
    return found;
  }

  private static String group(MatchResult match) {
    for (int i = 1; i <= match.groupCount(); i++) {
      String group = match.group(i);
      if (group != null && !group.isEmpty()) {
        return group;
      }
    }
    return match.groupCount() == 0 ? match.group() : "";
  }
}
