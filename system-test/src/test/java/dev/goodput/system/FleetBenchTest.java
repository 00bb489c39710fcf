package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.http.SimulatorServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `goodput fleet bench` with real processes.
@Tag("system")
@Order(1)
class FleetBenchTest {
  private static final String READY = "are ready and start";

  @TempDir private Path directory;
  private final SimulatorServer server = Cli.engine("b200", "llama-3.2-1b");
  private Cli cli = new Cli(Path.of(""));

  @BeforeEach
  void useTheDirectory() {
    cli = new Cli(directory);
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private String[] line(String out, String... more) {
    List<String> words = new ArrayList<>(Arrays.asList(more));
    words.addAll(List.of("--url", server.url(), "--rate", "20", "--out", out));
    return words.toArray(String[]::new);
  }

  /// Returns what was sent: the moment of each request after the first, and all that the schedule,
  /// the workload and the server's count of prompt tokens determine.
  private Map<Long, String> sent(String run) throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve(run).resolve("requests.csv"));
    List<String> names = List.of(lines.getFirst().split(",", -1));
    TreeMap<Long, String> sent = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      StringBuilder what = new StringBuilder();
      for (String name :
          List.of("session", "turn", "input_tokens_asked", "input_tokens", "output_tokens_asked")) {
        what.append(cells[names.indexOf(name)]).append(' ');
      }
      sent.put(Long.parseLong(cells[names.indexOf("intended_ns")]), what.toString());
    }
    Map<Long, String> relative = new TreeMap<>();
    sent.forEach((nanos, what) -> relative.put(nanos - sent.firstKey(), what));
    return relative;
  }

  @Test
  void sendsWhatOneProcessSendsWithTheOptionsOfAFile() throws IOException {
    Files.writeString(
        directory.resolve("load.yaml"),
        "url: %s\nrate: 20\nduration: 3s\nworkers: 2\nlisten: 127.0.0.1:0\nout: many\n"
            .formatted(server.url()));
    Cli.Result one = cli.run(line("one", "bench", "--duration", "3s"));
    Cli.Result many = cli.run("fleet", "bench", "--config", "load.yaml");

    // A busy machine may make a client the bottleneck.
    assertThat(one.exit()).as(one.all()).isIn(0, 5);
    assertThat(many.exit()).as(many.all()).isIn(0, 5);
    assertThat(many.err())
        .contains("can join as a worker: set GOODPUT_FLEET_SECRET on all machines");
    assertThat(Files.readString(directory.resolve("many/slice-2/manifest.properties")))
        .contains("run.schedule=poisson, rate 20, for 3s");
    assertThat(many.out())
        .contains("made of 2 slices of one load")
        .contains("ms apart, known to ±");
    assertThat(sent("many")).hasSizeGreaterThan(30).isEqualTo(sent("one"));
    String last =
        many.err().lines().filter(line -> line.contains("requests ended")).toList().getLast();
    assertThat(last).contains(sent("many").size() + " requests ended").contains(" 0 in flight");
    assertThat(cli.run("report", "many", "--json").out().strip())
        .isEqualTo(Files.readString(directory.resolve("many/result.json")).strip());
  }

  /// Returns the processes of the slices, in their order: they are started one after another.
  private static List<ProcessHandle> workers(Cli.Running running) {
    List<ProcessHandle> workers =
        running.process().children().sorted(Comparator.comparingLong(ProcessHandle::pid)).toList();
    assertThat(workers).hasSize(2);
    return workers;
  }

  /// Returns the arguments of a process. Java itself reads no more than their first page.
  private static String commandLine(ProcessHandle process) {
    Path whole = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
    try {
      return Files.exists(whole)
          ? Files.readString(whole).replace('\0', ' ')
          : process.info().commandLine().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Tag("fault")
  void namesAWorkerThatWasKilledAndLeavesItsShareOut() throws IOException {
    String[] typed = line("killed", "fleet", "bench", "--duration", "12s", "--workers", "2");
    List<String> words = new ArrayList<>(List.of(typed));
    words.addAll(List.of("--header", "X-Key: planted-secret"));
    Cli.Running running = cli.start(Map.of(), words.toArray(String[]::new));
    running.await(running.err(), READY);
    // Every user of the machine can read the command lines of the workers.
    assertThat(workers(running))
        .extracting(FleetBenchTest::commandLine)
        .allSatisfy(line -> assertThat(line).contains("--shard=").doesNotContain("planted"));
    workers(running).get(1).destroyForcibly();
    Cli.Result result = Cli.ended(running);

    assertThat(result.exit()).as(result.all()).isIn(5, 8);
    assertThat(result.err()).contains("worker 2/2 was lost: signal 9 ended its process");
    assertThat(result.out())
        .contains("made of 1 of the 2 slices of one load")
        .contains("missing: 2/2");
    assertThat(directory.resolve("killed/incomplete-slice-2")).exists();
    assertThat(cli.run("report", "killed", "--quiet").exit()).isEqualTo(8);
  }

  private static void freeze(ProcessHandle process) {
    Cli.Running.call("kill", "-STOP", Long.toString(process.pid()));
  }

  @Test
  @Tag("fault")
  void aFrozenWorkerIsLostAfterATime() throws IOException {
    Cli.Running running =
        cli.start(
            Map.of(), line("frozen", "fleet", "bench", "--duration", "12s", "--workers", "2"));
    running.await(running.err(), READY);
    ProcessHandle frozen = workers(running).get(1);
    freeze(frozen);
    Cli.Result result = Cli.ended(running);

    assertThat(result.exit()).as(result.all()).isIn(5, 8);
    assertThat(result.err()).contains("worker 2/2 was lost: it did not answer for 30 s");
    assertThat(result.out()).contains("made of 1 of the 2 slices").contains("missing: 2/2");
    assertThat(frozen.isAlive()).isFalse();
  }

  @Test
  @Tag("fault")
  void theThirdInterruptionReportsTheSlicesThatAreComplete() {
    Cli.Running running =
        cli.start(Map.of(), line("third", "fleet", "bench", "--duration", "4s", "--workers", "2"));
    running.await(running.err(), READY);
    List<ProcessHandle> workers = workers(running);
    freeze(workers.get(1));
    workers.get(0).onExit().join();
    running.signal("INT");
    running.await(running.err(), "press Ctrl-C again to drop them");
    running.signal("INT");
    running.await(running.err(), "press Ctrl-C again to report those that are complete");
    running.signal("INT");
    Cli.Result result = Cli.ended(running);

    assertThat(result.exit()).as(result.all()).isEqualTo(130);
    assertThat(result.err())
        .contains("worker 2/2 was lost: its result was not complete when the wait for it ended");
    assertThat(result.out()).contains("made of 1 of the 2 slices").contains("missing: 2/2");
    assertThat(workers).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  @Tag("fault")
  void workersEndAsAfterCtrlCWhenTheirCoordinatorIsKilled() {
    Cli.Running running =
        cli.start(Map.of(), line("lost", "fleet", "bench", "--duration", "600s", "--workers", "2"));
    running.await(running.err(), READY);
    running.await(running.err(), " requests ended");
    List<ProcessHandle> workers = workers(running);
    running.process().destroyForcibly();
    workers.forEach(worker -> worker.onExit().orTimeout(60, TimeUnit.SECONDS).join());

    Cli.Result report = cli.run("report", "lost");
    assertThat(report.out()).as(report.all()).contains("made of 2 slices of one load");
  }

  @Test
  void anInterruptionKeepsTheResultsAndLeavesNoProcess() {
    Cli.Running running =
        cli.start(Map.of(), line("cut", "fleet", "bench", "--duration", "600s", "--workers", "2"));
    running.await(running.err(), READY);
    running.await(running.err(), " requests ended");
    List<ProcessHandle> workers = workers(running);
    running.signal("INT");
    Cli.Result result = Cli.ended(running);

    assertThat(result.exit()).as(result.all()).isEqualTo(130);
    assertThat(workers).noneMatch(ProcessHandle::isAlive);
    assertThat(directory.resolve("cut/result.json")).content().contains("made of 2 slices");
  }
}
