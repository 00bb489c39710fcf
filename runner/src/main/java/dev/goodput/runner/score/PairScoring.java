package dev.goodput.runner.score;

import dev.goodput.quality.ScoreKind;
import dev.goodput.quality.ScoreOptions;
import dev.goodput.quality.Scorer;
import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Scores a file of pairs of a text and its references.
public final class PairScoring {
  private PairScoring() {}

  /// Reads the file once, line by line, and prints the scores.
  ///
  /// @param pairs the file
  /// @param judge a model that judges the texts, too; null for none
  /// @param json whether to print JSON, not a table
  /// @throws AppException.Usage if the file is empty or cannot be read
  /// @throws AppException.NoAnswer if the judge does not respond
  public static void score(
      Path pairs,
      List<ScoreKind> kinds,
      ScoreOptions options,
      @Nullable Judge judge,
      boolean json,
      PrintWriter out) {
    boolean needReferences =
        judge != null || kinds.stream().anyMatch(each -> each != ScoreKind.JSON);
    List<ScoredPair> toJudge = new ArrayList<>();
    Scorer scorer = new Scorer(kinds, options);
    if (judge != null) {
      judge.check();
    }
    try (PairReader reader = new PairReader(pairs, needReferences)) {
      Optional<ScoredPair> pair = reader.next();
      if (pair.isEmpty()) {
        throw new AppException.Usage(pairs + " is empty: it holds no text to score");
      }
      int columns = scorer.columns().size();
      ScoreOutput output =
          json
              ? new ScoreJson(out, scorer.columns())
              : new ScoreText(out, pairs.toString(), kinds, options, columns);
      while (pair.isPresent()) {
        ScoredPair each = pair.get();
        output.add(each, scorer.add(each.answer(), each.references()));
        if (judge != null) {
          toJudge.add(each);
        }
        pair = reader.next();
      }
      output.end(scorer, judge == null ? null : JudgedPairs.of(judge, toJudge));
    } catch (IOException e) {
      throw new AppException.Usage(pairs + " cannot be read: " + SystemReason.of(e, pairs));
    }
  }
}
