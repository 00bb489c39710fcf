package dev.goodput.report.search;

import dev.goodput.lab.search.SearchPlan;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.report.Experiment;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Tone;
import dev.goodput.report.words.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/// What a search found, in words.
///
/// @param plan what was searched for
/// @param found what was found
public record SearchWords(SearchPlan plan, SearchResult found) {
  private static final double WIDEST = 100;

  List<Verdict> verdicts() {
    return switch (found.ending()) {
      case REACHED -> List.of(figure(Tone.GOOD, width() + "; " + asked() + ". " + price()));
      case BUDGET ->
          found.steps().isEmpty()
              ? List.of(spent())
              : List.of(figure(Tone.WARN, width() + ", " + asked()), spent());
      case MISSED_UNLOADED -> List.of(alone());
      case CLIENT_BOUND ->
          withFigure(
              new Verdict(
                  Tone.BAD,
                  "client-bound",
                  found.reason(),
                  "Use more cores or a machine apart from the server's; do not quote these"
                      + " figures."));
      case UNSTABLE -> withFigure(new Verdict(Tone.BAD, "unstable server", found.reason(), ""));
      case INTERRUPTED ->
          withFigure(new Verdict(Tone.WARN, "interrupted", interrupted(), found.reason()));
    };
  }

  private List<Verdict> withFigure(Verdict first) {
    return found.steps().isEmpty()
        ? List.of(first)
        : List.of(first, figure(Tone.WARN, width() + ", " + asked()));
  }

  private Verdict figure(Tone tone, String more) {
    String text =
        interval(found.rate(), found.low(), found.high())
            + " keeps "
            + slo()
            + " for "
            + Figures.share(plan.attainment())
            + " of arrivals; claim "
            + claim(found.low())
            + " req/s ("
            + plan.slo().expression()
            + ")";
    return new Verdict(tone, "max goodput", text, more);
  }

  private Verdict spent() {
    return new Verdict(
        Tone.WARN,
        "budget spent",
        Figures.counted(found.requests(), "request")
            + " of "
            + Figures.count(plan.budgetRequests())
            + "; another stretch did not fit",
        "A larger --budget makes the interval narrower.");
  }

  private Verdict alone() {
    SearchResult.Unloaded unloaded = found.unloaded();
    return new Verdict(
        Tone.BAD,
        "misses " + slo(),
        "with the server for itself, only "
            + Figures.count(unloaded.good())
            + " of "
            + Figures.counted(unloaded.judged(), "request")
            + " kept it ("
            + plan.slo().expression()
            + ")",
        "No load is low enough: a looser --slo, shorter prompts or a faster server.");
  }

  private String interrupted() {
    int known = found.steps().size();
    return known == 0 ? "before there was anything to estimate from" : "after " + stretches(known);
  }

  private String slo() {
    String name = plan.slo().name();
    return name == null ? "the SLO" : name;
  }

  private String asked() {
    return "±" + Figures.plain(100 * plan.tolerance()) + " % was asked";
  }

  private String price() {
    return "It took " + Figures.counted(found.requests(), "request") + ".";
  }

  private String width() {
    double percent = 100 * found.halfWidth();
    return percent > WIDEST
        ? "the interval is as good as open"
        : "the interval is +" + Figures.number(percent) + " % wide";
  }

  /// A number of stretches.
  public static String stretches(int number) {
    return Figures.count(number) + (number == 1 ? " stretch" : " stretches");
  }

  /// A figure with its interval: `18.9 req/s (18.4–19.6)`.
  public static String interval(double rate, double low, double high) {
    return Figures.number(rate)
        + " req/s ("
        + Figures.number(low)
        + "–"
        + (high > WIDEST * rate ? "open" : Figures.number(high))
        + ")";
  }

  // Never rounded up: it is a promise.
  private static String claim(double low) {
    return new BigDecimal(low).round(new MathContext(3, RoundingMode.DOWN)).toPlainString();
  }

  Experiment.Next next() {
    return switch (found.ending()) {
      case REACHED ->
          new Experiment.Next(
              "goodput bench --rate " + claim(found.low()), "does it hold at what is claimed?");
      case BUDGET, INTERRUPTED -> new Experiment.Next("the same again, to its end", "");
      case MISSED_UNLOADED ->
          new Experiment.Next("goodput bench --concurrency 1", "what can one user have?");
      case CLIENT_BOUND ->
          new Experiment.Next("goodput selftest", "how much can this machine measure?");
      case UNSTABLE -> new Experiment.Next("see that the server runs, then the same again", "");
    };
  }
}
