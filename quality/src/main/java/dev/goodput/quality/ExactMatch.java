package dev.goodput.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Equality of an answer with a reference, with the normalisations of lm-evaluation-harness's
/// `exact_match`. They apply to both texts, in the order of the components; without any the texts
/// must be identical.
///
/// @param ignoredPatterns `regexes_to_ignore`: what they match is removed
/// @param ignoreCase `ignore_case`
/// @param ignorePunctuation `ignore_punctuation`: ASCII punctuation is removed
/// @param ignoreNumbers `ignore_numbers`: ASCII digits are removed
/// @param ignoreWhitespace white space at both ends is removed (not in lm-evaluation-harness, which
///   leaves that to stop sequences)
public record ExactMatch(
    List<Pattern> ignoredPatterns,
    boolean ignoreCase,
    boolean ignorePunctuation,
    boolean ignoreNumbers,
    boolean ignoreWhitespace) {
  /// No normalisation.
  public static final ExactMatch IDENTICAL = new ExactMatch(List.of(), false, false, false, false);

  /// The normalisation of the task `gsm8k`: separators of thousands, currency, the steps before the
  /// result and a full stop at the end do not count.
  public static final ExactMatch GSM8K =
      new ExactMatch(
          List.of(
              Pattern.compile(","),
              Pattern.compile("\\$"),
              Pattern.compile("(?s).*#### "),
              Pattern.compile("\\.$", Pattern.UNIX_LINES)),
          true,
          false,
          false,
          false);

  private static final Pattern PUNCTUATION = Pattern.compile("[!-/:-@\\[-`{-~]");
  private static final Pattern DIGITS = Pattern.compile("[0-9]");

  /// Copies the patterns.
  public ExactMatch {
    ignoredPatterns = List.copyOf(ignoredPatterns);
  }

  /// Returns whether an answer equals one of the references.
  public boolean matches(String answer, List<String> references) {
    String normalized = normalized(answer);
    return references.stream().anyMatch(each -> normalized(each).equals(normalized));
  }

  /// Returns whether an answer contains one of the references. An empty reference is only in an
  /// empty answer.
  public boolean contains(String answer, List<String> references) {
    String normalized = normalized(answer);
    return references.stream()
        .map(this::normalized)
        .anyMatch(each -> each.isEmpty() ? normalized.isEmpty() : normalized.contains(each));
  }

  private String normalized(String given) {
    String text = given;
    for (Pattern pattern : ignoredPatterns) {
      text = pattern.matcher(text).replaceAll("");
    }
    if (ignoreCase) {
      text = PythonText.lower(text);
    }
    if (ignorePunctuation) {
      text = PUNCTUATION.matcher(text).replaceAll("");
    }
    if (ignoreNumbers) {
      text = DIGITS.matcher(text).replaceAll("");
    }
    return ignoreWhitespace ? PythonText.strip(text) : text;
  }

  /// Returns the names of the normalisations, as lm-evaluation-harness spells them.
  public List<String> names() {
    List<String> names = new ArrayList<>();
    ignoredPatterns.forEach(each -> names.add("regexes_to_ignore " + each));
    add(ignoreCase, "ignore_case", names);
    add(ignorePunctuation, "ignore_punctuation", names);
    add(ignoreNumbers, "ignore_numbers", names);
    add(ignoreWhitespace, "ignore_whitespace", names);
    return names;
  }

  private static void add(boolean set, String name, List<String> names) {
    if (set) {
      names.add(name);
    }
  }
}
