package dev.goodput.report.terminal;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.cost.EnergyPart;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.quality.ConsistencyText;
import dev.goodput.report.quality.JudgeText;
import dev.goodput.report.quality.QualityText;
import dev.goodput.report.quality.RatingText;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.LevelFigures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.Notes;
import dev.goodput.report.words.RepeatText;
import dev.goodput.report.words.RunFacts;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.SloText;
import dev.goodput.report.words.TextLayout;
import dev.goodput.report.words.Verdicts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The result as text: the answer first, then other verdicts, what users felt, what the machine
/// did, where the report is and what to do next. Details of the method are on the page.
public final class TerminalReport {
  private static final int MIN = 60;
  private static final int MAX = 160;
  private static final int LABEL = 14;

  /// What one run shows for all runs of a load.
  private static final Set<String> OF_ALL = Set.of("tokens", "cost");

  private final ReportInput in;
  private final AnsiColors paint;
  private final int columns;
  private final Optional<Path> page;
  private final List<String> lines = new ArrayList<>();

  private TerminalReport(ReportInput in, int columns, boolean colour, Optional<Path> page) {
    this.in = in;
    this.page = page;
    this.columns = Math.clamp(columns, MIN, MAX);
    this.paint = new AnsiColors(colour);
  }

  /// Returns the whole result of a run whose page is in its directory.
  public static String render(ReportInput in, int columns, boolean colour) {
    return render(in, columns, colour, Optional.of(in.dir().resolve("report.html")));
  }

  /// The whole result.
  ///
  /// @param columns the terminal's width; at least 60 are used and at most 160
  /// @param colour whether the terminal shows colours and the user wants them
  /// @param page path of the run's page, empty if there is none
  public static String render(ReportInput in, int columns, boolean colour, Optional<Path> page) {
    return new TerminalReport(SafeText.input(in), columns, colour, page).text();
  }

  private String text() {
    List<Verdict> verdicts = Verdicts.ofRun(in);
    Optional<LevelResult> best = in.best();
    lines.addAll(paint.headline(verdicts.getFirst(), columns));
    section(head(best));
    section(
        verdicts.stream()
            .skip(1)
            .filter(verdict -> !ClientText.isBrief(verdict))
            .flatMap(verdict -> paint.verdict(verdict, columns).stream())
            .toList());
    List<String> notes = new ArrayList<>(in.notes());
    Experiment made = in.experiment();
    if (made != null) {
      section(made.evidence(columns));
    } else if (best.isPresent()) {
      body(best.get());
      notes = new ArrayList<>(Notes.of(in, best.get()));
      Notes.ofOthers(in, best.get()).ifPresent(notes::add);
    }
    section(paint.notes(notes, columns));
    section(foot());
    return String.join("\n", lines) + "\n";
  }

  /// Lines with a blank one before them.
  private void section(List<String> section) {
    if (!section.isEmpty()) {
      lines.add("");
      lines.addAll(section);
    }
  }

  private List<String> head(Optional<LevelResult> best) {
    List<String> head = new ArrayList<>();
    TextLayout.pack(RunFacts.line(in), columns - 1).forEach(line -> head.add(" " + line));
    SloResult slo = in.result().slo();
    if (slo != null) {
      head.addAll(paint.labelled("SLO", SloText.shown(slo), columns));
    }
    best.ifPresent(
        level -> head.addAll(paint.labelled(ClientText.measurer(level), client(level), columns)));
    return head;
  }

  /// Returns the client's verdict; where levels differ, with the level that it is about.
  private String client(LevelResult level) {
    boolean alike =
        in.result().levels().stream()
            .allMatch(other -> other.client().verdict() == level.client().verdict());
    return (alike ? "" : LevelName.at(in, level) + ": ") + ClientText.brief(level);
  }

  private void body(LevelResult best) {
    boolean several = in.result().levels().size() > 1;
    if (several) {
      section(new LevelTable(in, paint, columns).lines());
    }
    in.repeats()
        .ifPresent(repeats -> section(new RepeatedRunsSection(repeats, paint, columns).lines()));
    List<Fact> figures = new ArrayList<>(LevelFigures.of(in, best));
    if (pooled()) {
      figures.removeIf(figure -> !OF_ALL.contains(figure.name()));
    } else {
      section(new LatencySection(in, best, paint, columns).lines(several));
    }
    EnergyPart.of(in, best).ifPresent(energy -> figures.add(energy.fact()));
    QualityText.lines(in).forEach(line -> figures.add(new Fact("quality", line)));
    JudgeText.lines(in).forEach(line -> figures.add(new Fact("judge", line)));
    RatingText.lines(in).forEach(line -> figures.add(new Fact("ratings", line)));
    ConsistencyText.lines(in).forEach(line -> figures.add(new Fact("answers", line)));
    section(figures.stream().flatMap(figure -> figure(figure).stream()).toList());
  }

  private List<String> figure(Fact figure) {
    List<String> parts = List.of(figure.text().split(LevelFigures.DOT));
    return paint.labelled(figure.name(), LABEL, TextLayout.pack(parts, columns - LABEL));
  }

  /// Whether runs of one load are pooled, so that figures are of all runs instead of one.
  private boolean pooled() {
    return in.repeats().filter(repeats -> !repeats.latencies().isEmpty()).isPresent();
  }

  private List<String> foot() {
    List<String> foot = new ArrayList<>();
    if (in.experiment() == null && in.conclusion() == Conclusion.GOOD && !pooled()) {
      in.best()
          .filter(best -> !Boolean.FALSE.equals(best.sloMet()))
          .map(SloText::sampleSize)
          .filter(text -> !text.isEmpty())
          .ifPresent(
              text -> TextLayout.lines(text, columns - 1).forEach(line -> foot.add(" " + line)));
    }
    NextStep next = new NextAfterRun(in, page.isPresent()).next();
    String command = "goodput report " + in.named() + " --html page.html";
    boolean message = next.command().equals(command);
    String found =
        page.map(Path::toString).orElse("no page was written" + (message ? "" : "; for one:"));
    foot.addAll(paint.labelled("report", found, columns));
    if (page.isEmpty() && !message) {
      ShellText.lines(command, columns - AnsiColors.LABEL)
          .forEach(line -> foot.add(" ".repeat(AnsiColors.LABEL) + line));
    }
    foot.addAll(paint.next(next, columns));
    return foot;
  }

  /// The pooled result of repeated runs: one row per latency, percentiles with the interval between
  /// the runs.
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
      TextLayout.lines(RepeatText.brief(repeats), columns - 2)
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
