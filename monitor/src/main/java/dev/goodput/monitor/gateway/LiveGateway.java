package dev.goodput.monitor.gateway;

import dev.goodput.gateway.admin.AdminSources.Page;
import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.exchange.ConfigProblems;
import dev.goodput.gateway.exchange.Gateway;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.exchange.WarmUp;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.TrafficPlans;
import dev.goodput.gateway.store.LogEnvironment;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.monitor.alert.GatewayAlerts;
import dev.goodput.monitor.live.Exports;
import dev.goodput.monitor.live.LiveTraffic;
import dev.goodput.monitor.live.ProcessHealth;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.monitor.page.LiveDocument;
import dev.goodput.monitor.page.LiveInput;
import dev.goodput.monitor.page.LiveInput.GatewayFacts;
import dev.goodput.monitor.page.LiveInput.LiveQuery;
import dev.goodput.monitor.page.LivePage;
import dev.goodput.report.words.Figures;
import dev.goodput.telemetry.metric.PrometheusPage;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A running gateway with all its listeners: meter, log, capture, exports, engine metrics.
final class LiveGateway implements RunningGateway {
  private static final long WARM_NANOS = 4_000_000_000L;

  private final NanoClock clock;
  private final Instant origin;
  private final GatewayStatus.Holder status;
  private final LiveTraffic traffic;
  private final TrafficStorage keeping;
  private final UpstreamReachability reach;
  private final UpstreamProbes probes;
  private final ConfigProblems own;
  private final @Nullable Telemetry telemetry;
  private final EventLoops loops;
  private final Gateway gateway;
  private final PowerScraping power;
  private final EngineScraping engines;
  private final Consumer<String> print;
  private final ServiceInstance self;
  private final GatewayAlerts alerts;
  private volatile Exports exports;

