package dev.goodput.validation.selftest;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.HttpTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/// A self-test step: a real benchmark with log, analysis and verdict, at a given number of streams.
///
/// Streams start one by one, like users, at nearly even intervals. So neither their events nor
/// their ends come in bursts, and the number of open streams stays about constant.
final class Ceiling {
  private static final String MODEL = "truth";
  private static final int EVENTS_PER_STREAM_SECOND = 50;
  private static final int EVENTS_PER_STREAM = 125;
  private static final double GAP_CV = 0.25;
  private static final int PROBE_EVENTS = 100;

  /// A whole response takes 2.7 s: after the warm-up as many streams end as start.
  private static final long WARMUP_NANOS = 3_000_000_000L;

  /// The window after the warm-up is longer than two responses. For a shorter window the analysis
  /// would take rates and health from the whole run, including its cold start and its end.
  private static final long STEP_NANOS = WARMUP_NANOS + 5_700_000_000L;

  private final String url;
  private final Path folder;

  /// @param folder holds the run directory of each step
  Ceiling(String url, Path folder) {
    this.url = url;
    this.folder = folder;
  }

  CeilingStep step(int eventsPerSecond) {
    Endpoint endpoint = Endpoint.of(url, Dialect.named("chat"));
    RunDirectory directory =
        RunDirectory.create(folder.resolve("step-" + eventsPerSecond), Manifest.empty());
    StampError error;
    try (HttpTarget target = HttpTarget.open(endpoint, facts());
        StampProbe probe = StampProbe.on(target.loops().getFirst(), url)) {
      var _ = Bench.run(plan(eventsPerSecond), target, directory, listener(probe));
      error = probe.error();
    }
    AnalysisOptions options = AnalysisOptions.DEFAULTS.withWarmup(new Warmup.Fixed(WARMUP_NANOS));
    LevelResult level = Analysis.analyse(directory, options).levels().getFirst();
    Double achieved = level.rates().deliveredOutputTps();
    return new CeilingStep(
        eventsPerSecond,
        eventsPerSecond / EVENTS_PER_STREAM_SECOND,
        achieved == null ? 0 : achieved,
        error,
        level.client());
  }

  /// Lets the probe read while the step is measured.
  private static BenchListener listener(StampProbe probe) {
    return new BenchListener() {
      @Override
      public void levelStarted(int index, int levels, Load level) {
        probe.start(WARMUP_NANOS, PROBE_EVENTS);
      }
    };
  }

  private static BenchPlan plan(int eventsPerSecond) {
    LengthLimits lengths =
        new LengthLimits(
            0, LengthDistribution.fixed(16), LengthDistribution.fixed(EVENTS_PER_STREAM));
    Arrivals users = new Arrivals.Gamma((double) eventsPerSecond / EVENTS_PER_STREAM, GAP_CV);
    return new BenchPlan(
        Workloads.find("synthetic"),
        OpenOptions.of(42, PromptWriter.calibrated(PromptCalibration.DEFAULT)).withLimits(lengths),
        List.of(new LevelPlan(users, 0, 0, STEP_NANOS, 0)),
        AskOptions.of(MODEL),
        Retry.OFF,
        Cancellation.NONE,
        Timeouts.NONE,
        null,
        0,
        0);
  }

  private static TargetFacts facts() {
    return new TargetFacts(
        MODEL,
        List.of(MODEL),
        OptionalInt.empty(),
        true,
        true,
        "",
        0,
        OptionalInt.empty(),
        0,
        List.of(),
        List.of(),
        HttpVersion.ONE);
  }
}
