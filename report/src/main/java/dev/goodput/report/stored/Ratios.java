package dev.goodput.report.stored;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Which figures of two runs have a ratio.
final class Ratios {
  private Ratios() {}

  /// The names of the loads that both were asked.
  static List<String> common(ComparedRun one, ComparedRun other) {
    List<String> mine = ComparedLoad.of(one).stream().map(ComparedLoad::name).toList();
    return ComparedLoad.of(other).stream().map(ComparedLoad::name).filter(mine::contains).toList();
  }

  /// Why a figure has no ratio to the first run's at the same load, a sentence's rest; empty where
  /// it has one.
  static Optional<String> refused(Measure measure, ComparedLoad first, ComparedLoad load) {
    String why = first.leftOut() == null ? load.leftOut() : first.leftOut();
    if (why != null) {
      return Optional.of(why);
    }
    ComparedRun one = first.run();
    ComparedRun other = load.run();
    if (!same(one, other, "run.workload") || !same(one, other, "workload.summary")) {
      return Optional.of("another workload");
    }
    return switch (measure.kind()) {
      case LATENCY, REQUESTS ->
          same(one, other, "run.stream") ? Optional.empty() : Optional.of("not both are streamed");
      case TOKENS ->
          one.basis().equals(other.basis()) ? Optional.empty() : Optional.of("other tokens");
      case GOODPUT ->
          Facts.slo(one).equals(Facts.slo(other)) ? Optional.empty() : Optional.of("another SLO");
      case COST -> cost(one, other);
    };
  }

  private static Optional<String> cost(ComparedRun one, ComparedRun other) {
    if (!same(one, other, "run.currency")) {
      return Optional.of("another currency");
    }
    return one.basis().equals(other.basis()) ? Optional.empty() : Optional.of("other tokens");
  }

  private static boolean same(ComparedRun one, ComparedRun other, String key) {
    return Objects.equals(one.report().fact(key), other.report().fact(key));
  }
}
