package dev.goodput.validation.selftest;

import dev.goodput.runner.AppException;
import dev.goodput.runner.engine.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The self-test of this machine's client: its stamps, then its highest rates of events.
public final class Selftest {
  /// The content events per second of each step with one event per write.
  private static final List<Integer> SINGLE =
      List.of(5_000, 20_000, 35_000, 50_000, 65_000, 80_000, 100_000);

  /// The content events per second of each step with several events per write.
  private static final List<Integer> JOINED = List.of(20_000, 50_000, 100_000, 150_000, 200_000);

  private static final int JOINED_EVENTS = 4;
  private static final int EVENTS = 150;

  private final int upTo;
  private final Consumer<String> print;

  private Selftest(int upTo, Consumer<String> print) {
    this.upTo = upTo;
    this.print = print;
  }

  /// Runs the self-test, which takes about two minutes.
  ///
  /// @param upTo highest event rate to try; the lowest is always tried
  /// @param print receives a line about each step
  /// @throws AppException.Machine if the test server does not start or does not respond
  public static SelftestResult run(int upTo, Consumer<String> print) {
    Selftest test = new Selftest(upTo, print);
    return new SelftestResult(test.stampError(), test.searches());
  }

  private StampError stampError() {
    try (EngineProcess server = EngineProcess.start(List.of("truth-server"))) {
      print.accept("comparing stamps with a server whose times are known");
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
        print.accept("reading %,d events/s, %d per write".formatted(events, eventsPerWrite));
        steps.add(ceiling.step(events));
      }
      return new CeilingSearch(eventsPerWrite, steps);
    } finally {
      remove(folder);
    }
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
