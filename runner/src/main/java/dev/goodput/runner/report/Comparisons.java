package dev.goodput.runner.report;

import dev.goodput.findings.comparison.ComparisonInput;
import dev.goodput.findings.comparison.ComparisonInput.Question;
import dev.goodput.findings.comparison.ComparisonInput.SideVerdict;
import dev.goodput.findings.comparison.PairRow;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.FalseAlarms;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.RunNotes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads a comparison from its run directory: of pairs of runs, or of new runs against stored ones.
public final class Comparisons {
  private static final String QUESTION = "compare.question";
  private static final String NAME_A = "compare.a";
  private static final String NAME_B = "compare.b";
  private static final String LOAD = "compare.load";
  private static final String STORED = "compare.stored.";

  private Comparisons() {}

  /// Adds the plan of a comparison to its manifest.
  ///
  /// @param stages the stages and the rule
  /// @param a a name of the baseline
  /// @param b a name of the candidate
  /// @param load a description of the load of each run
  public static Manifest addTo(
      Manifest manifest,
      Question question,
      ComparisonStages stages,
      String a,
      String b,
      String load) {
    return ComparisonRecord.addTo(manifest, stages)
        .with(QUESTION, question.name().toLowerCase(Locale.ROOT))
        .with(NAME_A, a)
        .with(NAME_B, b)
        .with(LOAD, load);
  }

  /// Adds the directories of the stored runs.
  public static Manifest addStored(Manifest manifest, List<Path> runs) {
    Manifest result = manifest;
    int number = 0;
    for (Path run : runs) {
      result = result.with(STORED + ++number, run.toAbsolutePath().normalize().toString());
    }
    return result;
  }

  /// Returns whether a run directory, or a side of a comparison in it, has records.
  public static boolean hasMeasurements(RunDirectory run) {
    return run.state().blocksRead() > 0
        || Arrays.stream(Side.values())
            .map(side -> ComparisonRecord.side(run.path(), side))
            .filter(Files::isDirectory)
            .anyMatch(side -> RunDirectory.open(side).state().blocksRead() > 0);
  }

  /// Returns whether a manifest is that of a gate, whose exit code is the verdict.
  public static boolean isGate(Manifest manifest) {
    return RunKind.COMPARISON.describes(manifest) && question(manifest) == Question.GATE;
  }

  /// Computes a comparison from the logs of both sides.
  ///
  /// @param judgement how each run is judged
  /// @throws dev.goodput.record.RecordException if a side cannot be read
  static ComparisonInput read(RunDirectory parent, Judgement judgement) {
    List<RunDirectory> stored = stored(parent.manifest());
    return stored.isEmpty()
        ? pairs(parent, ComparisonRecord.read(parent, judgement.options()), judgement)
        : againstStored(stored, parent, judgement);
  }

  private static ComparisonInput pairs(
      RunDirectory parent, ComparisonResult found, Judgement judgement) {
    Manifest manifest = parent.manifest();
    ComparisonStages stages = ComparisonRecord.stages(manifest);
    List<String> notes = new ArrayList<>(RunNotes.of(manifest));
    notes.addAll(found.notes());
    List<Side> sides = isGate(manifest) ? List.of(Side.B) : List.of(Side.A, Side.B);
    return new ComparisonInput(
        manifest,
        parent.path(),
        requested(manifest, stages),
        found.gate(),
        verdict(parent, judgement, found.failure(), sides),
        found.reason(),
        found.pairs().stream().map(Comparisons::row).toList(),
        notes,
        alarms(manifest, found, stages),
        List.of());
  }

  private static @Nullable FalseAlarms alarms(
      Manifest manifest, ComparisonResult found, ComparisonStages stages) {
    return question(manifest) == Question.SAME
        ? found.falseAlarms(stages.rule(), manifest.whole("run.seed").orElse(0)).orElse(null)
        : null;
  }

  private static ComparisonInput againstStored(
      List<RunDirectory> stored, RunDirectory parent, Judgement judgement) {
    ComparisonStages stages = ComparisonRecord.stages(parent.manifest());
    RunDirectory fresh = RunDirectory.open(ComparisonRecord.side(parent.path(), Side.B));
    AnalysisOptions alone = judgement.alone().options();
    List<String> notes = new ArrayList<>(RunNotes.of(parent.manifest()));
    StoredSide a = StoredSide.of(stored, alone, notes);
    StoredSide b = StoredSide.of(List.of(fresh), alone, notes);
    a.requireAlike(b, String.valueOf(parent.path().getFileName()));
    return a.gate(b, parent.manifest(), parent.path(), requested(parent.manifest(), stages), notes)
        .by(verdict(parent, judgement, ComparisonRecord.failure(parent, alone), List.of(Side.B)));
  }

  /// Returns the verdict on a side that stopped responding, or that fails on its own; null if none
  /// does. A gate judges only the candidate.
  private static @Nullable SideVerdict verdict(
      RunDirectory parent, Judgement judgement, @Nullable SideFailure failure, List<Side> sides) {
    List<ComparedMetric> metrics = ComparisonRecord.stages(parent.manifest()).rule().metrics();
    SideVerdict found = SideConclusion.of(failure);
    for (Side side : sides) {
      RunDirectory run = RunDirectory.open(ComparisonRecord.side(parent.path(), side));
      found = found == null ? SideConclusion.of(side, run, judgement, metrics) : found;
    }
    return found;
  }

  /// Returns the verdict on the first of some stored runs that fails on its own; null if none does.
  public static @Nullable SideVerdict firstFailure(
      List<RunDirectory> runs, Judgement judgement, List<ComparedMetric> metrics) {
    return runs.stream()
        .map(run -> Optional.ofNullable(SideConclusion.of(Side.B, run, judgement, metrics)))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(null);
  }

  private static ComparisonInput.Requested requested(Manifest manifest, ComparisonStages stages) {
    return new ComparisonInput.Requested(
        question(manifest),
        manifest.text(NAME_A).orElse("A"),
        manifest.text(NAME_B).orElse("B"),
        parts(manifest),
        stages);
  }

  private static List<RunDirectory> stored(Manifest manifest) {
    List<RunDirectory> runs = new ArrayList<>();
    for (int i = 1; manifest.text(STORED + i).isPresent(); i++) {
      runs.add(RunDirectory.open(Path.of(manifest.require(STORED + i))));
    }
    return runs;
  }

  private static Question question(Manifest manifest) {
    return Arrays.stream(Question.values())
        .filter(each -> manifest.text(QUESTION).orElse("").equalsIgnoreCase(each.name()))
        .findFirst()
        .orElse(Question.COMPARE);
  }

  private static List<String> parts(Manifest manifest) {
    String unit = manifest.text(STORED + 1).isPresent() ? " new runs" : " pairs";
    return Stream.of(
            manifest.text("run.workload"),
            manifest.text(LOAD),
            manifest.text(ComparisonRecord.PAIRS).map(pairs -> pairs + unit),
            manifest.text("run.seed").map(seed -> "seed " + seed))
        .flatMap(part -> part.stream())
        .toList();
  }

  private static PairRow row(ComparedPair pair) {
    return new PairRow(
        "pair " + (pair.index() + 1),
        pair.fresh(),
        pair.seed(),
        pair.voidReason().orElse(""),
        pair.figures().a(),
        pair.figures().b());
  }
}
