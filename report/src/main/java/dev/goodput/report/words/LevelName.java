package dev.goodput.report.words;

import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.LevelResult.Load;
import dev.goodput.report.ReportInput;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/// A load level by name: `poisson 8/s`, `stages 2→20/s`, `16 users`.
public final class LevelName {
  private LevelName() {}

  /// Names a level by its arrivals and how many.
  public static String of(Load load) {
    Integer users = load.concurrencyAsked();
    String cap = load.maxInFlight() == null ? "" : ", at most " + load.maxInFlight() + " in flight";
    if (users != null) {
      return Figures.counted(users, "user") + cap;
    }
    Double rate = load.rateAsked();
    String rated = rate == null ? "" : rate(rate);
    String profile = load.profile();
    return (load.arrivals() + " " + (profile == null ? rated : profile)).strip() + cap;
  }

  /// Names a level of a run: by its load, or as one of several runs of one load, `run 3`.
  public static String of(ReportInput in, LevelResult level) {
    return in.repeats().isPresent() ? "run " + (level.level() + 1) : of(level.load());
  }

  /// Where something was: `at poisson 8/s`, `in run 3`.
  public static String at(ReportInput in, LevelResult level) {
    return (in.repeats().isPresent() ? "in " : "at ") + of(in, level);
  }

  /// A rate that was asked for, with all of its digits, so that levels can be told apart: `8/s`,
  /// `12.34/s`.
  public static String rate(double perSecond) {
    return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT))
            .format(perSecond)
        + "/s";
  }
}
