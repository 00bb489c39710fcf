package dev.goodput.app.endpoint;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.AppException;
import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.FileDigest;
import dev.goodput.workload.Workload;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Target, workload and request options that all sending commands share. Nothing is open yet except
/// the workload's file.
public final class CommonOptions {
  private static final String USUAL_WORKLOAD = "azure-conv";

  final TargetOptions target;
  final WorkloadOptions what;
  final RequestOptions how;
  final @Nullable LengthDistribution input;
  final @Nullable LengthDistribution output;
  final @Nullable LengthDistribution turns;
  private final Workload workload;
  private final @Nullable Tokenizer tokenizer;

  private CommonOptions(
      TargetOptions target,
      WorkloadOptions what,
      RequestOptions how,
      Workload workload,
      @Nullable Tokenizer tokenizer) {
    this.target = target;
    this.what = what;
    this.how = how;
    this.workload = workload;
    this.tokenizer = tokenizer;
    this.input = lengths("--input-tokens", what.inputTokens);
    this.output = lengths("--output-tokens", what.outputTokens);
    this.turns = lengths("--turns", what.turns);
  }

  /// Rejects contradictions among the options.
  ///
  /// @throws AppException.Usage with the option's name in the line
  /// @throws dev.goodput.wire.BadSettingException where the URL is none
  public static void check(TargetOptions target, WorkloadOptions what, RequestOptions how) {
    CommonOptionChecks.target(target);
    CommonOptionChecks.sessions(what);
    CommonOptionChecks.requests(how);
    CommonOptionChecks.words(target, how);
  }

  /// Reads options that have been checked, and finds the workload.
  ///
  /// @throws AppException.Usage for contradictions
  /// @throws WorkloadException for what cannot be found or read
  public static CommonOptions of(TargetOptions target, WorkloadOptions what, RequestOptions how) {
    Workload workload = Workloads.find(what.workload == null ? USUAL_WORKLOAD : what.workload);
    Tokenizer tokenizer = what.tokenizer == null ? null : Tokenizer.of(what.tokenizer);
    CommonOptions common = new CommonOptions(target, what, how, workload, tokenizer);
    WorkloadOpener.requireApplicable(common);
    return common;
  }

  private static @Nullable LengthDistribution lengths(String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return LengthDistribution.parse(text);
    } catch (WorkloadException.Syntax e) {
      throw new AppException.Usage(option + ": " + e.getMessage());
    }
  }

  /// Returns the workload.
  public Workload workload() {
    return workload;
  }

  /// The same for the name of a directory.
  public String shortName() {
    return String.valueOf(Path.of(workload.name()).getFileName());
  }

  /// The run's seed.
  public long seed() {
    return what.seed();
  }

  /// Whether answers are streamed.
  public boolean streams() {
    return target.streams();
  }

  /// Whether the simulated engine answers, and no server of the user's.
  public boolean simulated() {
    return target.embedded();
  }

  /// Returns the kind of target: a user's server or one of the two simulated engines.
  public String kind() {
    return kind(simulated(), target.virtual);
  }

  /// The same of a run.
  ///
  /// @param simulated whether the simulated engine answered
  /// @param virtual whether in virtual time
  public static String kind(boolean simulated, boolean virtual) {
    if (virtual) {
      return "the simulated engine in virtual time";
    }
    return simulated ? "the embedded engine" : "a server";
  }

  /// Whether each arrival is known to be one request: files may hold sessions of several turns.
  public boolean singles() {
    return turns == null && Workloads.names().contains(workload.name());
  }

  /// Counts prompts and answers; null for none.
  public @Nullable Tokenizer tokenizer() {
    return tokenizer;
  }

  /// The SLO that fits the workload and can be judged, where there is one.
  public Optional<Slo> sloPreset() {
    return workload.sloPreset().flatMap(Slo::preset).filter(slo -> streams() || !slo.needsStream());
  }

  /// Refuses to play as recorded what has no times.
  ///
  /// @throws AppException.Usage naming the workload
  public void requireTimed() {
    refuse(
        !workload.timed(),
        "--arrivals trace needs recorded times, and " + workload.name() + " has none; use --rate");
  }

  /// All that a bench of these levels needs to know.
  public BenchPlan plan(TargetSession opened, List<LevelPlan> levels) {
    return new BenchPlan(
        workload,
        opened.workload(),
        levels,
        new AskOptions(
            opened.target().facts().model(),
            streams(),
            opened.target().facts().requestUsage(),
            how.ignoreEos,
            how.temperature,
            how.extraBody),
        retry(Math.toIntExact(how.retries)),
        cancellation(),
        new Timeouts(
            how.connectTimeout.toNanos(),
            how.firstTokenTimeout.toNanos(),
            how.idleTimeout.toNanos(),
            how.timeout.toNanos()),
        tokenizer,
        how.drainTimeout.toNanos(),
        BenchPlan.DEFAULT_PAUSE_NANOS);
  }

  private static Retry retry(int further) {
    return further == 0
        ? Retry.OFF
        : new Retry(
            further + 1, Duration.ofMillis(500).toNanos(), Duration.ofSeconds(30).toNanos());
  }

  private Cancellation cancellation() {
    Double share = how.cancelShare;
    return share == null || !how.leave()
        ? Cancellation.NONE
        : new Cancellation(share, 0, how.stay().toNanos());
  }

  /// Adds the workload and the request options to a manifest.
  public Manifest addTo(Manifest manifest) {
    Manifest updated =
        what.addTo(how.addTo(manifest))
            .with("run.seed", what.seed())
            .with("run.workload", workload.name())
            .with("workload.summary", workload.summary())
            .with("run.stream", String.valueOf(streams()))
            .with("ask.connection_per_request", String.valueOf(target.connectionPerRequest));
    return FileDigest.of(workload.name())
        .map(digest -> updated.with("workload.digest", digest))
        .orElse(updated);
  }

  /// Returns notes that are known before the first request and affect the figures.
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    Optional.ofNullable(how.extraBody).flatMap(ExtraBody::note).ifPresent(notes::add);
    String excluded = workload.excluded();
    if (!excluded.isEmpty()) {
      notes.add(workload.name() + ": " + excluded);
    }
    return notes;
  }
}
