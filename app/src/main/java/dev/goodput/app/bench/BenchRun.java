package dev.goodput.app.bench;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import dev.goodput.app.HostFacts;
import dev.goodput.app.Secrets;
import dev.goodput.app.VersionProvider;
import dev.goodput.app.engine.EngineProcess;
import dev.goodput.app.log.RunLogFile;
import dev.goodput.app.run.OutputFiles;
import dev.goodput.app.run.RunNotes;
import dev.goodput.app.run.RunReport;
import dev.goodput.app.run.Screen;
import dev.goodput.app.run.Verdict;
import dev.goodput.lab.AskOptions;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchOutcome;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.HttpTarget;
import dev.goodput.load.Cancellation;
import dev.goodput.load.FailurePauses;
import dev.goodput.load.Retry;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressHead;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Plain;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Preflight;
import dev.goodput.wire.client.PreflightListener;
import dev.goodput.wire.client.PreflightOptions;
import dev.goodput.wire.client.SafeUrl;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.prompt.PromptWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One bench, in the order in which it happens: engine, pre-flight, run directory, load, figures.
final class BenchRun {
  private static final String USUAL_PROFILE = "h100/llama-3.1-8b";
  private static final Duration PREFLIGHT_PATIENCE = Duration.ofMinutes(1);
  private static final Duration USUAL_STAY = Duration.ofSeconds(1);

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
    String url = options.target.url;
    if (url != null) {
      return against(url, null);
    }
    String profile = options.target.profile == null ? USUAL_PROFILE : options.target.profile;
    try (EngineProcess engine =
        EngineProcess.start(
            List.of(
                "simulate",
                "--port",
                "0",
                "--answer-tokens",
                "asked",
                "--leashed",
                "--profile",
                profile))) {
      return against(engine.url(), profile);
    }
  }

  private ExitCode against(String url, @Nullable String profile) {
    Endpoint endpoint =
        Endpoints.at(url, options.target, options.request.extraBody, System.getenv());
    try (TerminalScreen terminal = Screen.terminal()) {
      TargetFacts facts = probe(endpoint, terminal);
      OpenOptions open = Opening.of(prepared, facts);
      Opening.requireSomething(prepared.workload(), open);
      try (HttpTarget target = HttpTarget.open(endpoint, facts)) {
        // Before there is a directory: a signal from now on takes it away again.
        interrupts.loads(target);
        RunDirectory directory = begin(endpoint, facts, profile, open);
        try (RunLogFile _ = new RunLogFile(directory.path())) {
          return measure(target, directory, open, terminal);
        }
      }
    }
  }

  private RunDirectory begin(
      Endpoint endpoint, TargetFacts facts, @Nullable String profile, OpenOptions open) {
    // Before a directory is made: it may throw.
    List<String> gaps = gaps(open);
    Path folder = named() ? prepared.folder() : RunFolder.claim(prepared.folder());
    Manifest manifest = RunNotes.keep(manifest(endpoint, folder, profile, open), facts.notes());
    RunDirectory directory = RunDirectory.create(folder, RunNotes.keep(manifest, gaps));
    gaps.forEach(this::say);
    prepared.remarks().forEach(this::say);
    facts.notes().forEach(this::say);
    return directory;
  }

  /// Where the recording leaves the run nothing to do, which is known before.
  private List<String> gaps(OpenOptions open) {
    return prepared.levels().stream()
        .flatMap(level -> TraceGap.of(prepared.workload(), open, level).stream())
        .toList();
  }

  private boolean named() {
    return options.output.out != null;
  }

  private TargetFacts probe(Endpoint endpoint, TerminalScreen terminal) {
    PreflightOptions asked =
        new PreflightOptions(
            options.target.model,
            !options.target.noStream,
            options.request.ignoreEos,
            options.request.temperature,
            options.request.extraBody,
            PREFLIGHT_PATIENCE,
            PromptWriter.probes());
    if (options.output.quiet) {
      return Preflight.probe(endpoint, asked, PreflightListener.NONE);
    }
    int columns = terminal.redraws() ? terminal.columns() : 0;
    try (WaitingLine waiting = new WaitingLine(err, columns)) {
      return Preflight.probe(endpoint, asked, waiting);
    }
  }

  private ExitCode measure(
      HttpTarget target, RunDirectory directory, OpenOptions open, TerminalScreen terminal) {
    unmeasured.begin(directory);
    try {
      BenchOutcome outcome = run(target, directory, open, terminal);
      Optional<ExitCode> signal = interrupts.reports();
      if (outcome.levelsRun() == 0) {
        RunFolder.abandon(directory.path(), !named()).ifPresent(this::complain);
        throw new AppException.Interrupted(signal.orElse(ExitCode.INTERRUPTED));
      }
      Manifest ended =
          RunNotes.keep(directory.manifest(), notes(target, outcome, prepared.levels().size()));
      directory.updateManifest(
          signal.map(exit -> ended.with("run.interrupted", exit.code())).orElse(ended));
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
            told -> screen.show(told, files.html(), options.output.json, options.output.quiet),
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
    if (options.output.quiet) {
      Optional<String> why =
          interrupted
              ? Optional.of("interrupted; what there is: goodput report " + report.directory())
              : report.complaint();
      why.ifPresent(this::complain);
    }
  }

  /// What only the end of a run tells.
  private static List<String> notes(HttpTarget target, BenchOutcome outcome, int levels) {
    List<String> notes = new ArrayList<>();
    if (outcome.levelsRun() < levels) {
      notes.add("%d of %d levels were run".formatted(outcome.levelsRun(), levels));
    }
    if (!outcome.reason().isEmpty()) {
      notes.add(outcome.reason());
    }
    if (target.sentAgain() > 0) {
      notes.add(
          Figures.counted(target.sentAgain(), "request")
              + " sent a second time: the server had closed a kept connection meanwhile, and may"
              + " have counted them twice");
    }
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

  private BenchOutcome run(
      HttpTarget target, RunDirectory directory, OpenOptions open, TerminalScreen terminal) {
    String profile = options.target.url == null ? "the embedded engine" : options.target.url;
    ProgressHead head =
        new ProgressHead(
            prepared.workload().name(), SafeUrl.address(profile), target.facts().model());
    try (ProgressView progress = new ProgressView(head, terminal, options.output.quiet)) {
      return Bench.run(plan(target.facts(), open), target, directory, progress);
    }
  }

  private BenchPlan plan(TargetFacts facts, OpenOptions open) {
    RequestOptions request = options.request;
    return new BenchPlan(
        prepared.workload(),
        open,
        prepared.levels(),
        new AskOptions(
            facts.model(),
            !options.target.noStream,
            facts.askUsage(),
            request.ignoreEos,
            request.temperature,
            request.extraBody),
        retry(Math.toIntExact(request.retries)),
        cancellation(request),
        new Timeouts(
            request.connectTimeout.toNanos(),
            request.firstTokenTimeout.toNanos(),
            request.idleTimeout.toNanos(),
            request.timeout.toNanos()),
        prepared.tokenizer(),
        request.drainTimeout.toNanos(),
        BenchPlan.USUAL_PAUSE_NANOS);
  }

  private static Retry retry(int further) {
    return further == 0
        ? Retry.OFF
        : new Retry(
            further + 1, Duration.ofMillis(500).toNanos(), Duration.ofSeconds(30).toNanos());
  }

  private static Cancellation cancellation(RequestOptions request) {
    Double share = request.cancelShare;
    Duration stay = request.cancelAfter == null ? USUAL_STAY : request.cancelAfter;
    return share == null || share == 0
        ? Cancellation.NONE
        : new Cancellation(share, 0, stay.toNanos());
  }

  private Manifest manifest(
      Endpoint endpoint, Path folder, @Nullable String profile, OpenOptions open) {
    Manifest manifest =
        Manifest.empty()
            .with("goodput.version", VersionProvider.version())
            .with("run.id", String.valueOf(folder.getFileName()))
            .with("run.command", "goodput " + ShellText.join(Secrets.command(typed)))
            .with("run.started", Instant.now().toString())
            .with("run.seed", options.workload.seed)
            .with("run.workload", prepared.workload().name())
            .with("workload.summary", prepared.workload().summary())
            .with("workload.prompts", open.prompts().description())
            .with("run.arrivals", prepared.load().kind())
            .with("target.url", SafeUrl.address(endpoint.baseUrl().toString()))
            .with("target.endpoint", endpoint.dialect().name())
            .with("run.stream", String.valueOf(!options.target.noStream));
    if (profile != null) {
      manifest = manifest.with("target.profile", profile);
    }
    manifest = RunNotes.keep(manifest, notes(profile));
    return HostFacts.addTo(prepared.judgement().addTo(manifest));
  }

  /// What is known before the run and colours its figures.
  private List<String> notes(@Nullable String profile) {
    List<String> notes = new ArrayList<>();
    if (profile != null) {
      notes.addAll(EngineProfile.parse(profile).assumptions());
    }
    Optional.ofNullable(options.request.extraBody).flatMap(ExtraBody::note).ifPresent(notes::add);
    String leftOut = prepared.workload().leftOut();
    if (!leftOut.isEmpty()) {
      notes.add(prepared.workload().name() + ": " + leftOut);
    }
    return notes;
  }

  private void say(String line) {
    if (!options.output.quiet) {
      complain(line);
    }
  }

  private void complain(String line) {
    err.println("goodput: " + Plain.text(line));
  }
}
