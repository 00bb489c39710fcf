package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.record.HealthSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HealthSamplerTest {
  private static final int CORES = 4;

  @TempDir private Path folder;
  private final AtomicLong cpuNanos = new AtomicLong(10 * SECOND);
  private final LevelHarness firstLevel = new LevelHarness.Setup().start();
  private final LevelHarness secondLevel = new LevelHarness.Setup().start();
  private final LoopWorker first = firstLevel.worker;
  private final LoopWorker second = secondLevel.worker;
  private HealthSampler watch;

  @BeforeEach
  void open() throws IOException {
    hostTimes("cpu  100 0 100 700 100 0 0 0 0 0\n");
    MachineCpu machine = new MachineCpu(cpuNanos::get, CORES, new HostCpu(folder.resolve("stat")));
    watch = new HealthSampler(3, List.of(first, second), () -> 77, machine, SECOND);
  }

  @AfterEach
  void close() {
    watch.close();
  }

  private void hostTimes(String line) throws IOException {
    Files.writeString(folder.resolve("stat"), line);
  }

  @Test
  void reportsSharesSinceTheLastSample() throws IOException {
    cpuNanos.addAndGet(3 * SECOND);
    hostTimes("cpu  120 0 110 760 110 0 0 0 0 0\n");
    HealthSample sample = watch.sample(3 * SECOND, 5);

    assertThat(sample.level()).isEqualTo(3);
    assertThat(sample.atNanos()).isEqualTo(3 * SECOND);
    assertThat(sample.inFlight()).isEqualTo(5);
    assertThat(sample.cpuShare()).isCloseTo(3.0 / 2 / CORES, within(1e-9));
    assertThat(sample.hostCpuShare()).isCloseTo(0.3, within(1e-9));
    cpuNanos.addAndGet(SECOND);
    assertThat(watch.sample(4 * SECOND, 5).cpuShare()).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void reportsTheLagsOfAllLoopsOnce() {
    firstLevel.loop.stall(12 * MILLI);
    secondLevel.loop.stall(7 * MILLI);
    firstLevel.runUntil(12 * MILLI);
    secondLevel.runUntil(7 * MILLI);

    assertThat(watch.sample(2 * SECOND, 1).loopLagNanos())
        .containsExactlyInAnyOrder(12 * MILLI, 2 * MILLI, 7 * MILLI);
    assertThat(watch.sample(3 * SECOND, 1).loopLagNanos()).isEmpty();
  }

  @Test
  void reportsLocalRefusalsSinceTheLastSample() {
    first.counters().refusedLocally(2);
    second.counters().refusedLocally(1);
    assertThat(watch.sample(2 * SECOND, 1).refusedLocally()).isEqualTo(3);

    second.counters().refusedLocally(4);
    assertThat(watch.sample(3 * SECOND, 1).refusedLocally()).isEqualTo(3);
    assertThat(watch.sample(4 * SECOND, 1).refusedLocally()).isZero();
  }

  @Test
  void skipsSocketQueuesWithManyConnections() {
    assertThat(watch.sample(2 * SECOND, 200).unreadBytes()).isEqualTo(77);
    assertThat(watch.sample(3 * SECOND, 201).unreadBytes()).isEqualTo(-1);
  }

  @Test
  void readsThisMachine() {
    try (HealthSampler here = new HealthSampler(0, List.of(), () -> -1, MachineCpu.here(), 0)) {
      assertThat(here.sample(SECOND, 0).cpuShare()).isNotNegative().isFinite();
    }
  }
}
