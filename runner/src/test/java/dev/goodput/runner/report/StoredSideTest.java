package dev.goodput.runner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.findings.comparison.ComparisonInput;
import dev.goodput.findings.comparison.ComparisonInput.Question;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RunDirectory;
import dev.goodput.runner.AppException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredSideTest {
  private static final int NEVER = -1;

  @TempDir private Path scratch = Path.of("");

  /// So many runs of fifty requests.
  ///
  /// @param failing of each run
  /// @param late in which of them the client was
  private static WrittenRun runs(int count, int failing, int late) {
    WrittenRun runs = new WrittenRun();
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        runs.nextLevel();
      }
      runs.requests(50 - failing, new Outcome.Ok("stop"));
      runs.requests(failing, new Outcome.HttpError(503, "busy"));
      if (i == late) {
        runs.lagging();
      }
    }
    return runs;
  }

  private StoredSide side(String name, WrittenRun runs) {
    return StoredSide.of(
        List.of(runs.in(scratch.resolve(name))), AnalysisOptions.DEFAULTS, new ArrayList<>());
  }

  private ComparisonInput gate(StoredSide a, StoredSide b) {
    GateRule rule = GateRule.DEFAULT.withMetrics(List.of(ComparedMetric.ERROR_RATE));
    ComparisonInput.Requested requested =
        new ComparisonInput.Requested(
            Question.GATE, "a", "b", List.of(), new ComparisonStages(5, false, rule));
    return a.gate(b, Manifest.empty(), scratch, requested, List.of());
  }

  @Test
  void isRegressedWhereAClientWasLateInOneRunOfAll() {
    StoredSide stored = side("stored", runs(6, 0, NEVER));
    StoredSide slow = side("slow", runs(5, 30, 2));
    assertThat(slow.counted()).hasSize(4);
    assertThat(gate(stored, slow).conclusion()).isEqualTo(Conclusion.REGRESSED);
    StoredSide part = side("part", runs(4, 30, NEVER));
    assertThat(gate(stored, part).conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
  }

  @Test
  void isNeverOkForAnIncompleteCandidate() {
    StoredSide stored = side("stored", runs(6, 0, NEVER));
    assertThat(gate(stored, side("all", runs(5, 0, NEVER))).conclusion())
        .isEqualTo(Conclusion.GOOD);
    List<String> notes = new ArrayList<>();
    Manifest eight = Manifest.empty().with("run.levels", 8);
    RunDirectory killed = runs(5, 0, NEVER).in(scratch.resolve("killed"), eight);
    StoredSide part = StoredSide.of(List.of(killed), AnalysisOptions.DEFAULTS, notes);
    assertThat(gate(stored, part).conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(notes).containsExactly("killed is incomplete: 5 of 8 runs");
  }

  /// Two plain benches have one seed: the second asks what the first did, and is no new day.
  @Test
  void countsNoSeedTwice() {
    List<String> notes = new ArrayList<>();
    List<RunDirectory> twice =
        List.of(
            runs(5, 50, NEVER).in(scratch.resolve("one")),
            runs(5, 50, NEVER).in(scratch.resolve("two")));
    StoredSide slow = StoredSide.of(twice, AnalysisOptions.DEFAULTS, notes);
    assertThat(slow.counted()).hasSize(5);
    assertThat(notes).anyMatch(note -> note.startsWith("two is excluded: it sent the same"));
    assertThat(gate(slow, side("new", runs(5, 0, NEVER))).notes())
        .anyMatch(note -> note.startsWith("the baseline is one session"));
  }

  /// A day of which no run counts is none, and what else differed then tells nothing.
  @Test
  void countsNoSessionsOfExcludedRuns() {
    Manifest day = Manifest.empty().with("goodput.version", "1");
    Manifest other = Manifest.empty().with("goodput.version", "2").with("run.seed", 7);
    List<RunDirectory> days =
        List.of(
            runs(5, 0, NEVER).in(scratch.resolve("day"), day),
            runs(1, 0, 0).in(scratch.resolve("other"), other));
    StoredSide stored = StoredSide.of(days, AnalysisOptions.DEFAULTS, new ArrayList<>());
    RunDirectory now = runs(5, 0, NEVER).in(scratch.resolve("now"), day.with("run.seed", 9));
    StoredSide fresh = StoredSide.of(List.of(now), AnalysisOptions.DEFAULTS, new ArrayList<>());
    assertThat(gate(stored, fresh).notes())
        .anyMatch(note -> note.startsWith("the baseline is one session"))
        .noneMatch(note -> note.startsWith("not the server alone"));
  }

  /// The same as of pairs.
  @Test
  void reportsRunsWithFailedRequests() {
    assertThat(gate(side("stored", runs(6, 0, NEVER)), side("bad", runs(5, 1, NEVER))).notes())
        .anyMatch(note -> note.startsWith("failures: B 5 of 250 (2.00 %), A none"));
  }

  @Test
  void reportsShortRuns() {
    WrittenRun brief = new WrittenRun().requests(4, new Outcome.Ok("stop"));
    assertThat(gate(side("stored", runs(6, 0, NEVER)), side("brief", brief)).notes())
        .anyMatch(
            note -> note.startsWith("in 1 of 7 runs too few requests ended for steady figures"));
  }

  /// Early versions masked an extra body that was none, and told no time of those who leave.
  @Test
  void ignoresErrorsOfEarlyVersions() {
    Manifest early = Manifest.empty().with("ask.extra_body", "***").with("ask.cancellation", "0.1");
    Manifest now =
        Manifest.empty().with("ask.extra_body", "none").with("ask.cancellation", "0.1 after PT1S");
    RunDirectory old = runs(1, 0, NEVER).in(scratch.resolve("old"), early);
    RunDirectory updated = runs(1, 0, NEVER).in(scratch.resolve("told"), now.with("run.seed", 7));
    StoredSide first = StoredSide.of(List.of(old), AnalysisOptions.DEFAULTS, new ArrayList<>());
    for (String others : List.of("none", "0.9 after PT1S")) {
      assertThatThrownBy(() -> first.requireSame(now.with("ask.cancellation", others), "x"))
          .hasMessageContaining("cancellation of x is " + others + ", elsewhere 0.1");
    }
    StoredSide side =
        StoredSide.of(List.of(old, updated), AnalysisOptions.DEFAULTS, new ArrayList<>());
    assertThat(side.runs()).hasSize(2);
    Manifest other = now.with("ask.extra_body", "{\"top_k\":5}");
    assertThatThrownBy(() -> side.requireSame(other, "other"))
        .hasMessageContaining("extra_body of other is {\"top_k\":5}, elsewhere none");
  }

  /// A run of a version that did not keep how it was asked, and some that did.
  @Test
  void findsDifferencesWhicheverRunHasThem() {
    List<RunDirectory> stored = List.of(requested("old", ""), requested("eos", "false"));
    StoredSide side = StoredSide.of(stored, AnalysisOptions.DEFAULTS, new ArrayList<>());
    RunDirectory other = requested("other", "true");
    assertThatThrownBy(() -> side.requireSame(other.manifest(), "other"))
        .isInstanceOf(AppException.Usage.class)
        .hasMessageContaining("ignore_eos of other is true, elsewhere false");
    List<RunDirectory> mixed = List.of(stored.getFirst(), stored.getLast(), other);
    assertThatThrownBy(() -> StoredSide.of(mixed, AnalysisOptions.DEFAULTS, new ArrayList<>()))
        .hasMessageContaining("ignore_eos of other is true, elsewhere false");
  }

  private RunDirectory requested(String name, String ignoreEos) {
    Manifest manifest = Manifest.empty().with("run.seed", name.length());
    Manifest updated = ignoreEos.isEmpty() ? manifest : manifest.with("ask.ignore_eos", ignoreEos);
    return runs(1, 0, NEVER).in(scratch.resolve(name), updated);
  }
}
