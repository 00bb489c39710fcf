package dev.goodput.report.saturation;

import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.OscillationCounter;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineMetricSummary.Gauged;
import dev.goodput.observe.LevelMetrics.Point;
import dev.goodput.report.saturation.WarningSign.Kind;
import dev.goodput.report.server.RunServers;
import dev.goodput.report.server.ServerLevel;
import dev.goodput.report.words.Figures;
import java.util.List;
import java.util.Optional;

/// Warning signs in the metrics of the server; one without a metric is not measured.
///
/// @param curve the client's
/// @param servers what the servers said of themselves
record ServerSigns(Curve curve, RunServers servers) {
  private static final double CEILING = .95;
  private static final String NO_SOURCE = "no server metrics";
  private static final String NOT_AMONG_THEM = "the server's metrics do not include it";

  List<WarningSign> all() {
    return List.of(gpuAtCeiling(), memoryOscillates(), queueGrows(), preemptionsBegin());
  }

  private Optional<ServerLevel> server(CurvePoint point) {
    return servers.of(point.level());
  }

  private Optional<Gauged> gauge(CurvePoint point, EngineMetric sign) {
    return server(point).flatMap(level -> Optional.ofNullable(level.gauge(sign)));
  }

  private boolean told(EngineMetric sign) {
    return curve.believed().stream().anyMatch(point -> gauge(point, sign).isPresent());
  }

  private String missing() {
    return curve.believed().stream().anyMatch(point -> server(point).isPresent())
        ? NOT_AMONG_THEM
        : NO_SOURCE;
  }

  private WarningSign gpuAtCeiling() {
    if (!told(EngineMetric.GPU_UTILIZATION)) {
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
    if (!told(EngineMetric.KV_CACHE_USAGE)) {
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
    if (!told(EngineMetric.WAITING)) {
      return Kind.QUEUE_GROWS.notObservable(missing());
    }
    double before = 0;
    double at = 0;
    for (CurvePoint point : curve.believed()) {
      Optional<Gauged> waiting = gauge(point, EngineMetric.WAITING);
      if (waiting.isPresent() && waiting.get().mean() >= 1 && waiting.get().mean() >= 2 * before) {
        return Kind.QUEUE_GROWS.seen(
            point.load(),
            "%s wait on average%s%s"
                .formatted(
                    Figures.number(waiting.get().mean()),
                    at > 0
                        ? ", at %s %s".formatted(curve.axis().text(at), Figures.number(before))
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
        .map(running -> "; " + Figures.number(running.mean()) + " run")
        .orElse("");
  }

  private WarningSign preemptionsBegin() {
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
}
