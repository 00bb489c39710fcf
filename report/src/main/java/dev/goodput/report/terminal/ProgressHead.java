package dev.goodput.report.terminal;

import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.ShortName;

/// What the progress view says all the time.
///
/// @param workload the workload's name
/// @param target where requests go: a URL, or the simulated engine
/// @param model the model asked for
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
    workload = ShortName.of(SafeText.text(workload));
    target = ShortName.of(SafeText.text(target));
    model = ShortName.of(SafeText.text(model));
  }
}
