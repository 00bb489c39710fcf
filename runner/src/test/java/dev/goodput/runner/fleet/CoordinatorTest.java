package dev.goodput.runner.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.history.SharedClock;
import dev.goodput.lab.Target;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.Slice;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Clocks;
import dev.goodput.simulator.profile.EngineProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Coordinator and workers over loopback, in one process: the clocks that a worker gets are those
/// of the coordinator, plus what the test plants.
@Timeout(60)
class CoordinatorTest {
  private static final Address LOOPBACK = new Address("127.0.0.1", 0);
  private static final Map<String, String> LOAD = Map.of("run.schedule", "poisson, rate 8");
  private static final long HOUR = 3_600_000_000_000L;

  private final Target target = new VirtualTarget(EngineProfile.parse("h100/llama-3.1-8b"));
  @TempDir private Path folder;

  @AfterEach
  void close() {
    target.close();
  }

  private Coordinator coordinator(int slices) {
    return Coordinator.listen(
        LOOPBACK, new Coordinator.Plan(slices, 0, folder, "1.0", "s3cret"), Clocks.SYSTEM);
  }

  private WorkerLink worker(Coordinator coordinator, int number, int of, Clocks clocks) {
    return WorkerLink.register(
        coordinator.address(),
        new Slice(number, of),
        "1.0",
        "s3cret",
        clocks,
        target,
        Duration.ZERO);
  }

  private static CompletableFuture<Optional<WorkerLink.Begin>> ready(
      WorkerLink worker, Map<String, String> load) {
    return CompletableFuture.supplyAsync(() -> worker.ready(load));
  }

  /// Lets the coordinator work until something is so.
  private static void until(Coordinator coordinator, java.util.function.BooleanSupplier there)
      throws InterruptedException {
    while (!there.getAsBoolean()) {
      coordinator.await(10);
    }
  }

  @Test
  void measuresClockOffsetsAndStartsAllTogether() throws Exception {
    long ahead = 1234 * HOUR;
    Clocks planted =
        new Clocks(
            () -> System.nanoTime() + ahead,
            () -> InstantSource.system().instant().plusNanos(HOUR));
    try (Coordinator coordinator = coordinator(2);
        WorkerLink one = worker(coordinator, 1, 2, Clocks.SYSTEM);
        WorkerLink two = worker(coordinator, 2, 2, planted)) {
      var first = ready(one, LOAD);
      var second = ready(two, LOAD);
      until(coordinator, coordinator::startLoad);

      WorkerLink.Begin begin = first.get(10, TimeUnit.SECONDS).orElseThrow();
      WorkerLink.Begin shifted = second.get(10, TimeUnit.SECONDS).orElseThrow();
      SharedClock own = begin.clock();
      SharedClock other = shifted.clock();

      assertThat(own.offsetNanos()).isBetween(-own.boundNanos(), own.boundNanos());
      assertThat(other.offsetNanos() - ahead).isBetween(-other.boundNanos(), other.boundNanos());
      assertThat(other.boundNanos()).isBetween(1L, 1_000_000_000L);
      assertThat(other.run()).isEqualTo(own.run());
      // The wall clock is read apart from the monotonic one, so a busy machine may add to the
      // bound.
      assertThat(other.wallOffsetNanos() - HOUR).isBetween(-1_000_000_000L, 1_000_000_000L);
      long apart = shifted.nanos() - ahead - begin.nanos();
      assertThat(Math.abs(apart)).isLessThanOrEqualTo(own.boundNanos() + other.boundNanos());
    }
  }

  @Test
  void collectsRemoteLogsAndNamesTheLostWorker() throws Exception {
    Path there = folder.resolve("there");
    RunDirectory run = RunDirectory.create(there, Manifest.empty().with("run.id", "there"));
    try (RunLogWriter writer = run.writer()) {
      writer.flush();
    }
    try (Coordinator coordinator = coordinator(2);
        WorkerLink one = worker(coordinator, 1, 2, Clocks.SYSTEM)) {
      WorkerLink two = worker(coordinator, 2, 2, Clocks.SYSTEM);
      var first = ready(one, LOAD);
      var second = ready(two, LOAD);
      until(coordinator, coordinator::startLoad);
      assertThat(first.get(10, TimeUnit.SECONDS)).isPresent();
      assertThat(second.get(10, TimeUnit.SECONDS)).isPresent();

      assertThat(one.ended()).isPresent();
      one.deliver(run);
      two.close();
      until(coordinator, coordinator::over);

      assertThat(coordinator.complete()).containsExactly(1);
      assertThat(coordinator.losses())
          .containsExactly("worker 2/2 was lost: it ended before its result was complete");
      for (String name : Protocol.FILES) {
        assertThat(Files.readAllBytes(folder.resolve("slice-1").resolve(name)))
            .isEqualTo(Files.readAllBytes(there.resolve(name)));
      }
    }
  }

