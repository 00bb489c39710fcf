package dev.goodput.findings.comparison;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.model.Check;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Table.Cell;
import dev.goodput.report.model.Table.Column;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.List;

/// A comparison for every output. For continuous integration there is a check for each metric and
/// one for the verdict. Only that one fails, as it decides the exit code: each reason counts once.
/// A metric that is slower with confidence, or undecided, is skipped with its figures.
///
/// @param in the comparison
public record ComparisonSummary(ComparisonInput in) {
  private static final List<Column> COLUMNS =
      List.of(
          Column.left("metric", 1, 17),
          Column.right("A", 1, 9),
          Column.right("B", 1, 9),
          Column.right("worse by", 1, 9),
          Column.right("95 % interval", 1, 20),
          Column.left("", 2, 0));

  /// The summary.
  public Summary summary() {
    ComparisonSentences words = new ComparisonSentences(in);
    List<Verdict> verdicts = words.verdicts();
    String requested = String.join(" · ", in.requested().parts());
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("A", in.requested().a()));
    facts.add(new Fact("B", in.requested().b()));
    if (!requested.isEmpty()) {
      facts.add(new Fact("load", requested));
    }
    List<Summary.Section> sections = new ArrayList<>();
    sections.add(section("", "", in.gate().first(), in.counted()));
    GateStage fresh = in.gate().confirmation();
    if (fresh != null) {
      sections.add(section("New pairs:", "new ", fresh, in.again()));
    }
    return new Summary(
        in.command(),
        facts,
        List.of("A: " + in.requested().a(), "B: " + in.requested().b(), requested),
        List.of(verdicts),
        sections,
        in.notes(),
        true,
        checks(verdicts.getFirst()),
        new NextAfterComparison(in).next());
  }

  private Summary.Section section(String title, String which, GateStage stage, List<PairRow> rows) {
    Table table =
        new Table(COLUMNS, stage.metrics().stream().map(each -> row(each, rows)).toList());
    return new Summary.Section(title, sample(which, rows), table);
  }

  private String sample(String which, List<PairRow> rows) {
    if (in.paired()) {
      return Figures.counted(rows.size(), which + "pair");
    }
    long a = rows.stream().filter(row -> row.a() != null).count();
    return a + " and " + (rows.size() - a) + " runs";
  }

  private List<Cell> row(GateStage.Judged judged, List<PairRow> rows) {
    Difference found = judged.difference();
    ComparedMetric metric = found.metric();
    return List.of(
        Cell.of(ComparisonSentences.name(metric)),
        Cell.of(ComparisonSentences.figure(metric, PairRow.mean(rows, PairRow::a, metric))),
        Cell.of(ComparisonSentences.figure(metric, PairRow.mean(rows, PairRow::b, metric))),
        shortened(ComparisonSentences.change(found)),
        shortened(ComparisonSentences.range(found)),
        gate() ? word(judged.verdict()) : Cell.of(""));
  }

  private static Cell shortened(String change) {
    String brief = change.replace(" points", " pt").replace("none: ", "0: ");
    return new Cell(change, brief, Severity.PLAIN);
  }

  private static Cell word(GateVerdict verdict) {
    return switch (verdict) {
      case OK -> new Cell(verdict.key(), "✔ ok", Severity.GOOD);
      case REGRESSED -> new Cell(verdict.key(), "✘ slower", Severity.BAD);
      case INCONCLUSIVE -> new Cell(verdict.key(), "! unsure", Severity.WARN);
    };
  }

  private boolean gate() {
    return in.requested().question() == ComparisonInput.Question.GATE;
  }

  /// Whether the gate failed by this metric, in the new pairs too if there are any.
  private boolean regressed(ComparedMetric metric) {
    GateStage fresh = in.gate().confirmation();
    GateStage last = fresh == null ? in.gate().first() : fresh;
    return in.conclusion() == Conclusion.REGRESSED
        && last.metrics().stream()
            .anyMatch(each ->
                each.difference().metric() == metric && each.verdict() == GateVerdict.REGRESSED);
  }

  private List<Check> checks(Verdict first) {
    List<Check> checks = new ArrayList<>();
    for (GateStage.Judged each : in.gate().first().metrics()) {
      String figures = ComparisonSentences.interval(each.difference());
      String name = ComparisonSentences.name(each.difference().metric());
      String found = each.verdict().key() + ": " + figures;
      if (!gate() || each.verdict() == GateVerdict.OK) {
        checks.add(new Check(name, Check.Outcome.PASSED, figures));
      } else {
        boolean failed = regressed(each.difference().metric());
        checks.add(new Check(name, failed ? Check.Outcome.FAILED : Check.Outcome.SKIPPED, found));
      }
    }
    boolean fails = in.conclusion() != Conclusion.GOOD || in.interrupted();
    checks.add(Check.ofVerdict(fails, first.answer()));
    return checks;
  }
}
