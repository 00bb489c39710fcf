package dev.goodput.fleet;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The results as a table of PostgreSQL: one row for each window and key, which grows with each
/// delta. How far the topic was read is stored in the same transaction, so that each delta counts
/// once, however often a process is killed or starts again.
final class RollupTable implements AutoCloseable {
  private static final double MILLION = 1e6;

  /// The driver logs parts of a URL that it cannot read, with their passwords; its exceptions say
  /// the same. Held here because an unused logger loses its level.
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");

  static {
    DRIVER.setLevel(Level.OFF);
  }

  private static final String TABLES =
      """
      CREATE TABLE IF NOT EXISTS goodput_rollups (
        window_seconds int NOT NULL, window_start timestamptz NOT NULL, labels int NOT NULL,
        tenant text NOT NULL, model text NOT NULL, route text NOT NULL, slo_class text NOT NULL,
        epoch int NOT NULL,
        requests bigint NOT NULL, ok bigint NOT NULL, failed bigint NOT NULL,
        cancelled bigint NOT NULL, attempts bigint NOT NULL, input_tokens bigint NOT NULL,
        output_tokens bigint NOT NULL, cost_nanos bigint NOT NULL, slo_total bigint NOT NULL,
        slo_good bigint NOT NULL, ttft_p50_ms float8, ttft_p95_ms float8, ttft_p99_ms float8,
        tpot_p50_ms float8, tpot_p95_ms float8, e2el_p95_ms float8,
        rollup bytea NOT NULL,
        PRIMARY KEY (window_seconds, window_start, labels, tenant, model, route, slo_class));
      CREATE TABLE IF NOT EXISTS goodput_offsets (
        topic text NOT NULL, kafka_partition int NOT NULL, next_offset bigint NOT NULL,
        PRIMARY KEY (topic, kafka_partition))
      """;

  private static final String FIND =
      """
      SELECT epoch, rollup FROM goodput_rollups
      WHERE window_seconds = ? AND window_start = ? AND labels = ?
        AND tenant = ? AND model = ? AND route = ? AND slo_class = ?
      """;

  private static final String PUT =
      """
      INSERT INTO goodput_rollups VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?, ?, ?, ?, ?)
      ON CONFLICT (window_seconds, window_start, labels, tenant, model, route, slo_class)
      DO UPDATE SET epoch = excluded.epoch, requests = excluded.requests, ok = excluded.ok,
        failed = excluded.failed, cancelled = excluded.cancelled, attempts = excluded.attempts,
        input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
        cost_nanos = excluded.cost_nanos, slo_total = excluded.slo_total,
        slo_good = excluded.slo_good, ttft_p50_ms = excluded.ttft_p50_ms,
        ttft_p95_ms = excluded.ttft_p95_ms, ttft_p99_ms = excluded.ttft_p99_ms,
        tpot_p50_ms = excluded.tpot_p50_ms, tpot_p95_ms = excluded.tpot_p95_ms,
        e2el_p95_ms = excluded.e2el_p95_ms, rollup = excluded.rollup
      """;

  private static final String OFFSET =
      """
      INSERT INTO goodput_offsets VALUES (?, ?, ?)
      ON CONFLICT (topic, kafka_partition) DO UPDATE SET next_offset = excluded.next_offset
      """;

  /// "goodput" in ASCII. The lock is of the session: PostgreSQL ends it with the connection. A
  /// process that was killed a moment ago may still have it, so this one waits a little.
  private static final String LOCK =
      "SET LOCAL lock_timeout = '5s'; SELECT pg_advisory_lock(x'676f6f64707574'::bigint)";

  private static final String NOT_AVAILABLE = "55P03";

  private final Connection connection;

