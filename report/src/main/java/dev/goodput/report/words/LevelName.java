package dev.goodput.report.words;

import dev.goodput.metrics.LevelResult.Load;

/// A load level by name: `poisson 8/s`, `16 users`.
public final class LevelName {
  private LevelName() {}

  /// Names a level by its arrivals and how many.
  public static String of(Load load) {
    Integer users = load.concurrencyAsked();
    String cap = load.maxInFlight() == null ? "" : ", at most " + load.maxInFlight() + " in flight";
    if (users != null) {
      return Figures.count(users) + (users == 1 ? " user" : " users") + cap;
    }
    Double rate = load.rateAsked();
    return load.arrivals() + (rate == null ? "" : " " + rate(rate) + "/s") + cap;
  }

  private static String rate(double perSecond) {
    return perSecond == Math.rint(perSecond)
        ? Figures.count((long) perSecond)
        : Figures.number(perSecond);
  }
}
