package dev.goodput.app.compare;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.measure.Measurement;
import dev.goodput.app.run.Comparisons;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.app.run.RunNotes;
import dev.goodput.app.run.RunRecorder;
import dev.goodput.lab.Target;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressHead;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.workload.Replay;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pairs of runs of two targets.
///
/// @param prepared its options
record PairedRun(PairedPreparation prepared) implements Measurement {
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
    TargetSession a = TargetSession.open(prepared.a(), Replay.SHUFFLED, screen, 0);
    if (prepared.a() == prepared.b()) {
      return new Two(prepared, a, a);
    }
    try {
      return new Two(prepared, a, TargetSession.open(prepared.b(), Replay.SHUFFLED, screen, 0))
          .apart();
    } catch (RuntimeException | Error e) {
      a.close();
      throw e;
    }
  }

  /// Both, met.
  ///
  /// @param b the same as A where one target is on both sides
  private record Two(PairedPreparation prepared, TargetSession a, TargetSession b) implements Met {
    /// Refuses one server for two: who is asked second finds its prompts in the cache.
    private Two apart() {
      if (a.same(b)) {
        b.close();
        throw new AppException.Usage(
            "--a and --b are one model of one server, which finds each prompt in its cache the"
                + " second time: --aa asks one target on both sides");
      }
      return this;
    }

    @Override
    public List<Target> targets() {
      return Stream.of(a.target(), b.target()).distinct().toList();
    }

    private boolean virtual() {
      return a.virtual() && b.virtual();
    }

    @Override
    public RunRecorder begin(List<String> typed, Consumer<String> say) {
      RunRecorder recording =
          RunRecorder.begin(prepared.options().output, prepared.folder(), typed, told());
      prepared.remarks(virtual()).forEach(say);
      return recording;
    }

    private Manifest told() {
      String nameA = name(a);
      Manifest told =
          Comparisons.addTo(
                  prepared.judgement().addTo(Manifest.empty()),
                  prepared.question(),
                  prepared.plan().stages(),
                  nameA,
                  a == b ? nameA + ", the same" : name(b),
                  prepared.load().words())
              .with("run.workload", prepared.a().workload().name())
              .with("run.seed", prepared.a().seed())
              .with("run.arrivals", prepared.load().kind().word());
      return RunNotes.keep(RunNotes.keep(told, models()), keys());
    }

    private List<String> keys() {
      return a != b && a.sameServer(b)
          ? List.of(
              "A and B are one model of one server, asked with two keys: where its cache serves"
                  + " both, who is asked second finds each prompt in it")
          : List.of();
    }

    private List<String> models() {
      String ofA = a.target().facts().model();
      String ofB = b.target().facts().model();
      return ofA.equals(ofB)
          ? List.of()
          : List.of(
              "A is asked for %s and B for %s: where these are unlike models, their tokens are of unlike length, and figures per token with them"
                  .formatted(ofA, ofB));
    }

    private static String name(TargetSession opened) {
      return opened.target().facts().model() + " on " + opened.address();
    }

    @Override
    public Measured measure(RunDirectory home, TerminalScreen terminal) {
      RunDirectory ofA = side(home, Side.A, a);
      RunDirectory ofB = side(home, Side.B, b);
      ProgressHead head =
          new ProgressHead(
              prepared.a().workload().name(),
              "A " + a.address() + ", B " + b.address(),
              a.target().facts().model(),
              prepared.command(),
              virtual());
      try (ServerMetricsRecorder _ = a.watch(ofA);
          ServerMetricsRecorder _ = b.watch(ofB);
          ProgressView view = new ProgressView(head, terminal, prepared.options().output.quiet())) {
        ComparisonResult found =
            ComparisonRecord.run(
                prepared.plan(),
                prepared.a().plan(a, List.of(prepared.load().level())),
                a.target(),
                b.target(),
                home,
                ofA,
                ofB,
                view,
                new PairsScreen(view));
        boolean anything = !found.pairs().isEmpty() || ofA.state().blocksRead() > 0;
        return new Measured(anything, List.of(), why(found.failure()));
      }
    }

    private static @Nullable AppException why(@Nullable SideFailure failure) {
      return failure == null
          ? null
          : new AppException.NoAnswer(ExitCode.of(failure.conclusion()), failure.reason());
    }

    private RunDirectory side(RunDirectory home, Side side, TargetSession opened) {
      return SideRun.begin(
          home,
          side,
          opened,
          prepared.judgement(),
          prepared.load().kind(),
          prepared.plan().pairs());
    }

    @Override
    public void ended(RunDirectory home) {
      SideRun.end(RunDirectory.open(ComparisonRecord.side(home.path(), Side.A)), a);
      SideRun.end(RunDirectory.open(ComparisonRecord.side(home.path(), Side.B)), b);
    }

    @Override
    public void close() {
      if (a != b) {
        b.close();
      }
      a.close();
    }
  }
}
