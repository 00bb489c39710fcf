package dev.goodput.metrics.slo;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.record.words.WordSuggestion;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A parser of one expression: bounds separated by commas, `[pNN] metric <= duration`.
final class SloParser {
  private static final int LONGEST = 1000;
  private static final BigDecimal LONGEST_NANOS = BigDecimal.valueOf(365L * 86_400_000_000_000L);
  private static final Pattern PERCENTILE = Pattern.compile("p\\d+(\\.\\d+)?");
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?|\\.\\d+");
  private static final String EXAMPLE = "for example p95 ttft<=200ms, tpot<=50ms";

  private final String text;
  private int at;

  SloParser(String text) {
    this.text = text;
  }

  List<Bound> parse() {
    if (text.length() > LONGEST) {
      throw error(LONGEST, "", "is longer than " + LONGEST + " characters", null);
    }
    if (text.isBlank()) {
      throw new SloSyntaxException("SLO is empty. " + offers(), 1, "", null);
    }
    refuseUnknownPreset();
    List<Bound> bounds = new ArrayList<>();
    do {
      int start = skipSpace();
      Bound bound = bound();
      if (bounds.stream().anyMatch(other -> sameTarget(other, bound))) {
        throw error(start, bound.expression(), "bounds the same twice", null);
      }
      bounds.add(bound);
    } while (separator());
    return bounds;
  }

  private static boolean sameTarget(Bound one, Bound other) {
    BigDecimal mine = one.percentile();
    BigDecimal theirs = other.percentile();
    boolean samePercentile =
        mine == null ? theirs == null : theirs != null && mine.compareTo(theirs) == 0;
    return samePercentile && one.metric() == other.metric();
  }

  /// A single word that is not a metric was meant as a preset's name.
  private void refuseUnknownPreset() {
    String word = text.strip();
    boolean single = !word.isEmpty() && word.chars().allMatch(SloParser::wordCharacter);
    if (!single
        || SloMetricNames.find(word) != null
        || PERCENTILE.matcher(word.toLowerCase(Locale.ROOT)).matches()) {
      return;
    }
    String nearest = WordSuggestion.to(word, SloPresets.names()).orElse(null);
    String offer = nearest == null ? "" : "; did you mean " + nearest + "?";
    throw new SloSyntaxException(
        "no SLO preset \"%s\"%s %s".formatted(word, offer.isEmpty() ? "." : offer, offers()),
        1,
        word,
        nearest);
  }

  private static String offers() {
    return "Presets: %s; or an expression, %s"
        .formatted(String.join(", ", SloPresets.names()), EXAMPLE);
  }

  private Bound bound() {
    int start = skipSpace();
    String word = token();
    BigDecimal percentile = null;
    if (PERCENTILE.matcher(word.toLowerCase(Locale.ROOT)).matches()) {
      percentile = percentile(word, start);
      start = skipSpace();
      word = token();
    }
    LatencyMetric metric = metric(word, start);
    relation();
    return new Bound(percentile, metric, duration());
  }

  private BigDecimal percentile(String word, int start) {
    String digits = word.substring(1);
    if (digits.length() > 2 && digits.startsWith("99") && digits.indexOf('.') < 0) {
      digits = digits.substring(0, 2) + "." + digits.substring(2);
    }
    BigDecimal percentile = new BigDecimal(digits).stripTrailingZeros();
    if (percentile.signum() <= 0 || percentile.compareTo(BigDecimal.valueOf(100)) >= 0) {
      throw error(start, word, "is no percentile: expected one above p0 and below p100", null);
    }
    return percentile.scale() < 0 ? percentile.setScale(0) : percentile;
  }

  private LatencyMetric metric(String word, int start) {
    LatencyMetric metric = SloMetricNames.find(word);
    if (metric != null) {
      return metric;
    }
    if (word.isEmpty()) {
      throw error(
          start,
          rest(start),
          "is not a metric: expected " + SloMetricNames.list() + ", " + EXAMPLE,
          null);
    }
    String nearest = WordSuggestion.to(word, SloMetricNames.all()).orElse(null);
    String offer =
        nearest == null ? "expected " + SloMetricNames.list() : "did you mean " + nearest + "?";
    throw error(start, word, "is not a metric: " + offer, nearest);
  }

  private void relation() {
    int start = skipSpace();
    if (text.startsWith("<=", start)) {
      at = start + 2;
    } else if (text.startsWith("≤", start)) {
      at = start + 1;
    } else {
      throw error(start, rest(start), "is not a relation: expected <= or ≤", "<=");
    }
  }

  private long duration() {
    int start = skipSpace();
    while (at < text.length() && (digit(text.charAt(at)) || text.charAt(at) == '.')) {
      at++;
    }
    String number = text.substring(start, at);
    if (!NUMBER.matcher(number).matches()) {
      throw error(
          start, rest(start), "is not a duration: expected one such as 200ms or 1.5s", null);
    }
    return nanos(number, start);
  }

  private long nanos(String number, int start) {
    int unitStart = skipSpace();
    String unit = token();
    Long scale = DurationText.nanosPer(unit.toLowerCase(Locale.ROOT));
    if (scale == null) {
      String nearest = WordSuggestion.to(unit, DurationText.names()).orElse(null);
      throw error(
          unitStart, rest(unitStart), "is not a unit of time: expected us, ms, s or m", nearest);
    }
    BigDecimal nanos =
        new BigDecimal(number)
            .multiply(BigDecimal.valueOf(scale))
            .setScale(0, RoundingMode.HALF_UP);
    if (nanos.signum() == 0 || nanos.compareTo(LONGEST_NANOS) > 0) {
      throw error(start, number + unit, "is out of range: expected 1us to 365 days", null);
    }
    return nanos.longValueExact();
  }

  /// Returns whether another bound follows.
  private boolean separator() {
    int start = skipSpace();
    if (start == text.length()) {
      return false;
    }
    if (text.charAt(start) == ',' || text.charAt(start) == ';') {
      at = start + 1;
      return true;
    }
    String word = token();
    if (word.equalsIgnoreCase("and")) {
      return true;
    }
    throw error(start, rest(start), "is not expected here: expected a comma or the end", ",");
  }

  private int skipSpace() {
    while (at < text.length() && space(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private String token() {
    int start = at;
    while (at < text.length() && wordCharacter(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean space(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static boolean digit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean wordCharacter(int c) {
    return Character.isLetter(c) || digit(c) || c == '_' || c == '-' || c == '.';
  }

  /// Returns the text at a position for error messages: a word, a character, or nothing at the end.
  private String rest(int start) {
    int end = start;
    while (end < text.length() && wordCharacter(text.charAt(end))) {
      end++;
    }
    return text.substring(start, Math.min(text.length(), Math.max(end, start + 1)));
  }

  private SloSyntaxException error(
      int start, String found, String problem, @Nullable String nearest) {
    String what = found.isEmpty() ? "its end" : "\"" + oneLine(found) + "\"";
    String shown = oneLine(text.length() > LONGEST ? text.substring(0, 40) + "…" : text);
    return new SloSyntaxException(
        "SLO \"%s\": %s at character %d %s".formatted(shown, what, start + 1, problem),
        start + 1,
        found,
        nearest);
  }

  private static String oneLine(String any) {
    return any.replaceAll("\\p{Cntrl}", "?");
  }
}
