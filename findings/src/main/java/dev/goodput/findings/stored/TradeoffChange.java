package dev.goodput.findings.stored;

import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.MeanDifference;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.Figures;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// How one figure of run B differs from that of run A.
///
/// @param aspect what it belongs to
/// @param key its name in documents
/// @param title its name for people
/// @param worse 1 if a larger value is worse, −1 if a smaller one is
/// @param value of quality B less A, on a scale from 0 to 1; of all others B ÷ A − 1
/// @param difference the same with its interval; null if one run each does not show how far the
///   figure varies
/// @param allowed the largest change for the worse that is allowed; null without a limit
public record TradeoffChange(
    Aspect aspect,
    String key,
    String title,
    int worse,
    double value,
    @Nullable MeanDifference difference,
    @Nullable Double allowed) {
  /// A smaller change of a figure without an interval is no difference.
  private static final double SMALLEST = 0.01;

  /// Sums of equal numbers differ by less than this.
  private static final double ROUNDING = 1e-9;

  /// Returns the change with a limit.
  TradeoffChange allowing(double most) {
    return new TradeoffChange(aspect, key, title, worse, value, difference, most);
  }

  /// Returns 1 if B is better, −1 if it is worse, and 0 if neither is shown.
  int better() {
    boolean shown =
        difference == null
            ? Math.abs(value) >= SMALLEST
            : difference.excludesZero() && !isZero(value);
    return shown ? (int) Math.signum(-worse * value) : 0;
  }

  /// Returns whether it is shown that neither run is better, or that B is not worse than allowed.
  boolean equal() {
    return difference != null
        && (verdict() == GateVerdict.OK || (isZero(difference.low()) && isZero(difference.high())));
  }

  private static boolean isZero(double change) {
    return Math.abs(change) < ROUNDING;
  }

  /// Returns the verdict by the limit; null without a limit. A figure without an interval is
  /// inconclusive.
  public @Nullable GateVerdict verdict() {
    if (allowed == null) {
      return null;
    }
    return difference == null ? GateVerdict.INCONCLUSIVE : difference.verdict(worse, allowed);
  }

  private OptionalLong tasksNeeded() {
    return allowed == null || difference == null || verdict() != GateVerdict.INCONCLUSIVE
        ? OptionalLong.empty()
        : difference.tasksForVerdict(worse, allowed);
  }

  /// Returns the change as a phrase: `quality −0.4 points (−1.1 to +0.3: no loss shown)`.
  String phrase() {
    return switch (aspect) {
      case QUALITY -> title + " " + points(value) + " points" + interval();
      case COST -> costs() + (difference == null ? " (" + title + ")" : interval());
      case SPEED, ENERGY -> title + " " + percent(value) + interval();
    };
  }

  private String costs() {
    String change = Figures.share(Math.abs(value));
    return isZero(value) ? "same cost" : change + (value < 0 ? " cheaper" : " more expensive");
  }

  private String interval() {
    if (difference == null) {
      return "";
    }
    if (Double.isInfinite(difference.low())) {
      return " (one task shows nothing)";
    }
    String what = aspect == Aspect.COST ? title + " " : "";
    return " (" + what + range() + ": " + shown() + ")";
  }

  /// Returns the change alone: `−0.4 points`.
  String change() {
    return aspect == Aspect.QUALITY ? points(value) + " points" : percent(value);
  }

  /// Returns the ends of the interval: `−1.1 to +0.3`; empty if there is none.
  String range() {
    if (difference == null || Double.isInfinite(difference.low())) {
      return "";
    }
    boolean score = aspect == Aspect.QUALITY;
    return score
        ? points(difference.low()) + " to " + points(difference.high())
        : percent(difference.low()) + " to " + percent(difference.high());
  }

  private String shown() {
    return switch (better()) {
      case 1 -> "better";
      case -1 -> aspect == Aspect.QUALITY ? "a loss" : "worse";
      default -> aspect == Aspect.QUALITY ? "no loss shown" : "no difference shown";
    };
  }

  /// Returns the change and its limit: `45.2 % more expensive, at most 5 % more is allowed`.
  String againstLimit() {
    return allowed == null ? phrase() : phrase() + ", at most " + limit(allowed) + " is allowed";
  }

  private String limit(double most) {
    return aspect == Aspect.QUALITY
        ? Figures.plain(100 * most) + (most == 0.01 ? " point" : " points") + " less"
        : Figures.share(most) + " more";
  }

  /// Returns the verdict as a sentence: `quality: ok; at most 1 point less is allowed`.
  String verdictSentence() {
    return verdict() == null ? "" : title + ": " + verdictText();
  }

  /// Returns the verdict without the title: `ok; at most 1 point less is allowed`.
  String verdictText() {
    GateVerdict verdict = verdict();
    if (verdict == null || allowed == null) {
      return "";
    }
    String line = verdict.key() + "; at most " + limit(allowed) + " is allowed";
    if (verdict != GateVerdict.INCONCLUSIVE) {
      return line;
    }
    if (difference == null) {
      return line + ". One run each does not show how far it varies: measure with --repeats 5";
    }
    OptionalLong needed = tasksNeeded();
    return line
        + (needed.isPresent()
            ? ". About " + Figures.count(needed.getAsLong()) + " different tasks would show it"
            : ". The difference is too near the limit for any number of tasks");
  }

  JsonObject fields() {
    JsonObject fields =
        new JsonObject()
            .text("aspect", aspect.key())
            .text("figure", key)
            .number("change", value)
            .text("better", better() == 0 ? "none" : better() > 0 ? "b" : "a");
    if (difference != null) {
      fields
          .whole("tasks", (long) difference.tasks())
          .flag("paired", difference.paired())
          .number("low", finite(difference.low()))
          .number("high", finite(difference.high()));
    }
    GateVerdict verdict = verdict();
    OptionalLong needed = tasksNeeded();
    return fields
        .number("allowed", allowed)
        .text("verdict", verdict == null ? "" : verdict.key())
        .whole("tasks_needed", needed.isPresent() ? Long.valueOf(needed.getAsLong()) : null);
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }

  private static String points(double share) {
    return signed(share, String.format(Locale.ROOT, "%.1f", Math.abs(100 * share)));
  }

  private static String percent(double share) {
    return signed(share, Figures.share(Math.abs(share)));
  }

  private static String signed(double value, String text) {
    boolean zero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return (zero ? "" : value < 0 ? "−" : "+") + text;
  }
}
