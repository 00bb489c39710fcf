package dev.goodput.runner.measure;

import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.ProgressView.ProgressHead;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.endpoint.TargetPlan;
import java.nio.file.Path;
import java.util.List;

/// What every measurement has, whatever it measures.
///
/// @param command the name of the command, such as `bench`
/// @param targets the targets to open, in this order, with their workload and request options
/// @param judgement how the results will be judged
/// @param output what is written
/// @param folder the directory that the run will be stored in
public record Setup(
    String command, List<TargetPlan> targets, Judgement judgement, Output output, Path folder) {
  /// Returns the first target, with the workload and the request options.
  public TargetPlan common() {
    return targets.getFirst();
  }

  /// Returns a copy with another judgement.
  public Setup with(Judgement other) {
    return new Setup(command, targets, other, output, folder);
  }

  /// Opens the progress display.
  ///
  /// @param workload the workload, in a few words
  /// @param address the targets, in a few words
  public ProgressView view(
      String workload, String address, OpenTargets opened, TerminalScreen terminal) {
    String model = opened.virtual() ? "" : opened.first().target().facts().model();
    return new ProgressView(
        new ProgressHead(workload, address, model, command, opened.virtual()),
        terminal,
        output.quiet());
  }
}