  /// @param password empty for none
  /// @throws SQLException a server that cannot be used
  /// @throws FleetException if another process stores results in the database
  RollupTable(String url, String user, String password) throws SQLException {
    Properties login = new Properties();
    if (!user.isEmpty()) {
      login.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      login.setProperty("password", password);
    }
    connection = DriverManager.getConnection(url, login);
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(LOCK);
      statement.execute(TABLES);
      connection.commit();
    } catch (SQLException e) {
      connection.close();
      if (NOT_AVAILABLE.equals(e.getSQLState())) {
        throw new FleetException(
            "another process stores results in this database, and two would count each one twice;"
                + " end it first",
            e);
      }
      throw e;
    }
  }

  /// Returns the offset to read a partition from; empty if it was never read.
  Optional<Long> offset(String topic, int partition) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "SELECT next_offset FROM goodput_offsets WHERE topic = ? AND kafka_partition = ?")) {
      find.setString(1, topic);
      find.setInt(2, partition);
      try (ResultSet found = find.executeQuery()) {
        return found.next() ? Optional.of(found.getLong(1)) : Optional.empty();
      }
    }
  }

  /// Adds deltas, already summed by window and key, and stores how far the topic is read.
  void add(Map<String, WindowRollup> deltas, String topic, Map<Integer, Long> offsets)
      throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(FIND);
        PreparedStatement put = connection.prepareStatement(PUT);
        PreparedStatement offset = connection.prepareStatement(OFFSET)) {
      for (WindowRollup delta : deltas.values()) {
        put(delta, find, put);
      }
      put.executeBatch();
      for (Map.Entry<Integer, Long> each : offsets.entrySet()) {
        offset.setString(1, topic);
        offset.setInt(2, each.getKey());
        offset.setLong(3, each.getValue());
        offset.addBatch();
      }
      offset.executeBatch();
    }
    connection.commit();
  }

  private static void put(WindowRollup delta, PreparedStatement find, PreparedStatement put)
      throws SQLException {
    identify(delta, find);
    WindowRollup whole = delta;
    int epoch = 1;
    try (ResultSet row = find.executeQuery()) {
      if (row.next()) {
        epoch = row.getInt(1) + 1;
        whole = WindowRollup.decode(row.getBytes(2));
        whole.sums().addAll(delta.sums());
      }
    }
    int at = identify(whole, put);
    Rollup sums = whole.sums();
    put.setInt(at++, epoch);
    for (RollupCount count :
        new RollupCount[] {
          RollupCount.REQUESTS,
          RollupCount.OK,
          RollupCount.FAILED,
          RollupCount.CANCELLED,
          RollupCount.ATTEMPTS,
          RollupCount.INPUT_TOKENS,
          RollupCount.OUTPUT_TOKENS,
          RollupCount.COST_NANOS
        }) {
      put.setLong(at++, sums.get(count));
    }
    put.setLong(at++, sums.slos().values().stream().mapToLong(SloSums::total).sum());
    put.setLong(at++, sums.slos().values().stream().mapToLong(SloSums::good).sum());
    percentile(sums, LatencyMetric.TTFT, 50, at++, put);
    percentile(sums, LatencyMetric.TTFT, 95, at++, put);
    percentile(sums, LatencyMetric.TTFT, 99, at++, put);
    percentile(sums, LatencyMetric.TPOT, 50, at++, put);
    percentile(sums, LatencyMetric.TPOT, 95, at++, put);
    percentile(sums, LatencyMetric.E2EL, 95, at++, put);
    put.setBytes(at, whole.encode());
    put.addBatch();
  }

  /// Sets the primary key and returns the next position.
  private static int identify(WindowRollup rollup, PreparedStatement statement)
      throws SQLException {
    RollupKey key = rollup.key();
    statement.setInt(1, (int) (rollup.lengthMillis() / 1000));
    statement.setTimestamp(2, Timestamp.from(Instant.ofEpochMilli(rollup.startMillis())));
    statement.setInt(3, key.mask());
    statement.setString(4, text(key.tenant()));
    statement.setString(5, text(key.model()));
    statement.setString(6, text(key.route()));
    statement.setString(7, text(key.sloClass()));
    return 8;
  }

  /// PostgreSQL stores no NUL character.
  private static String text(String name) {
    return name.replace('\0', ' ');
  }

  private static void percentile(
      Rollup sums, LatencyMetric metric, double percent, int at, PreparedStatement put)
      throws SQLException {
    SparseHistogram values = sums.histogram(metric);
    if (values.count() == 0) {
      put.setNull(at, Types.DOUBLE);
    } else {
      put.setDouble(at, values.percentile(percent) / MILLION);
    }
  }

  /// Sums deltas of one window and key.
  static void merge(WindowRollup delta, Map<String, WindowRollup> into) {
    String id = delta.lengthMillis() + " " + delta.startMillis() + " " + delta.key();
    WindowRollup known = into.putIfAbsent(id, delta);
    if (known != null) {
      known.sums().addAll(delta.sums());
    }
  }

  /// Returns an empty collection of deltas.
  static Map<String, WindowRollup> deltas() {
    return new TreeMap<>();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
