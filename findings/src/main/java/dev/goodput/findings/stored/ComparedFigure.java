package dev.goodput.findings.stored;

import dev.goodput.findings.stored.StoredComparison.Shared;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.interval.StudentT;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.report.cost.EnergyPart;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A figure by which runs are compared.
///
/// @param key for programs, with the unit: `ttft_p95_ms`
/// @param title for people: `TTFT p95`
/// @param unit how it is written
/// @param kind what it is about
/// @param sloClass whose it is; empty for that of all requests
/// @param value of one level of a load, with whether the maximum stands for a percentile
/// @param pooled of levels that repeat one load, with its interval; none where that is not known
record ComparedFigure(
    String key,
    String title,
    Unit unit,
    Kind kind,
    String sloClass,
    BiFunction<ComparedLoad, LevelResult, Figure> value,
    Function<ComparedLoad, Optional<Figure>> pooled) {
  /// How a figure is written.
  enum Unit {
    /// Milliseconds.
    DURATION,
    /// Something per second.
    RATE,
    /// A mean of so many.
    COUNT,
    /// 0 to 1.
    SHARE,
    /// In the run's currency.
    MONEY;

    String text(double value) {
      return switch (this) {
        case DURATION -> Figures.duration(value);
        case SHARE -> Figures.share(value);
        case RATE, COUNT, MONEY -> Figures.number(value);
      };
    }
  }

  /// What a figure is about, and so what forbids a ratio of two.
  enum Kind {
    /// How long something took.
    LATENCY,
    /// How fast tokens come: it counts them.
    TOKENS,
    /// How long whole answers took, or how many there were: longer answers are other work.
    ANSWERS,
    /// How many requests.
    REQUESTS,
    /// How well an SLO was kept.
    GOODPUT,
    /// How fast tokens come that keep it.
    GOOD_TOKENS,
    /// What it cost.
    COST,
    /// How well answers scored.
    QUALITY
  }

  private static final double CONFIDENCE = 0.95;
  private static final String LENGTH = "output_tokens_per_answer";

  /// Answers that are so much longer are other work, and not by the luck of drawing their lengths.
  private static final double UNLIKE = .2;

  /// All of them, in the order in which they are shown.
  static final List<ComparedFigure> ALL = all();

  private static List<ComparedFigure> all() {
    List<ComparedFigure> all = new ArrayList<>();
    latency("ttft", "TTFT", Kind.LATENCY, level -> level.latencies().ttft(), all);
    latency("tpot", "TPOT", Kind.TOKENS, level -> level.latencies().tpot(), all);
    latency("itl", "ITL", Kind.TOKENS, level -> level.latencies().itl(), all);
    latency("e2el", "E2EL", Kind.ANSWERS, level -> level.latencies().e2el(), all);
    rate(
        "output_tps_per_user",
        "speed per user",
        Kind.TOKENS,
        l -> l.rates().outputTpsPerUser(),
        all);
    plain(LENGTH, "tokens/answer", Unit.COUNT, Kind.TOKENS, ComparedFigure::length, all);
    rate("rps", "requests/s", Kind.ANSWERS, level -> level.rates().rps(), all);
    rate("input_tps", "input tok/s", Kind.TOKENS, level -> level.rates().inputTps(), all);
    rate("output_tps", "output tok/s", Kind.TOKENS, level -> level.rates().outputTps(), all);
    Function<LevelResult, @Nullable Double> good = level -> good(level, Goodput::requestRps);
    rate("goodput_rps", "goodput req/s", Kind.GOODPUT, good, all);
    Function<LevelResult, @Nullable Double> tokens = level -> good(level, Goodput::tokenTps);
    rate("goodput_tps", "goodput tok/s", Kind.GOOD_TOKENS, tokens, all);
    attainment(all);
    plain("error_rate", "failed", Unit.SHARE, Kind.REQUESTS, LevelResult::judgedErrorRate, all);
    costs(all);
    all.add(
        new ComparedFigure(
            "energy_per_output_token_j",
            "J/output token",
            Unit.COUNT,
            Kind.TOKENS,
            "",
            (load, level) -> Figure.of(energy(load, level)),
            _ -> Optional.empty()));
    return List.copyOf(all);
  }

  private static @Nullable Double energy(ComparedLoad load, LevelResult level) {
    return EnergyPart.of(load.run().report(), level).map(EnergyPart::perOutputToken).orElse(null);
  }

  /// All of them, and behind the others the scores of the answers, and those of each SLO class that
  /// loads were judged by.
  static List<ComparedFigure> of(Collection<Shared> shared) {
    List<ComparedFigure> all = new ArrayList<>(ALL);
    List<ComparedLoad> loads = new ArrayList<>();
    shared.forEach(each -> each.loads().stream().filter(Objects::nonNull).forEach(loads::add));
    Map<String, ComparedFigure> scores = new LinkedHashMap<>();
    loads.forEach(load ->
        load.levels().stream()
            .flatMap(level -> scores(load, level).stream())
            .forEach(score -> scores.putIfAbsent(score.key(), ofScore(score))));
    all.addAll(scores.values());
    loads.stream()
        .flatMap(load -> load.levels().stream())
        .flatMap(level -> level.classes().stream())
        .map(SloClassResult::name)
        .distinct()
        .sorted()
        .forEach(name -> ofClass(name, all));
    return all;
  }

  /// Returns the scores of a level's answers; empty if it was not scored.
  static List<RunScores.Score> scores(ComparedLoad load, LevelResult level) {
    return RunScores.of(load.run().report()).stream()
        .flatMap(scores -> scores.levels().stream())
        .filter(each -> each.level() == level.level())
        .flatMap(each -> each.scores().stream())
        .toList();
  }

  private static ComparedFigure ofScore(RunScores.Score score) {
    return new ComparedFigure(
        scoreKey(score.key()),
        score.label(),
        Unit.COUNT,
        Kind.QUALITY,
        "",
        (load, level) ->
            scores(load, level).stream()
                .filter(each -> each.key().equals(score.key()))
                .findFirst()
                .map(each -> Figure.of(each.value()))
                .orElse(Figure.NONE),
        _ -> Optional.empty());
  }

  /// Returns the key of the figure of a score.
  static String scoreKey(String score) {
    return "score_" + score;
  }

  private static void ofClass(String name, List<ComparedFigure> all) {
    ofClass(name, "goodput_rps", "good/s ", Unit.RATE, Goodput::requestRps, all);
    ofClass(name, "attainment", "attained ", Unit.SHARE, Goodput::attainment, all);
  }

  private static void ofClass(
      String name,
      String key,
      String title,
      Unit unit,
      Function<Goodput, @Nullable Double> good,
      List<ComparedFigure> all) {
    BiFunction<ComparedLoad, LevelResult, Figure> value =
        (_, level) ->
            level.classes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(each -> Figure.of(good.apply(each.goodput())))
                .orElse(Figure.NONE);
    all.add(
        new ComparedFigure(
            key, title + name, unit, Kind.GOODPUT, name, value, _ -> Optional.empty()));
  }

  private static @Nullable Double length(LevelResult level) {
    Double tokens = level.outputTokensPerAnswer();
    return tokens == null || tokens == 0 ? null : tokens;
  }

  private static void costs(List<ComparedFigure> all) {
    cost("cost_per_million_output_tokens", "cost/M output", c -> c.perMillionOutputTokens(), all);
    cost("cost_per_million_good_tokens", "cost/M good", c -> c.perMillionGoodTokens(), all);
    cost("cost_per_request", "cost/request", c -> c.perRequest(), all);
  }

  private static void attainment(List<ComparedFigure> all) {
    all.add(
        new ComparedFigure(
            "attainment",
            "attained",
            Unit.SHARE,
            Kind.GOODPUT,
            "",
            (_, level) -> Figure.of(good(level, g -> g.attainment())),
            ComparedFigure::together));
  }

  /// The share of good arrivals of all repeats.
  private static Optional<Figure> together(ComparedLoad load) {
    PooledSlo slo = load.repeats() == null ? null : load.repeats().slo();
    return slo == null ? Optional.empty() : Optional.of(Figure.of(slo.attainment()));
  }

  private static @Nullable Double good(
      LevelResult level, Function<Goodput, @Nullable Double> good) {
    return level.goodput() == null ? null : good.apply(level.goodput());
  }

  private static void cost(
      String key,
      String title,
      Function<CostResult, @Nullable Double> price,
      List<ComparedFigure> all) {
    Function<LevelResult, @Nullable Double> value =
        level -> level.cost() == null ? null : price.apply(level.cost());
    plain(key, title, Unit.MONEY, Kind.COST, value, all);
  }

  private static void rate(
      String key,
      String title,
      Kind kind,
      Function<LevelResult, @Nullable Double> value,
      List<ComparedFigure> all) {
    plain(key, title, Unit.RATE, kind, value, all);
  }

  private static void plain(
      String key,
      String title,
      Unit unit,
      Kind kind,
      Function<LevelResult, @Nullable Double> value,
      List<ComparedFigure> all) {
    all.add(
        new ComparedFigure(
            key,
            title,
            unit,
            kind,
            "",
            (_, level) -> Figure.of(value.apply(level)),
            _ -> Optional.empty()));
  }

  private static void latency(
      String key,
      String title,
      Kind kind,
      Function<LevelResult, @Nullable Distribution> latency,
      List<ComparedFigure> all) {
    for (int percent : new int[] {50, 95, 99}) {
      all.add(
          new ComparedFigure(
              key + "_p" + percent + "_ms",
              title + " p" + percent,
              Unit.DURATION,
              kind,
              "",
              (_, level) -> percentile(latency.apply(level), percent),
              load -> pooled(load, title, percent)));
    }
  }

  private static Figure percentile(@Nullable Distribution values, int percent) {
    if (values == null) {
      return Figure.NONE;
    }
    Double found =
        switch (percent) {
          case 50 -> values.p50();
          case 95 -> values.p95();
          default -> values.p99();
        };
    return found == null ? new Figure(values.max(), null, null, true) : Figure.of(found);
  }

  private static Optional<Figure> pooled(ComparedLoad load, String title, int percent) {
    return Optional.ofNullable(load.repeats()).stream()
        .flatMap(repeats -> repeats.latencies().stream())
        .filter(each -> each.latency().name().equals(title))
        .findFirst()
        .flatMap(each -> interval(each, percent));
  }

  private static Optional<Figure> interval(RepeatedLatency latency, int percent) {
    return latency
        .percentile(percent / 100.0)
        .map(found -> new Figure(found.value(), finite(found.low()), finite(found.high()), false));
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }

  /// Returns the figure of a load: of a repeated load the pooled figure of all requests, with its
  /// interval if known; of rates the mean over the repeats, if each has one. A mean of percentiles
  /// is no percentile, so there is none if they are not pooled.
  Figure of(ComparedLoad load) {
    if (load.levels().size() == 1) {
      return value.apply(load, load.levels().getFirst());
    }
    Optional<Figure> together = pooled.apply(load);
    boolean mean = unit != Unit.DURATION && !key.equals("attainment");
    return together.isEmpty() && mean ? overRepeats(load) : together.orElse(Figure.NONE);
  }

  private Figure overRepeats(ComparedLoad load) {
    List<Double> known =
        load.levels().stream()
            .map(level -> value.apply(load, level).value())
            .filter(Objects::nonNull)
            .toList();
    if (known.size() < load.levels().size()) {
      return Figure.NONE;
    }
    boolean enough = known.size() >= QuantileInterval.MIN_RUNS;
    return enough ? mean(known) : Figure.of(ComparedLoad.mean(known));
  }

  /// Whether it is so much in a time, and so another figure of the whole run than of its window.
  boolean overTime() {
    return unit == Unit.MONEY || (unit == Unit.RATE && !key.equals("output_tps_per_user"));
  }

  /// Whether it is a rate of the whole run, as the window is short.
  boolean ofWholeRun(ComparedLoad load) {
    return overTime() && load.ratesOfWholeRun();
  }

  /// The mean of independent runs, with Student's interval.
  private static Figure mean(List<Double> runs) {
    Moments moments = Moments.of(runs.stream().mapToDouble(Double::doubleValue).toArray());
    double reach = StudentT.twoSided(CONFIDENCE, runs.size() - 1.0) * moments.standardError();
    return new Figure(
        moments.mean(), Math.max(0, moments.mean() - reach), moments.mean() + reach, false);
  }

  /// Whether the answers of two loads are so unlike in length that they were other work; not known
  /// where tokens are counted otherwise.
  static boolean unlikeAnswers(ComparedLoad one, ComparedLoad other) {
    Double ratio = named(LENGTH).of(other).ratioTo(named(LENGTH).of(one));
    boolean counted = one.run().tokensFrom().equals(other.run().tokensFrom());
    return counted && ratio != null && (ratio > 1 + UNLIKE || ratio < 1 / (1 + UNLIKE));
  }

  /// The one of a key.
  static ComparedFigure named(String key) {
    return ALL.stream().filter(each -> each.key.equals(key)).findFirst().orElseThrow();
  }

  /// A figure and what is known of it.
  ///
  /// @param value null where it is not defined
  /// @param low end of its 95 % interval, null where none is known
  /// @param high likewise
  /// @param maximum whether it is the maximum, as there are too few requests for the percentile
  record Figure(
      @Nullable Double value, @Nullable Double low, @Nullable Double high, boolean maximum) {
    static final Figure NONE = new Figure(null, null, null, false);

    static Figure of(@Nullable Double value) {
      return value == null ? NONE : new Figure(value, null, null, false);
    }

    /// Returns whether its interval is above another's; false without both.
    boolean isAbove(Figure other) {
      return low != null && other.high != null && low > other.high;
    }

    /// Returns whether both have an interval, and neither is above the other's.
    boolean overlaps(Figure other) {
      boolean both = hasInterval() && other.hasInterval();
      return both && !isAbove(other) && !other.isAbove(this);
    }

    private boolean hasInterval() {
      return low != null || high != null;
    }

    Figure dividedBy(int parts) {
      return new Figure(part(value, parts), part(low, parts), part(high, parts), maximum);
    }

    private static @Nullable Double part(@Nullable Double of, int parts) {
      return of == null ? null : Double.valueOf(of / parts);
    }

    /// What it is as a part of another; null where that makes no sense.
    @Nullable Double ratioTo(Figure first) {
      boolean both = value != null && first.value != null && first.value > 0;
      return both && value != null && first.value != null && maximum == first.maximum
          ? Double.valueOf(value / first.value)
          : null;
    }
  }
}
