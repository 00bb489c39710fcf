package dev.goodput.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A parsed page in the Prometheus text format (0.0.4) or in OpenMetrics.
///
/// Comments are ignored, and with them types and help texts: the metric's name determines its
/// meaning. A line that is not a sample is counted and skipped.
///
/// @param samples the wanted samples, in the page's order
/// @param readable lines that hold a sample, wanted or not
/// @param unreadable lines that hold none
/// @param torn whether the last line has no terminator, which both formats require: the page was
///   cut, possibly in the middle of a number
public record ExpositionPage(List<Sample> samples, int readable, int unreadable, boolean torn) {
  /// Copies the list.
  public ExpositionPage {
    samples = List.copyOf(samples);
  }

  /// Parses a page.
  ///
  /// @param wanted whether to keep samples of this name
  public static ExpositionPage read(String page, Predicate<String> wanted) {
    List<Sample> samples = new ArrayList<>();
    int readable = 0;
    int unreadable = 0;
    int from = 0;
    for (int end = page.indexOf('\n'); end >= 0; end = page.indexOf('\n', from)) {
      String line = page.substring(from, end).strip();
      from = end + 1;
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Sample sample = SampleLine.read(line);
      readable += sample == null ? 0 : 1;
      unreadable += sample == null ? 1 : 0;
      keep(sample, wanted, samples);
    }
    return new ExpositionPage(samples, readable, unreadable, torn(page.substring(from).strip()));
  }

  private static boolean torn(String rest) {
    return !rest.isEmpty() && !rest.equals("# EOF");
  }

  private static void keep(
      @Nullable Sample sample, Predicate<String> wanted, List<Sample> samples) {
    if (sample != null && wanted.test(sample.name())) {
      samples.add(sample);
    }
  }

  /// A parser of one line, `name{label="value",…} value timestamp # exemplar`; the last two are
  /// ignored.
  private static final class SampleLine {
    /// Characters of a number: Java accepts more than the format allows, such as `1f`.
    private static final String DIGITS = "0123456789+-.eE";

    private final String line;
    private final Map<String, String> labels = new HashMap<>();
    private int at;

    private SampleLine(String line) {
      this.line = line;
    }

    /// Parses a line without surrounding blanks; returns null if it holds no sample.
    static @Nullable Sample read(String line) {
      return new SampleLine(line).sample();
    }

    private @Nullable Sample sample() {
      String name = name(true);
      blanks();
      if (name.isEmpty() || (next('{') && !labels())) {
        return null;
      }
      blanks();
      Double value = number(token());
      return value == null || !endsValid() ? null : new Sample(name, labels, value);
    }

    /// Returns whether nothing follows but a timestamp and an exemplar.
    private boolean endsValid() {
      blanks();
      if (at < line.length() && line.charAt(at) != '#' && number(token()) == null) {
        return false;
      }
      blanks();
      return at == line.length() || line.charAt(at) == '#';
    }

    private boolean labels() {
      blanks();
      while (!next('}')) {
        String name = name(false);
        blanks();
        boolean begun = !name.isEmpty() && next('=');
        blanks();
        String value = begun && next('"') ? quoted() : null;
        if (value == null) {
          return false;
        }
        labels.put(name, value);
        blanks();
        boolean more = next(',');
        blanks();
        if (!more && (at >= line.length() || line.charAt(at) != '}')) {
          return false;
        }
      }
      return true;
    }

    /// Returns the rest of a quoted value, unescaped; null if the closing quote is missing.
    private @Nullable String quoted() {
      StringBuilder text = new StringBuilder();
      while (at < line.length()) {
        char c = line.charAt(at++);
        if (c == '"') {
          return text.toString();
        }
        if (c == '\\' && at < line.length()) {
          text.append(escaped(line.charAt(at++)));
        } else {
          text.append(c);
        }
      }
      return null;
    }

    /// Returns the character of an escape sequence; an unknown sequence stays as it is.
    private static String escaped(char c) {
      return switch (c) {
        case 'n' -> "\n";
        case '"', '\\' -> String.valueOf(c);
        default -> "\\" + c;
      };
    }

    private String name(boolean colons) {
      int from = at;
      while (at < line.length() && named(line.charAt(at), at == from, colons)) {
        at++;
      }
      return line.substring(from, at);
    }

    private static boolean named(char c, boolean first, boolean colons) {
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      return letter || (colons && c == ':') || (!first && c >= '0' && c <= '9');
    }

    private String token() {
      int from = at;
      while (at < line.length() && !blank(line.charAt(at))) {
        at++;
      }
      return line.substring(from, at);
    }

    private static @Nullable Double number(String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "nan" -> Double.NaN;
        case "inf", "+inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        default -> finite(word);
      };
    }

    private static @Nullable Double finite(String word) {
      if (word.chars().anyMatch(c -> DIGITS.indexOf(c) < 0)) {
        return null;
      }
      try {
        return Double.valueOf(word);
      } catch (NumberFormatException e) {
        return null;
      }
    }

    private void blanks() {
      while (at < line.length() && blank(line.charAt(at))) {
        at++;
      }
    }

    private static boolean blank(char c) {
      return c == ' ' || c == '\t';
    }

    private boolean next(char c) {
      boolean is = at < line.length() && line.charAt(at) == c;
      at += is ? 1 : 0;
      return is;
    }
  }
}
