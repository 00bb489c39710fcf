package dev.goodput.app.gateway;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.gateway.demo.Demo;
import dev.goodput.gateway.config.ConfigCheck;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.monitor.gateway.GatewayRun;
import dev.goodput.monitor.gateway.PlanSource;
import dev.goodput.monitor.gateway.PlanText;
import dev.goodput.monitor.gateway.SignalAction;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Checks;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.Secrets;
import dev.goodput.runner.Version;
import dev.goodput.runner.report.Screen;
import dev.goodput.runner.signals.Signals;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput gateway`: a proxy that measures the live traffic that passes through it.
@CommandHelp(
    common = {
      "--upstream",
      "--config",
      "--demo",
      "--listen",
      "--admin",
      "--slo",
      "--log",
      "--capture",
      "--otlp",
      "--server-metrics",
      "--check"
    })
@Command(
    name = "gateway",
    description = {
      "Forwards requests unchanged and measures every stream.",
      "Every chunk is forwarded at once, byte for byte. Point your clients at the gateway; "
          + "nothing else changes. Ctrl-C stops it after the open requests have ended."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput gateway --upstream URL [--listen :9000] [--admin :9001] [--slo chat]",
      "goodput gateway --config gateway.yaml",
      "goodput gateway --demo",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "goodput gateway --upstream http://vllm:8000 --slo chat",
      "curl http://127.0.0.1:9001/metrics      or open http://127.0.0.1:9001/"
    })
public final class GatewayCommand implements Callable<Integer> {
  @ArgGroup(validate = false, order = 1, heading = "%nUpstream%n")
  private UpstreamOptions upstream = new UpstreamOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nAddresses%n")
  private AddressOptions addresses = new AddressOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nSLO and storage%n")
  private TrafficOptions traffic = new TrafficOptions();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "configuration file, instead of all other options; reloaded when it changes and "
              + "on SIGHUP (docs/reference/gateway.md)")
  private @Nullable Path config;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--check", description = "validate the configuration and exit")
  private boolean check;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--demo",
      description = "start a simulated engine behind the gateway and send it some traffic")
  private boolean demo;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--quiet", description = "print no figures while running")
  private boolean quiet;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    refuseContradictions();
    if (demo && !check) {
      try (Demo around = Demo.start(spec.commandLine().getOut())) {
        GatewayPlan plan = shaped(around.plan(traffic.sloClass()));
        return run(new PlanSource.Typed(plan), around).code();
      }
    }
    PlanSource source = source();
    return (check ? checked(source) : run(source, null)).code();
  }

  private ExitCode checked(PlanSource source) {
    GatewayPlan plan = source.load();
    PrintWriter out = spec.commandLine().getOut();
    try {
      List<String> notes = new ArrayList<>(ConfigCheck.of(plan));
      notes.addAll(PlanText.unusedProxies(plan, System.getenv()));
      PlanText.of(plan).forEach(out::println);
      notes.forEach(note -> out.println(" note      " + note));
    } catch (PlanException e) {
      throw source.error(e);
    }
    out.println(" not tried upstreams, their metrics, collectors (no request was sent)");
    return ExitCode.GOOD;
  }

  private ExitCode run(PlanSource source, @Nullable Demo around) throws InterruptedException {
    List<String> typed = spec.root().commandLine().getParseResult().originalArgs();
    ServiceInstance self =
        ServiceInstance.of("goodput-gateway", Version.version(), Secrets.commandLine(typed));
    GatewayRun run = new GatewayRun(source, self, InstantSource.system(), around);
    Signals.on("INT", () -> run.request(SignalAction.INTERRUPT));
    Signals.on("TERM", () -> run.request(SignalAction.TERMINATE));
    Signals.on("HUP", () -> run.request(source.onHangUp()));
    try (TerminalScreen screen = Screen.terminal()) {
      return run.run(screen, quiet) == SignalAction.INTERRUPT
          ? ExitCode.INTERRUPTED
          : ExitCode.TERMINATED;
    }
  }

  private void refuseContradictions() {
    boolean typed = upstream.typed() || addresses.typed() || traffic.typed();
    Checks.refuse(
        config != null && (typed || demo),
        "--config holds the whole configuration; remove the other options");
    Checks.refuse(
        demo && upstream.typed(), "--demo brings an engine of its own; leave out --upstream");
    Checks.refuse(
        demo && addresses.secured(),
        "--demo's traffic speaks plain HTTP; leave out --cert and --key");
    Checks.refuse(
        config == null && !demo && upstream.upstream == null,
        "no upstream; pass --upstream URL, --config FILE or --demo");
  }

  private PlanSource source() {
    if (config != null) {
      return new PlanSource.OfFile(config, System.getenv());
    }
    String url = upstream.upstream;
    if (url == null) {
      throw new AppException.Usage("--check is of --upstream or --config: name one");
    }
    Upstream read = upstream.read(url, System.getenv());
    GatewayPlan plan = shaped(GatewayPlan.simple(read, traffic.sloClass()));
    Checks.refuse(
        plan.selfUpstream().isPresent(),
        "--upstream is where the gateway itself listens: one of the two needs another port");
    return new PlanSource.Typed(plan);
  }

  private GatewayPlan shaped(GatewayPlan plan) {
    return addresses.over(traffic.over(plan));
  }
}
