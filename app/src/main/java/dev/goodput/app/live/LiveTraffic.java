package dev.goodput.app.live;

import dev.goodput.gateway.exchange.Passed;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.metrics.traffic.EngineFigures;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.wire.dialect.PromptSink;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The meter of traffic: fed on one thread, its snapshot renewed there once a second and read by
/// any.
public final class LiveTraffic implements TrafficListener {
  private static final long EVERY_NANOS = 1_000_000_000;

  private final Queue<TrafficEvent> events = new ConcurrentLinkedQueue<>();
  private final Queue<EngineFigures> engines = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Supplier<List<InFlight>> inFlight;
  private volatile LongSupplier lost = () -> 0;
  private volatile TrafficSnapshot snapshot;
  private volatile @Nullable TrafficPlan nextPlan;
  private TrafficMeter meter;
  private long nextNanos;
  private long lostBefore;

  /// @param beganNanos by the clock of the records' stamps
  public LiveTraffic(TrafficPlan plan, long beganNanos) {
    meter = new TrafficMeter(plan, beganNanos);
    snapshot = meter.snapshot(beganNanos);
    nextNanos = beganNanos;
  }

  /// Who tells what is under way, which is not known else, and what of it was lost before it came
  /// here.
  public void watch(Supplier<List<InFlight>> now, LongSupplier lostSoFar) {
    inFlight = now;
    lost = lostSoFar;
  }

  /// Judges and prices by another plan, with figures that begin anew: none is by two plans. From
  /// any thread.
  public void goBy(TrafficPlan plan) {
    nextPlan = plan;
  }

  /// The traffic as of at most about a second ago.
  public TrafficSnapshot snapshot() {
    return snapshot;
  }

  /// Takes in something that happened; from any thread.
  public void tell(TrafficEvent event) {
    events.add(event);
  }

  /// Takes in what an engine says of itself; from any thread.
  public void tell(EngineFigures figures) {
    engines.add(figures);
  }

  @Override
  public void passed(Passed passed, PromptSink prompt) {
    if (passed.understood()) {
      meter.add(passed.record());
    } else {
      meter.unread(passed.record(), passed.status());
    }
  }

  @Override
  public void tick(long nowNanos) {
    if (nowNanos - nextNanos < 0) {
      return;
    }
    nextNanos = nowNanos + EVERY_NANOS;
    TrafficPlan plan = nextPlan;
    if (plan != null) {
      nextPlan = null;
      meter = new TrafficMeter(plan, nowNanos);
      snapshot.events().forEach(meter::event);
    }
    for (TrafficEvent event = events.poll(); event != null; event = events.poll()) {
      meter.event(event);
    }
    for (EngineFigures each = engines.poll(); each != null; each = engines.poll()) {
      meter.engine(each);
    }
    long lostNow = lost.getAsLong();
    meter.lost(lostNow - lostBefore);
    lostBefore = lostNow;
    Supplier<List<InFlight>> underWay = inFlight;
    if (underWay != null) {
      meter.inFlight(nowNanos, underWay.get());
    }
    snapshot = meter.snapshot(nowNanos);
  }
}
