package dev.goodput.app.measure;

import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.run.RunNotes;
import dev.goodput.app.run.RunRecorder;
import dev.goodput.lab.Target;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressHead;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The prepared target of a command that has only one.
///
/// @param command the command that sends requests to it
/// @param opened the open target
record PreparedTarget(ExperimentCommand command, TargetSession opened) implements Measurement.Met {
  static PreparedTarget meet(ExperimentCommand command, PreflightScreen screen) {
    long gone = command.resumes().map(ExperimentCommand.Resumption::goneNanos).orElse(0L);
    return new PreparedTarget(
        command, TargetSession.open(command.asking(), command.replay(), screen, gone));
  }

  @Override
  public List<Target> targets() {
    return List.of(opened.target());
  }

  @Override
  public RunRecorder begin(List<String> typed, Consumer<String> say) {
    return command
        .resumes()
        .map(resumption -> goOn(resumption, say))
        .orElseGet(() -> beginNew(typed, say));
  }

  private RunRecorder goOn(ExperimentCommand.Resumption resumption, Consumer<String> say) {
    // Before anything in the directory changes, because this may throw.
    List<String> foreseen = command.foreseen(opened);
    List<String> notes = new ArrayList<>(List.of(resumption.note()));
    notes.addAll(foreseen);
    for (List<String> lines : List.of(foreseen, command.remarks())) {
      lines.forEach(say);
    }
    return RunRecorder.goOn(command.output(), resumption.directory(), notes);
  }

  private RunRecorder beginNew(List<String> typed, Consumer<String> say) {
    // Before a directory is created, because this may throw.
    List<String> foreseen = command.foreseen(opened);
    List<String> facts = opened.target().facts().notes();
    Manifest told = command.judgement().addTo(opened.addTo(Manifest.empty()));
    told = command.addTo(told);
    for (List<String> notes : List.of(opened.notes(), facts, foreseen)) {
      told = RunNotes.keep(told, notes);
    }
    RunRecorder recording = RunRecorder.begin(command.output(), command.folder(), typed, told);
    for (List<String> lines : List.of(foreseen, command.remarks(), facts)) {
      lines.forEach(say);
    }
    return recording;
  }

  @Override
  public Measurement.Measured measure(RunDirectory directory, TerminalScreen terminal) {
    try (ServerMetricsRecorder _ = opened.watch(directory);
        ProgressView view = new ProgressView(head(), terminal, command.output().quiet())) {
      Measurement.Measured found = command.measure(opened, directory, view);
      List<String> notes = new ArrayList<>(found.notes());
      notes.addAll(opened.closingNotes());
      return new Measurement.Measured(found.anything(), notes);
    }
  }

  private ProgressHead head() {
    return new ProgressHead(
        command.asking().workload().name(),
        opened.address(),
        opened.target().facts().model(),
        command.command(),
        opened.virtual());
  }

  @Override
  public void close() {
    opened.close();
  }
}
