package dev.goodput.app.asking;

import dev.goodput.app.engine.EngineProcess;
import dev.goodput.lab.HttpTarget;
import dev.goodput.lab.Target;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.observe.PowerSource;
import dev.goodput.observe.ScrapeTargets;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.words.Figures;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.client.ProxyVariables;
import dev.goodput.wire.client.SafeUrl;
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

/// A target that was met in pre-flight and is ready to be asked, with the workload as it is opened
/// for it. Closing it ends its connections, and the embedded engine.
public final class TargetSession implements AutoCloseable {
  private static final String USUAL_PROFILE = "h100/llama-3.1-8b";

  private final CommonOptions asking;
  private final Target target;
  private final OpenOptions workload;
  private final @Nullable String profile;
  private final @Nullable Endpoint endpoint;
  private final @Nullable EngineProcess engine;

  private TargetSession(
      CommonOptions asking,
      Target target,
      OpenOptions workload,
      @Nullable String profile,
      @Nullable Endpoint endpoint,
      @Nullable EngineProcess engine) {
    this.asking = asking;
    this.target = target;
    this.workload = workload;
    this.profile = profile;
    this.endpoint = endpoint;
    this.engine = engine;
  }

  /// Meets the target that was asked for: a server, the embedded engine as a process of its own, or
  /// the engine in virtual time.
  ///
  /// @param replay how the workload is played
  /// @param goneNanos how long ago the run began, of one that is gone on with: its stamps go on
  ///   from there; else 0
  /// @throws dev.goodput.wire.WireException saying what would make load pointless
  /// @throws dev.goodput.workload.input.WorkloadException where nothing of the workload fits
  public static TargetSession open(
      CommonOptions asking, Replay replay, PreflightScreen screen, long goneNanos) {
    String url = asking.target.url;
    if (url != null) {
      return http(asking, replay, screen, goneNanos, new Place(url, null, null));
    }
    String profile = asking.target.profile == null ? USUAL_PROFILE : asking.target.profile;
    if (asking.target.virtual) {
      VirtualTarget target = new VirtualTarget(EngineProfile.parse(profile));
      target.pause(goneNanos);
      OpenOptions workload = WorkloadOpener.virtual(asking, target.facts(), replay);
      return new TargetSession(asking, target, workload, profile, null, null);
    }
    EngineProcess engine = EngineProcess.simulator(profile);
    try {
      return http(asking, replay, screen, goneNanos, new Place(engine.url(), profile, engine));
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
  }

  private static TargetSession http(
      CommonOptions asking, Replay replay, PreflightScreen screen, long goneNanos, Place place) {
    Endpoint endpoint =
        Endpoints.at(place.url, asking.target, asking.how.extraBody, System.getenv());
    RecordedBodies.requireText(asking.workload(), endpoint.dialect());
    if (place.engine == null) {
      screen.proxy(endpoint);
    }
    PowerSource.check(PowerSource.parse(asking.target.power), endpoint);
    TargetFacts facts = screen.probe(endpoint, asking);
    OpenOptions workload = WorkloadOpener.of(asking, facts, replay);
    WorkloadOpener.requireSomething(asking.workload(), workload);
    Endpoint met = endpoint.over(facts.http());
    HttpTarget target = HttpTarget.open(met, facts, goneNanos);
    return new TargetSession(asking, target, workload, place.profile, met, place.engine);
  }

  /// Meets a server that is looked at now and then. Where its model was named it need not answer
  /// yet, if that may mend by itself: how long it does not is what looking tells.
  ///
  /// @param originNanoTime the moment that stamps count from, on the system's [NanoClock]
  /// @param say told why it could not be met
  /// @throws dev.goodput.wire.WireException where looking would be pointless, or needs a name
  public static TargetSession watched(
      CommonOptions asking, PreflightScreen screen, long originNanoTime, Consumer<String> say) {
    String url = Objects.requireNonNull(asking.target.url);
    Endpoint endpoint = Endpoints.at(url, asking.target, asking.how.extraBody, System.getenv());
    RecordedBodies.requireText(asking.workload(), endpoint.dialect());
    screen.proxy(endpoint);
    TargetFacts facts = ProbedServer.of(endpoint, asking, screen, say);
    Endpoint met = endpoint.over(facts.http());
    return new TargetSession(
        asking,
        HttpTarget.small(met, facts, originNanoTime),
        WorkloadOpener.of(asking, facts, Replay.SHUFFLED),
        null,
        met,
        null);
  }

  /// Where a server is.
  ///
  /// @param profile of the embedded engine, null of another server
  /// @param engine the embedded engine
  private record Place(String url, @Nullable String profile, @Nullable EngineProcess engine) {}

  /// Who is asked.
  public Target target() {
    return target;
  }

  /// How the workload is opened for it.
  public OpenOptions workload() {
    return workload;
  }

  /// Whether another is the same model of the same server, asked with the same key: what one was
  /// asked the other finds in its cache.
  public boolean same(TargetSession other) {
    return sameServer(other)
        && endpoint != null
        && other.endpoint != null
        && Objects.equals(endpoint.apiKey(), other.endpoint.apiKey());
  }

  /// Whether another is the same model of the same server, whoever asks.
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
            ScrapeTargets.parse(asking.target.serverMetrics),
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
    return PowerSource.parse(asking.target.power);
  }

