package dev.goodput.report.words;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.LevelResult.Load;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a level offered, did per second, and cost, as the parts of a line.
public final class LevelFigures {
  /// Between the parts of a text.
  public static final String DOT = " · ";

  private LevelFigures() {}

  /// The share of good arrivals; null where no request could be judged, and without an SLO.
  public static @Nullable Double attainment(LevelResult level) {
    return level.goodput() == null ? null : level.goodput().attainment();
  }

  /// What stands for a verdict where no SLO was set: requests, failures, throughput and how long
  /// users waited. Empty where nothing was answered.
  static Optional<Verdict> key(ReportInput in, LevelResult level) {
    if (level.requests().ok() == 0) {
      return Optional.empty();
    }
    Optional<Repeats> repeats = in.repeats();
    String figures =
        String.join(", ", repeats.map(LevelFigures::key).orElseGet(() -> key(level)))
            + (in.result().slo() == null ? "; no SLO was set" : "; the SLO limits no latency");
    int levels = in.result().levels().size();
    String runs =
        Figures.counted(levels, "run") + " of " + LevelName.shown(LevelName.of(level.load()));
    return Optional.of(
        levels == 1
            ? Severity.PLAIN.verdict(figures, "")
            : Severity.PLAIN.verdict(
                repeats.isPresent() ? runs : "most output " + LevelName.at(in, level), figures));
  }

  private static List<String> key(Repeats repeats) {
    return repeats.latencies().stream()
        .flatMap(each ->
            each.percentile(.95).stream()
                .map(p95 -> each.latency().name() + " p95 " + RepeatText.figure(p95)))
        .limit(2)
        .toList();
  }

  private static List<String> key(LevelResult level) {
    List<String> parts = new ArrayList<>();
    parts.add(Figures.counted(level.requests().intended(), "request"));
    if (level.requests().failed() > 0) {
      parts.add(Figures.count(level.requests().failed()) + " failed");
    }
    put("", level.rates().rps(), " requests/s", parts);
    Distribution ttft = level.latencies().ttft();
    Distribution shown = ttft == null ? level.latencies().e2el() : ttft;
    if (shown != null && shown.p95OrMax() != null) {
      String name = ttft == null ? "E2EL" : "TTFT";
      String statistic = shown.p95() == null ? " max " : " p95 ";
      parts.add(name + statistic + Figures.duration(shown.p95OrMax()));
    }
    return parts;
  }

  /// What the machine did at the level that speaks for a run, by name, as far as no table of levels
  /// has it; of a missed SLO also what may be the cause. The parts of a text are joined by a dot.
  public static List<Fact> of(ReportInput in, LevelResult level) {
    List<Fact> facts = new ArrayList<>();
    if (in.result().levels().size() == 1) {
      add("throughput", rates(level), facts);
      add("goodput", goodput(level), facts);
    }
    add("requests", List.of(Method.measured(level)), facts);
    if (Boolean.FALSE.equals(level.sloMet())) {
      add("slowest", List.of(SloText.slowest(in, level)), facts);
      add("server", in.servers().of(level).map(ServerText::parts).orElse(List.of()), facts);
    }
    add("reliability", reliability(level.reliability()), facts);
    add("tokens", List.of(TokenText.doubt(level)), facts);
    add("cost", cost(level), facts);
    return facts;
  }

  private static void add(String name, List<String> parts, List<Fact> facts) {
    String text = String.join(DOT, parts);
    if (!text.isEmpty()) {
      facts.add(new Fact(name, text));
    }
  }

  /// Each rate that is known, with its unit: `7.92 requests/s`, `output 1,612 tok/s`.
  ///
  /// Where request goodput is known, the rate of requests is left to it: goodput counts the
  /// requests that started in the window and is shown as a part of these, so that it never exceeds
  /// its whole.
  public static List<String> rates(LevelResult level) {
    Rates rates = level.rates();
    boolean judged = level.goodput() != null && GoodputTable.unknown(level).isEmpty();
    List<String> parts = new ArrayList<>();
    put("", judged ? null : rates.rps(), " requests/s", parts);
    put("output ", rates.outputTps(), " tok/s", parts);
    put("input ", rates.inputTps(), " tok/s", parts);
    parts.addAll(inFlight(rates));
    return parts;
  }

  private static void put(String before, @Nullable Double value, String unit, List<String> parts) {
    if (value != null) {
      parts.add(before + Figures.number(value) + unit);
    }
  }

  /// `16.6 in flight, peak 23`; behind a cap `1.98 at the server, peak 2` and `25.3 in flight with
  /// those behind the cap, peak 49`. Empty if the time span is too short.
  public static List<String> inFlight(Rates rates) {
    Double all = rates.concurrencyMean();
    if (all == null) {
      return List.of();
    }
    Double server = rates.atServerMean();
    return server == null
        ? List.of(Figures.number(all) + " in flight" + peak(rates.concurrencyPeak()))
        : List.of(
            Figures.number(server) + " at the server" + peak(rates.atServerPeak()),
            Figures.number(all)
                + " in flight with those behind the cap"
                + peak(rates.concurrencyPeak()));
  }