  @Test
  void refusesWorkersThatDoNotBelong() throws Exception {
    try (Coordinator coordinator = coordinator(2);
        WorkerLink one = worker(coordinator, 1, 2, Clocks.SYSTEM)) {
      assertThatThrownBy(() -> worker(coordinator, 1, 2, Clocks.SYSTEM))
          .isInstanceOf(AppException.Usage.class)
          .hasMessage("--coordinator %s: slice 1/2 has a worker already", coordinator.address());
      assertThatThrownBy(() -> worker(coordinator, 3, 3, Clocks.SYSTEM))
          .hasMessageEndingWith("slice 3/3 is not of this load, which has 2 slices");
      assertThatThrownBy(() -> other(coordinator, "1.1", "s3cret"))
          .hasMessageEndingWith("this worker is goodput 1.1 and the coordinator 1.0");
      assertThatThrownBy(() -> other(coordinator, "1.0", "guess"))
          .hasMessageEndingWith("set GOODPUT_FLEET_SECRET to the same secret on all machines")
          .hasMessageNotContaining("s3cret");

      var first = ready(one, LOAD);
      until(coordinator, () -> coordinator.awaited().size() == 1);
      try (WorkerLink two = worker(coordinator, 2, 2, Clocks.SYSTEM)) {
        assertThatThrownBy(() -> two.ready(Map.of("run.schedule", "poisson, rate 9")))
            .hasMessageContaining("run.schedule is \"poisson, rate 9\", and \"poisson, rate 8\"");
      }
      try (WorkerLink again = again(coordinator)) {
        var second = ready(again, LOAD);
        until(coordinator, coordinator::startLoad);
        assertThat(first.get(10, TimeUnit.SECONDS)).isPresent();
        assertThat(second.get(10, TimeUnit.SECONDS)).isPresent();
      }
    }
  }

  @Test
  void givesUpAProcessThatClosedItsConnectionAndDoesNotEnd() throws Exception {
    AtomicLong later = new AtomicLong();
    Clocks clocks = new Clocks(() -> System.nanoTime() + later.get(), InstantSource.system());
    Coordinator.Plan plan = new Coordinator.Plan(2, 2, folder, "1.0", "s3cret");
    try (Coordinator coordinator = Coordinator.listen(LOOPBACK, plan, clocks);
        WorkerLink two = worker(coordinator, 2, 2, Clocks.SYSTEM)) {
      WorkerLink one = worker(coordinator, 1, 2, Clocks.SYSTEM);
      var first = ready(one, LOAD);
      var second = ready(two, LOAD);
      until(coordinator, coordinator::startLoad);
      assertThat(first.get(10, TimeUnit.SECONDS)).isPresent();
      assertThat(second.get(10, TimeUnit.SECONDS)).isPresent();
      one.close();
      while (coordinator.lost().isEmpty()) {
        later.addAndGet(1_000_000_000);
        coordinator.await(10);
      }
      assertThat(coordinator.losses())
          .containsExactly(
              "worker 1/2 was lost: it closed its connection, and its process did not end");
      coordinator.giveUp("the wait ended");
      assertThat(coordinator.over()).isTrue();
      assertThat(coordinator.losses()).contains("worker 2/2 was lost: the wait ended");
    }
  }

  @Test
  void aResultThatTheCoordinatorDidNotTakeIsAnErrorAndALocalWorkerEndsItsLoad() throws Exception {
    RunDirectory run = RunDirectory.create(folder.resolve("there"), Manifest.empty());
    Coordinator.Plan plan = new Coordinator.Plan(1, 1, folder, "1.0", "s3cret");
    Coordinator coordinator = Coordinator.listen(LOOPBACK, plan, Clocks.SYSTEM);
    try (WorkerLink one = worker(coordinator, 1, 1, Clocks.SYSTEM)) {
      var first = ready(one, LOAD);
      until(coordinator, coordinator::startLoad);
      assertThat(first.get(10, TimeUnit.SECONDS)).isPresent();
      coordinator.close();
      assertThatThrownBy(() -> one.deliver(run))
          .isInstanceOf(AppException.Machine.class)
          .hasMessageContaining("did not get the result")
          .hasMessageContaining(run.path().toString());
    }
    while (target.interrupted() == null) {
      Thread.onSpinWait();
    }
  }

  private void other(Coordinator coordinator, String version, String secret) {
    WorkerLink.register(
            coordinator.address(),
            new Slice(2, 2),
            version,
            secret,
            Clocks.SYSTEM,
            target,
            Duration.ZERO)
        .close();
  }

  /// Registers where another worker has just left.
  private WorkerLink again(Coordinator coordinator) throws InterruptedException {
    while (true) {
      try {
        return worker(coordinator, 2, 2, Clocks.SYSTEM);
      } catch (AppException.Usage taken) {
        coordinator.await(10);
      }
    }
  }

  @Test
  void anInterruptionReachesAWorkerThatWaits() throws Exception {
    try (Coordinator coordinator = coordinator(2);
        WorkerLink one = worker(coordinator, 1, 2, Clocks.SYSTEM)) {
      var first = ready(one, LOAD);
      coordinator.interrupt(false);
      assertThat(first.get(10, TimeUnit.SECONDS)).isEmpty();
      assertThat(target.interrupted()).isNotNull();
    }
  }

  @Test
  void aCoordinatorThatIsLostBeforeTheStartEndsTheWorker() throws Exception {
    Coordinator coordinator = coordinator(2);
    try (WorkerLink one = worker(coordinator, 1, 2, Clocks.SYSTEM)) {
      coordinator.close();
      assertThatThrownBy(() -> one.ready(LOAD))
          .isInstanceOf(AppException.Usage.class)
          .hasMessageContaining("closed the connection before the start");
    }
    assertThatThrownBy(() -> worker(coordinator, 1, 2, Clocks.SYSTEM))
        .isInstanceOf(AppException.Usage.class)
        .hasMessageContaining("--coordinator " + coordinator.address());
  }
}
