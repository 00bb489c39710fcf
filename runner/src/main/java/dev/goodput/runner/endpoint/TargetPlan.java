package dev.goodput.runner.endpoint;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.runner.AppException;
import dev.goodput.workload.FileDigest;
import dev.goodput.workload.Workload;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is measured, with which workload, and how requests are sent. Nothing is open yet except the
/// workload's file.
///
/// @param server the server or the simulated engine
/// @param shape what replaces the workload's lengths and sessions
/// @param requests how requests are sent
/// @param workload the workload
/// @param tokenizer counts prompts and responses; null for none
/// @param typed the options that affect the figures as a manifest has them, without secrets
public record TargetPlan(
    ServerSettings server,
    ShapeSettings shape,
    RequestSettings requests,
    Workload workload,
    @Nullable Tokenizer tokenizer,
    Manifest typed) {
  /// Refuses settings that contradict the workload, whatever the target.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException naming what does not apply
  public void requireApplicable() {
    WorkloadOpener.requireApplicable(this);
  }

  /// Returns the name of the workload for the name of a directory.
  public String shortName() {
    return String.valueOf(Path.of(workload.name()).getFileName());
  }

  /// The run's seed.
  public long seed() {
    return shape.seed();
  }

  /// Whether answers are streamed.
  public boolean streams() {
    return server.streams();
  }

  /// Whether the simulated engine answers, and no server of the user's.
  public boolean simulated() {
    return server.url() == null;
  }

  /// Returns the kind of target: a user's server or one of the two simulated engines.
  public String kind() {
    return kind(simulated(), server.virtual());
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
    return shape.turns() == null && Workloads.names().contains(workload.name());
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
            requests.ignoreEos(),
            requests.temperature(),
            requests.extraBody()),
        requests.retry(),
        requests.cancellation(),
        requests.timeouts(),
        tokenizer,
        requests.drainNanos(),
        BenchPlan.DEFAULT_PAUSE_NANOS);
  }

  /// Adds the workload and the request options to a manifest.
  public Manifest addTo(Manifest manifest) {
    Manifest all = manifest;
    for (Map.Entry<String, String> each : typed.values().entrySet()) {
      all = all.with(each.getKey(), each.getValue());
    }
    Manifest updated =
        all.with("run.seed", shape.seed())
            .with("run.workload", workload.name())
            .with("workload.summary", workload.summary())
            .with("run.stream", String.valueOf(streams()))
            .with("ask.connection_per_request", String.valueOf(server.connectionPerRequest()));
    return FileDigest.of(workload.name())
        .map(digest -> updated.with("workload.digest", digest))
        .orElse(updated);
  }

  /// Returns notes that are known before the first request and affect the figures.
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    Optional.ofNullable(requests.extraBody()).flatMap(ExtraBody::note).ifPresent(notes::add);
    String excluded = workload.excluded();
    if (!excluded.isEmpty()) {
      notes.add(workload.name() + ": " + excluded);
    }
    return notes;
  }
}
