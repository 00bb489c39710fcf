package dev.goodput.findings.saturation;

import dev.goodput.findings.saturation.WarningSign.Kind;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.OscillationCounter;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineMetricSummary.Gauged;
import dev.goodput.observe.LevelMetrics.Point;
import dev.goodput.report.server.RunServers;
import dev.goodput.report.server.ServerLevel;
import dev.goodput.report.words.Figures;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The warning signs that the figures of the client and the metrics of the server show; a sign
/// without a metric is not measured.
///
/// @param curve the client's
/// @param servers what the servers reported about themselves
record WarningSigns(Curve curve, RunServers servers) {
  private static final double CEILING = .95;
  private static final String NO_SOURCE = "no server metrics";
  private static final String NOT_AMONG_THEM = "the server's metrics do not include it";

  /// A tail that is so many times as far from the median as at the lowest load.
  private static final double LEAVES = 2;

  private static final double DEGRADES = 1.5;
  private static final double HOLDS = 1.1;

  List<WarningSign> all() {
    return List.of(
        growthSlows(),
        tailGrows(),
        tailDegrades(),
        gpuAtCeiling(),
        memoryOscillates(),
        queueGrows(),
        preemptionsStart());
  }

  private Optional<ServerLevel> server(CurvePoint point) {
    return servers.of(point.level());
  }

  private Optional<Gauged> gauge(CurvePoint point, EngineMetric sign) {
    return server(point).flatMap(level -> Optional.ofNullable(level.gauge(sign)));
  }

  private boolean isExposed(EngineMetric sign) {
    return curve.believed().stream().anyMatch(point -> gauge(point, sign).isPresent());
  }

  private String missing() {
    return curve.believed().stream().anyMatch(point -> server(point).isPresent())
        ? NOT_AMONG_THEM
        : NO_SOURCE;
  }

  private WarningSign gpuAtCeiling() {
    if (!isExposed(EngineMetric.GPU_UTILIZATION)) {
      return Kind.GPU_AT_CEILING.notObservable(missing());
    }
    double from =
        curve
            .saturation()
            .map(point -> point.from().get(SaturationPoint.Reason.FLAT))
            .map(CurvePoint::load)
            .orElse(Double.POSITIVE_INFINITY);
    for (CurvePoint point : curve.believed()) {
      Optional<Gauged> busy = gauge(point, EngineMetric.GPU_UTILIZATION);
      if (point.load() >= from && busy.isPresent() && busy.get().mean() >= CEILING) {
        return Kind.GPU_AT_CEILING.seen(
            point.load(),
            Figures.share(busy.get().mean()) + " busy, and output does not grow any more");
      }
    }
    return Kind.GPU_AT_CEILING.notSeen();
  }

  private WarningSign memoryOscillates() {
    if (!isExposed(EngineMetric.KV_CACHE_USAGE)) {
      return Kind.MEMORY_OSCILLATES.notObservable(missing());
    }
    for (CurvePoint point : curve.believed()) {
      int swings =
          server(point).map(level -> swings(level.trace(EngineMetric.KV_CACHE_USAGE))).orElse(0);
      if (swings >= OscillationCounter.OSCILLATES) {
        return Kind.MEMORY_OSCILLATES.seen(
            point.load(),
            "the share in use turned %d times, each time by a tenth or more".formatted(swings));
      }
    }
    return Kind.MEMORY_OSCILLATES.notSeen();
  }

  /// Turns of a trace between ups and downs of a tenth of the cache or more.
  private static int swings(List<Point> trace) {
    OscillationCounter swings = new OscillationCounter();
    trace.forEach(point -> swings.add(point.value()));
    return swings.turns();
  }

  private WarningSign queueGrows() {
    if (!isExposed(EngineMetric.WAITING)) {
      return Kind.QUEUE_GROWS.notObservable(missing());
    }
    double before = 0;
    double at = 0;
    for (CurvePoint point : curve.believed()) {
      Optional<Gauged> waiting = gauge(point, EngineMetric.WAITING);
      if (waiting.isPresent() && waiting.get().mean() >= 1 && waiting.get().mean() >= 2 * before) {
        return Kind.QUEUE_GROWS.seen(
            point.load(),
            "%s requests wait on average%s%s"
                .formatted(
                    Figures.number(waiting.get().mean()),
                    at > 0
                        ? " (%s at %s)".formatted(Figures.number(before), curve.axis().text(at))
                        : ", already at the lightest load",
                    running(point)));
      }
      before = waiting.map(Gauged::mean).orElse(before);
      at = point.load();
    }
    return Kind.QUEUE_GROWS.notSeen();
  }

