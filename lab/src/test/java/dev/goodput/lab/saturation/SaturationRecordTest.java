package dev.goodput.lab.saturation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.lab.TargetAround;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.load.Retry;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is found again from a run directory is what was found, however it ended.
@Timeout(120)
class SaturationRecordTest {
  private static final SaturationPlan PLAN =
      new SaturationPlan(
          LoadAxis.CONCURRENCY,
          1,
          64,
          2,
          SaturationPlan.DEFAULT_LEVEL_NANOS,
          AnalysisOptions.DEFAULTS,
          .01);

  @TempDir private Path scratch;

  private static BenchPlan bench() {
    PromptWriter prompts = PromptWriter.calibrated(PromptCalibration.DEFAULT).withoutText();
    return new BenchPlan(
        Workloads.find("azure-conv"),
        OpenOptions.of(7, prompts),
        List.of(new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0)),
        AskOptions.of("m"),
        Retry.OFF,
        Cancellation.NONE,
        Timeouts.NONE,
        null,
        0,
        1);
  }

  private static VirtualTarget engine() {
    EngineProfile h100 = EngineProfile.named("h100", "llama-3.1-8b");
    return new VirtualTarget(h100.withLimits(h100.limits().withMaxNumSeqs(6)));
  }

  private RunDirectory directory() {
    return RunDirectory.create(scratch.resolve("run"), Manifest.empty());
  }

  private static SaturationResult run(
      RunDirectory directory, Target target, SaturationListener listener) {
    return SaturationRecord.run(
        PLAN, bench(), target, directory, BenchListener.SILENT, listener, Profiler.NONE);
  }

  private static SaturationResult read(RunDirectory directory) {
    RunDirectory again = RunDirectory.open(directory.path());
    return SaturationRecord.read(again, Analysis.analyse(again, AnalysisOptions.DEFAULTS), .01);
  }

  @Test
  void readsBackItsResult() {
    RunDirectory directory = directory();

    SaturationResult found = run(directory, engine(), SaturationListener.SILENT);

    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.SATURATED);
    assertThat(read(directory)).isEqualTo(found);
  }

  /// A workload that ends, or a full disk: nobody killed it.
  @Test
  void reportsWhatEndedTheRest() {
    RunDirectory directory = directory();
    SaturationListener breaking =
        new SaturationListener() {
          @Override
          public void tries(LoadAxis axis, double load, boolean refining) {
            if (refining) {
              throw new WorkloadException.Unusable("there are no more conversations");
            }
          }
        };

    assertThatThrownBy(() -> run(directory, engine(), breaking))
        .isInstanceOf(WorkloadException.class);
    SaturationResult found = read(directory);
    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.SATURATED);
    assertThat(found.brokenOff()).isEqualTo("there are no more conversations");
  }

  @Test
  void reportsWhatEndedTheSweep() {
    RunDirectory directory = directory();
    SaturationListener breaking =
        new SaturationListener() {
          @Override
          public void tries(LoadAxis axis, double load, boolean refining) {
            if (load == 4) {
              throw new WorkloadException.Unusable("there are no more conversations");
            }
          }
        };

    assertThatThrownBy(() -> run(directory, engine(), breaking))
        .isInstanceOf(WorkloadException.class);
    SaturationResult found = read(directory);
    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.INTERRUPTED);
    assertThat(found.reason()).isEqualTo("there are no more conversations");
  }

  private static boolean isFlood(LevelPlan plan) {
    return plan.arrivals() instanceof Arrivals.Burst;
  }

  /// Everything at once was too much for it: it answers nothing any more.
  @Test
  void reportsAServerThatFailsAfterTheHeaviestLoadAsUnstable() {
    RunDirectory directory = directory();

    SaturationResult found =
        run(
            directory,
            new Dying(engine(), SaturationRecordTest::isFlood),
            SaturationListener.SILENT);

    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.UNSTABLE);
    assertThat(found.reason()).isEqualTo("dead");
    assertThat(found.brokenOff()).isEqualTo("dead");
    assertThat(found.curve().saturation()).isPresent();
    assertThat(read(directory).ending()).isEqualTo(SaturationResult.Ending.UNSTABLE);
  }

  /// What fails for a profiler is no matter of the loads before.
  @Test
  void keepsItsEndingIfTheEngineFailsUnderAProfiler() {
    RunDirectory directory = directory();
    Dying target = new Dying(engine(), plan -> false);
    Profiler deadly =
        new Profiler() {
          @Override
          public boolean isEnabled() {
            return true;
          }

          @Override
          public void start(double load, int level) {
            target.of = plan -> true;
          }

          @Override
          public void end(double load) {}
        };

    SaturationResult found =
        SaturationRecord.run(
            PLAN,
            bench(),
            target,
            directory,
            BenchListener.SILENT,
            SaturationListener.SILENT,
            deadly);

    assertThat(found.profiled()).isPositive();
    assertThat(found.ending()).isEqualTo(SaturationResult.Ending.SATURATED);
    assertThat(found.brokenOff()).isEqualTo("dead");
    assertThat(read(directory)).isEqualTo(found);
  }

  /// Dies of some levels.
  private static final class Dying extends TargetAround {
    private Predicate<LevelPlan> of;

    Dying(VirtualTarget engine, Predicate<LevelPlan> of) {
      super(engine);
      this.of = of;
    }

    @Override
    public LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink) {
      LevelOutcome lived = super.run(plan, index, source, sink);
      return of.test(plan.levels().get(index))
          ? new LevelOutcome(LevelEnded.Ending.ALL_FAILED, "dead")
          : lived;
    }
  }
}
