package dev.goodput.report.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.report.InventedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.quality.RunScores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TradeoffTest {
  @TempDir private Path scratch;

  /// A run whose tokens cost so much, and of whose answers so many are right.
  private ReportInput run(String name, double outputPrice, int right) throws IOException {
    ModelPrice price =
        new ModelPrice(
            "m",
            "USD",
            "test",
            LocalDate.of(2026, 11, 27),
            Map.of(Kind.INPUT, 0.0, Kind.OUTPUT, outputPrice),
            null,
            true,
            true);
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0);
    ReportInput run = SampleRuns.of(log, Compared.good().options().withCost(price));
    Path directory = Files.createDirectory(scratch.resolve(name));
    StringBuilder rows = new StringBuilder("level,id,session,turn,outcome,exact\r\n");
    for (int i = 0; i < 100; i++) {
      rows.append("0,%d,%d,0,ok,%s\r\n".formatted(i, i, i < right ? "1.0" : "0.0"));
    }
    Files.writeString(directory.resolve(RunScores.ROWS), rows);
    new RunScores(
            List.of(),
            List.of(
                new RunScores.Level(
                    0,
                    100,
                    0,
                    0,
                    List.of(
                        new RunScores.Score(
                            "exact", "exact match", 1, right / 100.0, null, null)))))
        .write(directory);
    return new ReportInput(
        run.manifest().with(RunScores.KEY, "exact").with("run.seed", "1"),
        run.result(),
        run.options(),
        run.portrait(),
        run.log(),
        directory,
        run.state(),
        run.servers(),
        run.notes(),
        run.losses(),
        null);
  }

  private static StoredComparison by(Set<Aspect> aspects, ReportInput a, ReportInput b) {
    return new StoredComparison(Compared.of(a, b).runs(), aspects, Map.of());
  }

  @Test
  void saysThatACheaperRunIsWorse() throws IOException {
    ReportInput a = run("a", 10, 90);
    ReportInput b = run("b", 8, 70);
    Tradeoff found = by(Set.of(Aspect.COST, Aspect.QUALITY), a, b).tradeoffs().getFirst();
    assertThat(found.missing()).isEmpty();
    TradeoffChange cost = found.changes().getFirst();
    assertThat(cost.value()).isCloseTo(-0.2, within(1e-12));
    TradeoffChange quality = found.changes().getLast();
    assertThat(quality.value()).isCloseTo(-0.2, within(1e-12));
    assertThat(quality.difference()).isNotNull();
    assertThat(found.sentence())
        .startsWith(
            "B: 20 % cheaper (cost per request −20 % to −20 %: better), quality (exact match)")
        .contains("quality (exact match) −20.0 points (−")
        .endsWith(": a loss)");
    assertThat(found.pareto())
        .isEqualTo(
            "Neither dominates: B is better in cost per request, A in quality (exact match).");
  }

  @Test
  void showsNoDifferenceOfARunFromItself() throws IOException {
    ReportInput run = run("a", 10, 90);
    Tradeoff found =
        by(Set.of(Aspect.COST, Aspect.QUALITY, Aspect.SPEED), run, run).tradeoffs().getFirst();
    assertThat(found.pareto()).isEqualTo("No difference is shown.");
    assertThat(found.sentence())
        .contains("same cost")
        .contains("no loss shown")
        .contains("TTFT p95 0 %");
  }

  @Test
  void judgesByLimits() throws IOException {
    ReportInput a = run("a", 10, 90);
    StoredComparison limited =
        new StoredComparison(
            Compared.of(a, run("b", 11, 89)).runs(),
            Set.of(Aspect.COST, Aspect.QUALITY),
            Map.of(Aspect.COST, 0.05, Aspect.QUALITY, 0.01));
    List<TradeoffChange> changes = limited.tradeoffs().getFirst().changes();
    assertThat(changes.getFirst().verdictSentence())
        .isEqualTo("cost per request: regressed; at most 5 % more is allowed");
    assertThat(changes.getLast().verdictSentence())
        .startsWith("quality (exact match): inconclusive; at most 1 point less is allowed. ");
    assertThat(StoredComparisonText.of(limited, 100))
        .contains("cost per request: regressed; at most 5 % more is allowed");
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(StoredComparisonDocument.schema())
                .validate(StoredComparisonDocument.json(limited), InputFormat.JSON))
        .isEmpty();
  }

  @Test
  void namesWhatCannotBeCompared() {
    Tradeoff found =
        by(Set.of(Aspect.QUALITY, Aspect.COST, Aspect.ENERGY), Compared.good(), Compared.good())
            .tradeoffs()
            .getFirst();
    assertThat(found.changes()).isEmpty();
    assertThat(found.missing())
        .containsExactly(
            "cost: both runs need a cost in one currency; use --cost-per-hour or --prices",
            "quality: both runs need the same score; measure them with --score",
            "energy: a run has no energy per output token");
  }
}
