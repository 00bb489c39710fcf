package dev.goodput.app.saturate;

import dev.goodput.app.asking.Opened;
import dev.goodput.lab.saturation.Loads;
import dev.goodput.lab.saturation.Profiler;
import dev.goodput.metrics.saturation.Axis;
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
import org.jspecify.annotations.Nullable;

/// Starts and ends what looks into a server: the engine's own profiler, commands, or both. What
/// fails is noted, and the load goes on.
///
/// @param opened the server
/// @param engine whether the engine's own profiler is used
/// @param begin a command before, null for none
/// @param end a command after, null for none
/// @param axis of the load
/// @param log takes what commands say
/// @param notes takes what was done and what failed
record ServerProfiler(
    Opened opened,
    boolean engine,
    @Nullable String begin,
    @Nullable String end,
    Axis axis,
    Path log,
    List<String> notes)
    implements Profiler {
  /// An engine may write its trace before it answers.
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final String LOG = "profiler.log";

  private static final String SEE = "; what it said is in " + LOG;

  static Profiler of(
      SaturateOptions.Growth asked, Opened opened, Path directory, List<String> notes) {
    boolean none =
        asked.profiler == null && asked.profilerBegin == null && asked.profilerEnd == null;
    Axis axis = Axis.named(asked.axis);
    return none || axis == null
        ? NONE
        : new ServerProfiler(
            opened,
            asked.profiler != null,
            asked.profilerBegin,
            asked.profilerEnd,
            axis,
            directory.resolve(LOG),
            notes);
  }

  @Override
  public boolean wanted() {
    return true;
  }

  @Override
  public void begin(double load, int level) {
    if (begin != null) {
      command(begin, load);
    }
    if (engine) {
      press("/start_profile");
    }
  }

  @Override
  public void end(double load) {
    if (engine) {
      press("/stop_profile");
    }
    if (end != null) {
      command(end, load);
    }
  }

  private void press(String page) {
    // The last one is at the host's root, where engines have their switches.
    PageAddress address = opened.pages(page).getLast();
    try (PageReader reader = PageReader.pressing(address, PATIENCE)) {
      switch (reader.read()) {
        case Page.Text _ -> notes.add("the engine took POST " + page);
        case Page.None none ->
            notes.add("the engine did not take POST " + page + ": " + none.outcome());
      }
    } catch (WireException e) {
      notes.add("the engine was not sent POST " + page + ": " + e.getMessage());
    }
  }

  private void command(String typed, double load) {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", typed);
    builder.environment().put("GOODPUT_LOAD", Loads.number(load));
    builder.environment().put("GOODPUT_AXIS", axis.word());
    builder.redirectErrorStream(true);
    builder.redirectInput(new File("/dev/null"));
    // What it leaves running may hold its output open for ever.
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      Process process = builder.start();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        notes.add("a profiler's command still ran after 5 minutes, and was not waited for" + SEE);
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
}
