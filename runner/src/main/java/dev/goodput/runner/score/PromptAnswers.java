package dev.goodput.runner.score;

import dev.goodput.lab.BenchPlan;
import dev.goodput.load.LevelPlan;
import dev.goodput.quality.AnswerGroup;
import dev.goodput.quality.AnswerGroup.Answer;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.TurnPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The answers of a run, by prompt.
///
/// Two requests have the same prompt if they send the same messages with the same settings. In a
/// session each turn sends the earlier answers, too; once these differ, the prompts of later turns
/// differ and are not compared.
///
/// @param prompts the prompts, in the order in which they were first sent
/// @param loads the load of each level, by the number of the first level with this load
/// @param excluded requests without an answer
record PromptAnswers(List<Prompt> prompts, List<Integer> loads, long excluded) {
  /// The answers to one prompt.
  ///
  /// @param session the session of the first request with this prompt
  /// @param turn its turn
  /// @param levels the level of each answer
  /// @param answers the answers
  record Prompt(int session, int turn, List<Integer> levels, List<Answer> answers) {
    AnswerGroup group() {
      return new AnswerGroup(answers);
    }
  }

  /// Reads the texts of a run.
  static PromptAnswers read(BenchPlan plan, Path texts, RequestScores scores) {
    List<Integer> loads = loads(plan.levels());
    Map<Integer, Map<Long, List<JsonNode>>> levels = new LinkedHashMap<>();
    RunTexts.lines(
        texts,
        line ->
            levels
                .computeIfAbsent(line.required("level").intValue(), _ -> new HashMap<>())
                .computeIfAbsent(line.required("session").longValue(), _ -> new ArrayList<>())
                .add(line));
    Reader reader = new Reader(loads, scores);
    levels.forEach(
        (level, sessions) -> reader.add(PlannedRequests.sessions(plan, level), sessions));
    return new PromptAnswers(List.copyOf(reader.prompts.values()), loads, reader.excluded);
  }

  private static List<Integer> loads(List<LevelPlan> levels) {
    return levels.stream().map(levels::indexOf).toList();
  }

  private static final class Reader {
    private final List<Integer> loads;
    private final RequestScores scores;
    private final Map<String, Prompt> prompts = new LinkedHashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private long excluded;

    Reader(List<Integer> loads, RequestScores scores) {
      this.loads = loads;
      this.scores = scores;
    }

    void add(Iterable<SessionPlan> plans, Map<Long, List<JsonNode>> sessions) {
      int left = sessions.size();
      for (SessionPlan session : plans) {
        List<JsonNode> turns = sessions.get(session.id());
        if (turns != null) {
          add(session, turns);
          left--;
        }
        if (left == 0) {
          break;
        }
      }
    }

    private void add(SessionPlan session, List<JsonNode> lines) {
      String before = "";
      for (JsonNode line :
          lines.stream()
              .sorted(Comparator.comparingInt(each -> each.required("turn").intValue()))
              .toList()) {
        TurnPlan turn = session.turns().get(line.required("turn").intValue());
        String text = line.required("text").stringValue();
        String prompt = digest(before + turn.messages() + turn.membersJson() + turn.outputTokens());
        if (session.history() == HistoryMode.CUMULATIVE) {
          before = prompt + digest(text);
        }
        if (line.required("outcome").stringValue().equals("ok")) {
          add(prompt, line, text);
        } else {
          excluded++;
        }
      }
    }

    private void add(String prompt, JsonNode line, String text) {
      int level = line.required("level").intValue();

      // Equal texts are kept once.
      String kept = texts.computeIfAbsent(text, each -> each);
      Prompt all =
          prompts.computeIfAbsent(
              prompt,
              _ ->
                  new Prompt(
                      line.required("session").intValue(),
                      line.required("turn").intValue(),
                      new ArrayList<>(),
                      new ArrayList<>()));
      all.levels.add(level);
      all.answers.add(
          new Answer(loads.get(level), kept, scores.of(level, line.required("id").longValue())));
    }

    private static String digest(String text) {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
  }
}
