package dev.goodput.runner.score;

import dev.goodput.lab.BenchPlan;
import dev.goodput.quality.JudgePrompt;
import dev.goodput.quality.JudgePrompt.Verdict;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.quality.RunJudge;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.score.Judge.Judged;
import dev.goodput.runner.score.Judge.Pair;
import dev.goodput.runner.score.Judge.Reply;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.WorkloadSize;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The judging of a run's responses, after its last request.
final class RunJudging {
  private final Judge judge;
  private final BenchPlan plan;
  private final Path directory;
  private final BooleanSupplier stopped;
  private boolean ended;

  /// @param stopped whether to leave out the responses that are not judged yet
  RunJudging(Judge judge, BenchPlan plan, Path directory, BooleanSupplier stopped) {
    this.judge = judge;
    this.plan = plan;
    this.directory = directory;
    this.stopped = stopped;
  }

  /// Writes `judge.json` and `judge.csv`.
  ///
  /// @return what a reader of the report must know
  /// @throws RecordException if a file cannot be read or written
  List<String> run() {
    Map<Integer, Map<Long, List<JsonNode>>> levels = new TreeMap<>();
    RunTexts.lines(
        directory.resolve(RunDirectory.ANSWERS_FILE),
        line ->
            levels
                .computeIfAbsent(line.required("level").intValue(), _ -> new HashMap<>())
                .computeIfAbsent(line.required("session").longValue(), _ -> new ArrayList<>())
                .add(line));
    long tasks = plan.workload().extent().map(WorkloadSize::requests).orElse(Long.MAX_VALUE);
    List<RunJudge.Group> groups = new ArrayList<>();
    Path file = directory.resolve(RunJudge.ROWS);
    try (BufferedWriter rows = Files.newBufferedWriter(file)) {
      rows.write("level,id,session,turn,answer_first,answer_second,score\r\n");
      for (Map.Entry<Integer, Map<Long, List<JsonNode>>> level : levels.entrySet()) {
        JudgeTally tally = new JudgeTally();
        judge(level.getKey(), level.getValue(), tally, rows);
        groups.add(tally.end(level.getKey(), tasks));
      }
    } catch (IOException e) {
      throw new RecordException.WriteFailed(file, e);
    }
    new RunJudge(judge.model(), JudgePrompt.TEXT, groups).write(directory);
    long left = groups.stream().mapToLong(RunJudge.Group::notJudged).sum();
    return left > 0 && stopped.getAsBoolean()
        ? List.of(
            "judging was interrupted, %s not judged".formatted(Figures.counted(left, "response")))
        : List.of();
  }

  private void judge(
      int level, Map<Long, List<JsonNode>> sessions, JudgeTally tally, BufferedWriter rows)
      throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    List<Pair> pairs = new ArrayList<>();
    int left = sessions.size();
    for (SessionPlan session : PlannedRequests.sessions(plan, level)) {
      List<JsonNode> sent = sessions.getOrDefault(session.id(), List.of());
      for (JsonNode line : sent) {
        TurnPlan turn = session.turns().get(line.required("turn").intValue());
        String outcome = line.required("outcome").stringValue();
        boolean unfinished = outcome.equals("cancelled") || outcome.equals("unsent");
        String reference = turn.reference();
        if (reference == null && !unfinished) {
          tally.addWithoutReference();
        } else if (reference != null && outcome.equals("ok")) {
          lines.add(line);
          pairs.add(
              new Pair(PromptFile.prompt(turn), line.required("text").stringValue(), reference));
        } else if (!unfinished) {
          tally.addFailed();
        }
      }
      left -= sent.isEmpty() ? 0 : 1;
      if (left == 0) {
        break;
      }
    }
    List<@Nullable Judged> judged = judge.judge(pairs, () -> ended || stopped.getAsBoolean());
    ended |= judged.contains(null); // a judge that fails at one level is not used for the next
    for (int i = 0; i < lines.size(); i++) {
      Judged replies = judged.get(i);
      OptionalDouble score = tally.add(replies);
      if (replies != null) {
        rows.write(row(lines.get(i), replies, score));
      }
    }
  }

  private static String row(JsonNode line, Judged replies, OptionalDouble score) {
    return "%d,%d,%d,%d,%s,%s,%s\r\n"
        .formatted(
            line.required("level").intValue(),
            line.required("id").longValue(),
            line.required("session").intValue(),
            line.required("turn").intValue(),
            outcome(replies.answerFirst(), Verdict.FIRST),
            outcome(replies.answerSecond(), Verdict.SECOND),
            score.isPresent() ? String.valueOf(score.getAsDouble()) : "");
  }

  /// Returns `better`, `worse`, `equal`, `unreadable` or `no_reply`.
  static String outcome(Reply reply, Verdict forTheAnswer) {
    Verdict verdict = reply.verdict();
    if (verdict == null) {
      return "no_reply";
    }
    return switch (verdict) {
      case TIE -> "equal";
      case UNREADABLE -> verdict.name().toLowerCase(Locale.ROOT);
      case FIRST, SECOND -> verdict == forTheAnswer ? "better" : "worse";
    };
  }
}
