package dev.goodput.app.hop;

import dev.goodput.app.AppException;
import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.asking.RequestOptions;
import dev.goodput.app.asking.SideOptions;
import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.asking.WorkloadOptions;
import dev.goodput.app.measure.Measurement;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.lab.comparison.ComparisonPlan;
import dev.goodput.lab.hop.ProbeUpstream;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.wire.NanoClock;
import dev.goodput.workload.Replay;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A look at a proxy, its options read.
final class HopRun implements Measurement {
  /// Runs are short and warmed before: none of them loses its begin.
  private static final Judgement JUDGEMENT =
      new Judgement(
          AnalysisOptions.DEFAULTS.withWarmup(Warmup.NONE), false, Judgement.USUAL.maxErrorRate());

  private final HopOptions options;
  private final RequestOptions how = new RequestOptions();
  private final WorkloadOptions what;
  private final Path folder;

  /// Reads the options and refuses what makes no sense.
  ///
  /// @throws AppException.Usage for contradictions
  HopRun(HopOptions options) {
    options.sides.check(options.target);
    options.load.check();
    options.output.check();
    this.options = options;
    this.what = WorkloadOptions.even(options.load.inputTokens, options.load.outputTokens);
    what.reseed(options.load.seed);
    if (options.sides.direct != null) {
      TargetOptions direct = sides(options.sides.direct).a(options.target);
      CommonOptions.check(direct, what, how);
    }
    this.folder = options.output.folder("hop");
  }

  private SideOptions sides(String direct) {
    return SideOptions.of(direct, Objects.requireNonNull(options.sides.via));
  }

  @Override
  public OutputOptions output() {
    return options.output;
  }

  @Override
  public Judgement judgement() {
    return JUDGEMENT;
  }

  HopOptions options() {
    return options;
  }

  Path folder() {
    return folder;
  }

  ComparisonPlan plan() {
    return new ComparisonPlan(
        options.load.level(), options.load.pairs, false, GateRule.USUAL, JUDGEMENT.options(), true);
  }

  @Override
  public Met meet(PreflightScreen screen) {
    String direct = options.sides.direct;
    if (direct != null) {
      return meet(screen, direct, null);
    }
    ProbeUpstream upstream =
        ProbeUpstream.start(
            options.sides.embeddedHost(), options.sides.embeddedPort(), NanoClock.SYSTEM);
    try {
      return meet(screen, upstream.url(), upstream);
    } catch (RuntimeException | Error e) {
      upstream.close();
      throw e;
    }
  }

  private Met meet(PreflightScreen screen, String direct, @Nullable ProbeUpstream upstream) {
    SideOptions sides = sides(direct);
    TargetSession server = opened(sides.a(options.target), screen);
    try {
      return new ProxyPair(this, server, opened(sides.b(options.target), screen), upstream).apart();
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  private TargetSession opened(TargetOptions target, PreflightScreen screen) {
    CommonOptions.check(target, what, how);
    return TargetSession.open(CommonOptions.of(target, what, how), Replay.SHUFFLED, screen, 0);
  }

  /// What both are asked, of the server's own settings.
  CommonOptions asking() {
    return CommonOptions.of(new TargetOptions(), what, how);
  }
}
