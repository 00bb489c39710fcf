package dev.goodput.runner.score;

import dev.goodput.quality.ScoreColumn;
import dev.goodput.quality.Scorer;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A writer of scores as `goodput.score/1`, one line per answer. The JSON Schema is
/// `docs/score.schema.json`.
final class ScoreJson implements ScoreOutput {
  private final PrintWriter out;
  private final List<ScoreColumn> columns;
  private String separator = "";

  ScoreJson(PrintWriter out, List<ScoreColumn> columns) {
    this.out = out;
    this.columns = columns;
    out.print("{\"schema\": \"goodput.score/1\", \"scores\": [");
  }

  @Override
  public void add(ScoredPair pair, double[] scores) {
    ObjectNode row = JsonMapper.shared().createObjectNode();
    row.set("id", pair.id());
    for (int i = 0; i < scores.length; i++) {
      row.put(columns.get(i).key(), scores[i]);
    }
    out.print(separator + System.lineSeparator() + row);
    separator = ",";
  }

  @Override
  public void end(Scorer all, @Nullable JudgedPairs judged) {
    ObjectNode corpus = JsonMapper.shared().createObjectNode();
    double[] scores = all.corpus();
    for (int i = 0; i < scores.length; i++) {
      if (!columns.get(i).isMean()) {
        corpus.put(columns.get(i).key(), scores[i]);
      }
    }
    String verdicts = judged == null ? "" : ", \"judge\": " + judged.tree();
    out.println(System.lineSeparator() + "], \"corpus\": " + corpus + verdicts + "}");
  }
}
