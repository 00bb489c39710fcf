package dev.goodput.app.watch;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput watch`: a canary for servers that are live.
@Command(
    name = "watch",
    description = {
      "Looks at live servers now and then: a small streamed request of its own, judged",
      "by the SLO. Tells when one is down and for how long, and what share was good.",
      "Each look asks at its own moment: a slow answer delays none and hides none.",
      "No two prompts share a prefix, so that no cache flatters the server."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput watch --url URL [--every 30s] [--slo chat] [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput watch --url http://vllm:8000 --every 30s --slo chat",
      "goodput watch --url http://a:8000 --url http://b:8000 --admin :9002 --runs looks",
      "goodput watch --url http://vllm:8000 --count 20 --every 1s    ends by itself",
      "docs/watch.md: what is told, and what so few requests can show"
    })
public final class WatchCommand implements Callable<Integer> {
  @Mixin private WatchOptions options = new WatchOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Made by picocli.
  public WatchCommand() {}

  /// Checks all that can be checked before anything is opened, then watches.
  ///
  /// @return the exit code
  @Override
  public Integer call() throws InterruptedException {
    options.check();
    return new WatchRun(options, spec).run().code();
  }
}
