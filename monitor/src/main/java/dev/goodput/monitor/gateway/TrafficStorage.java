package dev.goodput.monitor.gateway;

import dev.goodput.gateway.capture.Capture;
import dev.goodput.gateway.capture.CaptureStatus;
import dev.goodput.gateway.capture.PromptBlocks;
import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.gateway.store.LogEnvironment;
import dev.goodput.gateway.store.LogKind;
import dev.goodput.gateway.store.LogStatus;
import dev.goodput.gateway.store.Sampling;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.observe.EngineStateTracker;
import dev.goodput.observe.ServiceObservation;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.report.words.Figures;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.dialect.PromptSink;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The files that a gateway writes: its log and its capture, if configured.
final class TrafficStorage implements TrafficListener, AutoCloseable {
  private static final long ENGINES_EVERY_NANOS = 30_000_000_000L;
  private static final long ALERTS_EVERY_NANOS = 1_000_000_000L;

  private final ServiceInstance self;
  private final LogEnvironment around;
  private Wanted wanted;
  private volatile @Nullable TrafficLog log;
  private volatile @Nullable Capture capture;
  private volatile @Nullable EngineStateTracker engines;
  private volatile LongFunction<List<PowerFigures>> power = _ -> List.of();
  private volatile Supplier<AlertFigures> alerts = () -> AlertFigures.NONE;
  private final Set<String> firing = new HashSet<>();
  private long enginesNanos = Long.MIN_VALUE;
  private long alertsNanos = Long.MIN_VALUE;

  /// The parts of a plan that the files depend on.
  ///
  /// @param entries the manifest entries
  private record Wanted(
      @Nullable LogPlan log,
      @Nullable CapturePlan capture,
      List<SloClass> sloClasses,
      Manifest entries) {
    boolean sameLog(Wanted other) {
      return Objects.equals(log, other.log)
          && sloClasses.equals(other.sloClasses)
          && entries.values().equals(other.entries.values());
    }

    Sampling sampling(LogPlan plan) {
      return Sampling.of(plan, sloClasses);
    }
  }

  private TrafficStorage(Wanted wanted, ServiceInstance self, LogEnvironment around) {
    this.wanted = wanted;
    this.self = self;
    this.around = around;
  }

  /// Opens the files of the plan.
  ///
  /// @param self the identity of this process, for the manifest
  /// @throws BadSettingException a log directory that cannot hold run directories, or a capture
  ///   that cannot be written
  static TrafficStorage open(GatewayPlan plan, ServiceInstance self, LogEnvironment around) {
    Wanted none = new Wanted(null, null, List.of(), Manifest.empty());
    TrafficStorage keeping = new TrafficStorage(none, self, around);
    keeping.switchTo(plan, Capture::begin);
    return keeping;
  }

  private interface Opener {
    Capture open(CapturePlan plan, NanoClock clock, Consumer<String> print);
  }

  /// Switches to another plan. A log that continues with other settings does so in a new run
  /// directory; a new log records from now on. A capture that changes its file starts a new file.
  ///
  /// @throws BadSettingException as for [#open]; nothing has changed then
  void reload(GatewayPlan plan) {
    switchTo(plan, Capture::open);
  }

  private void switchTo(GatewayPlan plan, Opener opener) {
    Wanted next =
        new Wanted(
            plan.storage().log(),
            plan.storage().capture(),
            plan.routing().sloClasses(),
            entries(plan));
    Capture before = capture;
    Capture after = captured(next.capture(), before, opener);
    try {
      reloadLog(next);
    } catch (RecordException e) {
      if (after != null && after != before) {
        after.discard();
      }
      throw new BadSettingException("log.dir: " + e.getMessage());
    }
    wanted = next;
    capture = after;
    if (before != null && before != after) {
      before.close();
    }
    if (after != null && next.capture() != null) {
      after.setCap(next.capture().capBytes());
    }
  }

  private @Nullable Capture captured(
      @Nullable CapturePlan next, @Nullable Capture before, Opener opener) {
    CapturePlan now = wanted.capture();
    if (next == null) {
      return null;
    }
    if (before != null && now != null && now.file().equals(next.file())) {
      return before;
    }
    try {
      return opener.open(next, around.clock(), around.print());
    } catch (PlanException e) {
      throw new BadSettingException("capture." + e.getMessage());
    }
  }

  private void reloadLog(Wanted next) {
    TrafficLog now = log;
    LogPlan plan = next.log();
    if (plan == null) {
      log = null;
      if (now != null) {
        now.close();
      }
    } else if (now == null) {
      log = TrafficLog.open(plan, LogKind.GATEWAY, next.sampling(plan), next.entries(), around);
    } else if (!next.sameLog(wanted)) {
      now.switchTo(plan, next.sampling(plan), next.entries());
    }
  }

  private Manifest entries(GatewayPlan plan) {
    Manifest own = self.addTo(Manifest.empty());
    return judgement(plan).addTo(addressed(own, plan.upstreams()));
  }

  /// With several upstreams, the records name the one that served each request.
  private static Manifest addressed(Manifest entries, List<Upstream> upstreams) {
    return upstreams.size() == 1
        ? entries.with("target.url", MaskedUrl.address(upstreams.getFirst().url().toString()))
        : entries;
  }

