package dev.goodput.monitor.live;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.wire.dialect.PromptSink;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The live meter of traffic. One thread feeds it and renews its snapshot: at most once a second
/// while the snapshot is read, and rarely otherwise. Any thread may read the snapshot.
public final class LiveTraffic implements TrafficListener {
  private static final long EVERY_NANOS = 1_000_000_000;
  private static final long UNREAD_NANOS = 30_000_000_000L;
  private static final long TIMEOUT_MILLIS = 500;

  private final Queue<TrafficEvent> events = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Supplier<List<InFlight>> inFlight;
  private volatile LongSupplier clock = () -> 0;
  private volatile LongSupplier lost = () -> 0;
  private volatile LongFunction<List<EngineFigures>> engines = _ -> List.of();
  private volatile LongFunction<List<PowerFigures>> power = _ -> List.of();
  private volatile Supplier<EdgeCounts> edge = () -> EdgeCounts.NONE;
  private volatile Supplier<AlertFigures> alerts = () -> AlertFigures.NONE;
  private volatile Consumer<TrafficEvent> eventSink = _ -> {};
  private volatile TrafficSnapshot snapshot;
  private volatile CompletableFuture<TrafficSnapshot> next = new CompletableFuture<>();
  private volatile boolean wanted;
  private volatile long takenNanos;
  private volatile long tickedNanos;
  private volatile @Nullable TrafficPlan nextPlan;
  private volatile @Nullable SortedMap<TrafficLabel, Set<String>> nextKnown;
  private TrafficMeter meter;
  private long nextInNanos;
  private long lostBefore;
  private EdgeCounts edgeBefore = EdgeCounts.NONE;

  /// @param beganNanos the start time, by the clock of the records' stamps
  public LiveTraffic(TrafficPlan plan, long beganNanos) {
    meter = new TrafficMeter(plan, beganNanos);
    snapshot = meter.snapshot(beganNanos);
    takenNanos = beganNanos;
    tickedNanos = beganNanos;
    nextInNanos = beganNanos;
  }

  /// Sets the sources of what no record shows.
  ///
  /// @param time the clock of the records' stamps
  /// @param now the requests in flight
  /// @param lostSoFar the number of records that were dropped before they came here
  /// @param edgeSoFar the connections and requests that became no exchange
  public void watch(
      LongSupplier time,
      Supplier<List<InFlight>> now,
      LongSupplier lostSoFar,
      Supplier<EdgeCounts> edgeSoFar) {
    clock = time;
    inFlight = now;
    lost = lostSoFar;
    edge = edgeSoFar;
  }

  /// Sets the source of the figures of the upstreams' engines at a given time.
  public void watchEngines(LongFunction<List<EngineFigures>> known) {
    engines = known;
  }

  /// Sets the source of the electric energy of the upstreams up to a given time.
  public void watchPower(LongFunction<List<PowerFigures>> known) {
    power = known;
  }

  /// Sets a receiver of each event from now on, called on the thread that adds it.
  public void watchEvents(Consumer<TrafficEvent> sink) {
    eventSink = sink;
  }

  /// Sets the source of the alerts that are evaluated here.
  public void watchAlerts(Supplier<AlertFigures> known) {
    alerts = known;
  }

  /// Switches to another plan. All figures restart, so that none mixes two plans. Safe on any
  /// thread.
  public void switchTo(TrafficPlan plan) {
    // The plan has its own names.
    nextKnown = null;
    nextPlan = plan;
  }

  /// Sets the names that get series of their own from now on. Safe on any thread.
  public void know(SortedMap<TrafficLabel, Set<String>> names) {
    nextKnown = names;
  }

  /// Returns the traffic as of about a second ago at most. Waits for the feeding thread if the
  /// snapshot has not been read for a while. If that thread stays busy, the snapshot is older.
  public TrafficSnapshot snapshot() {
    CompletableFuture<TrafficSnapshot> coming = next;
    if (tickedNanos - takenNanos < EVERY_NANOS) {
      return snapshot;
    }
    wanted = true;
    try {
      return coming.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return snapshot;
    } catch (TimeoutException e) {
      return snapshot;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a snapshot is taken or not, and never fails later", e);
    }
  }

  /// Adds an event. Safe on any thread.
  public void addEvent(TrafficEvent event) {
    events.add(event);
    eventSink.accept(event);
  }

  @Override
  public void completed(CompletedAttempt completed, PromptSink prompt) {
    if (completed.understood()) {
      meter.add(completed.record());
    } else {
      meter.addUnparsed(completed.record(), completed.status());
    }
  }

  @Override
  public void tick(long nowNanos) {
    tickedNanos = nowNanos;
    if (nowNanos - nextInNanos >= 0) {
      applyNext(nowNanos);
    }
    long age = nowNanos - takenNanos;
    if (age >= UNREAD_NANOS || (wanted && age >= EVERY_NANOS)) {
      take(nowNanos);
    }
  }

  /// Renews the snapshot now. Called on the feeding thread.
  public void renew(long nowNanos) {
    applyNext(nowNanos);
    take(nowNanos);
  }

  private void applyNext(long nowNanos) {
    nextInNanos = nowNanos + EVERY_NANOS;
    TrafficPlan plan = nextPlan;
    if (plan != null) {
      nextPlan = null;
      List<TrafficEvent> before = meter.snapshot(nowNanos).events();
      meter = new TrafficMeter(plan, nowNanos);
      edgeBefore = edge.get();
      before.forEach(meter::event);
      wanted = true;
    }
    SortedMap<TrafficLabel, Set<String>> known = nextKnown;
    if (known != null) {
      nextKnown = null;
      meter.know(known);
    }
    for (TrafficEvent event = events.poll(); event != null; event = events.poll()) {
      meter.event(event);
    }
    meter.engines(nowNanos, engines.apply(nowNanos));
    meter.power(nowNanos, power.apply(nowNanos));
    meter.alerts(alerts.get());
    long lostNow = lost.getAsLong();
    meter.lost(lostNow - lostBefore);
    lostBefore = lostNow;
    meter.edge(edge.get().since(edgeBefore));
    Supplier<List<InFlight>> unfinished = inFlight;
    if (unfinished != null) {
      // The moment is that after the count: who was counted had a first token by then.
      List<InFlight> counted = unfinished.get();
      meter.inFlight(clock.getAsLong(), counted);
    }
  }

  private void take(long nowNanos) {
    TrafficSnapshot taken = meter.snapshot(nowNanos);
    CompletableFuture<TrafficSnapshot> awaited = next;
    wanted = false;
    next = new CompletableFuture<>();
    snapshot = taken;
    takenNanos = nowNanos;
    awaited.complete(taken);
  }
}
