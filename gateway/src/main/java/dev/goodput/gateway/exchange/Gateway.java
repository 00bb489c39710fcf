package dev.goodput.gateway.exchange;

import dev.goodput.gateway.plan.Deadlines;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Limits;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.relay.Relay;
import dev.goodput.wire.relay.RelayCounts;
import dev.goodput.wire.relay.RelayOptions;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A gateway that runs: clients on one side, upstreams on the other, listeners beside it.
public final class Gateway implements AutoCloseable {
  private static final int SALT_BYTES = 32;
  private static final long LOOK_NANOS = 20_000_000;

  private final byte[] salt = new byte[SALT_BYTES];
  private final Crowds crowds = new Crowds();
  private final NanoClock clock;
  private final Observer observer;
  private final Relay relay;
  private volatile GatewayPlan plan;
  private volatile Board board;

  private Gateway(
      GatewayPlan plan, EventLoops loops, NanoClock clock, List<TrafficListener> listeners) {
    new SecureRandom().nextBytes(salt);
    this.plan = plan;
    this.clock = clock;
    this.observer = new Observer(clock, new RecordMaker(), listeners);
    this.board = new Board(plan, salt, observer, crowds);
    this.relay = relay(loops);
  }

  private Relay relay(EventLoops loops) {
    try {
      return Relay.start(options(plan), loops, (head, at) -> board.route(head, at), clock);
    } catch (RuntimeException e) {
      observer.close();
      throw e;
    }
  }

  /// Listens, and hands requests on by a plan.
  ///
  /// @param clock counts from the gateway's begin
  /// @param listeners hear of what passed, on a thread of the gateway's
  /// @throws dev.goodput.wire.BadSettingException where the port is taken, the address is not ours,
  ///   or a file of TLS is of no use
  public static Gateway start(
      GatewayPlan plan, EventLoops loops, NanoClock clock, List<TrafficListener> listeners) {
    return new Gateway(plan, loops, clock, listeners);
  }

  private static RelayOptions options(GatewayPlan plan) {
    Limits limits = plan.guard().limits();
    Deadlines deadlines = plan.guard().deadlines();
    return new RelayOptions(
        plan.listen().host(),
        plan.listen().port(),
        plan.listen().tls(),
        limits.maxConnections(),
        (int) limits.maxHeaderBytes(),
        limits.maxBodyBytes(),
        unbounded(deadlines.requestHeadNanos()),
        unbounded(deadlines.bodyIdleNanos()),
        unbounded(deadlines.keepAliveIdleNanos()));
  }

  /// A time of 0 stands for none: a century will do.
  private static long unbounded(long nanos) {
    return nanos == 0 ? TimeUnit.DAYS.toNanos(36_500) : nanos;
  }

  /// Goes on by another plan: requests that come from now on take its ways; what is under way stays
  /// on its own. Addresses, limits of connections and times of clients stay as they were.
  ///
  /// @throws dev.goodput.wire.BadSettingException where its identity is of no use; nothing has
  ///   changed then
  public void reload(GatewayPlan next) {
    Board made = new Board(next, salt, observer, crowds);
    relay.identify(next.listen().tls());
    board = made;
    plan = next;
  }

  /// The plan that holds now.
  public GatewayPlan plan() {
    return plan;
  }

  /// The port where clients come in.
  public int port() {
    return relay.port();
  }

  /// What the relay counted so far.
  public RelayCounts counts() {
    return relay.counts();
  }

  /// How long the loop of the relay that came round longest ago has not.
  public long stillNanos() {
    return relay.stillNanos();
  }

  /// Exchanges at each upstream now.
  public List<InFlight> inFlight() {
    return crowds.now();
  }

  /// Attempts that no record was made of, or that somebody failed to take in: observing was behind,
  /// had no room left, or failed.
  public long lost() {
    return observer.lost() + relay.counts().unwatched();
  }

  /// What became no exchange, or is not known in full.
  public EdgeCounts edge() {
    RelayCounts counts = relay.counts();
    return new EdgeCounts(
        counts.turnedAway(),
        counts.malformed(),
        counts.goneRound(),
        counts.crowdedOut(),
        observer.cutBodies(),
        counts.unable(),
        observer.requestsWithoutModel(),
        counts.outOfStep());
  }

  /// Faults of ours and of listeners while traffic was observed.
  public long faults() {
    return observer.faults();
  }

  /// When the oldest exchange began that has not ended yet; `Long.MAX_VALUE` where there is none.
  public long oldestNanos() {
    return observer.oldestNanos();
  }

  /// Stops listening and waits for what is under way, at most until a moment of the clock; tells
  /// whether all ended.
  public boolean drain(long untilNanos) throws InterruptedException {
    relay.drain();
    while (relay.counts().underWay() > 0 && clock.nanoTime() < untilNanos) {
      TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
    }
    return relay.counts().underWay() == 0;
  }

  /// Breaks off what is still under way; returns when listeners heard of everything.
  @Override
  public void close() {
    relay.close();
    observer.close();
  }
}
