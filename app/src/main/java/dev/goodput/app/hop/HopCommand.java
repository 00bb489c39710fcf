package dev.goodput.app.hop;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.endpoint.CommonOptions;
import dev.goodput.app.endpoint.RequestOptions;
import dev.goodput.app.endpoint.SideOptions;
import dev.goodput.app.endpoint.TargetOptions;
import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.lab.comparison.ComparisonPlan;
import dev.goodput.lab.hop.ProbeUpstream;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.measure.Measurement;
import dev.goodput.runner.measure.Setup;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput hop`: what a proxy in between does to streams.
@CommandHelp(
    common = {
      "--via",
      "--direct",
      "--embedded",
      "--most-added",
      "--pairs",
      "--model",
      "--api-key-env",
      "--out",
      "--json"
    },
    refused = {"--url", "--profile", "--virtual", "--no-stream"})
@Command(
    name = "hop",
    description = {
      "Tests how a proxy changes token streams.",
      "It reports added time to first token and gaps, coalescing and its cause, bytes, "
          + "cancellation, cuts and hidden retries. Both paths get the same load in turns, and "
          + "then each property is probed. All properties can be tested if goodput is the server "
          + "behind the proxy (--embedded)."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput hop --direct URL --via URL [OPTIONS]",
      "goodput hop --via URL --embedded PORT [OPTIONS]",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "goodput hop --direct http://vllm:8000 --via http://nginx:80",
      "goodput hop --via http://127.0.0.1:8080 --embedded 9100   (proxy to :9100)"
    })
public final class HopCommand implements Callable<Integer>, MeasurementCommand {
  /// No warm-up is cut: runs are short, and the targets are warmed up before.
  private static final Judgement JUDGEMENT =
      new Judgement(
          AnalysisOptions.DEFAULTS.withWarmup(Warmup.NONE),
          false,
          Judgement.DEFAULT.maxErrorRate());

  @ArgGroup(validate = false, order = 1, heading = "%nPaths%n")
  private HopSides sides = new HopSides();

  @ArgGroup(validate = false, order = 2, heading = "%nLoad%n")
  private HopLoad load = new HopLoad();

  @ArgGroup(validate = false, order = 3, heading = "%nRequest options%n")
  private TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nOutput%n")
  private OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public HopCommand() {}

  /// Checks everything that can be checked before a connection is opened, then measures.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    return MeasuringRun.call(spec, output.read(), this::prepare);
  }

  private Measurement prepare() {
    sides.check(target);
    load.check();
    output.read().check();
    if (sides.direct != null) {
      return run(sides.direct, null);
    }
    ProbeUpstream upstream =
        BadSettingException.naming(
            "--embedded",
            () ->
                ProbeUpstream.start(sides.embeddedHost(), sides.embeddedPort(), NanoClock.SYSTEM));
    try {
      return run(upstream.url(), upstream);
    } catch (RuntimeException | Error e) {
      upstream.close();
      throw e;
    }
  }

  /// @param upstream the server behind the proxy if it is part of this process; null otherwise
  private HopRun run(String direct, @Nullable ProbeUpstream upstream) {
    SideOptions both = SideOptions.of(direct, Objects.requireNonNull(sides.via));
    List<TargetPlan> targets = List.of(options(both.a(target)), options(both.b(target)));
    ComparisonPlan plan =
        new ComparisonPlan(
            load.level(), load.pairs, false, GateRule.DEFAULT, JUDGEMENT.options(), true);
    Output written = output.read();
    return new HopRun(
        new Setup("hop", targets, JUDGEMENT, written, written.folder("hop")),
        sides,
        load,
        plan,
        options(new TargetOptions()),
        upstream);
  }

  private TargetPlan options(TargetOptions side) {
    WorkloadOptions workload = WorkloadOptions.even(load.inputTokens, load.outputTokens);
    workload.reseed(load.seed);
    RequestOptions request = new RequestOptions();
    CommonOptions.check(side, workload, request);
    return CommonOptions.of(side, workload, request);
  }
}
