package dev.goodput.runner.score;

import dev.goodput.lab.BenchPlan;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The prompts of a run whose texts are kept, one line per request: the last message of the user,
/// and the reference. Reports show them, and a person who rates a response has to see them.
final class PromptFile {
  private PromptFile() {}

  /// Returns the last message of the user.
  static String prompt(TurnPlan turn) {
    return turn.messages().stream()
        .filter(message -> message.role().equals("user"))
        .reduce((_, last) -> last)
        .map(Message::content)
        .orElse("");
  }

  /// Writes the prompts of a run.
  ///
  /// @throws RecordException if a file cannot be read or written
  static void write(BenchPlan plan, Path directory) {
    // From session and turn to the ids of their requests, per level.
    Map<Integer, Map<Long, Map<Integer, Long>>> levels = new TreeMap<>();
    RunTexts.lines(
        directory.resolve(RunDirectory.ANSWERS_FILE),
        line ->
            levels
                .computeIfAbsent(line.required("level").intValue(), _ -> new HashMap<>())
                .computeIfAbsent(line.required("session").longValue(), _ -> new TreeMap<>())
                .put(line.required("turn").intValue(), line.required("id").longValue()));
    Path file = directory.resolve(RunTexts.PROMPTS);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (Map.Entry<Integer, Map<Long, Map<Integer, Long>>> level : levels.entrySet()) {
        int left = level.getValue().size();
        for (SessionPlan session : PlannedRequests.sessions(plan, level.getKey())) {
          Map<Integer, Long> turns = level.getValue().get(session.id());
          if (turns != null) {
            left--;
            for (Map.Entry<Integer, Long> turn : turns.entrySet()) {
              TurnPlan sent = session.turns().get(turn.getKey());
              ObjectNode line = JsonMapper.shared().createObjectNode();
              line.put("level", level.getKey()).put("id", turn.getValue());
              line.put("prompt", prompt(sent));
              if (sent.reference() != null) {
                line.put("reference", sent.reference());
              }
              out.write(line + "\n");
            }
          }
          if (left == 0) {
            break;
          }
        }
      }
    } catch (IOException e) {
      throw new RecordException.WriteFailed(file, e);
    }
  }
}
