package dev.goodput.lab.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.LevelLog;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.load.Retry;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.metrics.saturation.ScalabilityFit;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.SessionShape;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// On the simulated engine in virtual time, whose limits are known.
@Timeout(120)
class SaturationTest {
  private static final EngineProfile H100 = EngineProfile.named("h100", "llama-3.1-8b");
  private static final long LEVEL = SaturationPlan.DEFAULT_LEVEL_NANOS;

  private final List<Double> profiled = new ArrayList<>();
  private final List<String> early = new ArrayList<>();
  private final List<SaturationResult> climbed = new ArrayList<>();
  private final List<Integer> piledUp = new ArrayList<>();
  private boolean refused;
  private final List<Double> tried = new ArrayList<>();

  private final List<Double> flooded = new ArrayList<>();

  private final List<LogEntry> level = new ArrayList<>();

  private final LevelLog log =
      new LevelLog() {
        @Override
        public LoadSink of(BenchPlan plan, int index) {
          level.clear();
          return new LoadSink() {
            @Override
            public void entry(LogEntry entry) {
              level.add(entry);
            }

            @Override
            public void tick(LoadSnapshot snapshot) {}
          };
        }

        @Override
        public LogSource last() {
          return level::forEach;
        }
      };

  private final Saturation.Recorder recorder =
      new Saturation.Recorder() {
        @Override
        public void piledUp(int level) {
          piledUp.add(level);
        }

        @Override
        public void climbed(SaturationResult soFar) {
          climbed.add(soFar);
        }
      };

  private SaturationResult saturate(SaturationPlan plan, int batch, Profiler profiler) {
    return saturate(plan, batch, profiler, SessionShape.SINGLE);
  }

