package dev.goodput.app.bench;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import dev.goodput.app.asking.Opened;
import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.log.RunLogFile;
import dev.goodput.app.run.Interrupts;
import dev.goodput.app.run.OutputFiles;
import dev.goodput.app.run.Recording;
import dev.goodput.app.run.RunNotes;
import dev.goodput.app.run.RunReport;
import dev.goodput.app.run.Screen;
import dev.goodput.app.run.UnmeasuredFiles;
import dev.goodput.app.run.Verdict;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchOutcome;
import dev.goodput.load.FailurePauses;
import dev.goodput.observe.ServerWatch;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressHead;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.OpenOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One bench, in the order in which it happens: engine, pre-flight, run directory, load, figures.
final class BenchRun {

  private final BenchPreparation prepared;
  private final BenchOptions options;
  private final List<String> typed;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Interrupts interrupts;
  private final UnmeasuredFiles unmeasured;

  BenchRun(
      BenchPreparation prepared,
      List<String> typed,
      PrintWriter out,
      PrintWriter err,
      UnmeasuredFiles unmeasured,
      Interrupts interrupts) {
    this.unmeasured = unmeasured;
    this.interrupts = interrupts;
    this.prepared = prepared;
    this.options = prepared.options();
    this.typed = typed;
    this.out = out;
    this.err = err;
  }

  ExitCode run() {
    try (TerminalScreen terminal = Screen.terminal();
        Opened opened =
            Opened.open(
                prepared.asking(),
                prepared.replay(),
                new PreflightScreen(err, terminal, options.output.quiet()))) {
      // Before there is a directory: a signal from now on takes it away again.
      interrupts.loads(opened.target());
      Recording recording = begin(opened);
      try (RunLogFile _ = new RunLogFile(recording.directory().path())) {
        return measure(opened, recording, terminal);
      }
    }
  }

  private Recording begin(Opened opened) {
    // Before a directory is made: it may throw.
    List<String> gaps = gaps(opened.workload());
    List<String> facts = opened.target().facts().notes();
    Manifest told =
        prepared
            .judgement()
            .addTo(opened.addTo(Manifest.empty()).with("run.arrivals", prepared.load().kind()));
    Long repeats = options.load.repeats;
    told = repeats == null ? told : told.with("run.repeats", repeats);
    told = Shards.addTo(told, prepared.load());
    for (List<String> notes : List.of(opened.notes(), facts, gaps)) {
      told = RunNotes.keep(told, notes);
    }
    Recording recording = Recording.begin(options.output, prepared.folder(), typed, told);
    gaps.forEach(this::say);
    prepared.remarks().forEach(this::say);
    facts.forEach(this::say);
    return recording;
  }

  /// Where the recording leaves the run nothing to do, which is known before.
  private List<String> gaps(OpenOptions open) {
    return prepared.levels().stream()
        .flatMap(level -> TraceGap.of(prepared.workload(), open, level).stream())
        .toList();
  }

  private ExitCode measure(Opened opened, Recording recording, TerminalScreen terminal) {
    RunDirectory directory = recording.directory();
    unmeasured.begin(directory);
    try {
      BenchOutcome outcome = run(opened, directory, terminal);
      Optional<ExitCode> signal = interrupts.reports();
      if (outcome.levelsRun() == 0) {
        throw recording.abandon(signal, this::complain);
      }
      recording.end(notes(opened, outcome, prepared.levels().size()), signal);
      RunReport report = show(directory, terminal, List.of());
      ExitCode exit = signal.orElse(Verdict.of(report.result(), prepared.judgement()));
      sayWhy(report, signal.isPresent());
      return exit;
    } catch (RecordException.WriteFailed lost) {
      throw whatThereIs(directory, terminal, lost);
    }
  }

  private RunReport show(RunDirectory directory, TerminalScreen terminal, List<String> losses) {
    RunReport report = RunReport.of(directory, prepared.judgement(), losses);
    OutputFiles files = options.output.files(directory);
    Screen screen = Screen.of(out, err, terminal);
    // A disk that is full takes the files, not what was found.
    List<String> lost =
        report.write(
            files,
            told -> screen.show(told, files.html(), options.output.json(), options.output.quiet()),
            interrupts::apart);
    interrupts.settle(unmeasured::leave);
    report.requireWritten(lost);
    return report;
  }

  /// The log could not be written on: what it holds is shown, and written where there is room.
  private AppException whatThereIs(
      RunDirectory directory, TerminalScreen terminal, RecordException.WriteFailed lost) {
    interrupts.reports();
    String line = lost.getMessage();
    try {
      show(directory, terminal, List.of(line));
      line += "; to see what there is again: goodput report " + directory.path();
    } catch (AppException.Machine further) {
      line += "; " + further.getMessage();
    } catch (AppException.Usage | RecordException nothing) {
      line += "; " + nothing.getMessage();
    }
    return new AppException.Machine(line, lost);
  }

  /// Why the exit code is not 0, where the report that says it was not wanted.
  private void sayWhy(RunReport report, boolean interrupted) {
    if (options.output.quiet()) {
      Optional<String> why =
          interrupted
              ? Optional.of("interrupted; what there is: goodput report " + report.directory())
              : report.complaint();
      why.ifPresent(this::complain);
    }
  }

  /// What only the end of a run tells.
  private static List<String> notes(Opened opened, BenchOutcome outcome, int levels) {
    List<String> notes = new ArrayList<>();
    if (outcome.levelsRun() < levels) {
      notes.add("%d of %d levels were run".formatted(outcome.levelsRun(), levels));
    }
    if (!outcome.reason().isEmpty()) {
      notes.add(outcome.reason());
    }
    notes.addAll(opened.closingNotes());
    pauses(outcome.pauses()).ifPresent(notes::add);
    return notes;
  }

  /// Other clients of this kind come back at once, and count many more failures.
  private static Optional<String> pauses(FailurePauses pauses) {
    return pauses.count() == 0
        ? Optional.empty()
        : Optional.of(
            "users of the closed loop paused for 0.1 s after each failure: "
                + Figures.counted(pauses.count(), "pause")
                + ", "
                + Figures.number(pauses.nanos() / 1e9)
                + " s of users' time in all");
  }

  private BenchOutcome run(Opened opened, RunDirectory directory, TerminalScreen terminal) {
    ProgressHead head =
        new ProgressHead(
            prepared.workload().name(),
            opened.address(),
            opened.target().facts().model(),
            "bench",
            opened.virtual());
    try (ServerWatch _ = opened.watch(directory);
        ProgressView progress = new ProgressView(head, terminal, options.output.quiet())) {
      return Bench.run(
          prepared.asking().plan(opened, prepared.levels()), opened.target(), directory, progress);
    }
  }

  private void say(String line) {
    if (!options.output.quiet()) {
      complain(line);
    }
  }

  private void complain(String line) {
    Recording.say(err, line);
  }
}
