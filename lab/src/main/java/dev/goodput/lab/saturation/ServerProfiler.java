package dev.goodput.lab.saturation;

import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.WireException;
import dev.goodput.wire.client.Page;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.client.PageReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A profiler of the server: the engine's own profiler, commands, or both. It is started and
/// stopped around a part of the load. Errors are noted, and the load continues.
///
/// @param pages returns the address of a page of the server
/// @param interrupted whether the run was interrupted, which shortens every wait
/// @param engine whether to use the engine's own profiler
/// @param begin the command that starts profiling; null for none
/// @param end the command that stops profiling; null for none
/// @param axis the axis of the load
/// @param log receives the output of the commands
/// @param notes receives what was done and what failed
public record ServerProfiler(
    Function<String, PageAddress> pages,
    BooleanSupplier interrupted,
    boolean engine,
    @Nullable String begin,
    @Nullable String end,
    LoadAxis axis,
    Path log,
    List<String> notes)
    implements Profiler {
  /// An engine may write its trace before it responds.
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /// The time that an interrupted run still waits for each step, so that no profiler stays on.
  private static final Duration STILL = Duration.ofSeconds(10);

  private static final long POLL_MILLIS = 100;

  private static final String AFTER = " after 5 minutes, or an interrupt, and was not waited for";

  /// The file that the output of the commands goes to.
  public static final String LOG = "profiler.log";

  private static final String SEE = "; its output is in " + LOG;

  @Override
  public boolean isEnabled() {
    return true;
  }

  @Override
  public void start(double load, int level) {
    if (begin != null) {
      command(begin, load, Duration.ZERO);
    }
    if (engine) {
      press("/start_profile", Duration.ZERO);
    }
  }

  @Override
  public void end(double load) {
    if (engine) {
      press("/stop_profile", STILL);
    }
    if (end != null) {
      command(end, load, STILL);
    }
  }

  /// Returns a condition that holds while the caller should wait: for five minutes, or less after
  /// an interrupt.
  ///
  /// @param still how long to wait even after an interrupt
  private BooleanSupplier timeout(Duration still) {
    long begun = NanoClock.SYSTEM.nanoTime();
    return () ->
        NanoClock.SYSTEM.nanoTime() - begun
            < (interrupted.getAsBoolean() ? still : TIMEOUT).toNanos();
  }

  private void press(String page, Duration still) {
    try (PageReader reader = PageReader.openPost(pages.apply(page), TIMEOUT)) {
      Page answer = reader.readWhile(timeout(still)).orElse(null);
      notes.add(
          switch (answer) {
            case Page.Text _ -> "the engine took POST " + page;
            case Page.None none -> "the engine did not take POST " + page + ": " + none.outcome();
            case null -> "the engine had not answered POST " + page + AFTER;
          });
    } catch (WireException e) {
      notes.add("the engine was not sent POST " + page + ": " + e.getMessage());
    }
  }

  private void command(String typed, double load, Duration still) {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", typed);
    builder.environment().put("GOODPUT_LOAD", LoadAxis.number(load));
    builder.environment().put("GOODPUT_AXIS", axis.key());
    builder.redirectErrorStream(true);
    builder.redirectInput(new File("/dev/null"));
    // Redirected to a file: a process that the command leaves running may keep a pipe open forever.
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      Process process = builder.start();
      if (!ended(process, timeout(still))) {
        notes.add("a profiler's command still ran" + AFTER + SEE);
      } else if (process.exitValue() != 0) {
        notes.add("a profiler's command failed with exit code " + process.exitValue() + SEE);
      }
    } catch (IOException e) {
      notes.add("a profiler's command could not be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      notes.add("a profiler's command was not waited for");
    }
  }

  private static boolean ended(Process process, BooleanSupplier waits) throws InterruptedException {
    boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    while (!ended && waits.getAsBoolean()) {
      ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
    return ended;
  }
}
