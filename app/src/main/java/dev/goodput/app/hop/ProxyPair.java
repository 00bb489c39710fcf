package dev.goodput.app.hop;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.compare.SideRun;
import dev.goodput.app.measure.Measurement;
import dev.goodput.app.run.RunRecorder;
import dev.goodput.lab.Target;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.lab.hop.Hop;
import dev.goodput.lab.hop.HopPlan;
import dev.goodput.lab.hop.HopRecord;
import dev.goodput.lab.hop.ProbeUpstream;
import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressHead;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import dev.goodput.wire.NanoClock;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A server and the proxy before it, met.
///
/// @param run what is asked
/// @param direct the server
/// @param via the proxy
/// @param upstream the server where it is ours; null else
record ProxyPair(
    HopRun run, TargetSession direct, TargetSession via, @Nullable ProbeUpstream upstream)
    implements Measurement.Met {
  private static final ArrivalKind ARRIVALS = ArrivalKind.CONSTANT;

  /// Refuses one address for two.
  ProxyPair apart() {
    if (direct.sameServer(via)) {
      via.close();
      throw new AppException.Usage(
          "--direct and --via are one address: nothing stands in between; name the server behind"
              + " the proxy with --direct");
    }
    return this;
  }

  @Override
  public List<Target> targets() {
    return List.of(direct.target(), via.target());
  }

  @Override
  public RunRecorder begin(List<String> typed, Consumer<String> say) {
    RunRecorder recording =
        RunRecorder.begin(run.options().output, run.folder(), typed, told(Manifest.empty()));
    HopLoad load = run.options().load;
    double seconds = 2.0 * load.pairs * (load.duration.toNanos() / 1e9 + 2) + 40;
    say.accept(
        "%d pairs of runs at %s, then each duty: about %s; Ctrl-C keeps what is over"
            .formatted(load.pairs, load.words(), Figures.span(seconds)));
    return recording;
  }

  private Manifest told(Manifest manifest) {
    HopSides sides = run.options().sides;
    String server = upstream == null ? name(direct) : "a server of ours on " + direct.address();
    Manifest told = run.judgement().addTo(manifest);
    told = ComparisonRecord.addTo(told, run.plan().stages());
    return HopRecord.addTo(
            told, server, name(via), upstream != null, sides.mostAdded.toNanos() / 1e6)
        .with("run.seed", run.options().load.seed)
        .with("run.workload", "synthetic")
        .with("run.arrivals", ARRIVALS.word());
  }

  private static String name(TargetSession opened) {
    return opened.target().facts().model() + " on " + opened.address();
  }

  @Override
  public Measurement.Measured measure(RunDirectory home, TerminalScreen terminal) {
    RunDirectory ofDirect = side(home, Side.A, direct);
    RunDirectory ofVia = side(home, Side.B, via);
    ProgressHead head =
        new ProgressHead(
            run.options().load.lengths(),
            "direct " + direct.address() + ", via " + via.address(),
            direct.target().facts().model(),
            "hop",
            false);
    try (ServerMetricsRecorder _ =
            upstream == null ? direct.watch(ofDirect) : ServerMetricsRecorder.none(ofDirect);
        ProgressView view = new ProgressView(head, terminal, run.options().output.quiet())) {
      HopScreen screen = new HopScreen(view);
      ComparisonResult pairs =
          ComparisonRecord.run(
              run.plan(),
              run.asking().plan(direct, List.of(run.options().load.level())),
              direct.target(),
              via.target(),
              home,
              ofDirect,
              ofVia,
              view,
              screen);
      if (pairs.ending().asPlanned()) {
        home.updateManifest(HopRecord.addTo(home.manifest(), probed(screen)));
      }
      boolean anything = !pairs.pairs().isEmpty() || ofDirect.state().blocksRead() > 0;
      return new Measurement.Measured(anything, List.of(), why(pairs.failure()));
    }
  }

  private List<CheckFinding> probed(HopScreen screen) {
    try (RunningPage running = upstream == null ? RunningPage.of(direct) : RunningPage.NONE) {
      HopPlan plan =
          new HopPlan(
              direct.endpoint().orElseThrow(),
              via.endpoint().orElseThrow(),
              direct.target().facts().model(),
              via.target().facts().model(),
              upstream,
              running);
      return Hop.probe(plan, NanoClock.SYSTEM, screen::looksAt, this::uninterrupted);
    }
  }

  private boolean uninterrupted() {
    return direct.target().interrupted() == null && via.target().interrupted() == null;
  }

  private static @Nullable AppException why(@Nullable SideFailure failure) {
    return failure == null
        ? null
        : new AppException.NoAnswer(ExitCode.of(failure.conclusion()), failure.reason());
  }

  private RunDirectory side(RunDirectory home, Side side, TargetSession opened) {
    return SideRun.begin(home, side, opened, run.judgement(), ARRIVALS, run.plan().pairs());
  }

  @Override
  public void ended(RunDirectory home) {
    SideRun.end(RunDirectory.open(ComparisonRecord.side(home.path(), Side.A)), direct);
    SideRun.end(RunDirectory.open(ComparisonRecord.side(home.path(), Side.B)), via);
  }

  @Override
  public void close() {
    via.close();
    direct.close();
    if (upstream != null) {
      upstream.close();
    }
  }
}
