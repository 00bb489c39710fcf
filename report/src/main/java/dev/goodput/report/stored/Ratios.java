package dev.goodput.report.stored;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Which figures of two runs have a ratio.
final class Ratios {
  private static final Set<LatencyMetric> OF_TOKENS = Set.of(LatencyMetric.TPOT, LatencyMetric.ITL);

  private Ratios() {}

  /// The names of the loads that both were asked.
  static List<String> common(ComparedRun one, ComparedRun other) {
    return ComparedLoad.of(other).stream()
        .filter(load -> same(one, load).isPresent())
        .map(ComparedLoad::name)
        .toList();
  }

  /// What a run came to at the load of another; empty where it was not asked it.
  static Optional<ComparedLoad> same(ComparedRun run, ComparedLoad load) {
    return ComparedLoad.of(run).stream().filter(each -> same(each, load)).findFirst();
  }

  private static boolean same(ComparedLoad one, ComparedLoad other) {
    return one.name().equals(other.name()) && one.sameShape(other);
  }

  /// Why a figure has no ratio to the first run's at the same load, a sentence's rest; empty where
  /// it has one.
  static Optional<String> refused(ComparedFigure measure, ComparedLoad first, ComparedLoad load) {
    return Stream.of(unfit(first, load), unlike(measure, first, load))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> kind(measure, first.run(), load.run()));
  }

  /// What forbids a ratio of any figure.
  private static Optional<String> unfit(ComparedLoad first, ComparedLoad load) {
    String why = first.leftOut() == null ? load.leftOut() : first.leftOut();
    if (why != null) {
      return Optional.of(why);
    }
    if (!first.run().asksAsThe(load.run())) {
      return Optional.of("another workload");
    }
    return first.run().steered() || load.run().steered()
        ? Optional.of("its rate moved")
        : given(!first.sameShape(load), "another load");
  }

  private static Optional<String> unlike(
      ComparedFigure measure, ComparedLoad first, ComparedLoad load) {
    boolean apart = first.ratesOfWholeRun() != load.ratesOfWholeRun();
    boolean longer =
        measure.kind() == ComparedFigure.Kind.ANSWERS && ComparedFigure.unlikeAnswers(first, load);
    return given(measure.overTime() && apart, "one is of the whole run, the other of its window")
        .or(() -> given(longer, "answers of other lengths"))
        .or(() -> undefined(measure.of(first), measure.of(load)));
  }

  /// A maximum grows with the number of requests, of one and the same server too.
  private static Optional<String> undefined(
      ComparedFigure.Figure one, ComparedFigure.Figure other) {
    return given(one.maximum() || other.maximum(), "too few requests for the percentile")
        .or(() -> given(isZero(one), "the first is 0"));
  }

  private static boolean isZero(ComparedFigure.Figure figure) {
    return figure.value() != null && figure.value() == 0;
  }

  private static Optional<String> kind(ComparedFigure measure, ComparedRun one, ComparedRun other) {
    return switch (measure.kind()) {
      case LATENCY, ANSWERS, REQUESTS ->
          given(one.streamed() != other.streamed(), "not both are streamed");
      case TOKENS -> tokens(one, other);
      case GOODPUT -> slo(one, other).or(() -> judgedByTokens(one, other));
      case GOOD_TOKENS -> slo(one, other).or(() -> tokens(one, other));
      case COST ->
          given(!same(one, other, "run.currency"), "another currency").or(() -> tokens(one, other));
    };
  }

  private static Optional<String> tokens(ComparedRun one, ComparedRun other) {
    return given(!one.restsOnTheSameAs(other), "other tokens");
  }

  private static Optional<String> slo(ComparedRun one, ComparedRun other) {
    return given(!ComparedFacts.slo(one).equals(ComparedFacts.slo(other)), "another SLO");
  }

  /// A bound on the time of a token holds for tokens of one source.
  private static Optional<String> judgedByTokens(ComparedRun one, ComparedRun other) {
    boolean byTokens =
        one.report().options().slos().stream()
            .flatMap(slo -> slo.bounds().stream())
            .anyMatch(each -> OF_TOKENS.contains(each.metric()));
    return given(byTokens && !one.tokensFrom().equals(other.tokensFrom()), "other tokens");
  }

  private static Optional<String> given(boolean so, String why) {
    return so ? Optional.of(why) : Optional.empty();
  }

  private static boolean same(ComparedRun one, ComparedRun other, String key) {
    return Objects.equals(one.report().fact(key), other.report().fact(key));
  }
}