  /// Returns the same at one moment, shorter: `9 in flight`; behind a cap also `4 at the server`.
  /// The two counts may have been read one after the other, so neither is assumed to include the
  /// other.
  public static List<String> inFlight(int inFlight, int waiting) {
    String all = Figures.count(Math.max(inFlight, waiting)) + " in flight";
    return waiting <= 0
        ? List.of(all)
        : List.of(Figures.count(Math.max(0, inFlight - waiting)) + " at the server", all);
  }

  private static String peak(@Nullable Long peak) {
    return peak == null ? "" : ", peak " + Figures.count(peak);
  }

  /// `7.21 of 7.37 requests/s`, `useful work 97 %`; empty without an SLO.
  public static List<String> goodput(LevelResult level) {
    Goodput goodput = level.goodput();
    if (goodput == null) {
      return List.of();
    }
    Optional<String> unknown = GoodputTable.unknown(level);
    if (unknown.isPresent()) {
      return List.of(unknown.get());
    }
    List<String> parts = new ArrayList<>();
    Double all = level.window().ratesOfWholeRun() ? level.rates().rps() : level.judgedRps();
    String of = all == null ? "" : " of " + Figures.number(all);
    put("", goodput.requestRps(), of + " requests/s", parts);
    if (goodput.usefulWorkRatio() != null) {
      parts.add("useful work " + Figures.share(goodput.usefulWorkRatio()));
    }
    return parts;
  }

  /// `target 8/s`, `planned 7.37/s (Poisson draw, seed 42)`, `sent 7.37/s`, the last two over the
  /// measurement window. Empty for a closed loop and for observed traffic, which has no schedule.
  public static List<String> load(ReportInput in, LevelResult level) {
    Load load = level.load();
    if (load.targetConcurrency() != null || load.observed() || load.ratePlanned() == null) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    target(load).map("target "::concat).ifPresent(parts::add);
    parts.add("planned " + Figures.number(load.ratePlanned()) + "/s" + draw(in, load));
    if (load.rateAchieved() != null) {
      String sent = load.maxInFlight() == null ? "sent " : "due ";
      String sessions = level.turns() == null ? "" : ", first turns of sessions";
      parts.add(sent + Figures.number(load.rateAchieved()) + "/s" + sessions);
    }
    return parts;
  }

  private static Optional<String> target(Load load) {
    return Optional.ofNullable(load.profile())
        .or(() -> Optional.ofNullable(load.targetRate()).map(LevelName::rate));
  }

  // A random process rarely draws its target rate in a short window.
  private static String draw(ReportInput in, Load load) {
    return load.kind().random()
        ? " ("
            + LevelName.shown(load.arrivals())
            + " draw"
            + in.fact("run.seed").map(", seed "::concat).orElse("")
            + ")"
        : "";
  }

  /// Each price with its unit: `0.208 USD per million output tokens`; that of a session where it
  /// has more turns than one; the cost of requests that were not good. Empty without a cost.
  public static List<String> cost(LevelResult level) {
    CostResult cost = level.cost();
    List<String> parts = new ArrayList<>();
    if (cost != null) {
      String each = " " + cost.currency() + " per ";
      put("", cost.perMillionOutputTokens(), each + "million output tokens", parts);
      put("", cost.perMillionGoodTokens(), each + "million good ones", parts);
      put("", cost.perRequest(), each + "request", parts);
      if (level.turns() != null) {
        put("", cost.perSession(), each + "session", parts);
      }
      if (cost.waste() != null && cost.waste() > 0) {
        put("", cost.waste(), " " + cost.currency() + " wasted" + ofTotal(cost), parts);
      }
      if (cost.pricing() instanceof ModelPrice) {
        parts.add(cost.pricing().basis());
      }
    }
    return parts;
  }

  private static String ofTotal(CostResult cost) {
    return cost.total() == null ? "" : " of " + Figures.number(cost.total());
  }

  /// Returns the token error rate and availability, `token errors 0.1 % · availability 93.3 %`;
  /// empty if nothing failed.
  public static List<String> reliability(LevelResult.Reliability reliability) {
    Double errors = reliability.errorRate();
    if (errors == null || errors == 0) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    share("token errors ", reliability.tokenErrorRate(), parts);
    share("availability ", reliability.availability(), parts);
    return parts;
  }

  private static void share(String name, @Nullable Double value, List<String> parts) {
    if (value != null) {
      parts.add(name + Figures.share(value));
    }
  }

  /// How the answers read: the share without a noticeable pause, where answers start in time, and
  /// the speed of the text. Empty where no answer could be read.
  public static List<String> reading(LevelResult level) {
    Reading reading = level.reading();
    List<String> parts = new ArrayList<>();
    if (reading != null && level.requests().ok() > 0) {
      Double stalled = reading.noticeableShare();
      if (stalled != null && Ratings.startsInTime(level)) {
        String pace = Figures.plain(reading.paceTps());
        String readers = Sentences.readers(level) + pace + " tok/s notices";
        parts.add(Figures.share(1 - stalled) + readers);
      }
      put("", reading.surplusSpeed(), " × reading speed", parts);
    }
    return parts;
  }
}
