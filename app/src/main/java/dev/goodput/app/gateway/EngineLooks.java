package dev.goodput.app.gateway;

import dev.goodput.app.live.LiveTraffic;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.traffic.EngineFigures;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.observe.EngineMetrics;
import dev.goodput.observe.EngineTrail;
import dev.goodput.observe.EngineWatch;
import dev.goodput.observe.Observation;
import dev.goodput.observe.Sign;
import dev.goodput.wire.NanoClock;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What upstreams' engines and GPUs say of themselves, beside the traffic.
final class EngineLooks implements AutoCloseable {
  private final EngineTrail trail = new EngineTrail();
  private final LiveTraffic traffic;
  private final NanoClock clock;
  private EngineWatch watch;

  /// Begins to look at the pages that the plan names.
  ///
  /// @param clock of the records' stamps
  EngineLooks(GatewayPlan plan, LiveTraffic traffic, NanoClock clock) {
    this.traffic = traffic;
    this.clock = clock;
    this.watch = begin(plan);
  }

  private EngineWatch begin(GatewayPlan plan) {
    List<EngineWatch.Upstream> pages =
        plan.upstreams().stream().flatMap(EngineLooks::pages).toList();
    return EngineWatch.begin(pages, 0, clock, this::looked);
  }

  private static Stream<EngineWatch.Upstream> pages(Upstream upstream) {
    return upstream.metrics().stream()
        .map(page -> new EngineWatch.Upstream(upstream.name(), List.of(page)));
  }

  /// Looks at another plan's pages.
  void reload(GatewayPlan plan) {
    watch.close();
    watch = begin(plan);
  }

  /// The looks so far.
  EngineTrail trail() {
    return trail;
  }

  private void looked(String upstream, Observation look) {
    EngineTrail.Turn turn = trail.add(upstream, look);
    if (turn != null) {
      traffic.tell(new TrafficEvent(look.atNanos(), kind(turn), upstream, words(turn)));
    }
    if (look instanceof Observation.Seen seen) {
      traffic.tell(figures(upstream, seen));
    }
  }

  private static TrafficEvent.Kind kind(EngineTrail.Turn turn) {
    return switch (turn) {
      case RESTARTED -> TrafficEvent.Kind.ENGINE_RESTART;
      case OUT_OF_REACH -> TrafficEvent.Kind.UPSTREAM_DOWN;
      case BACK -> TrafficEvent.Kind.UPSTREAM_UP;
    };
  }

  private static String words(EngineTrail.Turn turn) {
    return switch (turn) {
      case RESTARTED -> "its counters began anew";
      case OUT_OF_REACH -> "its page of metrics is out of reach";
      case BACK -> "its page of metrics is back";
    };
  }

  private static EngineFigures figures(String upstream, Observation.Seen seen) {
    EngineMetrics metrics = seen.metrics();
    return new EngineFigures(
        seen.atNanos(),
        upstream,
        value(metrics, Sign.GPU_UTILIZATION),
        value(metrics, Sign.KV_CACHE_USAGE),
        value(metrics, Sign.RUNNING),
        value(metrics, Sign.WAITING),
        value(metrics, Sign.PREEMPTIONS));
  }

  private static @Nullable Double value(EngineMetrics metrics, Sign sign) {
    OptionalDouble value = metrics.value(sign);
    return value.isPresent() ? value.getAsDouble() : null;
  }

  @Override
  public void close() {
    watch.close();
  }
}
