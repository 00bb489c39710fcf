package dev.goodput.findings.stored;

import dev.goodput.findings.stored.StoredComparison.Shared;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.Check;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Table.Cell;
import dev.goodput.report.model.Table.Column;
import dev.goodput.report.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verdict of a gate on stored runs, for CI jobs. There is a check for each compared figure and
/// one for the verdict. Only that one fails, as it decides the exit code. A figure that is worse
/// than allowed, or undecided, is skipped with its change.
public final class StoredComparisonSummary {
  private static final List<Column> COLUMNS =
      List.of(
          Column.left("figure", 0, 0),
          Column.right("A", 0, 0),
          Column.right("B", 0, 0),
          Column.right("change", 0, 0),
          Column.right("95 % interval", 0, 0),
          Column.left("verdict", 0, 0));

  private final StoredComparison comparison;
  private final List<Tradeoff> tradeoffs;

  private StoredComparisonSummary(StoredComparison comparison) {
    this.comparison = comparison;
    this.tradeoffs = comparison.tradeoffs();
  }

  /// Returns the summary of a comparison of two runs with limits.
  ///
  /// @param fails whether the exit code is not 0
  public static Summary of(StoredComparison comparison, boolean fails) {
    return new StoredComparisonSummary(comparison).summary(fails);
  }

  private Summary summary(boolean fails) {
    Verdict headline = comparison.headline();
    List<Verdict> verdicts = new ArrayList<>(List.of(headline));
    List<Summary.Section> sections = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    for (Tradeoff each : tradeoffs) {
      String at = tradeoffs.size() > 1 ? each.load() + ": " : "";
      for (TradeoffChange change : each.changes()) {
        GateVerdict verdict = change.verdict();
        if (verdict != null) {
          verdicts.add(severity(verdict).verdict(at + change.title(), change.verdictText()));
        }
        checks.add(check(at + change.title(), change));
      }
      if (!each.changes().isEmpty()) {
        sections.add(new Summary.Section(each.load() + ":", "", table(each)));
      }
      each.missing().forEach(reason -> notes.add(at + reason));
    }
    DifferingAnswers.of(comparison).forEach(each -> notes.add(each.sentence()));
    comparison.objections().forEach(each -> notes.add(each.what() + ". " + each.claim()));
    checks.add(Check.ofVerdict(fails, headline.answer()));
    return new Summary(
        "gate",
        List.of(),
        comparison.runs().stream().map(run -> run.label() + ": " + run.name()).toList(),
        List.of(verdicts),
        sections,
        notes,
        false,
        checks,
        new NextStep("", ""));
  }

  private static Severity severity(GateVerdict verdict) {
    return switch (verdict) {
      case OK -> Severity.GOOD;
      case REGRESSED -> Severity.BAD;
      case INCONCLUSIVE -> Severity.WARN;
    };
  }

  private static Check check(String name, TradeoffChange change) {
    GateVerdict verdict = change.verdict();
    return verdict == null || verdict == GateVerdict.OK
        ? new Check(name, Check.Outcome.PASSED, change.phrase())
        : new Check(name, Check.Outcome.SKIPPED, verdict.key() + ": " + change.phrase());
  }

  private Table table(Tradeoff tradeoff) {
    Shared shared =
        comparison.loads().stream()
            .filter(each -> each.name().equals(tradeoff.load()))
            .findFirst()
            .orElseThrow();
    return new Table(
        COLUMNS, tradeoff.changes().stream().map(change -> row(shared, change)).toList());
  }

  private static List<Cell> row(Shared shared, TradeoffChange change) {
    GateVerdict verdict = change.verdict();
    return Table.row(
        MarkdownSummary.cell(change.title()),
        value(shared, shared.loads().getFirst(), change),
        value(shared, shared.loads().getLast(), change),
        change.change(),
        change.range(),
        verdict == null ? "" : verdict.key());
  }

  private static String value(Shared shared, @Nullable ComparedLoad load, TradeoffChange change) {
    String key =
        change.aspect() == Aspect.QUALITY ? ComparedFigure.scoreKey(change.key()) : change.key();
    for (ComparedFigure figure : ComparedFigure.of(List.of(shared))) {
      Double value = load == null ? null : figure.of(load).value();
      if (figure.key().equals(key) && value != null) {
        return figure.unit().text(value);
      }
    }
    return "";
  }
}
