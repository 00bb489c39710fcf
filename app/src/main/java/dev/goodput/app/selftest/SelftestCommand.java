package dev.goodput.app.selftest;

import dev.goodput.app.AppException;
import dev.goodput.app.NextCommandRole;
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

/// `goodput selftest`: measures how far this machine's client can be trusted.
@Command(
    name = "selftest",
    description = {
      "Measures how far this machine's client can be trusted.",
      "It compares its timestamps with those of a test server, first with one stream and then under"
          + " load. It then raises the number of content events per second until the client's"
          + " verdict is no longer trusted, with one event per write of the server and with"
          + " several. The verdicts assume a TTFT threshold of 200 ms.",
      "It takes about two minutes. Nothing else should run meanwhile."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput selftest [OPTIONS]", ""})
public final class SelftestCommand implements Callable<Integer> {
  /// The content events per second of each step with one event per write.
  private static final List<Integer> SINGLE =
      List.of(5_000, 20_000, 35_000, 50_000, 65_000, 80_000, 100_000);

  /// The content events per second of each step with several events per write.
  private static final List<Integer> JOINED = List.of(20_000, 50_000, 100_000, 150_000, 200_000);

  private static final int JOINED_EVENTS = 4;
  private static final int EVENTS = 150;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--up-to",
      paramLabel = "EVENTS/S",
      description = "highest event rate to try; the lowest is always tried")
  private int upTo = Integer.MAX_VALUE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (upTo <= 0) {
      throw new AppException.Usage("--up-to must be above 0, found " + upTo);
    }
    SelftestResult result = new SelftestResult(stampError(), searches());
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? result.json() : result.text());
    out.flush();
    return 0;
  }

  private StampError stampError() {
    try (EngineProcess server = EngineProcess.start(List.of("truth-server"))) {
      err().println("goodput: comparing stamps with a server whose times are known");
      StampProbe.onIdleLoop(server.url(), EVENTS); // the first pass only warms both sides
      return StampProbe.onIdleLoop(server.url(), EVENTS);
    }
  }

  private List<CeilingSearch> searches() {
    return List.of(search(1, SINGLE), search(JOINED_EVENTS, JOINED));
  }

  private CeilingSearch search(int eventsPerWrite, List<Integer> loads) {
    Path folder = scratch();
    try (EngineProcess server =
        EngineProcess.start(
            List.of("truth-server", "--events-per-write", Integer.toString(eventsPerWrite)))) {
      Ceiling ceiling = new Ceiling(server.url(), folder);
      List<CeilingStep> steps = new ArrayList<>();
      for (int events : loads) {
        boolean continues = steps.isEmpty() || (events <= upTo && steps.getLast().worthMore());
        if (!continues) {
          break;
        }
        err().printf("goodput: reading %,d events/s, %d per write%n", events, eventsPerWrite);
        steps.add(ceiling.step(events));
      }
      return new CeilingSearch(eventsPerWrite, steps);
    } finally {
      remove(folder);
    }
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
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
