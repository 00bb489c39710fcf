package dev.goodput.app.selftest;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.engine.ParentWatchdog;
import dev.goodput.simulator.truth.TruthOptions;
import dev.goodput.simulator.truth.TruthServer;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The child process of `selftest`: serves until its standard input ends.
@Command(name = "truth-server", hidden = true, description = "the server of selftest")
public final class TruthCommand implements Callable<Integer> {
  private static final int ANSWER_TOKENS = 250;

  /// A good time to first token for chat; the client's verdict on lag is relative to it.
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--ttft")
  private Duration ttft = Duration.ofMillis(200);

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--gap")
  private Duration gap = Duration.ofMillis(20);

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--events-per-write")
  private int eventsPerWrite = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    TruthOptions options =
        TruthOptions.of(ttft.toNanos(), gap.toNanos(), ANSWER_TOKENS)
            .withEventsPerWrite(eventsPerWrite)
            .withKeepLog(false);
    try (TruthServer server = TruthServer.start(options)) {
      spec.commandLine().getOut().println(ParentWatchdog.READY + server.url());
      ParentWatchdog.hold(System.in);
    }
    return 0;
  }
}
