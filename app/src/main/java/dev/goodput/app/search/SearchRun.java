package dev.goodput.app.search;

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
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.search.SearchRecord;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.load.LevelPlan;
import dev.goodput.observe.ServerWatch;
import dev.goodput.record.Manifest;
import dev.goodput.report.search.SearchExperiment;
import dev.goodput.report.terminal.ProgressHead;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.Replay;
import dev.goodput.workload.arrival.Arrivals;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/// One search, in the order in which it happens: target, run directory, search, figures.
final class SearchRun {
  private final SearchPreparation prepared;
  private final SearchOptions options;
  private final List<String> typed;
  private final PrintWriter out;
  private final PrintWriter err;
  private final UnmeasuredFiles unmeasured;
  private final Interrupts interrupts;

  SearchRun(
      SearchPreparation prepared,
      List<String> typed,
      PrintWriter out,
      PrintWriter err,
      UnmeasuredFiles unmeasured,
      Interrupts interrupts) {
    this.prepared = prepared;
    this.options = prepared.options();
    this.typed = typed;
    this.out = out;
    this.err = err;
    this.unmeasured = unmeasured;
    this.interrupts = interrupts;
  }

  ExitCode run() {
    try (TerminalScreen terminal = Screen.terminal();
        Opened opened =
            Opened.open(
                prepared.asking(),
                Replay.SHUFFLED,
                new PreflightScreen(err, terminal, options.output.quiet()))) {
      interrupts.loads(opened.target());
      Recording recording = begin(opened);
      try (RunLogFile _ = new RunLogFile(recording.directory().path())) {
        return measure(opened, recording, terminal);
      }
    }
  }

  private Recording begin(Opened opened) {
    Manifest told =
        prepared.judgement().addTo(opened.addTo(Manifest.empty()).with("run.arrivals", "steered"));
    List<String> facts = opened.target().facts().notes();
    told = RunNotes.keep(RunNotes.keep(told, opened.notes()), facts);
    Recording recording = Recording.begin(options.output, prepared.folder(), typed, told);
    facts.forEach(this::say);
    say(
        "searching what keeps "
            + prepared.plan().slo().expression()
            + " for "
            + Figures.share(prepared.plan().attainment())
            + " of arrivals; at most "
            + Figures.counted(prepared.plan().budgetRequests(), "request")
            + ", most searches take 10,000 to 30,000");
    return recording;
  }

  private ExitCode measure(Opened opened, Recording recording, TerminalScreen terminal) {
    unmeasured.begin(recording.directory());
    SearchResult found = search(opened, recording, terminal);
    Optional<ExitCode> signal = interrupts.reports();
    if (found.requests() == 0) {
      throw recording.abandon(signal, line -> Recording.say(err, line));
    }
    recording.end(opened.closingNotes(), signal);
    RunReport report = show(recording, terminal);
    ExitCode exit =
        report.experiment() instanceof SearchExperiment search
            ? SearchVerdict.of(search.ending())
            : SearchVerdict.of(found.ending());
    if (options.output.quiet()) {
      report.complaint().ifPresent(line -> Recording.say(err, line));
    }
    return signal.orElse(exit);
  }

  private SearchResult search(Opened opened, Recording recording, TerminalScreen terminal) {
    ProgressHead head =
        new ProgressHead(
            prepared.asking().workload().name(),
            opened.address(),
            opened.target().facts().model(),
            "search",
            opened.virtual());
    // The search has levels of its own; a plan has at least one.
    LevelPlan any = new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0);
    BenchPlan bench = prepared.asking().plan(opened, List.of(any));
    try (ServerWatch _ = opened.watch(recording.directory());
        ProgressView view = new ProgressView(head, terminal, options.output.quiet())) {
      return SearchRecord.run(
          prepared.plan(),
          bench,
          opened.target(),
          recording.directory(),
          view,
          new SearchScreen(view));
    }
  }

  private RunReport show(Recording recording, TerminalScreen terminal) {
    RunReport report = RunReport.of(recording.directory(), prepared.judgement(), List.of());
    OutputFiles files = options.output.files(recording.directory());
    Screen screen = Screen.of(out, err, terminal);
    List<String> lost =
        report.write(
            files,
            told -> screen.show(told, files.html(), options.output.json(), options.output.quiet()),
            interrupts::apart);
    interrupts.settle(unmeasured::leave);
    report.requireWritten(lost);
    return report;
  }

  private void say(String line) {
    if (!options.output.quiet()) {
      Recording.say(err, line);
    }
  }
}
