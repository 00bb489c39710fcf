package dev.goodput.report.terminal;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.quality.QualityText;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.LineWrap;
import dev.goodput.report.words.Notes;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.Verdict;
import dev.goodput.report.words.Verdicts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The result as text: verdicts first, then what users felt, then what the machine did, then where
/// the report is and what to do next.
public final class TerminalReport {
  private static final int LEAST = 60;
  private static final int MOST = 160;
  private static final int LABEL = 14;

  private final ReportInput in;
  private final AnsiColors paint;
  private final int columns;
  private final Optional<Path> page;
  private final List<String> lines = new ArrayList<>();

  private TerminalReport(ReportInput in, int columns, boolean colour, Optional<Path> page) {
    this.in = in;
    this.page = page;
    this.columns = Math.clamp(columns, LEAST, MOST);
    this.paint = new AnsiColors(colour);
  }

  /// The whole result, of a run whose page lies in its directory.
  public static String render(ReportInput in, int columns, boolean colour) {
    return render(in, columns, colour, Optional.of(in.dir().resolve("report.html")));
  }

  /// The whole result.
  ///
  /// @param columns the terminal's width; at least 60 are used and at most 160
  /// @param colour whether the terminal shows colours and the user wants them
  /// @param page where the page of the run lies, empty where there is none
  public static String render(ReportInput in, int columns, boolean colour, Optional<Path> page) {
    return new TerminalReport(SafeText.input(in), columns, colour, page).text();
  }

  private String text() {
    Optional<LevelResult> best = in.best();
    if (in.experiment() == null) {
      Verdicts.warning(in).ifPresent(this::first);
    }
    RunText.beforehand(in).forEach(this::first);
    head();
    if (in.experiment() != null) {
      experiment(in.experiment());
    } else if (best.isEmpty()) {
      lines.add(" Nothing was measured: no load level ran.");
      in.notes().forEach(note -> labelled("note", note));
    } else {
      body(best.get());
    }
    foot();
    return String.join("\n", lines) + "\n";
  }

  private void head() {
    List<String> parts = new ArrayList<>(List.of(Headline.subject(in)));
    parts.addAll(Headline.parts(in));
    Experiment made = in.experiment();
    String command = "goodput " + (made == null ? measuredBy() : made.command());
    int indent = command.length() + 3;
    List<String> packed = Columns.pack(parts, columns - indent);
    lines.add(paint.bold(command) + "   " + packed.getFirst());
    packed.stream().skip(1).forEach(line -> lines.add(" ".repeat(indent) + line));
    lines.add("");
  }

  /// The command that measured: one that listens or looks, else the one that asks.
  private String measuredBy() {
    String typed = in.fact("run.command").orElse("") + " ";
    return Stream.of("gateway", "watch")
        .filter(each -> typed.startsWith("goodput " + each + " "))
        .findFirst()
        .orElse("bench");
  }

  private void experiment(Experiment made) {
    Verdicts.of(in, made).forEach(this::verdict);
    lines.add("");
    lines.addAll(made.evidence(columns));
    in.notes()
        .forEach(note -> {
          lines.add("");
          labelled("note", note);
        });
  }

  private void body(LevelResult best) {
    boolean several = in.result().levels().size() > 1;
    List<Verdict> verdicts =
        Verdicts.shown(in, best).stream().filter(verdict -> !ClientText.isBound(verdict)).toList();
    verdicts.forEach(this::verdict);
    if (!verdicts.isEmpty()) {
      lines.add("");
    }
    if (several) {
      lines.addAll(new LevelTable(in, paint, columns).lines());
      lines.add("");
    }
    in.repeats()
        .ifPresent(repeats -> {
          lines.addAll(new RepeatedRunsSection(repeats, paint, columns).lines());
          lines.add("");
        });
    lines.addAll(new LatencySection(in, best, paint, columns).lines(several));
    lines.add("");
    lines.addAll(new ThroughputSection(in, best, paint, columns).lines());
    QualityText.lines(in).forEach(line -> labelled("quality", line));
    List<String> notes = new ArrayList<>(Notes.of(in, best));
    Notes.ofOthers(in, best).ifPresent(notes::add);
    if (!notes.isEmpty()) {
      lines.add("");
      notes.forEach(note -> labelled("note", note));
    }
  }

  // Figures that must not be quoted are announced before anything else is said.
  private void first(Verdict verdict) {
    String sentence = verdict.sentence() + ". " + verdict.more();
    List<String> wrapped = LineWrap.lines(sentence, columns - 2);
    lines.add(paint.tone(verdict.tone(), verdict.tone().sign() + " " + wrapped.getFirst()));
    wrapped.stream().skip(1).forEach(line -> lines.add(paint.tone(verdict.tone(), "  " + line)));
    lines.add("");
  }

  private void verdict(Verdict verdict) {
    lines.addAll(paint.verdict(verdict, columns));
  }

  private void labelled(String label, String text) {
    List<String> wrapped = LineWrap.lines(text, columns - LABEL);
    lines.add(" " + paint.bold(Columns.left(label, LABEL - 1)) + wrapped.getFirst());
    wrapped.stream().skip(1).forEach(line -> lines.add(" ".repeat(LABEL) + line));
  }

  private void report(NextStep next) {
    String command = "goodput report " + in.named() + " --html page.html";
    boolean said = next.command().equals(command);
    String found =
        page.map(Path::toString).orElse("no page was written" + (said ? "" : "; for one:"));
    lines.add(" " + paint.bold("report") + "  " + SafeText.text(found));
    if (page.isEmpty() && !said) {
      ShellText.lines(command, columns - 9).forEach(line -> lines.add(" ".repeat(9) + line));
    }
  }

  private void foot() {
    lines.add("");
    NextStep next = NextStep.of(in, page.isPresent());
    report(next);
    lines.addAll(NextLines.of(paint, next.command(), next.question(), columns));
  }
}
