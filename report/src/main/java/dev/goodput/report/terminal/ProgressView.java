package dev.goodput.report.terminal;

import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.live.Progress;
import dev.goodput.record.LevelEnded;
import dev.goodput.report.model.Severity;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.List;

/// What is seen while a bench runs: one block that redraws on a terminal; elsewhere, as in a CI
/// job, one line per level or pair and one per minute; nothing when quiet.
///
/// Called on the bench's thread; [#close()] may be called by another.
public final class ProgressView implements BenchListener, AutoCloseable {
  private static final long EVERY_NANOS = 60_000_000_000L;

  private final ProgressHead head;
  private final TerminalScreen screen;
  private final RedrawnBlock block;
  private final AnsiColors paint;
  private String load = "";
  private boolean closed;
  private String status = "";
  private long nextLineNanos = EVERY_NANOS;
  private boolean drains;
  private boolean named;
  private String each = "level";

  /// @param screen where to show it; it is not closed here
  /// @param quiet shows nothing
  public ProgressView(ProgressHead head, TerminalScreen screen, boolean quiet) {
    this.head = head;
    this.screen = screen;
    this.block = new RedrawnBlock(screen, quiet);
    this.paint = new AnsiColors(screen.colour());
  }

  /// Calls each level a run, because all of them have the same load.
  public synchronized void repeatsOneLoad() {
    each = "run";
  }

  @Override
  public synchronized void warmingUp() {
    if (screen.redraws()) {
      block.draw(List.of(" warming up the client; no request reaches the target"));
    }
  }

  /// Shows what happens before the first level, in place of what was seen until then; nothing
  /// without a terminal.
  public synchronized void before(String line) {
    if (screen.redraws()) {
      block.draw(List.of(" " + TextLayout.cut(line, screen.columns() - 1)));
    }
  }

  @Override
  public synchronized void levelStarted(int index, int levels, Load level) {
    load = name(level);
    closed = level.closed();
    nextLineNanos = EVERY_NANOS;
    drains = false;
    boolean bench = head.command().equals("bench");
    if (screen.redraws() || (named && !bench)) {
      return;
    }
    named = true;
    String which = bench && levels > 1 ? each + " " + (index + 1) + " of " + levels + ": " : "";
    block.print(
        "goodput "
            + head.command()
            + "  "
            + String.join("  ", head.measured())
            + (bench ? "   " + which + load : ""));
  }

  /// Shows what an experiment of several levels does now, in the last line of the block; nothing
  /// without a terminal, where [#result(String)] follows.
  public synchronized void status(String line) {
    status = line;
  }

  /// Shows what a level or pair of an experiment gave, in the last line of the block or as a line
  /// of its own.
  public synchronized void result(String line) {
    status = line;
    if (!screen.redraws()) {
      block.print(line);
    }
  }

  /// A run in virtual time has no lines of progress without a terminal.
  @Override
  public boolean wantsProgress() {
    return screen.redraws() || !head.virtual();
  }

  @Override
  public synchronized void progress(Progress progress) {
    ProgressFrame frame = new ProgressFrame(head, load, closed, progress);
    if (screen.redraws()) {
      block.draw(withStatus(frame.block(screen.columns(), paint)));
      return;
    }
    boolean draining = progress.phase() == Progress.Phase.DRAINING;
    if (draining && !drains) {
      block.print(frame.waiting()); // the answer to a signal
    }
    drains = draining;
    if (progress.elapsedNanos() >= nextLineNanos && !head.virtual()) {
      nextLineNanos = (progress.elapsedNanos() / EVERY_NANOS + 1) * EVERY_NANOS;
      boolean running = progress.phase() == Progress.Phase.RUNNING;
      block.print(running ? frame.line() : frame.waiting());
    }
  }

  @Override
  public synchronized void levelEnded(int index, LevelEnded.Ending ending, String reason) {
    block.erase();
    if (!reason.isEmpty()) {
      block.print(paint.severity(Severity.WARN, load + ": " + SafeText.text(reason)));
    }
  }

  /// Clears the block.
  @Override
  public synchronized void close() {
    block.erase();
  }

  static String name(Load level) {
    if (level.closed()) {
      return Figures.counted(level.concurrency(), "user");
    }
    double rate = level.rate();
    String cap = level.maxInFlight() > 0 ? ", at most " + level.maxInFlight() + " in flight" : "";
    String rated = Double.isFinite(rate) ? LevelName.rate(rate) : "";
    String profile = level.profile();
    String part = level.slice().isEmpty() ? "" : ", slice " + level.slice();
    return LevelName.shown(level.arrivals() + " " + (profile.isEmpty() ? rated : profile)).strip()
        + cap
        + part;
  }

  private List<String> withStatus(List<String> block) {
    if (status.isEmpty()) {
      return block;
    }
    List<String> more = new ArrayList<>(block);
    more.add(" " + TextLayout.cut(status, screen.columns() - 1));
    return more;
  }

  /// The constant part of the progress view.
  ///
  /// @param workload the workload's name
  /// @param target where requests go: a URL, or the simulated engine
  /// @param model the requested model; empty if the target names it
  /// @param command the command that runs
  /// @param virtual whether time is virtual: it passes too fast for a line every few seconds of it
  public record ProgressHead(
      String workload, String target, String model, String command, boolean virtual) {
    /// Of a bench in real time.
    public ProgressHead(String workload, String target, String model) {
      this(workload, target, model, "bench", false);
    }

    /// Keeps control characters out of the terminal, and names to a length that a line can hold.
    public ProgressHead {
      workload = SafeText.shortened(SafeText.text(workload));
      target = SafeText.text(target);
      model = SafeText.shortened(SafeText.text(model));
    }

    /// Returns what is measured, in parts: workload and target, model.
    List<String> measured() {
      String where = workload + " → " + target;
      return model.isEmpty() ? List.of(where) : List.of(where, model);
    }
  }
}
