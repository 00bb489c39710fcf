package dev.goodput.app.selftest;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchListener;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.HttpTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.metrics.Analysis;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.Warmup;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.length.Lengths;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/// One step: a real bench, with log, analysis and verdict, of so many streams.
final class Ceiling {
  private static final String MODEL = "truth";
  private static final int EVENTS_PER_STREAM_SECOND = 50;
  private static final int EVENTS_PER_STREAM = 250;

  /// The streams of a step are opened, and what they need is compiled, in the part that is cut off.
  private static final long STEP_NANOS = 6_000_000_000L;

  private static final long WARMUP_NANOS = 3_000_000_000L;

  private final String url;
  private final Path folder;

  /// @param folder holds the run directory of each step
  Ceiling(String url, Path folder) {
    this.url = url;
    this.folder = folder;
  }

  CeilingStep step(int eventsPerSecond) {
    int streams = eventsPerSecond / EVENTS_PER_STREAM_SECOND;
    Endpoint endpoint = Endpoint.of(url, Dialect.named("chat"));
    RunDirectory directory =
        RunDirectory.create(folder.resolve("step-" + eventsPerSecond), Manifest.empty());
    try (HttpTarget target = HttpTarget.open(endpoint, facts())) {
      var _ = Bench.run(plan(streams), target, directory, BenchListener.SILENT);
    }
    AnalysisOptions options = AnalysisOptions.DEFAULTS.withWarmup(new Warmup.Fixed(WARMUP_NANOS));
    LevelResult level = Analysis.analyse(directory, options).levels().getFirst();
    Double achieved = level.rates().deliveredOutputTps();
    return new CeilingStep(
        eventsPerSecond, streams, achieved == null ? 0 : achieved, level.client());
  }

  private static BenchPlan plan(int streams) {
    LengthLimits lengths = new LengthLimits(0, Lengths.fixed(16), Lengths.fixed(EVENTS_PER_STREAM));
    return new BenchPlan(
        Workloads.find("synthetic"),
        OpenOptions.of(42, PromptWriter.calibrated(PromptCalibration.DEFAULT)).withLimits(lengths),
        List.of(new LevelPlan(new Arrivals.Closed(), streams, 0, STEP_NANOS, 0)),
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
        MODEL, List.of(MODEL), OptionalInt.empty(), true, true, "", 0, 0, List.of(), List.of());
  }
}
