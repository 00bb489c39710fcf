package dev.goodput.gateway.exchange;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.ProtectionPlan.Limits;
import dev.goodput.gateway.plan.ProtectionPlan.Timeouts;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.relay.Relay;
import dev.goodput.relay.RelayCounts;
import dev.goodput.relay.RelayOptions;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A running gateway between clients and upstreams, with listeners that observe the traffic.
public final class Gateway implements AutoCloseable {
  private static final int SALT_BYTES = 32;
  private static final long POLL_NANOS = 20_000_000;

  private final byte[] salt = new byte[SALT_BYTES];
  private final InFlightGauge inFlightGauge = new InFlightGauge();
  private final NanoClock clock;
  private final RecordingThread recordingThread;
  private final Relay relay;
  private volatile GatewayPlan plan;
  private volatile PlanRouter planRouter;

  private Gateway(
      GatewayPlan plan, EventLoops loops, NanoClock clock, List<TrafficListener> listeners) {
    new SecureRandom().nextBytes(salt);
    this.plan = plan;
    this.clock = clock;
    this.recordingThread = new RecordingThread(clock, new RecordMaker(), listeners);
    this.planRouter = new PlanRouter(plan, salt, recordingThread, inFlightGauge);
    this.relay = relay(loops);
  }

  private Relay relay(EventLoops loops) {
    try {
      return Relay.start(options(plan), loops, (head, at) -> planRouter.route(head, at), clock);
    } catch (RuntimeException e) {
      recordingThread.close();
      throw e;
    }
  }

  /// Starts to listen and to forward requests by a plan.
  ///
  /// @param clock a clock that counts from the gateway's start
  /// @param listeners notified of the traffic, on a thread of the gateway
  /// @throws dev.goodput.wire.BadSettingException if the port is taken, the address is not local,
  ///   or a TLS file is not usable
  public static Gateway start(
      GatewayPlan plan, EventLoops loops, NanoClock clock, List<TrafficListener> listeners) {
    return new Gateway(plan, loops, clock, listeners);
  }

  private static RelayOptions options(GatewayPlan plan) {
    Limits limits = plan.protection().limits();
    Timeouts timeouts = plan.protection().timeouts();
    return new RelayOptions(
        plan.listen().host(),
        plan.listen().port(),
        plan.listen().tls(),
        limits.maxConnections(),
        (int) limits.maxHeaderBytes(),
        limits.maxBodyBytes(),
        unbounded(timeouts.requestHeadNanos()),
        unbounded(timeouts.bodyIdleNanos()),
        unbounded(timeouts.keepAliveIdleNanos()));
  }

  /// Replaces 0, which means no limit, with a century.
  private static long unbounded(long nanos) {
    return nanos == 0 ? TimeUnit.DAYS.toNanos(36_500) : nanos;
  }

  /// Switches to another plan. New requests take its routes; exchanges under way keep the old ones.
  /// Addresses, connection limits and client time-outs stay as they were.
  ///
  /// @throws dev.goodput.wire.BadSettingException if its TLS identity is not usable; nothing has
  ///   changed then
  public void reload(GatewayPlan next) {
    PlanRouter made = new PlanRouter(next, salt, recordingThread, inFlightGauge);
    relay.identify(next.listen().tls());
    planRouter = made;
    plan = next;
  }

  /// Returns the current plan.
  public GatewayPlan plan() {
    return plan;
  }

  /// Returns the port on which clients connect.
  public int port() {
    return relay.port();
  }

  /// Returns the relay's counts so far.
  public RelayCounts counts() {
    return relay.counts();
  }

  /// Returns the longest time for which one of the relay's loops has not completed a round.
  public long longestLoopPauseNanos() {
    return relay.stillNanos();
  }

  /// Returns the exchanges at each upstream now.
  public List<InFlight> inFlight() {
    return inFlightGauge.now();
  }

  /// Returns the attempts without a record, or that a listener failed to take: observing was
  /// behind, had no room left, or failed.
  public long lost() {
    return recordingThread.lost() + relay.counts().of(RelayCounts.Event.UNWATCHED);
  }

  /// Returns counts of requests that became no exchange or are not known in full.
  public EdgeCounts edge() {
    RelayCounts counts = relay.counts();
    return new EdgeCounts(
        counts.of(RelayCounts.Event.TURNED_AWAY),
        counts.of(RelayCounts.Event.MALFORMED),
        counts.of(RelayCounts.Event.LOOPED),
        counts.of(RelayCounts.Event.CROWDED_OUT),
        recordingThread.truncatedBodies(),
        counts.of(RelayCounts.Event.UNABLE),
        recordingThread.requestsWithoutModel(),
        counts.of(RelayCounts.Event.OUT_OF_STEP),
        EventCounts.NONE,
        EventCounts.NONE);
  }

  /// Returns the faults of the gateway and of listeners while traffic was observed.
  public long faults() {
    return recordingThread.faults();
  }

  /// Returns when the oldest exchange that has not ended began; `Long.MAX_VALUE` if there is none.
  public long oldestNanos() {
    return recordingThread.oldestNanos();
  }

  /// Stops listening and waits for exchanges under way, at most until the given time.
  ///
  /// @return whether all exchanges ended
  public boolean drain(long untilNanos) throws InterruptedException {
    relay.drain();
    while (relay.counts().unfinished() > 0 && clock.nanoTime() < untilNanos) {
      TimeUnit.NANOSECONDS.sleep(POLL_NANOS);
    }
    return relay.counts().unfinished() == 0;
  }

  /// Breaks off exchanges still under way; returns after listeners were notified of everything.
  @Override
  public void close() {
    relay.close();
    recordingThread.close();
  }
}
