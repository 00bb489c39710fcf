package dev.goodput.app.score;

import dev.goodput.lab.AnswerFile;
import dev.goodput.lab.BenchPlan;
import dev.goodput.record.RecordException;
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
import java.util.function.BiConsumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The prompts of a run whose texts are kept, one line per request: the last message of the user. A
/// person who rates a response has to see them.
public final class PromptFile {
  /// The file's name in the run directory.
  static final String NAME = "prompts.jsonl";

  private PromptFile() {}

  /// A response to a prompt.
  ///
  /// @param level its load level
  /// @param id its request
  /// @param text the whole text
  public record Answer(int level, long id, String text) {}

  /// Returns whether a run has prompts and texts.
  public static boolean in(Path directory) {
    return Files.exists(directory.resolve(NAME))
        && Files.exists(directory.resolve(AnswerFile.NAME));
  }

  /// Passes each successful response with its prompt to a consumer.
  ///
  /// @throws RecordException.ReadFailed if a file cannot be read
  public static void read(Path directory, BiConsumer<String, Answer> consumer) {
    Map<String, String> prompts = new HashMap<>();
    AnswerLines.read(
        directory.resolve(NAME),
        line ->
            prompts.put(
                line.required("level").intValue() + " " + line.required("id").longValue(),
                line.required("prompt").stringValue()));
    AnswerLines.read(
        directory.resolve(AnswerFile.NAME),
        line -> {
          int level = line.required("level").intValue();
          long id = line.required("id").longValue();
          String prompt = prompts.get(level + " " + id);
          if (prompt != null && line.required("outcome").stringValue().equals("ok")) {
            consumer.accept(prompt, new Answer(level, id, line.required("text").stringValue()));
          }
        });
  }

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
    AnswerLines.read(
        directory.resolve(AnswerFile.NAME),
        line ->
            levels
                .computeIfAbsent(line.required("level").intValue(), _ -> new HashMap<>())
                .computeIfAbsent(line.required("session").longValue(), _ -> new TreeMap<>())
                .put(line.required("turn").intValue(), line.required("id").longValue()));
    Path file = directory.resolve(NAME);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (Map.Entry<Integer, Map<Long, Map<Integer, Long>>> level : levels.entrySet()) {
        int left = level.getValue().size();
        for (SessionPlan session : AnswerLines.sessions(plan, level.getKey())) {
          Map<Integer, Long> turns = level.getValue().get(session.id());
          if (turns != null) {
            left--;
            for (Map.Entry<Integer, Long> turn : turns.entrySet()) {
              ObjectNode line = JsonMapper.shared().createObjectNode();
              line.put("level", level.getKey()).put("id", turn.getValue());
              line.put("prompt", prompt(session.turns().get(turn.getKey())));
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