  private LiveGateway(
      GatewayPlan plan,
      GatewayStatus.Holder status,
      ServiceInstance self,
      InstantSource dates,
      Consumer<String> print)
      throws InterruptedException {
    this.status = status;
    this.self = self;
    this.print = print;
    this.loops = EventLoops.start(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    WarmUp.run(loops, List.of(new LiveTraffic(TrafficPlan.DEFAULTS, 0)), WARM_NANOS);
    long began = NanoClock.SYSTEM.nanoTime();
    this.clock = () -> NanoClock.SYSTEM.nanoTime() - began;
    this.origin = dates.instant();
    this.traffic = new LiveTraffic(TrafficPlans.of(plan), 0);
    this.reach = new UpstreamReachability(traffic::addEvent, print);
    this.probes = new UpstreamProbes(reach, clock);
    this.own = new ConfigProblems(this::edge, traffic::addEvent, print);
    ProcessHealth health = new ProcessHealth(this::oldestNanos, this::inFlight);
    LogEnvironment around = new LogEnvironment(clock, dates, health, this::filesMessage);
    this.keeping = TrafficStorage.open(plan, self, around);
    this.traffic.watchEvents(keeping::event);
    this.telemetry = begun(() -> Telemetry.open(plan, self, origin, clock, System.getenv(), print));
    this.exports = begun(() -> exports(plan));
    List<TrafficListener> listeners = new ArrayList<>();
    listeners.addAll(
        List.of(
            traffic, keeping, reach, own, (passed, prompt) -> exports.completed(passed, prompt)));
    if (telemetry != null) {
      listeners.add(telemetry);
    }
    this.gateway =
        begun(() ->
            BadSettingException.naming(
                "--listen, or listen in gateway.yaml",
                () -> Gateway.start(plan, loops, clock, listeners)));
    this.traffic.watch(clock::nanoTime, gateway::inFlight, gateway::lost, this::edge);
    this.power = begun(() -> new PowerScraping(plan, traffic, clock, print));
    this.engines =
        begun(() -> new EngineScraping(plan, traffic, clock, dates, power::scraped, print));
    this.alerts = new GatewayAlerts(plan, traffic::snapshot, self.host(), origin, print);
    this.traffic.watchAlerts(alerts::figures);
    this.keeping.watch(engines.trail(), power::known, alerts::figures);
    exports.begin();
    CompletableFuture<Void> _ = probes.probe(plan.upstreams());
    PlanText.unusedProxies(plan, System.getenv()).forEach(print);
  }

  /// Undoes the start if a part fails, so that the same command works once the port is free.
  private <T extends @Nullable Object> T begun(Supplier<T> part) {
    try {
      return part.get();
    } catch (RuntimeException e) {
      undo();
      throw e;
    }
  }

  private void undo() {
    Gateway running = gateway;
    Exports made = exports;
    PowerScraping scraping = power;
    if (scraping != null) {
      scraping.close();
    }
    if (running != null) {
      running.close();
    }
    if (made != null) {
      made.close();
    }
    keeping.discard();
    if (telemetry != null) {
      telemetry.close();
    }
    loops.close();
  }

  /// Starts listening and serving.
  ///
  /// @param status the status that the live page shows next to the traffic
  /// @param self the identity of this process, for its logs and the collector
  /// @param dates the wall clock
  /// @param print receives messages that the operator must know
  /// @throws dev.goodput.wire.BadSettingException an unusable address or file
  static LiveGateway start(
      GatewayPlan plan,
      GatewayStatus.Holder status,
      ServiceInstance self,
      InstantSource dates,
      Consumer<String> print)
      throws InterruptedException {
    return new LiveGateway(plan, status, self, dates, print);
  }

  private Exports exports(GatewayPlan plan) {
    return new Exports(
        self,
        plan.accounting().otlp(),
        UpstreamIdentities.of(plan.upstreams()),
        traffic,
        origin,
        print);
  }

  /// Reports a message about the files on the terminal, the page and the metrics.
  private void filesMessage(String sentence) {
    print.accept(sentence);
    traffic.addEvent(
        new TrafficEvent(clock.nanoTime(), TrafficEvent.Kind.KEEPING, "gateway", sentence));
  }

  /// Returns the live page.
  static Page page() {
    return new Page(LivePage.MEDIA_TYPE, LivePage.html());
  }

  /// The log and the capture call this before the gateway exists.
  private long oldestNanos() {
    Gateway running = gateway;
    return running == null ? Long.MAX_VALUE : running.oldestNanos();
  }

  private EdgeCounts edge() {
    Gateway running = gateway;
    EdgeCounts counts = running == null ? EdgeCounts.NONE : running.edge();
    return telemetry == null ? counts : telemetry.addTo(counts);
  }

  @Override
  public int port() {
    return gateway.port();
  }

  @Override
  public int inFlight() {
    Gateway running = gateway;
    return running == null ? 0 : running.counts().unfinished();
  }

  @Override
  public long stillNanos() {
    return gateway.longestLoopPauseNanos();
  }

  @Override
  public void reload(GatewayPlan plan) {
    GatewayPlan before = gateway.plan();
    boolean exportsAnew = !Objects.equals(plan.accounting().otlp(), before.accounting().otlp());

    // First, because it may fail: nothing has changed so far.
    Exports next = exportsAnew ? exports(plan) : exports;
    try {
      keeping.reload(plan);
      gateway.reload(plan);
    } catch (RuntimeException e) {
      if (exportsAnew) {
        next.close();
      }
      throw e;
    }
    if (!plan.upstreams().equals(before.upstreams())) {
      PlanText.unusedProxies(plan, System.getenv()).forEach(print);
    }

    // New requests already follow the new plan.
    reach.reload(before.upstreams(), plan.upstreams(), clock.nanoTime());
    CompletableFuture<Void> _ = probes.probe(plan.upstreams());
    judge(plan, before);
    if (exportsAnew) {
      replace(next);
    } else if (!plan.upstreams().equals(before.upstreams())) {
      exports.know(UpstreamIdentities.of(plan.upstreams()), clock.nanoTime());
    }
    alerts.reload(plan);

    // Last, because it may fail; the next call does what is left. Power comes after the engines,
    // because their old scrapes would add GPUs that it forgets.
    engines.reload(plan);
    power.reload(plan);
  }

  private void judge(GatewayPlan plan, GatewayPlan before) {
    if (TrafficPlans.sameAccounting(plan, before)) {
      traffic.know(TrafficPlans.of(plan).known());
    } else {
      traffic.switchTo(TrafficPlans.of(plan));
      if (telemetry != null) {
        telemetry.switchTo(TrafficPlans.of(plan));
      }
      print.accept("figures restart, because requests are judged or priced by other rules");
    }
  }

  private void replace(Exports next) {
    Exports old = exports;
    exports = next;
    next.begin();
    old.close();
  }

  @Override
  public void configured(String sentence) {
    traffic.addEvent(
        new TrafficEvent(clock.nanoTime(), TrafficEvent.Kind.CONFIGURATION, "gateway", sentence));
  }

  @Override
  public void drain() {
    try {
      // Does not wait: the deadline has already passed.
      boolean _ = gateway.drain(Long.MIN_VALUE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public TrafficSummary health() {
    TrafficCounts counts = traffic.snapshot().all().totals();
    TrafficWindow minute = traffic.snapshot().all().minute();
    Goodput goodput = minute.goodput();
    return new TrafficSummary(
        counts.requests(),
        inFlight(),
        counts.failed(),
        counts.cancelled(),
        minute.latency(LatencyMetric.TTFT),
        minute.latency(LatencyMetric.ITL),
        minute.rates().outputTps(),
        goodput == null ? null : goodput.attainment(),
        problems());
  }

  private List<String> problems() {
    List<String> all = new ArrayList<>(status.get().problems());
    all.addAll(own.problems());
    all.addAll(reach.problems(status.get().plan().upstreams()));
    all.addAll(keeping.problems());
    all.addAll(telemetry == null ? List.of() : telemetry.problems());
    all.addAll(engines.problems());
    all.addAll(power.problems());
    all.addAll(alerts.problems());
    long faults = gateway.faults();
    if (faults > 0) {
      all.add(
          "%s while traffic was observed; the log shows the first"
              .formatted(Figures.counted(faults, "fault")));
    }
    return all;
  }

  @Override
  public Page live(String target) {
    LiveInput input = new LiveInput(traffic.snapshot(), engines.trail(), facts());
    return new Page(LiveDocument.MEDIA_TYPE, LiveDocument.write(input, LiveQuery.of(target)));
  }

  private GatewayFacts facts() {
    GatewayStatus current = status.get();
    List<GatewayFacts.Upstream> upstreams =
        current.plan().upstreams().stream().map(reach::fact).toList();
    return new GatewayFacts(
        current.plan().listen().shown(),
        self.version(),
        origin,
        current.phase() == GatewayStatus.Phase.DRAINING,
        problems(),
        List.of(),
        upstreams);
  }

  @Override
  public Page metrics(@Nullable String accept) {
    PrometheusPage.Rendered rendered = exports.page(accept);
    return new Page(rendered.contentType(), rendered.body().array());
  }

  @Override
  public void close() {
    probes.close();
    engines.close();
    power.close();
    alerts.close();
    gateway.close();

    // Nothing feeds the meter any more, so the last totals are complete.
    traffic.renew(clock.nanoTime());
    exports.close();
    keeping.close();
    if (telemetry != null) {
      telemetry.close();
    }
    loops.close();
  }
}
