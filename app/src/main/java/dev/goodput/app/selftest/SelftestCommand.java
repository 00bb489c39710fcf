package dev.goodput.app.selftest;

import dev.goodput.app.AppException;
import dev.goodput.app.engine.EngineProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput selftest`: how far this machine's client can be trusted.
@Command(
    name = "selftest",
    description = {
      "Measures how far this machine's client can be trusted.",
      "The error of its stamps against a server whose times are known, and the content",
      "events per second it can read before its verdict turns.",
      "Verdicts beside a time to first token of 200 ms. About a minute; nothing else should run."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput selftest [OPTIONS]", ""})
public final class SelftestCommand implements Callable<Integer> {
  private static final int[] EVENTS_PER_SECOND = {
    5_000, 10_000, 20_000, 35_000, 50_000, 75_000, 100_000, 150_000
  };
  private static final int STREAMS = 8;
  private static final int EVENTS = 150;

  @Option(names = "--json", description = "one JSON object on standard output")
  private boolean json;

  @Option(names = "--up-to", paramLabel = "EVENTS/S", description = "do not climb further")
  private int upTo = Integer.MAX_VALUE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    Path folder = scratch();
    try (EngineProcess server = EngineProcess.start(List.of("truth-server"))) {
      StampProbe probe = new StampProbe(server.url());
      err.println("goodput: comparing stamps with a server whose times are known");
      probe.measure(STREAMS, EVENTS); // the first pass only warms both sides
      StampError error = probe.measure(STREAMS, EVENTS);
      List<CeilingStep> steps = climb(new Ceiling(server.url(), folder), err);
      SelftestResult result = new SelftestResult(STREAMS, error, steps);
      spec.commandLine().getOut().print(json ? result.json() : result.text());
      spec.commandLine().getOut().flush();
      return 0;
    } finally {
      remove(folder);
    }
  }

  private List<CeilingStep> climb(Ceiling ceiling, PrintWriter err) {
    List<CeilingStep> steps = new ArrayList<>();
    for (int events : EVENTS_PER_SECOND) {
      if (events > upTo && !steps.isEmpty()) {
        return steps;
      }
      err.printf("goodput: reading %,d events/s%n", events);
      CeilingStep step = ceiling.step(events);
      steps.add(step);
      if (!step.worthMore()) {
        return steps;
      }
    }
    return steps;
  }

  private static Path scratch() {
    try {
      return Files.createTempDirectory("goodput-selftest-");
    } catch (IOException e) {
      throw new AppException.Machine("cannot make a scratch directory: " + e.getMessage(), e);
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }
}