  private String running(CurvePoint point) {
    return gauge(point, EngineMetric.RUNNING)
        .map(running -> ", while " + Figures.number(running.mean()) + " run")
        .orElse("");
  }

  private WarningSign preemptionsStart() {
    boolean known =
        curve.believed().stream()
            .flatMap(point -> server(point).stream())
            .anyMatch(level -> level.preemptions() != null);
    if (!known) {
      boolean unseen =
          curve.believed().stream()
              .flatMap(point -> server(point).stream())
              .anyMatch(level -> level.unseen() > 0);
      return Kind.PREEMPTIONS_BEGIN.notObservable(
          unseen ? "not all pages that were named were seen, and one might count them" : missing());
    }
    for (CurvePoint point : curve.believed()) {
      Long count = server(point).map(ServerLevel::preemptions).orElse(null);
      if (count != null && count > 0) {
        return Kind.PREEMPTIONS_BEGIN.seen(point.load(), Figures.counted(count, "preemption"));
      }
    }
    return Kind.PREEMPTIONS_BEGIN.notSeen();
  }

  private WarningSign growthSlows() {
    return curve
        .knee()
        .map(knee ->
            Kind.GROWTH_SLOWS.seen(
                knee.at().load(),
                "one more brings at most %s tok/s; at %s each brought %s"
                    .formatted(
                        Figures.number(Math.max(0, knee.gainAfter())),
                        curve.axis().text(curve.believed().getFirst().load()),
                        Figures.number(knee.firstGain()))))
        .orElseGet(Kind.GROWTH_SLOWS::notSeen);
  }

  private WarningSign tailGrows() {
    List<CurvePoint> points = curve.believed();
    for (int from = 0; from < points.size(); from++) {
      Double base = ratio(points.get(from));
      if (base == null) {
        continue;
      }
      for (CurvePoint point : points.subList(from + 1, points.size())) {
        Double ratio = ratio(point);
        if (ratio != null && ratio > LEAVES * base) {
          return Kind.TAIL_LEAVES_MEDIAN.seen(
              point.load(),
              "%s p95 is %s of p50, at %s %s"
                  .formatted(
                      name(point),
                      Figures.times(ratio),
                      curve.axis().text(points.get(from).load()),
                      Figures.times(base)));
        }
      }
      return Kind.TAIL_LEAVES_MEDIAN.notSeen();
    }
    return Kind.TAIL_LEAVES_MEDIAN.notObservable("too few requests for a p95");
  }

  private static @Nullable Double ratio(CurvePoint point) {
    Distribution wait = wait(point.level());
    Double tail = wait == null ? null : wait.p95();
    Double median = wait == null ? null : wait.p50();
    return tail == null || median == null || !(median > 0) ? null : Double.valueOf(tail / median);
  }

  private WarningSign tailDegrades() {
    List<CurvePoint> known =
        curve.believed().stream().filter(point -> p99(point.level()) != null).toList();
    if (known.size() < 2) {
      return Kind.TAIL_DEGRADES.notObservable("too few requests for a p99");
    }
    Optional<CurvePoint> found =
        known.stream().skip(1).filter(point -> degrades(known.getFirst(), point)).findFirst();
    return found
        .map(point ->
            Kind.TAIL_DEGRADES.seen(
                point.load(),
                "%s p99 %s, at %s %s; p50 %s and %s"
                    .formatted(
                        name(point),
                        Figures.duration(p99(point.level())),
                        curve.axis().text(known.getFirst().load()),
                        Figures.duration(p99(known.getFirst().level())),
                        Figures.duration(p50(point.level())),
                        Figures.duration(p50(known.getFirst().level())))))
        .orElseGet(Kind.TAIL_DEGRADES::notSeen);
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
