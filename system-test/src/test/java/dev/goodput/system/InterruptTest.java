package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.http.SimulatorServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A run that is ended from outside keeps what there is.
@Tag("system")
@Tag("fault")
@Order(1)
class InterruptTest {
  private static final int GROWN_BYTES = 20_000;
  private static final long POLL_NANOS = 20_000_000;

  /// Where what is awaited does not last long.
  private static final long SOON_NANOS = 100_000;

  private static final int ATTEMPTS = 8;

  /// Begun with the load.
  private static final String LOG = "records.log";

  @TempDir Path directory;

  private final SimulatorServer server = Cli.engine("h100", "llama-3.1-8b");

  @AfterEach
  void stopServer() {
    server.close();
  }

  /// Starts a bench of an engine that it starts itself, unless there is a `--url`.
  private Cli.Running begin(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("bench", "--duration", "300s", "--rate", "60,61", "--out", "run", "--json"));
    // What is in flight when the signal comes is over soon.
    all.addAll(List.of("--output-tokens", "60", "--warmup", "0"));
    all.addAll(List.of(more));
    return new Cli(directory).start(Map.of(), all.toArray(String[]::new));
  }

  private void awaitRecords(Cli.Running running) throws Exception {
    Path log = directory.resolve("run").resolve(LOG);
    await(running, POLL_NANOS, () -> Files.exists(log) && Files.size(log) >= GROWN_BYTES);
  }

  /// Whether something is so by now.
  @FunctionalInterface
  private interface Sight {
    boolean seen() throws IOException;
  }

  private static void await(Cli.Running running, long pollNanos, Sight observer)
      throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!observer.seen()) {
      assertThat(running.process().isAlive()).as(running.errors()).isTrue();
      assertThat(System.nanoTime()).as("not seen in two minutes").isLessThan(end);
      LockSupport.parkNanos(pollNanos);
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 143"})
  void aSignalDrainsAndReportsWhatThereIs(String signal, int exit) throws Exception {
    Cli.Running running = signal.equals("HUP") ? begin("--url", server.url()) : begin();
    awaitRecords(running);

    running.signal(signal);
    Cli.Result result = Cli.ended(running);

    assertThat(result.exit()).as(result.err()).isEqualTo(exit);
    JsonNode level = JsonMapper.shared().readTree(result.out()).get("levels").get(0);
    assertThat(level.get("requests").get("ok").asLong()).isPositive();
    assertThat(result.out()).contains("1 of 2 levels were run");
    assertThat(directory.resolve("run/report.html")).exists();
    Cli.Result report = new Cli(directory).run("report", "run", "--json", "--quiet");
    assertThat(JsonMapper.shared().readTree(report.out()))
        .isEqualTo(JsonMapper.shared().readTree(result.out()));
  }

  @Test
  void aServerThatStallsDoesNotHoldAnInterruptedRun() throws Exception {
    try (StallingServer server = StallingServer.after(6)) {
      Cli.Running running =
          new Cli(directory)
              .start(
                  Map.of(),
                  "bench",
                  "--url",
                  server.url(),
                  "--requests",
                  "1000",
                  "--drain-timeout",
                  "2s",
                  "--warmup",
                  "0",
                  "--out",
                  "run",
                  "--json");
      server.awaitStall();
      running.signal("TERM");
      Cli.Result result = Cli.ended(running);

      assertThat(result.exit()).as(result.err()).isEqualTo(143);
      assertThat(result.err())
          .containsPattern("draining 1 request for at most [12] s, press Ctrl-C again to stop now")
          .contains(
              "followed for 2 s (--drain-timeout); 1 request in flight was left and counts as");
      JsonNode requests =
          JsonMapper.shared().readTree(result.out()).get("levels").get(0).get("requests");
      assertThat(requests.get("ok").asLong()).isPositive();
      assertThat(requests.get("cancelled").asLong()).isOne();
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void anInterruptedPreflightSaysSo(String signal, int exit) throws Exception {
    try (StallingServer server = StallingServer.after(0)) {
      Cli.Running running =
          new Cli(directory)
              .start(
                  Map.of(),
                  "bench",
                  "--url",
                  server.url(),
                  "--model",
                  "m",
                  "--junit",
                  "bench.xml",
                  "--summary-md",
                  "bench.md");
      server.awaitStall();
      running.signal(signal);
      Cli.Result result = Cli.ended(running);

      assertThat(result.exit()).as(result.err()).isEqualTo(exit);
      assertThat(result.err())
          .contains("goodput: interrupted before the load started; nothing was measured");
      assertThat(directory.resolve("runs")).doesNotExist();
      assertThat(directory.resolve("bench.xml")).content().contains("type=\"exit code " + exit);
      assertThat(directory.resolve("bench.md"))
          .content()
          .contains("interrupted before the load started", "exit code " + exit);
    }
  }

  @Test
  void aSignalInTheWarmUpLeavesNothingButItsReason() throws Exception {
    Waiting held = held("warm-up", "bench", "--quiet", "--duration", "60s", "--junit", "bench.xml");
    Cli.Result result = held.goesOnTo("TERM");

    assertThat(result.exit()).as(result.err()).isEqualTo(143);
    assertThat(result.err().lines())
        .containsExactly("goodput: interrupted before the load started; nothing was measured");
    assertThat(held.folder().resolve("runs")).isEmptyDirectory();
    assertThat(held.folder().resolve("bench.xml")).content().contains("type=\"exit code 143");
  }

  /// A bench that was stopped where it stood before its load.
  private record Waiting(Cli.Running running, Path folder) {
    /// What it ends with where it finds a signal when it goes on.
    Cli.Result goesOnTo(String signal) {
      running.signal(signal);
      running.signal("CONT");
      return Cli.ended(running);
    }
  }

  /// Holds a bench before its load, where its run has a file of that name. That lasts for no more
  /// than seconds, and may be over before it is seen: then another bench is begun.
  private Waiting held(String name, String... bench) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Path folder = Files.createDirectory(directory.resolve("attempt-" + attempt));
      Cli.Running running = new Cli(folder).start(Map.of(), bench);
      await(running, SOON_NANOS, () -> anyRunHas(folder, name) || anyRunHas(folder, LOG));
      running.signal("STOP");
      if (anyRunHas(folder, name) && !anyRunHas(folder, LOG)) {
        return new Waiting(running, folder);
      }
      running.signal("KILL");
    }
    throw new AssertionError("never seen before load in " + ATTEMPTS + " benches: " + name);
  }

  private static boolean anyRunHas(Path folder, String name) throws IOException {
    Path runs = folder.resolve("runs");
    if (!Files.exists(runs)) {
      return Files.exists(folder.resolve("run").resolve(name));
    }
    try (Stream<Path> all = Files.list(runs)) {
      return all.anyMatch(run -> Files.exists(run.resolve(name)));
    }
  }

  @Test
  void aLogThatCanGrowNoMoreIsToldWithWhatThereIs() throws Exception {
    Cli.Running running =
        begin("--url", server.url(), "--quiet", "--junit", "bench.xml", "--summary-md", "bench.md");
    awaitRecords(running);
    running.limitFiles(3 * GROWN_BYTES);
    Cli.Result result = Cli.ended(running);

    assertThat(result.exit()).as(result.err()).isEqualTo(1);
    assertThat(result.err()).contains("run/records.log", "File too large").hasLineCount(1);
    JsonNode level = JsonMapper.shared().readTree(result.out()).get("levels").get(0);
    assertThat(level.get("requests").get("ok").asLong()).isPositive();
    assertThat(directory.resolve("bench.xml")).content().contains("not all was kept: ");
    assertThat(directory.resolve("bench.md")).content().contains("incomplete run");
    // Half a file is worse than none.
    assertThat(directory.resolve("run/report.html")).doesNotExist();
  }

  @Test
  void aToolThatIsMissingIsNamed() {
    assertThatThrownBy(() -> Cli.Running.call("no-such-tool", "--pid"))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("this test needs no-such-tool on the PATH");
  }

  @Test
  void aSignalBeforeLoadLeavesADirectoryThatTheNextRunMayHave() throws Exception {
    Waiting held = held("manifest.properties", "bench", "--duration", "300s", "--out", "run");
    Cli.Result result = held.goesOnTo("INT");

    assertThat(result.exit()).as(result.err()).isEqualTo(130);
    assertThat(result.err())
        .contains("goodput: interrupted before the load started; nothing was measured");
    assertThat(held.folder().resolve("run")).isEmptyDirectory();
  }

  @Test
  void aKilledRunCanBeReportedAndLeavesNoEngineBehind() throws Exception {
    Cli.Running running = begin();
    awaitRecords(running);
    List<ProcessHandle> children = running.process().descendants().toList();

    running.signal("KILL");
    running.process().waitFor();
    Cli.Result report = new Cli(directory).run("report", "run", "--json");

    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(report.err()).contains("log");
    JsonNode level = JsonMapper.shared().readTree(report.out()).get("levels").get(0);
    assertThat(level.get("requests").get("ok").asLong()).isPositive();
    assertThat(children).isNotEmpty();
    for (ProcessHandle child : children) {
      child.onExit().get(30, TimeUnit.SECONDS);
    }
  }
}
