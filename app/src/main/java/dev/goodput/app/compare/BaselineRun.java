package dev.goodput.app.compare;

import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.measure.Measurement;
import dev.goodput.app.run.Comparisons;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.app.run.RunRecorder;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchOutcome;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.lab.comparison.Comparison;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.comparison.ComparisonInput.Question;
import dev.goodput.report.terminal.ProgressHead;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.workload.Replay;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/// Runs of a live target, to be held against stored ones.
///
/// @param prepared its options
record BaselineRun(BaselinePreparation prepared) implements Measurement {
  @Override
  public OutputOptions output() {
    return prepared.options().output;
  }

  @Override
  public Judgement judgement() {
    return prepared.judgement();
  }

  @Override
  public Met meet(PreflightScreen screen) {
    TargetSession opened = TargetSession.open(prepared.asking(), Replay.SHUFFLED, screen, 0);
    try {
      prepared.requireLike(opened.target().facts().model(), opened.virtual());
      prepared.stored().requireSame(opened.addTo(Manifest.empty()), "this target");
      return new Candidate(prepared, opened);
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
  }

  /// The candidate, met.
  private record Candidate(BaselinePreparation prepared, TargetSession opened) implements Met {
    @Override
    public List<Target> targets() {
      return List.of(opened.target());
    }

    @Override
    public RunRecorder begin(List<String> typed, Consumer<String> say) {
      RunRecorder recording =
          RunRecorder.begin(prepared.options().output, prepared.folder(), typed, told());
      prepared.remarks(opened.virtual()).forEach(say);
      return recording;
    }

    private Manifest told() {
      Manifest told =
          Comparisons.addTo(
                  prepared.judgement().addTo(Manifest.empty()),
                  Question.GATE,
                  prepared.stages(),
                  "baseline " + prepared.name() + ", " + prepared.stored().words(),
                  opened.target().facts().model() + " on " + opened.address(),
                  prepared.load().words())
              .with("run.workload", prepared.asking().workload().name())
              .with("run.seed", prepared.asking().seed())
              .with("run.arrivals", prepared.load().kind().word());
      return prepared.runs().addTo(told);
    }

    @Override
    public Measured measure(RunDirectory home, TerminalScreen terminal) {
      int runs = prepared.stages().pairs();
      RunDirectory own =
          SideRun.begin(home, Side.B, opened, prepared.judgement(), prepared.load().kind(), runs);
      LevelPlan load = prepared.load().level();
      BenchPlan plan = prepared.asking().plan(opened, Collections.nCopies(runs, load));
      try (ServerMetricsRecorder _ = opened.watch(own);
          ProgressView view =
              new ProgressView(head(), terminal, prepared.options().output.quiet())) {
        new PairsScreen(view).warms(Side.B);
        // Whatever comes of it: the runs show it themselves.
        var _ = Comparison.warm(load, plan, opened.target(), entry -> {});
        BenchOutcome outcome = Bench.run(plan, opened.target(), own, view);
        home.updateManifest(
            ComparisonRecord.alone(
                home.manifest(),
                outcome.ending(),
                outcome.reason(),
                Side.B,
                outcome.levelsRun() - 1));
        return new Measured(outcome.levelsRun() > 0, notes(outcome));
      }
    }

    private ProgressHead head() {
      return new ProgressHead(
          prepared.asking().workload().name(),
          opened.address(),
          opened.target().facts().model(),
          "gate",
          opened.virtual());
    }

    /// What failed altogether is the verdict's, and no note.
    private static List<String> notes(BenchOutcome outcome) {
      boolean failed = outcome.ending() == LevelEnded.Ending.ALL_FAILED;
      return failed || outcome.reason().isEmpty() ? List.of() : List.of(outcome.reason());
    }

    @Override
    public void ended(RunDirectory home) {
      SideRun.end(RunDirectory.open(ComparisonRecord.side(home.path(), Side.B)), opened);
    }

    @Override
    public void close() {
      opened.close();
    }
  }
}
