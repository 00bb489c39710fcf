package dev.goodput.findings.comparison;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.FalseAlarms;
import dev.goodput.metrics.comparison.GateResult;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All that a report of a comparison is made of.
///
/// @param manifest of the comparison
/// @param dir where it is kept; the page is written there
/// @param requested the comparison that was requested, known before the first run
/// @param gate the gate's result
/// @param side the verdict on a side that fails on its own; null if the comparison decides
/// @param reason why it ended before it was over; empty where it did not
/// @param rows pairs, or the runs of either side
/// @param notes what a reader must know, a sentence each
/// @param alarms how often this set-up calls the same different; null where A and B are two
/// @param losses what could not be kept of it, a sentence each
public record ComparisonInput(
    Manifest manifest,
    Path dir,
    Requested requested,
    GateResult gate,
    @Nullable SideVerdict side,
    String reason,
    List<PairRow> rows,
    List<String> notes,
    @Nullable FalseAlarms alarms,
    List<String> losses) {
  /// Copies the lists.
  public ComparisonInput {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
    losses = List.copyOf(losses);
  }

  /// What a reader must know, a sentence each.
  @Override
  public List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (!countedAlike()) {
      all.add(
          "output tokens are counted as pieces of the stream on one side, and as tokens on the"
              + " other: nothing per token is compared");
    }
    return all;
  }

  /// Returns whether token counts of the sides are comparable, if a metric depends on them.
  boolean countedAlike() {
    return requested.stages().rule().metrics().stream()
            .noneMatch(ComparedMetric::dependsOnTokenCounts)
        || RunFigures.tokensComparable(figures(PairRow::a), figures(PairRow::b));
  }

  private List<RunFigures> figures(Function<PairRow, @Nullable RunFigures> side) {
    return rows.stream()
        .filter(row -> row.voided().isEmpty())
        .flatMap(row -> Stream.ofNullable(side.apply(row)))
        .toList();
  }

  /// The plan of a comparison.
  ///
  /// @param question of them
  /// @param a what is compared with, in words
  /// @param b what is compared, in words
  /// @param parts what both sides have in common, in words: workload, load, seed
  /// @param stages what was declared before
  public record Requested(
      Question question, String a, String b, List<String> parts, ComparisonStages stages) {
    /// Copies the list.
    public Requested {
      parts = List.copyOf(parts);
    }
  }

  /// Whether a signal ended it.
  public boolean interrupted() {
    return manifest.text("run.interrupted").isPresent();
  }

  /// Returns the same, decided by one side.
  public ComparisonInput by(@Nullable SideVerdict decided) {
    return new ComparisonInput(
        manifest, dir, requested, gate, decided, reason, rows, notes, alarms, losses);
  }

  /// The same with what could not be kept of it, too.
  public ComparisonInput withLosses(List<String> more) {
    List<String> all = new ArrayList<>(losses);
    all.addAll(more);
    return new ComparisonInput(
        manifest, dir, requested, gate, side, reason, rows, notes, alarms, all);
  }

  /// The same with other facts.
  public ComparisonInput with(Manifest other) {
    return new ComparisonInput(
        other, dir, requested, gate, side, reason, rows, notes, alarms, losses);
  }

  /// The question that a comparison answers.
  public enum Question {
    /// How far apart two are.
    COMPARE,
    /// What this set-up sees where nothing differs.
    SAME,
    /// Whether B is slower than is allowed.
    GATE
  }

  /// Returns whether both sides had the same requests in pairs; otherwise earlier runs are
  /// compared.
  public boolean paired() {
    return gate.first().metrics().stream().allMatch(each -> each.difference().paired());
  }

  /// Returns whether B was measured for this comparison; otherwise all runs are stored ones.
  public boolean live() {
    return RunKind.COMPARISON.describes(manifest);
  }

  /// Returns whether users wait for their responses before they send again, so that a faster server
  /// gets more requests.
  public boolean closed() {
    return manifest
        .text("run.arrivals")
        .map(ArrivalKind::of)
        .equals(Optional.of(ArrivalKind.CLOSED));
  }

  /// The command that makes it.
  public String command() {
    return requested.question() == Question.GATE ? "gate" : "compare";
  }

  /// Rows of the first stage that count.
  public List<PairRow> counted() {
    return rows.stream().filter(row -> row.voided().isEmpty() && !row.fresh()).toList();
  }

  /// Rows of the fresh stage that count.
  public List<PairRow> again() {
    return rows.stream().filter(row -> row.voided().isEmpty() && row.fresh()).toList();
  }

  private boolean clientBound() {
    return !both() && rows.stream().anyMatch(row -> row.b() != null && !row.voided().isEmpty());
  }

  /// Whether any run of B counts, or any pair.
  boolean both() {
    return rows.stream().anyMatch(row -> row.b() != null && row.voided().isEmpty());
  }

  /// Returns the conclusion, which sets the exit code.
  public Conclusion conclusion() {
    SideVerdict alone = side;
    boolean missed = alone != null && alone.conclusion() == Conclusion.SLO_MISSED;
    if (alone != null && !missed) {
      return alone.conclusion();
    }
    if (clientBound()) {
      return Conclusion.CLIENT_BOUND;
    }
    return missed ? Conclusion.SLO_MISSED : ofDifferences();
  }

  private Conclusion ofDifferences() {
    if (requested.question() != Question.GATE) {
      boolean enough = !paired() || counted().size() >= GateRule.MIN_RUNS;
      return enough ? Conclusion.GOOD : Conclusion.INCONCLUSIVE;
    }
    return switch (gate.verdict()) {
      case OK -> Conclusion.GOOD;
      case REGRESSED -> Conclusion.REGRESSED;
      case INCONCLUSIVE -> Conclusion.INCONCLUSIVE;
    };
  }

  /// Returns the verdict on one side that is stated before any difference.
  ///
  /// @param side which
  /// @param conclusion that decides the exit code
  /// @param what it does, as `failed`
  /// @param why in one clear line
  public record SideVerdict(Side side, Conclusion conclusion, String what, String why) {
    /// `B failed`.
    String title() {
      return side + " " + what;
    }
  }
}
