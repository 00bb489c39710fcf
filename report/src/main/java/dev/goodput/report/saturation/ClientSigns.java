package dev.goodput.report.saturation;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.report.words.Figures;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Warning signs that the client's own figures show.
final class ClientSigns {
  /// A tail that is so many times as far from the median as at the lowest load.
  private static final double LEAVES = 2;

  private static final double DEGRADES = 1.5;
  private static final double HOLDS = 1.1;

  private ClientSigns() {}

  static List<WarningSign> of(Curve curve) {
    return List.of(growthSlows(curve), tailLeaves(curve), tailDegrades(curve));
  }

  private static WarningSign growthSlows(Curve curve) {
    return curve
        .knee()
        .map(knee ->
            WarningSign.Kind.GROWTH_SLOWS.seen(
                knee.at().load(),
                "one more brings at most %s tok/s; at %s each brought %s"
                    .formatted(
                        Figures.number(Math.max(0, knee.gainAfter())),
                        curve.axis().text(curve.believed().getFirst().load()),
                        Figures.number(knee.firstGain()))))
        .orElseGet(WarningSign.Kind.GROWTH_SLOWS::notSeen);
  }

  private static WarningSign tailLeaves(Curve curve) {
    List<CurvePoint> points = curve.believed();
    for (int from = 0; from < points.size(); from++) {
      Double base = ratio(points.get(from));
      if (base == null) {
        continue;
      }
      for (CurvePoint point : points.subList(from + 1, points.size())) {
        Double ratio = ratio(point);
        if (ratio != null && ratio > LEAVES * base) {
          return WarningSign.Kind.TAIL_LEAVES_MEDIAN.seen(
              point.load(),
              "%s p95 is %s of p50, at %s %s"
                  .formatted(
                      name(point),
                      Figures.times(ratio),
                      curve.axis().text(points.get(from).load()),
                      Figures.times(base)));
        }
      }
      return WarningSign.Kind.TAIL_LEAVES_MEDIAN.notSeen();
    }
    return WarningSign.Kind.TAIL_LEAVES_MEDIAN.notObservable("too few requests for a p95");
  }

  private static @Nullable Double ratio(CurvePoint point) {
    Distribution wait = wait(point.level());
    Double tail = wait == null ? null : wait.p95();
    Double median = wait == null ? null : wait.p50();
    return tail == null || median == null || !(median > 0) ? null : Double.valueOf(tail / median);
  }

  private static WarningSign tailDegrades(Curve curve) {
    List<CurvePoint> known =
        curve.believed().stream().filter(point -> p99(point.level()) != null).toList();
    if (known.size() < 2) {
      return WarningSign.Kind.TAIL_DEGRADES.notObservable("too few requests for a p99");
    }
    Optional<CurvePoint> found =
        known.stream().skip(1).filter(point -> degrades(known.getFirst(), point)).findFirst();
    return found
        .map(point ->
            WarningSign.Kind.TAIL_DEGRADES.seen(
                point.load(),
                "%s p99 %s, at %s %s; p50 %s and %s"
                    .formatted(
                        name(point),
                        Figures.duration(p99(point.level())),
                        curve.axis().text(known.getFirst().load()),
                        Figures.duration(p99(known.getFirst().level())),
                        Figures.duration(p50(point.level())),
                        Figures.duration(p50(known.getFirst().level())))))
        .orElseGet(WarningSign.Kind.TAIL_DEGRADES::notSeen);
  }

  private static boolean degrades(CurvePoint low, CurvePoint high) {
    Double before = p99(low.level());
    Double after = p99(high.level());
    Double typicalBefore = p50(low.level());
    Double typicalAfter = p50(high.level());
    return before != null
        && after != null
        && typicalBefore != null
        && typicalAfter != null
        && after > DEGRADES * before
        && typicalAfter <= HOLDS * typicalBefore;
  }

  private static @Nullable Double p99(LevelResult level) {
    Distribution wait = wait(level);
    return wait == null ? null : wait.p99();
  }

  private static @Nullable Double p50(LevelResult level) {
    Distribution wait = wait(level);
    return wait == null ? null : wait.p50();
  }

  private static @Nullable Distribution wait(LevelResult level) {
    Distribution ttft = level.latencies().ttft();
    return ttft == null ? level.latencies().e2el() : ttft;
  }

  private static String name(CurvePoint point) {
    return point.level().latencies().ttft() == null ? "E2EL" : "TTFT";
  }
}
