package dev.goodput.runner.fleet;

import dev.goodput.load.Slice;
import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Clocks;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.engine.JavaCommand;
import dev.goodput.runner.engine.StderrTail;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The workers on this machine: processes of `goodput bench`.
final class LocalWorkers implements AutoCloseable {
  private static final int SIGNALLED = 128;
  private static final int MIN_CORES = 2;
  private static final int CLOSING_SECONDS = 10;

  private final List<Worker> workers = new ArrayList<>();

  /// A worker's process.
  ///
  /// @param number its slice
  private record Worker(int number, Process process, StderrTail errors) {
    boolean ended() {
      return !process.isAlive();
    }

    String reason() throws InterruptedException {
      int exit = process.waitFor();
      return exit > SIGNALLED
          ? "signal %d ended its process".formatted(exit - SIGNALLED)
          : "its process ended with exit code %d: %s".formatted(exit, errors.lastLines());
    }
  }

  /// Starts the processes.
  ///
  /// @param options the options that all of them get
  void start(Coordinator.Plan plan, Address coordinator, List<String> options) {
    for (int number = 1; number <= plan.local(); number++) {
      List<String> command = new ArrayList<>(JavaCommand.sameProgram());
      int cores = Runtime.getRuntime().availableProcessors();
      int share = Math.max(MIN_CORES, cores / plan.local());
      if (share < cores) {
        command.add(1, "-XX:ActiveProcessorCount=" + share);
      }
      command.add("bench");
      command.addAll(
          List.of(
              "--shard=" + new Slice(number, plan.slices()),
              "--coordinator=" + coordinator,
              "--out=" + plan.slice(number),
              "--quiet"));
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.environment().put(FleetSecret.VARIABLE, plan.secret());
      builder.environment().put(WorkerOptions.VARIABLE, WorkerOptions.encoded(options));
      try {
        Process process = builder.start();
        process.getOutputStream().close();
        workers.add(new Worker(number, process, new StderrTail(process.getErrorStream())));
      } catch (IOException e) {
        throw new AppException.Machine("a worker did not start: " + SystemReason.of(e), e);
      }
    }
  }

  /// Reports the workers that have ended to the coordinator.
  ///
  /// @return the first of them; empty if all run
  Optional<AppException> watch(Coordinator coordinator, int slices) throws InterruptedException {
    Optional<AppException> first = Optional.empty();
    for (Worker worker : workers) {
      if (worker.ended()) {
        coordinator.gone(worker.number(), worker.reason());
        if (first.isEmpty()) {
          String line = worker.errors().lastLines();
          first =
              Optional.of(
                  new AppException.NoAnswer(
                      exit(worker.process().exitValue()),
                      "worker %s ended before the start: %s"
                          .formatted(
                              new Slice(worker.number(), slices),
                              line.startsWith("goodput: ")
                                  ? line.substring("goodput: ".length())
                                  : line)));
        }
      }
    }
    return first;
  }

  private static ExitCode exit(int code) {
    return Stream.of(ExitCode.values())
        .filter(each -> each.code() == code && each != ExitCode.GOOD)
        .findFirst()
        .orElse(ExitCode.FAULT);
  }

  /// Ends the processes of workers that are lost: a load that is in no figure must not go on.
  void end(List<Integer> lost) {
    workers.stream()
        .filter(worker -> lost.contains(worker.number()))
        .forEach(worker -> worker.process().destroyForcibly());
  }

  /// Interrupts the processes.
  void interrupt() {
    workers.forEach(worker -> worker.process().destroy());
  }

  /// Waits until the processes have ended, and ends those that do not.
  @Override
  public void close() {
    long until = Clocks.SYSTEM.nanos() + TimeUnit.SECONDS.toNanos(CLOSING_SECONDS);
    for (Worker worker : workers) {
      try {
        long left = until - Clocks.SYSTEM.nanos();
        if (!worker.process().waitFor(Math.max(0, left), TimeUnit.NANOSECONDS)) {
          worker.process().destroyForcibly().waitFor();
        }
      } catch (InterruptedException e) {
        worker.process().destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
