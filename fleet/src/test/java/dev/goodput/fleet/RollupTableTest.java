package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.telemetry.RandomTraffic;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The table in a real PostgreSQL, on loopback and a directory of its own. It runs if PostgreSQL is
/// installed.
@Tag("real")
@Timeout(120)
class RollupTableTest {
  private static final RollupKey KEY = new RollupKey(RollupKey.TENANT, "acme", "", "", "");
  private static final int PARTS = 5;

  private final int port = KafkaBroker.freePort();
  private final String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  private Optional<Path> programs = Optional.empty();
  private Path data = Path.of("");

  @BeforeEach
  void start() throws Exception {
    programs = programs();
    assumeTrue(programs.isPresent(), "PostgreSQL is not installed");
    data = Files.createTempDirectory("goodput-postgres");
    if (root()) {
      run(List.of("chown", "postgres", data.toString()));
    }
    run(asUser("initdb", "--auth=trust", "--username=postgres", "-D", data + "/db"));
    String options = "-h 127.0.0.1 -p " + port + " -k " + data;
    run(asUser("pg_ctl", "-D", data + "/db", "-w", "-o", options, "-l", data + "/log", "start"));
  }

  private static Optional<Path> programs() throws IOException {
    Path all = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(all)) {
      return Optional.empty();
    }
    try (var versions = Files.list(all)) {
      return versions.map(each -> each.resolve("bin")).filter(Files::isDirectory).findFirst();
    }
  }

  private static boolean root() {
    return "root".equals(System.getProperty("user.name"));
  }

  /// PostgreSQL refuses to run as root.
  private List<String> asUser(String program, String... args) {
    List<String> command = new ArrayList<>();
    if (root()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(programs.orElseThrow().resolve(program).toString());
    command.addAll(List.of(args));
    return command;
  }

  private void run(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(command.toString()).isZero();
  }

  @AfterEach
  void stop() throws Exception {
    if (programs.isPresent()) {
      run(asUser("pg_ctl", "-D", data + "/db", "-m", "immediate", "stop"));
      run(List.of("rm", "-r", data.toString()));
    }
  }

  private static List<WindowRollup> parts(List<RequestEvent> events) {
    List<WindowRollup> parts = new ArrayList<>();
    for (int i = 0; i < PARTS; i++) {
      parts.add(new WindowRollup(3_600_000, 10_000, KEY, new Rollup(SparseHistogram.FINE_BITS)));
    }
    for (int i = 0; i < events.size(); i++) {
      parts.get(i % PARTS).sums().add(events.get(i));
    }
    return parts;
  }

  @Test
  void eachDeltaCountsOnceThroughARestart() throws Exception {
    RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "g", 1, 0);
    List<RequestEvent> events = new ArrayList<>();
    new RandomTraffic(3)
        .records(500, 1_000_000_000L)
        .forEach(record -> events.add(maker.next(record)));
    List<WindowRollup> parts = parts(events);
    for (int start = 0; start < 3; start++) {
      // Each start reads on from the stored offset, as after a kill between two batches.
      try (RollupTable table = new RollupTable(url, "postgres", "")) {
        long next = table.offset("results", 0).orElse(0L);
        assertThat(next).isEqualTo(new long[] {0, 2, PARTS}[start]);
        long until = new long[] {2, PARTS, PARTS}[start];
        for (long i = next; i < until; i++) {
          Map<String, WindowRollup> deltas = RollupTable.deltas();
          RollupTable.merge(parts.get((int) i).copy(), deltas);
          table.add(deltas, "results", Map.of(0, i + 1));
        }
      }
    }
    Rollup whole = new Rollup(SparseHistogram.FINE_BITS);
    parts.forEach(part -> whole.addAll(part.sums()));
    long[] sorted =
        events.stream()
            .filter(event -> event.result().last() && event.result().outcome().equals("ok"))
            .mapToDouble(event -> event.latency(LatencyMetric.TTFT))
            .filter(value -> !Double.isNaN(value))
            .mapToLong(Math::round)
            .sorted()
            .toArray();
    double exact = sorted[(sorted.length * 95 + 99) / 100 - 1] / 1e6;
    try (Connection connection = DriverManager.getConnection(url, "postgres", "");
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT requests, epoch, ttft_p95_ms, tenant, rollup,"
                    + " extract(epoch FROM window_start) FROM goodput_rollups")) {
      assertThat(row.next()).isTrue();
      long requests = events.stream().filter(event -> event.result().last()).count();
      assertThat(row.getLong(1)).isEqualTo(requests);
      assertThat(row.getInt(2)).isEqualTo(PARTS);
      assertThat(row.getDouble(3)).isBetween(exact * 0.9999, exact * 1.0001);
      assertThat(row.getString(4)).isEqualTo("acme");
      assertThat(WindowRollup.decode(row.getBytes(5)).sums().get(RollupCount.REQUESTS))
          .isEqualTo(whole.get(RollupCount.REQUESTS));
      assertThat(row.getDouble(6)).isEqualTo(3600);
      assertThat(row.next()).isFalse();
    }
  }

  @Test
  void aSecondProcessIsRefused() throws SQLException {
    try (RollupTable table = new RollupTable(url, "postgres", "")) {
      assertThatThrownBy(() -> new RollupTable(url, "postgres", ""))
          .isInstanceOf(FleetException.class)
          .hasMessageStartingWith("another process stores results in this database");
      assertThat(table.offset("results", 0)).isEmpty();
    }
    try (RollupTable table = new RollupTable(url, "postgres", "")) {
      assertThat(table.offset("results", 0)).isEmpty();
    }
  }

  @Test
  void aFailedBatchLeavesNothing() throws SQLException {
    try (RollupTable table = new RollupTable(url, "postgres", "")) {
      WindowRollup part =
          new WindowRollup(Long.MAX_VALUE, 10_000, KEY, new Rollup(SparseHistogram.FINE_BITS));
      Map<String, WindowRollup> deltas = RollupTable.deltas();
      RollupTable.merge(part, deltas);
      assertThatThrownBy(() -> table.add(deltas, "results", Map.of(0, 1L)))
          .isInstanceOf(SQLException.class);
    }
    try (RollupTable table = new RollupTable(url, "postgres", "")) {
      assertThat(table.offset("results", 0)).isEmpty();
    }
  }
}
