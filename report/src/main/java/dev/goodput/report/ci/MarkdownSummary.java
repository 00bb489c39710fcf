package dev.goodput.report.ci;

import static dev.goodput.report.ci.MarkdownSummary.Markdown.escape;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.cost.EnergyPart;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Table.Cell;
import dev.goodput.report.model.Table.Column;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.quality.ConsistencyText;
import dev.goodput.report.quality.JudgeText;
import dev.goodput.report.quality.QualityText;
import dev.goodput.report.quality.RatingText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelFigures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.Notes;
import dev.goodput.report.words.Ratings;
import dev.goodput.report.words.RepeatText;
import dev.goodput.report.words.RunFacts;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.Sentences;
import dev.goodput.report.words.SloText;
import dev.goodput.report.words.Verdicts;
import dev.goodput.report.words.Verdicts.LevelVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A summary for a job's page: the answer, verdicts, a few sentences, one table, the command.
public final class MarkdownSummary {
  private static final int WIDTH = 80;
  private final ReportInput in;
  private final Markdown text = new Markdown();

  private MarkdownSummary(ReportInput in) {
    this.in = in;
  }

  /// What was found of two servers, as text.
  public static String markdown(Summary in) {
    return markdown(in, "");
  }

  /// The same as a document of its own, in which each table has a heading.
  public static String document(Summary in) {
    return markdown(in, "### ");
  }

  private static String markdown(Summary in, String heading) {
    Markdown text = new Markdown();
    text.headline(in.headline());
    text.line(String.join("  \n", in.about().stream().map(Markdown::escape).toList()));
    text.line("");
    text.verdicts(in.verdicts().stream().flatMap(List::stream).toList());
    for (Summary.Section section : in.sections()) {
      if (!section.title().isEmpty()) {
        text.line(heading + section.title());
        text.line("");
      }
      text.table(section.table());
    }
    text.notes(in.notes());
    return text.toString();
  }

  /// A cell's text that nothing in it turns into markup.
  public static String cell(String text) {
    return Markdown.escape(text);
  }

  /// The summary of a run, as text.
  public static String markdown(ReportInput in) {
    return new MarkdownSummary(SafeText.input(in)).build();
  }

  private String build() {
    List<Verdict> verdicts = Verdicts.ofRun(in);
    text.headline(verdicts.getFirst());
    text.line(escape(String.join(" · ", RunFacts.line(in))));
    text.line("");
    SloResult slo = in.result().slo();
    if (slo != null) {
      text.line("SLO: " + escape(SloText.shown(slo)));
      text.line("");
    }
    text.verdicts(verdicts);
    Experiment made = in.experiment();
    if (made != null) {
      experiment(made);
    } else {
      in.best().ifPresent(this::body);
    }
    in.fact("run.command").ifPresent(this::command);
    return text.toString();
  }

  private void experiment(Experiment made) {
    text.line("```");
    made.evidence(WIDTH).forEach(text::line);
    text.line("```");
    text.line("");
    text.notes(in.notes());
    text.line("");
  }

  private void body(LevelResult best) {
    boolean several = in.result().levels().size() > 1;
    Sentences.simulated(in).ifPresent(sentence -> text.line("> " + escape(sentence) + "  "));
    if (several) {
      String shown =
          RepeatText.inDetail(in).map("in "::concat).orElseGet(() -> LevelName.at(in, best));
      text.line("> " + escape(SafeText.capital(shown)) + ":  ");
    }
    Sentences.of(best).forEach(sentence -> text.line("> " + escape(sentence) + "  "));
    text.line("");
    if (several) {
      levels();
    }
    in.repeats().ifPresent(this::repeats);
    percentiles(best);
    List<String> notes = new ArrayList<>(Notes.of(in, best));
    Notes.ofOthers(in, best).ifPresent(notes::add);
    text.notes(notes);
    if (!notes.isEmpty()) {
      text.line("");
    }
  }

  private void repeats(Repeats repeats) {
    text.line(escape(RepeatText.title(repeats)) + ".");
    repeats
        .latencies()
        .forEach(each -> text.line("- " + each.latency() + " " + escape(RepeatText.figures(each))));
    text.line("");
  }

