package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Load;
import dev.goodput.metrics.result.Totals;
import dev.goodput.record.ArrivalKind;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Objects;

/// A load level by name: `poisson 8/s`, `stages 2→20/s`, `16 users`.
public final class LevelName {
  private LevelName() {}

  /// Names a level by its arrivals and how many.
  public static String of(Load load) {
    Integer users = load.targetConcurrency();
    String cap = load.maxInFlight() == null ? "" : ", at most " + load.maxInFlight() + " in flight";
    if (users != null) {
      return Figures.counted(users, "user") + cap;
    }
    if (load.observed()) {
      return "observed traffic" + cap;
    }
    Double rate = load.targetRate();
    String rated = rate == null ? "" : rate(rate);
    String profile = load.profile();
    return (load.arrivals() + " " + (profile == null ? rated : profile)).strip() + cap;
  }

  /// Returns the name for display: Poisson is a proper name.
  public static String shown(String name) {
    return name.replaceFirst("^poisson", "Poisson");
  }

  /// Names a level of a run: by its load, as one of several runs of one load, `run 3`, or as the
  /// step of an experiment that it was, `flood of 64 requests`.
  public static String of(ReportInput in, LevelResult level) {
    if (in.repeats().isPresent()) {
      return "run " + (level.level() + 1);
    }
    return in.experiment() == null ? of(level.load()) : step(in, level);
  }

  /// Where something was: `at Poisson 8/s`, `in run 3`, `at the steered load`.
  public static String at(ReportInput in, LevelResult level) {
    boolean step = in.experiment() != null && !named(in, level).equals(of(level.load()));
    String at = in.repeats().isPresent() ? "in " : "at ";
    return at + (step ? "the " : "") + shown(of(in, level));
  }

  /// Of several steps of one name each has a number but the first.
  private static String step(ReportInput in, LevelResult level) {
    String name = named(in, level);
    long before =
        in.result().levels().stream()
            .filter(other -> other.level() < level.level() && named(in, other).equals(name))
            .count();
    return before == 0 ? name : name + " #" + (before + 1);
  }

  private static String named(ReportInput in, LevelResult level) {
    return verifies(in, level)
        ? "verification at " + rate(Objects.requireNonNull(level.load().targetRate()))
        : step(level);
  }

  private static String step(LevelResult level) {
    return switch (level.load().kind()) {
      case STEERED -> "steered load";
      case BURST -> "flood of " + flooded(level.totals());
      default -> of(level.load());
    };
  }

  private static String flooded(Totals all) {
    return all.sessions() < all.requests()
        ? Figures.counted(all.sessions(), "session")
        : Figures.counted(all.requests(), "request");
  }

  /// Returns whether a level verifies a search's claim.
  public static boolean verifies(ReportInput in, LevelResult level) {
    Experiment experiment = in.experiment();
    return experiment != null
        && experiment.command().equals("search")
        && level.load().kind() == ArrivalKind.POISSON
        && level.load().targetRate() != null;
  }

  /// A rate that was asked for, with all of its digits, so that levels can be distinguished: `8/s`,
  /// `12.34/s`.
  public static String rate(double perSecond) {
    return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT))
            .format(perSecond)
        + "/s";
  }
}
