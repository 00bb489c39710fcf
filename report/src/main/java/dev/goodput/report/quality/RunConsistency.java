package dev.goodput.report.quality;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.goodput.report.ReportInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How far a run's answers to the same prompts differ from each other: at each load, between loads,
/// and whether the load changes them.
///
/// @param unit what positions in an answer count: `word`, or `token of` a tokenizer
/// @param excluded requests without an answer, which are not compared
/// @param loads the loads, in the order in which they were first sent
/// @param across answers at different loads; null if there is one load
/// @param effect the effect of the load; null if no prompt has answers at several loads and several
///   at one of them
/// @param examples answers that differ; empty if the texts are not kept
public record RunConsistency(
    String unit,
    @JsonProperty("left_out") long excluded,
    List<Group> loads,
    @Nullable Group across,
    @Nullable Effect effect,
    List<Example> examples) {
  /// The file's name in the run directory.
  public static final String FILE = "consistency.json";

  /// The file of the differences of each prompt.
  public static final String ROWS = "consistency.csv";

  /// The manifest's key of a run that compares answers.
  public static final String KEY = "run.consistency";

  private static final String SCHEMA = "goodput.run-consistency/1";

  /// Copies the lists.
  public RunConsistency {
    loads = List.copyOf(loads);
    examples = List.copyOf(examples);
  }

  /// The comparison of answers to the same prompts.
  ///
  /// @param levels the numbers of the load levels that the answers are from
  /// @param answers all answers
  /// @param prompts prompts with at least two answers; all that follows is of these
  /// @param identical prompts whose answers are all identical
  /// @param identicalLow95 the lower end of the 95 % interval of their share; null without prompts
  /// @param identicalHigh95 its upper end
  /// @param differingPairs the share of pairs of answers that differ, mean over the prompts; null
  ///   without prompts
  /// @param firstDifference the median position of the first difference, from 1; null if none
  ///   differ
  /// @param rougeL the mean ROUGE-L of two answers, 0 to 1; null without prompts
  /// @param spreads how far the scores of the answers to one prompt are apart
  public record Group(
      List<Integer> levels,
      long answers,
      int prompts,
      int identical,
      @Nullable Double identicalLow95,
      @Nullable Double identicalHigh95,
      @Nullable Double differingPairs,
      @Nullable Double firstDifference,
      @Nullable Double rougeL,
      List<Spread> spreads) {
    /// Copies the lists.
    public Group {
      levels = List.copyOf(levels);
      spreads = List.copyOf(spreads);
    }
  }

  /// How far the scores of the answers to one prompt are apart.
  ///
  /// @param key the score's name in JSON
  /// @param label its name for people
  /// @param mean the largest less the smallest score of a prompt, mean over the prompts
  /// @param most the same of the prompt where it is largest
  public record Spread(String key, String label, double mean, double most) {}

  /// The effect of the load, see [dev.goodput.quality.LoadEffect].
  ///
  /// @param prompts prompts that show it
  /// @param across the share of pairs that differ between loads
  /// @param within the share of pairs that differ within a load
  /// @param shift across less within
  /// @param unsteady two loads that differ in how often the answers to a prompt differ; null if
  ///   only one load has several answers to a prompt
  public record Effect(
      int prompts, double across, double within, Difference shift, @Nullable Unsteady unsteady) {}

  /// A difference of shares.
  ///
  /// @param value the difference
  /// @param low95 the lower end of its 95 % interval; null for an unsteadiness that is not shown
  /// @param high95 its upper end; null likewise
  /// @param p the probability of such a difference if the load did not matter
  /// @param shown whether that is unlikely
  public record Difference(
      double value, @Nullable Double low95, @Nullable Double high95, double p, boolean shown) {}

  /// Two loads that differ in how often the answers to a prompt differ.
  ///
  /// @param steadyLevel the first level of the load where they differ least
  /// @param unsteadyLevel the first level of the load where they differ most
  /// @param least the share of pairs that differ at the first load
  /// @param most the share of pairs that differ at the second load
  /// @param difference most less least
  public record Unsteady(
      int steadyLevel, int unsteadyLevel, double least, double most, Difference difference) {}

  /// Two answers to one prompt that differ.
  ///
  /// @param session the session of the first request with this prompt
  /// @param turn its turn
  /// @param prompt the prompt, or the start of a long one; null in files of earlier versions
  /// @param reference the expected answer; null if there is none
  /// @param position where they first differ, from 1
  /// @param firstLevel the level of the first answer
  /// @param first the first answer around that position
  /// @param secondLevel the level of the second answer
  /// @param second the second answer around that position
  public record Example(
      int session,
      int turn,
      @Nullable String prompt,
      @Nullable String reference,
      int position,
      int firstLevel,
      String first,
      int secondLevel,
      String second) {}

  /// Returns the comparison of a run's answers; empty if it was not requested or the run ended
  /// before it.
  ///
  /// @throws dev.goodput.record.RecordException.ReadFailed if the file cannot be read
  public static Optional<RunConsistency> of(ReportInput in) {
    return in.fact(KEY).isEmpty()
        ? Optional.empty()
        : QualityFile.read(in, FILE, RunConsistency.class)
            .map(each -> RunTexts.mayShow(in) ? each : each.withoutExamples());
  }

  private RunConsistency withoutExamples() {
    return new RunConsistency(unit, excluded, loads, across, effect, List.of());
  }

  /// Writes the comparison to a run directory.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public void write(Path directory) {
    QualityFile.write(directory.resolve(FILE), SCHEMA, this);
  }

  /// Returns the `consistency` part of the result document.
  public ObjectNode tree() {
    return QualityFile.tree(this);
  }
}
