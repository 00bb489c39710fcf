package dev.goodput.app.gateway.demo;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.engine.ParentWatchdog;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The child process of `gateway --demo`: sends requests until its standard input ends.
@Command(name = "demo-traffic", hidden = true, description = "the traffic of gateway --demo")
public final class DemoTrafficCommand implements Callable<Integer> {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--url", required = true)
  private String url = "";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--model", required = true)
  private String model = "";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--seed")
  private long seed = 42;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    try (EventLoops loops = EventLoops.start(1);
        DemoTraffic traffic =
            new DemoTraffic(loops.loops().getFirst(), url, model, NanoClock.SYSTEM, seed)) {
      traffic.start();
      spec.commandLine().getOut().println(ParentWatchdog.READY + url);
      ParentWatchdog.hold(System.in);
    }
    return 0;
  }
}
