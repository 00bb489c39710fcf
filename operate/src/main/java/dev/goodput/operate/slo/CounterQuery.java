package dev.goodput.operate.slo;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A query of a counter in an SLO file, into which a window can be put.
///
/// @param text a selector, `sum(SELECTOR)`, or a query with `{{.window}}` as its window
public record CounterQuery(String text) {
  private static final String WINDOW = "\\{\\{\\s*\\.window\\s*}}";
  private static final Pattern TEMPLATE = Pattern.compile(WINDOW);
  private static final Pattern SELECTOR =
      Pattern.compile("(?:sum\\s*\\(\\s*)?([a-zA-Z_:][\\w:]*\\s*(?:\\{[^{}]*})?)(\\s*\\))?");

  /// Returns why the query cannot be used; empty if it can.
  Optional<String> problem() {
    boolean usable =
        TEMPLATE.matcher(text).find()
            ? text.contains("rate(") || text.contains("increase(")
            : matcher().matches() && text.startsWith("sum") == text.endsWith(")");
    return usable
        ? Optional.empty()
        : Optional.of(
            "must be a counter, sum(counter{…}), or a query with [{{.window}}] such as"
                + " sum(rate(counter{…}[{{.window}}])), found \""
                + text
                + "\"");
  }

  private Matcher matcher() {
    return SELECTOR.matcher(text);
  }

  /// Returns the query over a window. A query with `{{.window}}` gives a rate; its increase is the
  /// rate times the window.
  String over(String function, String window) {
    if (TEMPLATE.matcher(text).find()) {
      String filled = TEMPLATE.matcher(text).replaceAll(window);
      boolean rate = text.contains("rate(");
      if (rate == function.equals("rate")) {
        return "(" + filled + ")";
      }
      long seconds = PromDuration.parse(window).toSeconds();
      return rate
          ? "(%d * (%s))".formatted(seconds, filled)
          : "((%s) / %d)".formatted(filled, seconds);
    }
    Matcher selector = matcher();
    if (!selector.matches()) {
      throw new IllegalStateException(text);
    }
    return "sum(%s(%s[%s]))".formatted(function, selector.group(1).strip(), window);
  }
}
