package dev.goodput.report.words;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.report.ReportInput;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The goodput family: every definition of "goodput" next to the others, each with its sentence.
public final class GoodputTable {
  /// From here on two rates are not taken for one.
  private static final double NOTABLE = 0.1;

  /// The text for a figure that is unknown because the log ends before its level.
  public static final String NOT_WHOLE = "not known, as the log is not whole";

  private static final String NOBODY = "No request could be judged by a class with bounds on ";

  private GoodputTable() {}

  /// One member of the family.
  ///
  /// @param name its name
  /// @param value the figure with its unit, or that it does not apply
  /// @param share how much of the whole it is, from 0 to 1, absent where that says nothing
  /// @param sentence its meaning and how it is computed
  public record Member(String name, String value, @Nullable Double share, String sentence) {}

  /// The family of a level; empty without an SLO, and where it is [#unknown(LevelResult)].
  public static List<Member> of(ReportInput in, LevelResult level) {
    Goodput goodput = level.goodput();
    if (goodput == null || unknown(level).isPresent()) {
      return List.of();
    }
    Rates rates = level.rates();
    return List.of(
        attainment(level, goodput),
        requests(in, level, goodput),
        tokens(level, goodput),
        scaled(goodput, rates),
        percentile(level, goodput),
        usefulWork(goodput),
        smooth(level, goodput));
  }

  /// Returns why there is an SLO and no goodput: no request could be judged, or not all, as the log
  /// ends before the level did. Empty if there is goodput, or no SLO.
  public static Optional<String> unknown(LevelResult level) {
    if (level.goodput() == null) {
      return Optional.empty();
    }
    if (level.judged() == 0) {
      return Optional.of("no request could be judged by the SLO");
    }
    return level.lost() ? Optional.of(NOT_WHOLE) : Optional.empty();
  }

  private static Member requests(ReportInput in, LevelResult level, Goodput goodput) {
    Double arrived = level.judgedRps();
    return new Member(
        "Request goodput",
        unit(goodput.requestRps(), "requests/s"),
        part(goodput.requestRps(), arrived),
        "Users served well per second"
            + (arrived == null ? "" : ", of " + unit(arrived, "requests/s started in the window"))
            + ofAll(in, level).map(", "::concat).orElse("")
            + ".");
  }

  /// Returns which requests the rate of good requests counts, if these differ from the neighbouring
  /// figures: not the judged ones, as rates cover the whole run, or not those of the throughput.
  /// Token goodput is always a part of the throughput.
  public static Optional<String> base(ReportInput in, LevelResult level) {
    Goodput goodput = level.goodput();
    if (goodput == null || unknown(level).isPresent()) {
      return Optional.empty();
    }
    if (level.window().ratesOfWholeRun()) {
      return ofAll(in, level)
          .map(all ->
              all
                  + "; shares and the verdict: of the "
                  + Figures.count(level.judged())
                  + " judged in its window");
    }
    Rates rates = level.rates();
    boolean differ = above(goodput.requestRps(), rates.rps()) || endedElsewhere(level);
    return differ
        ? Optional.of(
            "Request goodput counts requests that started in the window; throughput and token"
                + " goodput count tokens delivered in it")
        : Optional.empty();
  }

  /// Which requests a rate counts that is of the whole run: `of all 63 requests of the run`, of the
  /// level where there are several; empty where rates are of the window, and where no request began
  /// outside it.
  public static Optional<String> ofAll(ReportInput in, LevelResult level) {
    if (!level.window().ratesOfWholeRun() || level.excluded() == 0) {
      return Optional.empty();
    }
    String whole = in.result().levels().size() > 1 ? "level" : "run";
    long requests = level.totals().requests();
    return Optional.of("of all " + Figures.count(requests) + " requests of the " + whole);
  }

  private static boolean above(@Nullable Double goodput, @Nullable Double throughput) {
    return goodput != null && throughput != null && goodput > throughput;
  }

  /// Whether so many answers ended within the window, or so few, that their rate is another one
  /// than that of the answers to its arrivals.
  private static boolean endedElsewhere(LevelResult level) {
    Double rps = level.rates().rps();
    double answered = level.requests().ok() / level.window().seconds();
    return rps != null && Math.abs(rps - answered) > NOTABLE * Math.max(rps, answered);
  }

