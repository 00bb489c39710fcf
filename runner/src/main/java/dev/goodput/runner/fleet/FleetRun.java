package dev.goodput.runner.fleet;

import dev.goodput.history.SlicedRun;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.SystemReason;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Clocks;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.directory.RunRecorder;
import dev.goodput.runner.report.Prices;
import dev.goodput.runner.report.RunReport;
import dev.goodput.runner.report.Screen;
import dev.goodput.runner.signals.Interrupts;
import dev.goodput.runner.signals.Signals;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One load from several workers: start, progress, one result. Main thread; signals arrive on a JVM
/// thread.
public final class FleetRun {
  private static final long TICK_MILLIS = 200;
  private static final long LINE_NANOS = 10_000_000_000L;
  private static final long READY_NANOS = 600_000_000_000L;

  /// How long after the first Ctrl-C requests in flight are dropped.
  private static final long DRAIN_SECONDS = 60;

  /// How long after that the wait for results ends.
  private static final long STOP_SECONDS = 30;

  private static final String INTERRUPTED = "run.interrupted";

  private final Output output;
  private final Coordinator.Plan plan;
  private final Coordinator coordinator;
  private final LocalWorkers workers;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Clocks clocks = Clocks.SYSTEM;
  private @Nullable ExitCode signal;
  private int interruptions;
  private long nextInterruptionNanos;
  private boolean begun;
  private boolean reports;

  private FleetRun(
      PrintWriter out,
      PrintWriter err,
      Output output,
      Coordinator.Plan plan,
      Coordinator coordinator,
      LocalWorkers workers) {
    this.output = output;
    this.plan = plan;
    this.coordinator = coordinator;
    this.workers = workers;
    this.out = out;
    this.err = err;
  }

  /// Runs the load.
  ///
  /// @param out the stream for results
  /// @param err the stream for all other output
  /// @param at where the coordinator listens
  /// @param options the options of `goodput bench` that every worker gets
  /// @return the exit code
  public static ExitCode run(
      PrintWriter out,
      PrintWriter err,
      Output output,
      Coordinator.Plan plan,
      Address at,
      List<String> options) {
    try (LocalWorkers workers = new LocalWorkers();
        Coordinator coordinator = Coordinator.listen(at, plan, Clocks.SYSTEM)) {
      FleetRun run = new FleetRun(out, err, output, plan, coordinator, workers);
      Signals.on("INT", () -> run.arrived(ExitCode.INTERRUPTED));
      Signals.on("TERM", () -> run.arrived(ExitCode.TERMINATED));
      Signals.on("HUP", () -> run.arrived(ExitCode.TERMINATED));
      try {
        workers.start(plan, coordinator.address(), options);
        run.awaitReady();
        run.awaitEnd();
        return run.report();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AppException.Interrupted(ExitCode.INTERRUPTED);
      } finally {
        workers.interrupt();
      }
    } finally {
      removeEmpty(plan);
    }
  }

  private synchronized void arrived(ExitCode exit) {
    if (reports) {
      print("interrupted while the report was made; the slices are in " + plan.folder());
      Interrupts.end(exit);
    }
    signal = signal == null ? exit : signal;
    if (begun) {
      interrupt();
    }
  }

  /// Ends the load in steps: the requests in flight end, then they are dropped, then nothing waits
  /// for results any more. Each signal is the next step, and so is the end of a time.
  private synchronized void interrupt() {
    interruptions++;
    switch (interruptions) {
      case 1 -> {
        nextInterruptionNanos = clocks.nanos() + TimeUnit.SECONDS.toNanos(DRAIN_SECONDS);
        coordinator.interrupt(false);
        print(
            "interrupted: requests in flight may end within %d s; press Ctrl-C again to drop them"
                .formatted(DRAIN_SECONDS));
      }
      case 2 -> {
        nextInterruptionNanos = clocks.nanos() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
        coordinator.interrupt(true);
        print(
            "requests in flight are dropped; results may arrive within %d s; press Ctrl-C again to"
                    .formatted(STOP_SECONDS)
                + " report those that are complete");
      }
      default -> coordinator.giveUp("its result was not complete when the wait for it ended");
    }
  }

  private synchronized void interruptInTime() {
    if (interruptions > 0 && clocks.nanos() - nextInterruptionNanos > 0) {
      interrupt();
    }
  }

  private synchronized Optional<ExitCode> signal() {
    return Optional.ofNullable(signal);
  }