  /// With several classes, each judges only its own requests.
  private static Judgement judgement(GatewayPlan plan) {
    SortedMap<String, Slo> classes = new TreeMap<>();
    plan.routing().sloClasses().forEach(each -> classes.put(each.name(), each.slo()));
    AnalysisOptions usual =
        AnalysisOptions.DEFAULTS
            .withAttainmentTarget(plan.accounting().attainmentTarget())
            .withPaceTps(plan.accounting().paceTps());
    AnalysisOptions options =
        classes.size() == 1
            ? usual.withSlo(classes.firstEntry().getValue())
            : usual.withSloClasses(classes);
    return new Judgement(options, false, Judgement.DEFAULT.maxErrorRate());
  }

  /// Sets the sources of what the log stores in addition to requests.
  ///
  /// @param tracked the figures of the upstreams' engines
  /// @param energy the electric energy of the upstreams up to a moment
  /// @param evaluated the alerts
  void watch(
      EngineStateTracker tracked,
      LongFunction<List<PowerFigures>> energy,
      Supplier<AlertFigures> evaluated) {
    power = energy;
    engines = tracked;
    alerts = evaluated;
  }

  /// Stores an event with the log. Safe on any thread.
  void event(TrafficEvent event) {
    observe(
        new ServiceObservation.Event(
            around.wall().instant(), event.kind().key(), event.source(), event.detail()));
  }

  private void observe(ServiceObservation observation) {
    TrafficLog toLog = log;
    if (toLog != null) {
      toLog.observe(observation.line());
    }
  }

  @Override
  public void tick(long nowNanos) {
    EngineStateTracker tracked = engines;
    if (tracked != null && nowNanos >= enginesNanos) {
      enginesNanos = nowNanos + ENGINES_EVERY_NANOS;
      Instant now = around.wall().instant();
      for (EngineFigures each : tracked.known(nowNanos)) {
        observe(new ServiceObservation.Engine(now, each, tracked.addresses(each.upstream())));
      }
      for (PowerFigures each : power.apply(nowNanos)) {
        observe(
            new ServiceObservation.Energy(
                now, each.upstream(), each.joules(), each.knownSeconds()));
      }
    }
    if (nowNanos >= alertsNanos) {
      alertsNanos = nowNanos + ALERTS_EVERY_NANOS;
      alerts.get().states().forEach(this::alert);
    }
  }

  private void alert(AlertFigures.State state) {
    String key = state.slo() + " " + state.severity();
    boolean changed = state.firing() ? firing.add(key) : firing.remove(key);
    if (changed) {
      String more = state.evidence().isEmpty() ? "" : ": " + state.evidence();
      observe(
          new ServiceObservation.Event(
              around.wall().instant(),
              state.firing() ? ServiceObservation.Event.FIRING : ServiceObservation.Event.RESOLVED,
              state.slo(),
              state.severity() + more));
    }
  }

  @Override
  public PromptSink prompt() {
    Capture now = capture;
    return now == null ? PromptSink.NONE : now.prompt();
  }

  @Override
  public void completed(CompletedAttempt completed, PromptSink prompt) {
    if (!completed.understood()) {
      return;
    }
    TrafficLog toLog = log;
    if (toLog != null) {
      var _ = toLog.offer(completed.record());
    }
    Capture toFile = capture;
    if (toFile == null || !completed.record().last()) {
      return;
    }
    if (prompt instanceof PromptBlocks blocks) {
      var _ = toFile.offer(completed.record(), blocks);
    } else {
      toFile.missed(completed.record());
    }
  }

  @Override
  public void over(PromptSink prompt) {
    if (prompt instanceof PromptBlocks blocks) {
      blocks.releaseMemory();
    }
  }

  /// Returns what is lost or does not work, one sentence each.
  List<String> problems() {
    List<String> all = new ArrayList<>();
    TrafficLog kept = log;
    if (kept != null) {
      LogStatus status = kept.status();
      if (!status.problem().isEmpty()) {
        all.add("the log stopped: " + status.problem() + lost(status.lost()));
      } else if (status.lost() > 0) {
        all.add("the log has holes" + lost(status.lost()));
      }
    }
    Capture written = capture;
    if (written != null) {
      captureTroubles(written.status(), all);
    }
    return all;
  }

  private static void captureTroubles(CaptureStatus status, List<String> all) {
    if (status.ended()) {
      all.add("the capture ended at its cap" + lost(status.lost()));
    } else if (!status.problem().isEmpty()) {
      all.add("the capture stopped: " + status.problem() + lost(status.lost()));
    } else if (status.lost() > 0) {
      all.add("the capture has holes" + lost(status.lost()));
    }
  }

  private static String lost(long count) {
    return count == 0 ? "" : "; " + Figures.counted(count, "request") + " not kept";
  }

  /// Deletes the files that were started, because the gateway did not start.
  void discard() {
    TrafficLog begun = log;
    if (begun != null) {
      begun.discard();
    }
    Capture written = capture;
    if (written != null) {
      written.discard();
    }
  }

  @Override
  public void close() {
    TrafficLog kept = log;
    if (kept != null) {
      kept.close();
    }
    Capture written = capture;
    if (written != null) {
      written.close();
    }
  }
}
