package dev.goodput.app.simulate;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.engine.ParentWatchdog;
import dev.goodput.runner.signals.Signals;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.BadSettingException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput simulate`: serves the simulated engine over HTTP.
@CommandHelp(
    common = {
      "--port",
      "--host",
      "--gpu",
      "--model",
      "--profile",
      "--tp",
      "--max-num-seqs",
      "--faults",
      "--api-key-env"
    })
@Command(
    name = "simulate",
    description = {
      "Serves the simulated engine over HTTP, for any client.",
      "It offers OpenAI chat and completions, /v1/models, /health and /metrics. Ctrl-C stops it."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput simulate [--port N] [--gpu NAME] [--model NAME] [OPTIONS]", ""},
    sortOptions = false,
    footer = {"", "goodput simulate --port 8000 --gpu h100 --model llama-3.1-8b"})
public final class SimulateCommand implements Callable<Integer> {
  @ArgGroup(validate = false, order = 1, heading = "%nEngine%n")
  private EngineOptions engine = new EngineOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nServer%n")
  private ServingOptions serving = new ServingOptions();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--leashed", hidden = true)
  private boolean parentBound;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    EngineProfile profile = engine.read();
    SimulatorOptions options = serving.read(profile, engine.modelOf(profile), System.getenv());
    PrintWriter out = spec.commandLine().getOut();
    try (SimulatorServer server =
        BadSettingException.naming(
            "--port", () -> SimulatorServer.start(options, InstantSource.system()))) {
      String url = "http://" + serving.host + ":" + server.port();
      if (parentBound) {
        out.println(ParentWatchdog.READY + url);
        ParentWatchdog.hold(System.in);
        return ExitCode.GOOD.code();
      }
      out.println("simulated " + profile.label() + " at " + url + " as " + options.model());
      profile.assumptions().forEach(assumption -> out.println("note " + assumption));
      out.println("try  curl " + url + "/v1/models   or  goodput bench --url " + url + " --rate 8");
      return untilSignal().code();
    }
  }

  private static ExitCode untilSignal() throws Exception {
    CompletableFuture<ExitCode> end = new CompletableFuture<>();
    Signals.on("INT", () -> end.complete(ExitCode.INTERRUPTED));
    Signals.on("TERM", () -> end.complete(ExitCode.TERMINATED));
    return end.get();
  }
}
