package dev.goodput.report.terminal;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.cost.EnergyPart;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.quality.QualityText;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.GoodputTable;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.LevelFigures;
import dev.goodput.report.words.Method;
import dev.goodput.report.words.Notes;
import dev.goodput.report.words.RepeatText;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.ServerText;
import dev.goodput.report.words.TextLayout;
import dev.goodput.report.words.TokenText;
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
    List<String> packed = TextLayout.pack(parts, columns - indent);
    lines.addAll(TextLayout.labelled(paint.bold(command) + "   ", indent, packed));
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
    throughput(best);
    QualityText.lines(in).forEach(line -> labelled("quality", line));
    List<String> notes = new ArrayList<>(Notes.of(in, best));
    Notes.ofOthers(in, best).ifPresent(notes::add);
    if (!notes.isEmpty()) {
      lines.add("");
      notes.forEach(note -> labelled("note", note));
    }
  }

  /// What the machine did: load, throughput, goodput, reading, tokens, counts, cost.
  private void throughput(LevelResult level) {
    add("load", LevelFigures.load(in, level));
    add("throughput", LevelFigures.rates(level));
    add("goodput", LevelFigures.goodput(level));
    GoodputTable.base(in, level)
        .map(base -> TextLayout.lines(base, columns - LABEL))
        .ifPresent(
            wrapped -> wrapped.forEach(line -> lines.add(" ".repeat(LABEL) + paint.faint(line))));
    add("reading", LevelFigures.reading(level));
    String tokens = TokenText.sentence(level);
    add("tokens", tokens.isEmpty() ? List.of() : List.of(tokens));
    add("requests", Method.requests(level));
    add("server", in.servers().of(level).map(ServerText::parts).orElse(List.of()));
    add("cost", LevelFigures.cost(level));
    add("energy", EnergyPart.of(in, level).map(EnergyPart::parts).orElse(List.of()));
  }

  private void add(String label, List<String> parts) {
    if (!parts.isEmpty()) {
      lines.addAll(paint.labelled(label, LABEL, TextLayout.pack(parts, columns - LABEL)));
    }
  }

  // Figures that must not be quoted are announced before anything else is said.
  private void first(Verdict verdict) {
    String sentence = verdict.sentence() + ". " + verdict.more();
    List<String> wrapped = TextLayout.lines(sentence, columns - 2);
    lines.add(paint.tone(verdict.tone(), verdict.tone().sign() + " " + wrapped.getFirst()));
    wrapped.stream().skip(1).forEach(line -> lines.add(paint.tone(verdict.tone(), "  " + line)));
    lines.add("");
  }

  private void verdict(Verdict verdict) {
    lines.addAll(paint.verdict(verdict, columns));
  }

  private void labelled(String label, String text) {
    lines.addAll(paint.labelled(label, LABEL, TextLayout.lines(text, columns - LABEL)));
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
    NextStep next = new NextAfterRun(in, page.isPresent()).next();
    report(next);
    lines.addAll(paint.next(next, columns));
  }

  /// What repeated runs come to together: one row per latency, percentiles with the interval
  /// between the runs.
  static final class RepeatedRunsSection {
    private static final int NAME = 6;
    private static final List<Double> SHARES = List.of(.5, .95, .99);

    private final Repeats repeats;
    private final AnsiColors paint;
    private final int columns;

    RepeatedRunsSection(Repeats repeats, AnsiColors paint, int columns) {
      this.repeats = repeats;
      this.paint = paint;
      this.columns = columns;
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>();
      TextLayout.lines(RepeatText.title(repeats), columns - 2)
          .forEach(line -> lines.add(" " + paint.bold(line)));
      if (repeats.latencies().isEmpty()) {
        return lines;
      }
      int cell = (columns - NAME) / SHARES.size();
      StringBuilder header = new StringBuilder(" ".repeat(NAME));
      SHARES.forEach(share -> header.append(TextLayout.right(RepeatText.name(share), cell)));
      lines.add(paint.faint(header.toString()));
      for (RepeatedLatency latency : repeats.latencies()) {
        StringBuilder line =
            new StringBuilder(" " + TextLayout.left(latency.latency().name(), NAME - 1));
        for (double share : SHARES) {
          String figure = latency.percentile(share).map(RepeatText::figure).orElse("–");
          line.append(TextLayout.right(figure, cell));
        }
        lines.add(line.toString());
      }
      return lines;
    }
  }
}