  /// A page of the server that is asked, the likeliest place first; none in virtual time.
  ///
  /// @param page with its slash
  public List<PageAddress> pages(String page) {
    return endpoint == null ? List.of() : PageAddress.beside(endpoint, page);
  }

  /// Pages of metrics that are looked at beside a run: those that were named, or where the target's
  /// own usually is; none where that was turned off.
  public List<PageAddress> metricsPages() {
    return switch (ScrapeTargets.parse(asking.target.serverMetrics)) {
      case ScrapeTargets.Off _ -> List.of();
      case ScrapeTargets.OfTarget _ -> pages(ScrapeTargets.PAGE);
      case ScrapeTargets.Named named -> named.pages();
    };
  }

  /// Where questions go; empty in virtual time.
  public Optional<Endpoint> endpoint() {
    return Optional.ofNullable(endpoint);
  }

  /// Who is asked, for a line of progress.
  public String address() {
    if (endpoint == null) {
      return profile + " in virtual time";
    }
    return engine == null ? SafeUrl.address(endpoint.baseUrl().toString()) : "the embedded engine";
  }

  /// Adds who is asked, and how, to a manifest.
  public Manifest addTo(Manifest manifest) {
    Manifest told =
        asking.addTo(manifest).with("workload.prompts", workload.prompts().description());
    told =
        endpoint == null
            ? told.with("target.url", "virtual:" + profile)
            : told.with("target.url", SafeUrl.address(endpoint.baseUrl().toString()))
                .with("target.endpoint", endpoint.dialect().name())
                .with("target.http", endpoint.http().word());
    if (target instanceof HttpTarget http) {
      told = told.with("run.origin", origin(http).toString());
    }
    return profile == null ? told : told.with("target.profile", profile);
  }

  /// When by the wall clock the run's stamps are 0: it maps them to dates, and aligns machines.
  private static Instant origin(HttpTarget http) {
    return Instant.now().minusNanos(System.nanoTime() - http.originNanoTime());
  }

  /// What is known before anything is asked and colours the figures.
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (profile != null) {
      notes.addAll(EngineProfile.parse(profile).assumptions());
    }
    if (virtual()) {
      notes.add("virtual time has no network and no client lag; measure a real server with --url");
    }
    notes.addAll(asking.notes());
    if (endpoint != null) {
      RecordedBodies.note(asking.workload(), endpoint.dialect()).ifPresent(notes::add);
      if (engine == null) {
        ProxyVariables.note(endpoint.baseUrl().toString(), System.getenv()).ifPresent(notes::add);
      }
    }
    return notes;
  }

  /// What only the end of the asking tells.
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
      int ahead = http.openedAhead();
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
