package dev.goodput.monitor.page;

import dev.goodput.report.words.SafeText;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/// Formats names and numbers of a live document; short, because it is fetched every second.
final class LiveFormat {
  private static final int LONGEST = 120;
  private static final int LONGEST_SENTENCE = 400;
  private static final MathContext FOUR = new MathContext(4);

  private LiveFormat() {}

  /// A name that came from outside: nothing unseen in it, and not longer than a line.
  static String name(String name) {
    return cut(SafeText.text(name), LONGEST);
  }

  /// A sentence that came from outside.
  static String words(String words) {
    return cut(SafeText.text(words), LONGEST_SENTENCE);
  }

  private static String cut(String text, int most) {
    if (text.codePointCount(0, text.length()) <= most) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  /// A number that is only drawn, four significant digits; null where there is none.
  static void add(ArrayNode to, @Nullable Double value) {
    if (value == null || !Double.isFinite(value)) {
      to.addNull();
    } else if (value == Math.rint(value) && Math.abs(value) < 1e9) {
      to.add(value.longValue());
    } else {
      to.add(new BigDecimal(value).round(FOUR).doubleValue());
    }
  }
}