  private void levels() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.left(in.repeats().isPresent() ? "run" : "load", 0, 0));
    figures("requests/s", "output tok/s", "TTFT p95", "TPOT p95", "attainment")
        .forEach(columns::add);
    columns.add(Column.left("verdict", 0, 0));
    text.table(new Table(columns, in.result().levels().stream().map(this::row).toList()));
    if (in.result().levels().stream()
        .anyMatch(level -> level.window().ratesOfWholeRun() && level.rates().rps() != null)) {
      text.line("\\* of the whole run: the window is shorter than twice the mean E2EL");
      text.line("");
    }
  }

  private static List<Column> figures(String... titles) {
    return Stream.of(titles).map(title -> Column.right(title, 0, 0)).toList();
  }

  private List<Cell> row(LevelResult level) {
    return Table.row(
        escape(LevelName.of(in, level)),
        rate(level, level.rates().rps()),
        rate(level, level.rates().outputTps()),
        p95(level.latencies().ttft()),
        p95(level.latencies().tpot()),
        Figures.share(LevelFigures.attainment(level)),
        escape(LevelVerdict.of(in, level).text()) + (in.isBest(level) ? " **best**" : ""));
  }

  private static String rate(LevelResult level, @Nullable Double value) {
    boolean whole = value != null && level.window().ratesOfWholeRun();
    return Figures.number(value) + (whole ? " \\*" : "");
  }

  private void percentiles(LevelResult level) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.left(escape(LevelName.of(in, level)), 0, 0));
    figures("mean", "p50", "p90", "p95", "p99", "max").forEach(columns::add);
    columns.add(Column.left("feels", 0, 0));
    text.table(
        new Table(
            columns,
            List.of(
                row("TTFT", level.latencies().ttft(), Ratings.ttft(level)),
                row("TPOT", level.latencies().tpot(), Ratings.tpot(level)),
                row("ITL", level.latencies().itl(), null),
                row("E2EL", level.latencies().e2el(), Ratings.e2el(level)))));
    List<Fact> figures = new ArrayList<>(LevelFigures.of(in, level));
    EnergyPart.of(in, level).ifPresent(energy -> figures.add(energy.fact()));
    QualityText.lines(in).forEach(line -> figures.add(new Fact("quality", line)));
    JudgeText.lines(in).forEach(line -> figures.add(new Fact("judge", line)));
    RatingText.lines(in).forEach(line -> figures.add(new Fact("ratings", line)));
    ConsistencyText.lines(in).forEach(line -> figures.add(new Fact("answers", line)));
    for (Fact figure : figures) {
      text.line(SafeText.capital(figure.name()) + ": " + escape(figure.text()) + ".  ");
    }
    text.line("");
  }

  private static List<Cell> row(
      String name, @Nullable Distribution values, @Nullable Rating rating) {
    return values == null
        ? Table.row(name, Figures.ABSENT, "", "", "", "", "", "")
        : Table.row(
            name,
            Figures.duration(values.mean()),
            cell(values.p50()),
            cell(values.p90()),
            cell(values.p95()),
            cell(values.p99()),
            cell(values.max()),
            rating == null ? "" : rating.label());
  }

  private static String p95(@Nullable Distribution values) {
    if (values == null) {
      return Figures.ABSENT;
    }
    return (values.p95() == null ? "max " : "") + Figures.duration(values.p95OrMax());
  }

  private static String cell(@Nullable Double value) {
    return value == null ? "–" : Figures.duration(value);
  }

  // A fence longer than any run of backticks in the command cannot be closed by it.
  private void command(String command) {
    int longest = 0;
    int run = 0;
    for (int at = 0; at < command.length(); at++) {
      run = command.charAt(at) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(Math.max(3, longest + 1));
    text.line(fence);
    text.line(command.replace("\n", " "));
    text.line(fence);
  }

  /// Markdown under construction.
  static final class Markdown {
    private final StringBuilder text = new StringBuilder();

    void line(String line) {
      text.append(line).append('\n');
    }

    /// The answer as a heading, and what follows from it.
    void headline(Verdict headline) {
      line("## " + escape(headline.headline()));
      line("");
      if (!headline.more().isEmpty()) {
        line(escape(headline.more()));
        line("");
      }
    }

    /// All but the first, which is the heading.
    void verdicts(List<Verdict> verdicts) {
      verdicts.stream().skip(1).forEach(this::verdict);
      if (verdicts.size() > 1) {
        line("");
      }
    }

    private void verdict(Verdict verdict) {
      String more = verdict.more().isEmpty() ? "" : " (" + verdict.more() + ")";
      String title = sign(verdict.severity()) + "**" + escape(verdict.title()) + "**: ";
      line("- " + title + escape(verdict.text() + more));
    }

    private static String sign(Severity severity) {
      return switch (severity) {
        case GOOD -> "✅ ";
        case WARN -> "⚠️ ";
        case BAD -> "❌ ";
        case PLAIN -> "";
        case OPEN -> "❓ ";
      };
    }

    void notes(List<String> notes) {
      notes.forEach(note -> line("- " + escape(note)));
    }

    /// A table whose cells are Markdown, and a blank line.
    void table(Table table) {
      StringBuilder titles = new StringBuilder("|");
      StringBuilder rule = new StringBuilder("|");
      for (Table.Column column : table.columns()) {
        titles.append(column.title().isEmpty() ? " |" : " " + column.title() + " |");
        rule.append(column.right() ? "--:|" : "---|");
      }
      line(titles.toString());
      line(rule.toString());
      for (List<Table.Cell> row : table.rows()) {
        line(row.stream().map(Table.Cell::text).collect(Collectors.joining(" | ", "| ", " |")));
      }
      line("");
    }

    /// Text that nothing in it turns into markup.
    static String escape(String text) {
      return SafeText.text(text)
          .replace("\\", "\\\\")
          .replace("&", "&amp;")
          .replace("<", "&lt;")
          .replace("|", "\\|")
          .replace("[", "\\[")
          .replace("*", "\\*")
          .replace("_", "\\_")
          .replace("`", "\\`");
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
