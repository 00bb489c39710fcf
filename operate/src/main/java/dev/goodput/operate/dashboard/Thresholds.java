package dev.goodput.operate.dashboard;

import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.operate.slo.SloFile;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The lines and colours that an SLO file adds to panels.
final class Thresholds {
  /// The words of the table of panels.
  static final List<String> WORDS =
      List.of("ttft", "tpot", "itl", "e2el", "attainment", "budget", "burn", "loss");

  private static final String DEFAULT_PERIOD = "28d";

  private final List<ServiceObjective> objectives;

  Thresholds(@Nullable SloFile file) {
    this.objectives = file == null ? List.of() : file.objectives();
  }

  /// Returns the period of the first SLO, as in the names of recorded series.
  String period() {
    return objectives.stream()
        .findFirst()
        .map(slo -> PromDuration.text(slo.period()))
        .orElse(DEFAULT_PERIOD);
  }

  /// Returns whether values above the lines are good.
  static boolean higherIsBetter(String word) {
    return List.of("attainment", "budget").contains(word);
  }

  /// Returns the lines of a panel, in ascending order; none without an SLO that has them.
  List<Double> of(String word) {
    DoubleStream values =
        switch (word) {
          case "attainment" -> objectives.stream().mapToDouble(Thresholds::requests);
          case "budget" -> DoubleStream.of(0);
          case "burn" -> DoubleStream.concat(DoubleStream.of(1), pages());
          case "loss" -> DoubleStream.of(1);
          default -> bounds(word);
        };
    return values.distinct().sorted().boxed().toList();
  }

  private static double requests(ServiceObjective slo) {
    return slo.sliceTarget().orElse(slo.target()).doubleValue();
  }

  /// Returns the factors of the alerts that page within hours.
  private DoubleStream pages() {
    return objectives.stream()
        .flatMap(slo -> slo.alerts().stream())
        .filter(alert -> alert.severity().equals("page"))
        .filter(alert -> alert.longWindow().toHours() == 6)
        .mapToDouble(BurnAlert::factor);
  }

  private DoubleStream bounds(String metric) {
    return objectives.stream()
        .flatMap(Thresholds::bounds)
        .filter(bound -> bound.metric().key().equals(metric))
        .mapToDouble(bound -> bound.thresholdNanos() / 1e9);
  }

  private static Stream<Bound> bounds(ServiceObjective objective) {
    Slo slo = objective.source() instanceof SliSource.Gateway gateway ? gateway.slo() : null;
    return slo == null ? Stream.of() : slo.bounds().stream();
  }
}
