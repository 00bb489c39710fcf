package dev.goodput.runner.score;

import dev.goodput.quality.JudgePrompt;
import dev.goodput.quality.JudgePrompt.Verdict;
import dev.goodput.report.quality.RunJudge;
import dev.goodput.runner.score.Judge.Judged;
import dev.goodput.runner.score.Judge.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The verdicts of a judge on the texts of a file.
///
/// @param model the judge's name
/// @param all the verdicts in sum
/// @param each the verdicts on each text
record JudgedPairs(String model, RunJudge.Group all, List<ObjectNode> each) {
  /// Sends each text to the judge.
  static JudgedPairs of(Judge judge, List<ScoredPair> texts) {
    List<Pair> pairs =
        texts.stream()
            .map(each -> new Pair(each.question(), each.answer(), each.references().getFirst()))
            .toList();
    List<@Nullable Judged> judged = judge.judge(pairs, () -> false);
    JudgeTally tally = new JudgeTally();
    List<ObjectNode> each = new ArrayList<>();
    for (int i = 0; i < judged.size(); i++) {
      Judged replies = judged.get(i);
      OptionalDouble score = tally.add(replies);
      each.add(verdict(texts.get(i).id(), replies, score));
    }
    return new JudgedPairs(judge.model(), tally.end(0, texts.size()), each);
  }

  private static ObjectNode verdict(JsonNode id, @Nullable Judged replies, OptionalDouble score) {
    ObjectNode verdict = JsonMapper.shared().createObjectNode();
    verdict.set("id", id);
    if (replies != null) {
      verdict.put("answer_first", RunJudging.outcome(replies.answerFirst(), Verdict.FIRST));
      verdict.put("answer_second", RunJudging.outcome(replies.answerSecond(), Verdict.SECOND));
    }
    score.ifPresent(value -> verdict.put("score", value));
    return verdict;
  }

  /// Returns the `judge` part of the document.
  ObjectNode tree() {
    ObjectNode tree = JsonMapper.shared().createObjectNode();
    tree.put("model", model).put("prompt", JudgePrompt.TEXT);
    ObjectNode sums = all.tree();
    sums.remove("level");
    tree.setAll(sums);
    ArrayNode verdicts = tree.putArray("verdicts");
    each.forEach(verdicts::add);
    return tree;
  }
}
