package dev.goodput.gateway.store;

import static dev.goodput.gateway.store.Exchanges.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.wire.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TrafficLogTest {
  private static final int THREADS = 4;
  private static final int EACH = 500;
  private static final String SAFE = "safe ";

  /// A time after the log was started, however long that took.
  private static final long LATER = 600 * Exchanges.SECOND;

  @TempDir private Path root;

  private static TrafficLog open(Path root, Sampling sampling) {
    long origin = NanoClock.SYSTEM.nanoTime();
    GatewayHealth liveness =
        new GatewayHealth() {
          @Override
          public HealthSample sample(long nowNanos) {
            return new HealthSample(0, nowNanos, List.of(), List.of(), 0, 0, -1, 0, 3);
          }

          @Override
          public long oldestNanos() {
            return NOBODY;
          }
        };
    return TrafficLog.open(
        LogPlan.in(root),
        LogKind.GATEWAY,
        sampling,
        Manifest.empty(),
        new LogEnvironment(
            () -> NanoClock.SYSTEM.nanoTime() - origin, () -> Instant.EPOCH, liveness, line -> {}));
  }

  private static List<RequestRecord> kept(Path root) throws IOException {
    List<RequestRecord> kept = new ArrayList<>();
    try (Stream<Path> inside = Files.list(root)) {
      inside.map(RunDirectory::open).forEach(run -> run.read(entry -> add(entry, kept)));
    }
    return kept;
  }

  private static void add(LogEntry entry, List<RequestRecord> kept) {
    if (entry instanceof RequestRecord record) {
      kept.add(record);
    }
  }

  @Test
  void keepsWhatManyThreadsHandOver() throws Exception {
    TrafficLog log = open(root, Sampling.ALL);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      long from = (long) t * EACH;
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                for (long id = from; id < from + EACH; id++) {
                  log.offer(Exchanges.at(id, LATER + id * MILLI));
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    log.close();
    assertThat(kept(root).stream().map(RequestRecord::id).distinct()).hasSize(THREADS * EACH);
    assertThat(log.status().written()).isEqualTo(THREADS * EACH);
    assertThat(log.status().lost()).isZero();
  }

  @Test
  void countsWhatComesWhenItIsClosed() throws Exception {
    TrafficLog log = open(root, Sampling.ALL);
    log.close();
    assertThat(log.offer(Exchanges.at(1, LATER))).isFalse();
    assertThat(log.status().lost()).isEqualTo(1);
    assertThat(kept(root)).isEmpty();
  }

  /// Offers exchanges without end, and prints how many were written. Runs in its own JVM.
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      TrafficLog log = open(Path.of(args[0]), Sampling.ALL);
      long reported = 0;
      for (long id = 0; ; id++) {
        log.offer(Exchanges.at(id, LATER + id * MILLI));
        long safe = log.status().written();
        if (safe > reported) {
          reported = safe;
          System.out.println(SAFE + safe);
        }
        Thread.onSpinWait();
      }
    }
  }

  @Test
  @Tag("fault")
  void losesNothingThatItSaysIsWrittenWhenTheProcessIsKilled() throws Exception {
    String here = Objects.requireNonNull(System.getProperty("java.class.path"));
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                here,
                Child.class.getName(),
                root.toString())
            .redirectErrorStream(true)
            .start();
    String line;
    try (BufferedReader output = child.inputReader()) {
      line = String.valueOf(output.readLine());
      child.toHandle().destroyForcibly();
    }
    assertThat(child.waitFor()).isNotZero();
    assertThat(line).startsWith(SAFE);
    long safe = Long.parseLong(line.substring(SAFE.length()));
    List<RequestRecord> kept = kept(root);
    assertThat((long) kept.size()).isGreaterThanOrEqualTo(safe);
    assertThat(kept.getFirst().id()).isZero();
  }
}