  private static Member tokens(LevelResult level, Goodput goodput) {
    Double delivered = level.rates().deliveredOutputTps();
    return new Member(
        "Token goodput",
        unit(goodput.tokenTps(), "output tok/s"),
        part(goodput.tokenTps(), delivered),
        "Output tokens of good responses per second, of "
            + unit(delivered, "output tok/s")
            + " delivered in the "
            + (level.window().ratesOfWholeRun() ? "run." : "window."));
  }

  private static Member scaled(Goodput goodput, Rates rates) {
    return new Member(
        "Attainment-scaled throughput",
        unit(goodput.scaledTps(), "output tok/s"),
        part(goodput.scaledTps(), rates.deliveredOutputTps()),
        "Delivered output throughput × SLO attainment, as some textbooks count.");
  }

  private static Member usefulWork(Goodput goodput) {
    return new Member(
        "Useful work",
        Figures.share(goodput.usefulWorkRatio()),
        goodput.usefulWorkRatio(),
        goodput.recomputedTokens() == null
            ? "Tokens in good responses out of all that were received; the rest belongs to failed,"
                + " cancelled or late ones. Tokens that the engine computed again are not"
                + " included, because the engine does not report them."
            : "Tokens in good responses out of all that were received or computed again ("
                + Figures.count(goodput.recomputedTokens())
                + "); the rest belongs to failed, cancelled or late ones.");
  }

  private static Member smooth(LevelResult level, Goodput goodput) {
    return new Member(
        "Smooth goodput",
        unit(goodput.smoothTps(), "output tok/s"),
        goodput.fluidity(),
        smoothly(level, goodput));
  }

  private static String smoothly(LevelResult level, Goodput goodput) {
    if (goodput.smoothTps() == null) {
      return SloClassText.someHaveDeadlines(level.classes())
          ? NOBODY + "TTFT and TPOT."
          : "Needs a bound on TTFT and one on TPOT.";
    }
    return goodput.fluidity() == null
        ? "Tokens that arrived by their deadlines; none of those judged in the window had one, so"
            + " there is no fluidity."
        : "Tokens that arrived by their deadlines; "
            + Figures.share(goodput.fluidity())
            + " did (fluidity), which shows stalls that a fast average hides.";
  }

  private static Member attainment(LevelResult level, Goodput goodput) {
    return new Member(
        "SLO attainment",
        Figures.share(goodput.attainment()),
        goodput.attainment(),
        Figures.count(goodput.good())
            + " of "
            + Figures.counted(level.judged(), "arrival")
            + " met every limit; failed, timed-out and shed requests do not."
            + (level.leftEarly() == 0
                ? ""
                : " " + Figures.count(level.leftEarly()) + " more left too early to be judged."));
  }

  private static Member percentile(LevelResult level, Goodput goodput) {
    Double value = goodput.percentileTps();
    String sentence;
    if (value == null) {
      sentence =
          SloClassText.someHavePercentiles(level.classes())
              ? NOBODY + "percentiles."
              : "The SLO has no bound on a percentile.";
    } else if (!level.classes().isEmpty()) {
      sentence = SloClassText.percentiles(level.classes());
    } else if (level.bounds().stream().allMatch(GoodputTable::holds)) {
      String judged = level.sloMet() == null ? " of those who could be judged" : "";
      sentence =
          "Every percentile bound holds" + judged + ", so all of the delivered output counts.";
    } else {
      sentence = "A percentile bound does not hold, so nothing counts.";
    }
    return new Member(
        "Percentile goodput",
        unit(value, "output tok/s"),
        part(value, level.rates().deliveredOutputTps()),
        sentence);
  }

  /// Whether a bound holds that is on a percentile; of another that does not matter.
  private static boolean holds(BoundResult result) {
    return result.bound().percentile() == null || result.holds();
  }

  private static String unit(@Nullable Double value, String unit) {
    return value == null ? Figures.ABSENT : Figures.number(value) + " " + unit;
  }

  private static @Nullable Double part(@Nullable Double value, @Nullable Double whole) {
    return value == null || whole == null || whole <= 0 ? null : Math.min(1, value / whole);
  }
}
