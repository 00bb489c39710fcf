package dev.goodput.runner.endpoint;

import dev.goodput.lab.HttpTarget;
import dev.goodput.lab.Target;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.observe.PowerSource;
import dev.goodput.observe.ScrapeTargets;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.Clocks;
import dev.goodput.runner.engine.EngineProcess;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.client.ProxyVariables;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Replay;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A target that passed pre-flight, with the opened workload. Closing it ends its connections and
/// the embedded engine.
public final class TargetSession implements AutoCloseable {
  private static final String USUAL_PROFILE = "h100/llama-3.1-8b";

  private final TargetPlan common;
  private final Target target;
  private final OpenOptions workload;
  private final @Nullable String profile;
  private final @Nullable Endpoint endpoint;
  private final @Nullable EngineProcess engine;

  private TargetSession(
      TargetPlan common,
      Target target,
      OpenOptions workload,
      @Nullable String profile,
      @Nullable Endpoint endpoint,
      @Nullable EngineProcess engine) {
    this.common = common;
    this.target = target;
    this.workload = workload;
    this.profile = profile;
    this.endpoint = endpoint;
    this.engine = engine;
  }

  /// Runs the pre-flight check: of a server, of the embedded engine as a process of its own, or of
  /// the engine in virtual time.
  ///
  /// @param replay how the workload is played
  /// @param elapsedNanos nanoseconds since the start of a continued run, whose timestamps go on
  ///   from there; 0 for a new run
  /// @throws dev.goodput.wire.WireException if load would be pointless, with the reason
  /// @throws dev.goodput.workload.input.WorkloadException where nothing of the workload fits
  public static TargetSession open(
      TargetPlan common, Replay replay, PreflightScreen screen, long elapsedNanos) {
    String url = common.server().url();
    if (url != null) {
      return http(common, replay, screen, elapsedNanos, new Place(url, null, null));
    }
    String profile = common.server().profile() == null ? USUAL_PROFILE : common.server().profile();
    if (common.server().virtual()) {
      VirtualTarget target = new VirtualTarget(EngineProfile.parse(profile));
      target.pause(elapsedNanos);
      OpenOptions workload = WorkloadOpener.virtual(common, target.facts(), replay);
      return new TargetSession(common, target, workload, profile, null, null);
    }
    EngineProcess engine = EngineProcess.simulator(profile);
    try {
      return http(common, replay, screen, elapsedNanos, new Place(engine.url(), profile, engine));
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
  }

  private static TargetSession http(
      TargetPlan common, Replay replay, PreflightScreen screen, long elapsedNanos, Place place) {
    Endpoint endpoint = common.server().endpoint().apply(place.url);
    RecordedBodies.requireText(common.workload(), endpoint.dialect());
    if (place.engine == null) {
      screen.proxy(endpoint);
    }
    PowerSource.check(PowerSource.parse(common.server().power()), endpoint);
    TargetFacts facts = screen.probe(endpoint, common);
    OpenOptions workload = WorkloadOpener.of(common, facts, replay);
    WorkloadOpener.requireSomething(common.workload(), workload);
    Endpoint met = endpoint.over(facts.http());
    HttpTarget target = HttpTarget.open(met, facts, elapsedNanos);
    return new TargetSession(common, target, workload, place.profile, met, place.engine);
  }

  /// Runs the pre-flight check of a server that `watch` probes. If its model is named it need not
  /// respond yet, since it may recover; the probes measure for how long it does not.
  ///
  /// @param originNanoTime the moment that stamps count from, on the system's [NanoClock]
  /// @param print receives the reason if the check fails
  /// @throws dev.goodput.wire.WireException where looking would be pointless, or needs a name
  public static TargetSession watched(
      TargetPlan common, PreflightScreen screen, long originNanoTime, Consumer<String> print) {
    String url = Objects.requireNonNull(common.server().url());
    Endpoint endpoint = common.server().endpoint().apply(url);
    RecordedBodies.requireText(common.workload(), endpoint.dialect());
    screen.proxy(endpoint);
    TargetFacts facts = ProbedServer.of(endpoint, common, screen, print);
    Endpoint met = endpoint.over(facts.http());
    return new TargetSession(
        common,
        HttpTarget.small(met, facts, originNanoTime),
        WorkloadOpener.of(common, facts, Replay.SHUFFLED),
        null,
        met,
        null);
  }

  /// Where a server is.
  ///
  /// @param profile of the embedded engine, null of another server
  /// @param engine the embedded engine
  private record Place(String url, @Nullable String profile, @Nullable EngineProcess engine) {}

  /// Returns the target.
  public Target target() {
    return target;
  }

  /// How the workload is opened for it.
  public OpenOptions workload() {
    return workload;
  }

  /// Returns whether another session has the same model of the same server with the same key, so
  /// that both share its cache.
  public boolean same(TargetSession other) {
    return sameServer(other)
        && endpoint != null
        && other.endpoint != null
        && Objects.equals(endpoint.apiKey(), other.endpoint.apiKey());
  }

  /// Returns whether another session has the same model of the same server, with any key.
  public boolean sameServer(TargetSession other) {
    return endpoint != null
        && other.endpoint != null
        && engine == null
        && other.engine == null
        && endpoint.baseUrl().equals(other.endpoint.baseUrl())
        && target.facts().model().equals(other.target.facts().model());
  }

  /// Whether time is virtual: there is no client to distrust, and nothing to wait for.
  public boolean virtual() {
    return endpoint == null;
  }

  /// Reads the servers' own metrics during a run, from now until it is closed, and keeps them in
  /// the run's directory; in virtual time these are the simulated engine's own counters.
  ///
  /// @throws dev.goodput.record.RecordException where the manifest cannot be written
  public ServerMetricsRecorder watch(RunDirectory directory) {
    if (target instanceof VirtualTarget engine) {
      ServerMetricsRecorder watch = ServerMetricsRecorder.ofSamples(directory);
      String source = "virtual:" + profile;
      engine.sample(
          ServerMetricsRecorder.INTERVAL,
          (stats, nanos) -> watch.accept(VirtualMetrics.seen(source, nanos, stats)));
      return watch;
    }
    return endpoint != null && target instanceof HttpTarget http
        ? ServerMetricsRecorder.begin(
            ScrapeTargets.parse(common.server().serverMetrics()),
            new ServerMetricsRecorder.Power(power(), origin(http)),
            endpoint,
            http.facts().model(),
            directory,
            http.originNanoTime(),
            NanoClock.SYSTEM)
        : ServerMetricsRecorder.none(directory);
  }

  /// Returns the sources of electric power.
  public List<PowerSource> power() {
    return PowerSource.parse(common.server().power());
  }

  /// Returns addresses of a page of the server, the likeliest first; empty in virtual time.
  ///
  /// @param page with its slash
  public List<PageAddress> pages(String page) {
    return endpoint == null ? List.of() : PageAddress.nextTo(endpoint, page);
  }

  /// Returns the metrics pages to scrape during a run: those named, or the usual address on the
  /// target; empty if scraping is off.
  public List<PageAddress> metricsPages() {
    return switch (ScrapeTargets.parse(common.server().serverMetrics())) {
      case ScrapeTargets.Off _ -> List.of();
      case ScrapeTargets.OfTarget _ -> pages(ScrapeTargets.PAGE);
      case ScrapeTargets.Named named -> named.pages();
    };
  }

  /// Where questions go; empty in virtual time.
  public Optional<Endpoint> endpoint() {
    return Optional.ofNullable(endpoint);
  }

  /// Returns the address, for a line of progress.
  public String address() {
    if (endpoint == null) {
      return profile + " in virtual time";
    }
    return engine == null
        ? MaskedUrl.address(endpoint.baseUrl().toString())
        : "the embedded engine";
  }

  /// Adds the target and the request options to a manifest.
  public Manifest addTo(Manifest manifest) {
    Manifest updated =
        common.addTo(manifest).with("workload.prompts", workload.prompts().description());
    updated =
        endpoint == null
            ? updated.with("target.url", "virtual:" + profile)
            : updated
                .with("target.url", MaskedUrl.address(endpoint.baseUrl().toString()))
                .with("target.endpoint", endpoint.dialect().name())
                .with("target.http", endpoint.http().word());
    if (target instanceof HttpTarget http) {
      updated = updated.with("run.origin", origin(http).toString());
    }
    return profile == null ? updated : updated.with("target.profile", profile);
  }

  /// When by the wall clock the run's stamps are 0: it maps them to dates, and aligns machines.
  private static Instant origin(HttpTarget http) {
    return Clocks.SYSTEM.wall().instant().minusNanos(Clocks.SYSTEM.nanos() - http.originNanoTime());
  }

  /// Returns notes that are known before the first request and affect the figures.
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (profile != null) {
      notes.addAll(EngineProfile.parse(profile).assumptions());
    }
    if (virtual()) {
      notes.add("virtual time has no network and no client lag; measure a real server with --url");
    }
    notes.addAll(common.notes());
    if (endpoint != null) {
      RecordedBodies.note(common.workload(), endpoint.dialect()).ifPresent(notes::add);
      if (engine == null) {
        ProxyVariables.note(endpoint.baseUrl().toString(), System.getenv()).ifPresent(notes::add);
      }
    }
    return notes;
  }

  /// Returns notes that are known only at the end.
  public List<String> closingNotes() {
    List<String> notes = new ArrayList<>();
    if (target instanceof HttpTarget http) {
      int again = http.sentAgain();
      if (again > 0) {
        notes.add(
            Figures.counted(again, "request")
                + " sent a second time: the server had closed a kept connection meanwhile, and may"
                + " have counted them twice");
      }
      int ahead = http.prewarmed();
      if (ahead > 0) {
        notes.add(
            Figures.counted(ahead, "connection")
                + " opened before a scheduled burst: the latencies of its requests do not include"
                + " connecting");
      }
    }
    return notes;
  }

  @Override
  public void close() {
    target.close();
    if (engine != null) {
      engine.close();
    }
  }
}
