package dev.goodput.report.quality;

import dev.goodput.report.ReportInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How a language model judged a run's responses against the references. Each is compared twice, in
/// both orders.
///
/// @param model the judge's name
/// @param prompt the question to the judge
/// @param levels the levels with at least one response to judge
public record RunJudge(String model, String prompt, List<Group> levels) {
  /// The file's name in the run directory.
  public static final String FILE = "judge.json";

  /// The file of the verdicts on each response.
  public static final String ROWS = "judge.csv";

  /// The manifest's key of the judge's name.
  public static final String KEY = "run.judge";

  private static final String SCHEMA = "goodput.run-judge/1";

  /// Copies the list.
  public RunJudge {
    levels = List.copyOf(levels);
  }

  /// A share or mean with its 95 % interval.
  ///
  /// @param value the share
  /// @param low95 the lower end
  /// @param high95 the upper end
  public record Share(double value, double low95, double high95) {}

  /// The verdicts on the responses of one level.
  ///
  /// @param level its number, from 0; 0 if there are no levels
  /// @param judged responses with a readable verdict in both orders
  /// @param failed failed requests, which lose against their reference
  /// @param withoutReference responses without a reference, which are not judged
  /// @param unreadable replies of the judge without a verdict
  /// @param unanswered requests to the judge that failed
  /// @param notJudged responses that were omitted, because the run was interrupted or the judge
  ///   failed too often
  /// @param score the mean over judged responses and failed requests: 1 if the response is better
  ///   than the reference in both orders, 0.5 if equally good, 0 if worse; null if there are none
  /// @param agreement the share of judged responses with the same verdict in both orders; null if
  ///   none was judged
  /// @param firstPosition of the verdicts for one of the two texts the share for the first text:
  ///   0.5 without a preference for a position; null without such verdicts
  /// @param example a reply without a verdict, shortened; null if there is none
  /// @param problem why a request to the judge failed; null if none failed
  public record Group(
      int level,
      long judged,
      long failed,
      long withoutReference,
      long unreadable,
      long unanswered,
      long notJudged,
      @Nullable Share score,
      @Nullable Share agreement,
      @Nullable Share firstPosition,
      @Nullable String example,
      @Nullable String problem) {
    /// Returns the group as a JSON object.
    public ObjectNode tree() {
      return QualityFile.tree(this);
    }
  }

  /// Returns the verdicts on a run's responses; empty if there was no judge or the run ended before
  /// it.
  ///
  /// @throws dev.goodput.record.RecordException.ReadFailed if the file cannot be read
  public static Optional<RunJudge> of(ReportInput in) {
    return in.fact(KEY).isEmpty() ? Optional.empty() : QualityFile.read(in, FILE, RunJudge.class);
  }

  /// Writes the verdicts to a run directory.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public void write(Path directory) {
    QualityFile.write(directory.resolve(FILE), SCHEMA, this);
  }

  /// Returns the `judge` part of the result document.
  public ObjectNode tree() {
    return QualityFile.tree(this);
  }
}
