package dev.goodput.app.bench;

import dev.goodput.history.SlicedRun;
import dev.goodput.lab.HttpTarget;
import dev.goodput.lab.Target;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.record.RunDirectory;
import dev.goodput.runner.Clocks;
import dev.goodput.runner.Version;
import dev.goodput.runner.fleet.Address;
import dev.goodput.runner.fleet.FleetSecret;
import dev.goodput.runner.fleet.WorkerLink;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A bench as worker of a coordinator; without `--coordinator` it does nothing. Main thread only.
final class FleetWorker implements AutoCloseable {
  /// Pods of one job do not start together.
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private @Nullable WorkerLink link;
  private long originNanoTime;

  /// Registers, if a coordinator is named.
  ///
  /// @return the listener, which then also reports to the coordinator
  BenchListener register(LoadPlan plan, Target target, BenchListener view) {
    @Nullable Address coordinator = plan.coordinatorAddress();
    if (coordinator == null || !(target instanceof HttpTarget http)) {
      return view;
    }
    originNanoTime = http.originNanoTime();
    WorkerLink made =
        WorkerLink.register(
            coordinator,
            plan.slice(),
            Version.version(),
            FleetSecret.of(System.getenv()),
            Clocks.SYSTEM,
            target,
            TIMEOUT);
    link = made;
    return made.reporting(view);
  }

  /// Waits until the coordinator gives the start.
  ///
  /// @return the start by the monotonic clock; empty without a coordinator, or if interrupted
  OptionalLong awaitStart(Target target, RunDirectory directory) {
    if (link == null) {
      return OptionalLong.empty();
    }
    Optional<WorkerLink.Begin> begin = link.ready(SlicedRun.common(directory.manifest()));
    begin.ifPresent(given ->
        directory.updateManifest(given.clock().addTo(directory.manifest(), originNanoTime)));
    return begin.map(given -> OptionalLong.of(given.nanos())).orElse(OptionalLong.empty());
  }

  /// Keeps the clocks as they are known after the last request.
  void ended(RunDirectory directory) {
    if (link != null) {
      link.ended()
          .ifPresent(
              clock -> directory.updateManifest(clock.addTo(directory.manifest(), originNanoTime)));
    }
  }

  /// Sends the result, and reports that it is complete.
  void deliver(RunDirectory directory) {
    if (link != null) {
      link.deliver(directory);
    }
  }

  @Override
  public void close() {
    if (link != null) {
      link.close();
    }
  }
}
