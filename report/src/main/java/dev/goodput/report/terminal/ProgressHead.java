package dev.goodput.report.terminal;

/// What the progress view says all the time.
///
/// @param workload the workload's name
/// @param target where requests go: a URL, or the simulated engine
/// @param model the model asked for
public record ProgressHead(String workload, String target, String model) {
  /// Keeps control characters out of the terminal.
  public ProgressHead {
    workload = Printable.text(workload);
    target = Printable.text(target);
    model = Printable.text(model);
  }
}