  private void awaitReady() throws InterruptedException {
    String where = plan.local() < plan.slices() ? " at " + coordinator.address() : "";
    if (plan.secret().isEmpty()) {
      print(
          "anyone who reaches %s can join as a worker: set %s on all machines"
              .formatted(coordinator.address(), FleetSecret.VARIABLE));
    }
    print("waiting for %d workers%s to warm up".formatted(plan.slices(), where));
    long until = clocks.nanos() + READY_NANOS;
    long nextLine = clocks.nanos() + LINE_NANOS;
    while (!startLoad()) {
      if (signal().isPresent()) {
        throw new AppException.Interrupted(signal().get());
      }
      Optional<AppException> failed = workers.watch(coordinator, plan.slices());
      if (failed.isPresent()) {
        throw failed.get();
      }
      String awaited = String.join(", ", coordinator.awaited());
      if (clocks.nanos() - until > 0) {
        throw new AppException.Usage(
            "not ready within 10 minutes: worker " + awaited + "; no request was sent");
      }
      if (clocks.nanos() - nextLine > 0 && !awaited.isEmpty()) {
        nextLine += LINE_NANOS;
        print("not ready yet: worker " + awaited);
      }
      coordinator.await(TICK_MILLIS);
    }
  }

  private synchronized boolean startLoad() {
    begun = signal == null && coordinator.startLoad();
    return begun;
  }

  private void awaitEnd() throws InterruptedException {
    long nextLine = clocks.nanos() + LINE_NANOS;
    print("all %d workers are ready and start in 2 s".formatted(plan.slices()));
    List<String> named = new ArrayList<>();
    while (!coordinator.over()) {
      var _ = workers.watch(coordinator, plan.slices());
      printLosses(named);
      workers.end(coordinator.lost());
      interruptInTime();
      if (clocks.nanos() - nextLine > 0) {
        nextLine += LINE_NANOS;
        print(coordinator.progress());
      }
      coordinator.await(TICK_MILLIS);
    }
    printLosses(named);
    workers.end(coordinator.lost());
    print(coordinator.progress());
  }

  /// Names the workers that were lost since.
  ///
  /// @param named those that were lost before
  private void printLosses(List<String> named) {
    List<String> losses = new ArrayList<>(coordinator.losses());
    losses.removeAll(named);
    losses.forEach(this::print);
    named.addAll(losses);
  }

  private ExitCode report() {
    synchronized (this) {
      reports = true;
    }
    List<RunDirectory> slices = slices();
    Manifest first = slices.getFirst().manifest();
    SlicedRun run = SlicedRun.of(slices);
    Judgement judgement = Prices.priced(Judgement.of(first), first);
    RunReport report = RunReport.of(run, plan.folder(), judgement, coordinator.losses());
    try (TerminalScreen terminal = Screen.terminal()) {
      Screen screen = Screen.of(out, err, terminal);
      report.requireWritten(
          report.write(
              output.files(plan.folder()),
              shown -> screen.show(shown, null, output.json(), output.quiet())));
    }
    ExitCode exit = signal().orElseGet(report::exit);
    if (exit != ExitCode.GOOD && output.quiet()) {
      report.exitReason().ifPresent(this::complain);
    }
    if (exit == ExitCode.GOOD && !run.missing().isEmpty()) {
      complain("inconclusive without slice " + String.join(", ", run.missing()));
      return ExitCode.INCONCLUSIVE;
    }
    return exit;
  }

  /// Returns the slices whose worker has delivered its result; those of others get a name that
  /// keeps them out of later reports.
  private List<RunDirectory> slices() {
    List<RunDirectory> slices = new ArrayList<>();
    List<Integer> complete = coordinator.complete();
    for (int number = 1; number <= plan.slices(); number++) {
      Path folder = plan.slice(number);
      if (complete.contains(number)) {
        RunDirectory slice = RunDirectory.open(folder);
        signal()
            .ifPresent(
                exit -> slice.updateManifest(slice.manifest().with(INTERRUPTED, exit.code())));
        slices.add(slice);
      } else if (Files.exists(folder)) {
        setAside(folder);
      }
    }
    if (slices.isEmpty()) {
      throw signal()
          .<AppException>map(AppException.Interrupted::new)
          .orElseGet(() ->
              new AppException.Machine(
                  "no worker delivered a result: " + String.join("; ", coordinator.losses())));
    }
    return slices;
  }

  private void setAside(Path folder) {
    Path aside = folder.resolveSibling("incomplete-" + folder.getFileName());
    try {
      Files.move(folder, aside);
      print("what the lost worker recorded is in %s, and in no figure".formatted(aside));
    } catch (IOException e) {
      complain(
          "%s is incomplete: leave it out of reports; %s"
              .formatted(folder, SystemReason.of(e, folder)));
    }
  }

  /// Removes the directories of a run that was not started.
  private static void removeEmpty(Coordinator.Plan plan) {
    try {
      for (int number = 1; number <= plan.slices(); number++) {
        Files.deleteIfExists(plan.slice(number));
      }
      Files.deleteIfExists(plan.folder());
    } catch (DirectoryNotEmptyException e) {
      return; // it holds a result
    } catch (IOException e) {
      throw new AppException.Machine(
          "cannot remove %s: %s".formatted(plan.folder(), SystemReason.of(e, plan.folder())), e);
    }
  }

  private void print(String line) {
    if (!output.quiet()) {
      complain(line);
    }
  }

  private void complain(String line) {
    RunRecorder.print(err, line);
  }
}