  private static BenchPlan bench(SessionShape shape) {
    PromptWriter writer = PromptWriter.calibrated(PromptCalibration.DEFAULT);
    PromptWriter prompts = shape.equals(SessionShape.SINGLE) ? writer.withoutText() : writer;
    return new BenchPlan(
        Workloads.find("azure-conv"),
        OpenOptions.of(7, prompts).withShape(shape),
        List.of(new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0)),
        AskOptions.of("m"),
        Retry.OFF,
        Cancellation.NONE,
        Timeouts.NONE,
        null,
        0,
        1);
  }

  private SaturationResult saturate(
      SaturationPlan plan, int batch, Profiler profiler, SessionShape shape) {
    VirtualTarget target = new VirtualTarget(H100.withLimits(H100.limits().withMaxNumSeqs(batch)));
    SaturationListener listener =
        new SaturationListener() {
          @Override
          public void tries(LoadAxis axis, double load, boolean refining) {
            tried.add(load);
            if (refining && refused) {
              target.drain();
            }
          }

          @Override
          public void flooded(long sessions, double rps) {
            flooded.add(spanSeconds());
          }

          @Override
          public void endedEarly(LoadAxis axis, double load, String why) {
            early.add(why);
          }
        };
    try (target) {
      return Saturation.run(plan, bench(shape), target, log, listener, profiler, recorder);
    }
  }

  /// Of the last level.
  private double spanSeconds() {
    LevelStarted begun = (LevelStarted) level.getFirst();
    LevelEnded ended = (LevelEnded) level.getLast();
    return (ended.endNanos() - begun.beginNanos()) / 1e9;
  }

  private static SaturationPlan plan(
      LoadAxis axis, double from, double to, AnalysisOptions analysis) {
    return new SaturationPlan(axis, from, to, 2, LEVEL, analysis, .01);
  }

  /// Four at once are what its scheduler takes: a fifth user waits.
  @Test
  void findsTheCapOfTheBatch() {
    SaturationResult found =
        saturate(plan(LoadAxis.CONCURRENCY, 1, 64, AnalysisOptions.DEFAULTS), 4, Profiler.NONE);

    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.SATURATED);
    SaturationPoint point = found.curve().saturation().orElseThrow();
    assertThat(point.at().load()).isEqualTo(4);
    assertThat(point.reasons()).containsExactly(SaturationPoint.Reason.FLAT);
    assertThat(found.curve().points().getLast().load()).isEqualTo(16);
    assertThat(found.flood()).isNotNull();
  }

  @Test
  void findsKneeAndPeakOfAnEngine() {
    AnalysisOptions chat = AnalysisOptions.DEFAULTS.withSlo(Slo.parse("ttft<=200ms,tpot<=80ms"));

    SaturationResult found = saturate(plan(LoadAxis.CONCURRENCY, 4, 256, chat), 256, Profiler.NONE);

    assertThat(found.curve().knee().orElseThrow().at().load()).isBetween(8.0, 64.0);
    assertThat(found.curve().saturation().orElseThrow().from())
        .containsKey(SaturationPoint.Reason.SLO);
    ScalabilityFit law = ScalabilityFit.of(found.curve()).orElseThrow();
    assertThat(law.misfit()).isLessThan(.1);
  }

  /// What comes faster than it is answered piles up, and the rest of the level is spared.
  @Test
  void endsALevelEarlyWhereRequestsPileUp() {
    SaturationResult found =
        saturate(plan(LoadAxis.RATE, 5, 60, AnalysisOptions.DEFAULTS), 256, Profiler.NONE);

    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.SATURATED);
    assertThat(early).hasSizeGreaterThanOrEqualTo(1).first().asString().contains("grew from");
    SaturationPoint point = found.curve().saturation().orElseThrow();
    assertThat(point.from()).containsKey(SaturationPoint.Reason.BACKLOG);
    assertThat(point.at().load()).isBetween(14.0, 40.0);
    CurvePoint heaviest = found.curve().points().getLast();
    assertThat(heaviest.pilesUp()).isTrue();
    assertThat(piledUp).contains(heaviest.level().level());
    assertThat(found.curve().points())
        .filteredOn(at -> piledUp.contains(at.level().level()))
        .allMatch(CurvePoint::pilesUp);
    assertThat(Objects.requireNonNull(found.flood()).rps()).isBetween(15.0, 35.0);
    assertThat(found.floodSettled()).isTrue();
  }

  /// Little more than it can answer piles up too slowly to be seen in a level's time, so that twice
  /// of what a flood shows is tried, whatever the batch and however long its answers.
  @Test
  void findsTheEndOfASmallBatchOverRates() {
    SaturationResult found =
        saturate(plan(LoadAxis.RATE, 0, 0, AnalysisOptions.DEFAULTS), 8, Profiler.NONE);

    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.SATURATED);
    double most = Objects.requireNonNull(found.flood()).rps();
    assertThat(found.curve().saturation().orElseThrow().at().load())
        .isBetween(.6 * most, 1.3 * most);
  }

  @Test
  void triesGivenRatesAlthoughAFloodSuggestsOthers() {
    SaturationResult light =
        saturate(plan(LoadAxis.RATE, 0, .5, AnalysisOptions.DEFAULTS), 256, Profiler.NONE);
    assertThat(light.ending()).isEqualTo(SaturationResult.Ending.TOP);
    assertThat(tried).containsExactly(.5);

    tried.clear();
    saturate(plan(LoadAxis.RATE, 90, 0, AnalysisOptions.DEFAULTS), 256, Profiler.NONE);
    assertThat(tried).containsExactly(90.0);
  }

  /// Their users would think for six minutes in each session, and with them no flood would be
  /// shorter.
  @Test
  void usesNoThinkTimeInAFlood() {
    SessionShape thinking =
        new SessionShape(
            LengthDistribution.fixed(4), LengthDistribution.fixed(120_000), HistoryMode.BY_TURN);

    SaturationResult found =
        saturate(
            plan(LoadAxis.RATE, 0, .1, AnalysisOptions.DEFAULTS), 256, Profiler.NONE, thinking);

    assertThat(found.floodSettled()).isTrue();
    assertThat(flooded).hasSizeGreaterThan(1).allMatch(seconds -> seconds < LEVEL / 1e9);
    // In levels they do, so that nobody comes to a third turn in the time of one.
    assertThat(level)
        .filteredOn(RequestRecord.class::isInstance)
        .isNotEmpty()
        .allMatch(entry -> ((RequestRecord) entry).requested().turn() < 2);
  }

  @Test
  void keepsResultsIfTheRestIsCancelled() {
    refused = true;

    SaturationResult found =
        saturate(plan(LoadAxis.CONCURRENCY, 1, 64, AnalysisOptions.DEFAULTS), 6, Profiler.NONE);

    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.SATURATED);
    assertThat(found.brokenOff()).isNotEmpty();
    assertThat(climbed).hasSize(1);
    assertThat(climbed.getFirst().brokenOff()).isEqualTo("it was killed");
    assertThat(climbed.getFirst().ending()).isEqualTo(found.ending());
  }

  @Test
  void reportsThatTheHeaviestLoadIsNotTheEnd() {
    SaturationResult found =
        saturate(plan(LoadAxis.CONCURRENCY, 1, 4, AnalysisOptions.DEFAULTS), 256, Profiler.NONE);

    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.TOP);
    assertThat(found.curve().saturation()).isEmpty();
    assertThat(tried).containsExactly(1.0, 2.0, 4.0);
  }

  @Test
  void runsOneMoreUnmeasuredLevelForTheProfiler() {
    Profiler profiler =
        new Profiler() {
          @Override
          public boolean isEnabled() {
            return true;
          }

          @Override
          public void start(double load, int level) {
            profiled.add(load);
          }

          @Override
          public void end(double load) {
            profiled.add(-load);
          }
        };

    SaturationResult found =
        saturate(plan(LoadAxis.CONCURRENCY, 1, 64, AnalysisOptions.DEFAULTS), 4, profiler);

    assertThat(profiled).containsExactly(4.0, -4.0);
    assertThat(found.profiled()).isPositive();
    assertThat(found.curve().points())
        .noneMatch(point -> point.level().level() == found.profiled());
  }
}
