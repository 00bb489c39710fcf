package dev.goodput.report.words;

import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.LevelResult.Goodput;
import dev.goodput.metrics.LevelResult.Rates;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The goodput family: every reading of "goodput" beside the others, each with its sentence.
public final class Family {
  private Family() {}

  /// One member of the family.
  ///
  /// @param name its name
  /// @param value the figure with its unit, or that it does not apply
  /// @param share how much of the whole it is, from 0 to 1, absent where that says nothing
  /// @param sentence what it says and how it is made
  public record Member(String name, String value, @Nullable Double share, String sentence) {}

  /// The family of a level; empty without an SLO.
  public static List<Member> of(LevelResult level) {
    Goodput goodput = level.goodput();
    if (goodput == null) {
      return List.of();
    }
    Rates rates = level.rates();
    return List.of(
        attainment(level, goodput),
        requests(level, goodput),
        tokens(goodput, rates),
        scaled(goodput, rates),
        percentile(goodput, rates),
        usefulWork(goodput),
        smooth(goodput));
  }

  private static Member requests(LevelResult level, Goodput goodput) {
    Double arrived = level.judgedRps();
    return new Member(
        "Request goodput",
        unit(goodput.requestRps(), "requests/s"),
        part(goodput.requestRps(), arrived),
        arrived == null
            ? "Users served well per second."
            : "Users served well per second, of " + unit(arrived, "arrivals/s") + ".");
  }

  /// What to know where a goodput is above its throughput: they are of different requests.
  public static Optional<String> base(LevelResult level) {
    Goodput goodput = level.goodput();
    Rates rates = level.rates();
    boolean above =
        goodput != null
            && (above(goodput.requestRps(), rates.rps())
                || above(goodput.tokenTps(), rates.outputTps()));
    return above
        ? Optional.of("of arrivals in the window; throughput: of tokens and answers in it")
        : Optional.empty();
  }

  private static boolean above(@Nullable Double goodput, @Nullable Double throughput) {
    return goodput != null && throughput != null && goodput > throughput;
  }

  private static Member tokens(Goodput goodput, Rates rates) {
    return new Member(
        "Token goodput",
        unit(goodput.tokenTps(), "output tok/s"),
        part(goodput.tokenTps(), rates.deliveredOutputTps()),
        "Output tokens of good answers, to their end; within the window "
            + unit(rates.deliveredOutputTps(), "output tok/s")
            + " were delivered in all.");
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
        "Tokens in good answers out of all that were received, the rest being failed, cancelled"
            + " or late.");
  }

  private static Member smooth(Goodput goodput) {
    return new Member(
        "Smooth goodput",
        unit(goodput.smoothTps(), "output tok/s"),
        goodput.fluidity(),
        goodput.fluidity() == null
            ? "Needs a bound on TTFT and one on TPOT."
            : "Tokens that came by their own deadline; "
                + Figures.share(goodput.fluidity())
                + " did (fluidity), which shows stalls that a fast average hides.");
  }

  private static Member attainment(LevelResult level, Goodput goodput) {
    return new Member(
        "SLO attainment",
        Figures.share(goodput.attainment()),
        goodput.attainment(),
        Figures.count(goodput.good())
            + " of "
            + Figures.counted(level.requests().judged(), "arrival")
            + " kept every bound; failed, timed-out and shed ones are not.");
  }

  private static Member percentile(Goodput goodput, Rates rates) {
    Double value = goodput.percentileTps();
    String sentence;
    if (value == null) {
      sentence = "The SLO has no bound on a percentile.";
    } else if (value > 0) {
      sentence = "Every percentile bound holds, so all of the delivered output counts.";
    } else {
      sentence = "A percentile bound does not hold, so nothing counts.";
    }
    return new Member(
        "Percentile goodput",
        unit(value, "output tok/s"),
        part(value, rates.deliveredOutputTps()),
        sentence);
  }

  private static String unit(@Nullable Double value, String unit) {
    return value == null ? Figures.ABSENT : Figures.number(value) + " " + unit;
  }

  private static @Nullable Double part(@Nullable Double value, @Nullable Double whole) {
    return value == null || whole == null || whole <= 0 ? null : Math.min(1, value / whole);
  }
}
