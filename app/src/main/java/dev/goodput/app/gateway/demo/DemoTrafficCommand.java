package dev.goodput.app.gateway.demo;

import dev.goodput.app.Carried;
import dev.goodput.app.engine.Leash;
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
  @Carried(Carried.Into.REPEAT)
  @Option(names = "--url", required = true)
  private String url = "";

  @Carried(Carried.Into.REPEAT)
  @Option(names = "--model", required = true)
  private String model = "";

  @Carried(Carried.Into.REPEAT)
  @Option(names = "--seed")
  private long seed = 42;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    try (EventLoops loops = EventLoops.start(1);
        DemoTraffic traffic =
            new DemoTraffic(loops.loops().getFirst(), url, model, NanoClock.SYSTEM, seed)) {
      traffic.begin();
      spec.commandLine().getOut().println(Leash.READY + url);
      Leash.hold(System.in);
    }
    return 0;
  }
}
