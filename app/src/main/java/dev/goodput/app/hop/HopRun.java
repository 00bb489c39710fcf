package dev.goodput.app.hop;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.lab.comparison.ComparisonListener;
import dev.goodput.lab.comparison.ComparisonPlan;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.lab.hop.Hop;
import dev.goodput.lab.hop.HopPlan;
import dev.goodput.lab.hop.HopRecord;
import dev.goodput.lab.hop.ProbeUpstream;
import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.runner.measure.OpenTargets;
import dev.goodput.runner.measure.Setup;
import dev.goodput.runner.measure.SidedExperiment;
import dev.goodput.wire.NanoClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A check of a proxy: pairs of runs against the server and through the proxy, then the probes.
///
/// @param plan the pairs of runs
/// @param common the workload and the request options, with the default target options
/// @param upstream the server behind the proxy if it is part of this process; null otherwise
record HopRun(
    Setup setup,
    HopSides sides,
    HopLoad load,
    ComparisonPlan plan,
    TargetPlan common,
    @Nullable ProbeUpstream upstream)
    implements SidedExperiment {
  @Override
  public ArrivalKind arrivals() {
    return ArrivalKind.CONSTANT;
  }

  @Override
  public int runs() {
    return plan.pairs();
  }

  /// Rejects one address for the server and the proxy.
  @Override
  public void check(OpenTargets opened) {
    refuse(
        opened.first().sameServer(opened.last()),
        "--direct and --via are one address: there is no proxy in between; name the server behind"
            + " the proxy with --direct");
  }

  @Override
  public Manifest manifest(OpenTargets opened) {
    TargetSession direct = opened.first();
    String server =
        upstream == null ? SidedExperiment.name(direct) : "a server of ours on " + direct.address();
    Manifest manifest =
        ComparisonRecord.addTo(setup.judgement().addTo(Manifest.empty()), plan.stages());
    return HopRecord.addTo(
            manifest,
            server,
            SidedExperiment.name(opened.last()),
            upstream != null,
            sides.maxAdded.toNanos() / 1e6)
        .with("run.seed", load.seed)
        .with("run.workload", "synthetic")
        .with("run.arrivals", arrivals().word());
  }

  @Override
  public List<String> remarks(OpenTargets opened) {
    double seconds = 2.0 * load.pairs * (load.duration.toNanos() / 1e9 + 2) + 40;
    return List.of(
        "%d pairs of runs at %s, then each check: about %s; Ctrl-C keeps completed results"
            .formatted(load.pairs, load.words(), Figures.span(seconds)));
  }

  @Override
  public Measured measure(OpenTargets opened, RunDirectory parent, TerminalScreen terminal) {
    TargetSession direct = opened.first();
    TargetSession via = opened.last();
    RunDirectory ofDirect = start(parent, Side.A, direct);
    RunDirectory ofVia = start(parent, Side.B, via);
    String addresses = "direct " + direct.address() + ", via " + via.address();
    try (ServerMetricsRecorder _ =
            upstream == null ? direct.watch(ofDirect) : ServerMetricsRecorder.none(ofDirect);
        ProgressView view = setup.view(load.lengths(), addresses, opened, terminal)) {
      Screen screen = new Screen(view);
      ComparisonResult pairs =
          ComparisonRecord.run(
              plan,
              common.plan(direct, List.of(load.level())),
              direct.target(),
              via.target(),
              parent,
              ofDirect,
              ofVia,
              view,
              screen);
      if (pairs.ending().asPlanned()) {
        List<CheckFinding> findings = probe(direct, via, screen);
        parent.updateManifest(HopRecord.addTo(parent.manifest(), findings));
      }
      return SidedExperiment.measured(pairs, ofDirect);
    }
  }

  private List<CheckFinding> probe(TargetSession direct, TargetSession via, Screen screen) {
    try (RunningPage running = upstream == null ? RunningPage.of(direct) : RunningPage.NONE) {
      HopPlan probes =
          new HopPlan(
              direct.endpoint().orElseThrow(),
              via.endpoint().orElseThrow(),
              direct.target().facts().model(),
              via.target().facts().model(),
              upstream,
              running);
      return Hop.probe(
          probes,
          NanoClock.SYSTEM,
          screen::looksAt,
          () -> direct.target().interrupted() == null && via.target().interrupted() == null);
    }
  }

  @Override
  public void close() {
    if (upstream != null) {
      upstream.close();
    }
  }

  /// A listener that prints the state next to the progress of the runs.
  ///
  /// @param view the output
  private record Screen(ProgressView view) implements ComparisonListener {
    @Override
    public void warms(Side side) {
      view.before("warming up: " + way(side) + ", a few requests that count for nothing");
    }

    @Override
    public void runStarts(Side side, int pair, int pairs) {
      String which = pair < pairs ? " of " + pairs : ", to replace an invalid one";
      view.status("pair %d%s: %s".formatted(pair + 1, which, way(side)));
    }

    @Override
    public void pairEnded(ComparedPair pair) {
      pair.voidReason(side -> side == Side.A ? "the direct run" : "the run through the proxy")
          .ifPresentOrElse(
              why ->
                  view.result("pair %d is void (not counted): %s".formatted(pair.index() + 1, why)),
              () -> view.result("pair %d is complete".formatted(pair.index() + 1)));
    }

    void looksAt(ProxyCheck check) {
      view.status("checking: " + check.title());
    }

    private static String way(Side side) {
      return side == Side.A ? "direct" : "through the proxy";
    }
  }
}
