package dev.goodput.app.measure;

import dev.goodput.app.endpoint.CommonOptions;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.ProgressView.ProgressHead;
import dev.goodput.report.terminal.TerminalScreen;
import java.nio.file.Path;
import java.util.List;

/// What every measurement has, whatever it measures.
///
/// @param command the name of the command, such as `bench`
/// @param targets the targets to open, in this order, with their workload and request options
/// @param judgement how the results will be judged
/// @param output the output options
/// @param folder the directory that the run will be stored in
public record Setup(
    String command,
    List<CommonOptions> targets,
    Judgement judgement,
    OutputOptions output,
    Path folder) {
  /// Returns the first target, with the workload and the request options.
  public CommonOptions common() {
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
    return new ProgressView(
        new ProgressHead(
            workload, address, opened.first().target().facts().model(), command, opened.virtual()),
        terminal,
        output.quiet());
  }
}
