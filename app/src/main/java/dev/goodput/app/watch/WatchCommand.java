package dev.goodput.app.watch;

import dev.goodput.app.CommandHelp;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput watch`: a canary for servers that are live.
@CommandHelp(
    common = {
      "--url",
      "--model",
      "--every",
      "--slo",
      "--count",
      "--duration",
      "--admin",
      "--otlp",
      "--runs",
      "--json"
    })
@Command(
    name = "watch",
    description = {
      "Probes live servers on a schedule and checks them against an SLO.",
      "A probe is a small streamed request. watch reports when a server is down and for how long,"
          + " and the share of good responses. A slow response does not delay the next probe. No"
          + " two prompts share a prefix, so that a prefix cache cannot make the server look"
          + " faster."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput watch --url URL [--every 30s] [--slo chat] [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput watch --url http://vllm:8000 --every 30s --slo chat",
      "goodput watch --url http://a:8000 --url http://b:8000 --admin :9002 --runs logs",
      "goodput watch --url http://vllm:8000 --count 20 --every 1s   stops after 20",
      "See docs/reference/watch.md for what it reports and what so few requests can show."
    })
public final class WatchCommand implements Callable<Integer> {
  @Mixin private WatchOptions options = new WatchOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public WatchCommand() {}

  /// Checks everything that can be checked before opening a connection, then watches.
  ///
  /// @return the exit code
  @Override
  public Integer call() throws InterruptedException {
    options.check();
    return new WatchRun(options, spec).run().code();
  }
}
