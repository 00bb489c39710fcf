package dev.goodput.report.quality;

import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.ReportInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The texts of a run's requests, if its directory keeps them: prompts, references and answers.
public final class RunTexts {
  /// The file of prompts and references in the run directory.
  public static final String PROMPTS = "prompts.jsonl";

  /// Set in the manifest of a report that must not show texts; no file has it.
  private static final String HIDDEN = "report.texts_hidden";

  private RunTexts() {}

  /// Returns the input of a report that shows no prompt and no answer.
  public static ReportInput hidden(ReportInput in) {
    return in.with(in.manifest().with(HIDDEN, "true"), in.notes());
  }

  /// Returns whether a report may show texts.
  public static boolean mayShow(ReportInput in) {
    return in.fact(HIDDEN).isEmpty();
  }

  /// A request of a run.
  ///
  /// @param level its load level
  /// @param session its session
  /// @param turn its turn
  public record Request(int level, long session, int turn) {
    private static Request of(JsonNode line) {
      return new Request(
          line.required("level").intValue(),
          line.required("session").longValue(),
          line.required("turn").intValue());
    }
  }

  /// The texts of one request.
  ///
  /// @param request the request
  /// @param id its id in its level
  /// @param outcome how its last attempt ended: `ok` or another outcome
  /// @param prompt the last message of the user
  /// @param reference the expected answer; null if there is none
  /// @param answer the text of the last attempt
  public record Text(
      Request request,
      long id,
      String outcome,
      String prompt,
      @Nullable String reference,
      String answer) {}

  /// Returns whether a run keeps its texts.
  public static boolean in(Path directory) {
    return Files.exists(directory.resolve(PROMPTS))
        && Files.exists(directory.resolve(RunDirectory.ANSWERS_FILE));
  }

  /// Passes the texts of some requests to a consumer, in the order of their levels and sessions.
  ///
  /// @param wanted which requests; their answers are in memory at the same time
  /// @throws RecordException.ReadFailed if a file cannot be read
  public static void read(Path directory, Predicate<Request> wanted, Consumer<Text> consumer) {
    Map<String, JsonNode> answers = new HashMap<>();
    lines(
        directory.resolve(RunDirectory.ANSWERS_FILE),
        line -> {
          if (wanted.test(Request.of(line))) {
            answers.put(key(line), line);
          }
        });
    prompts(
        directory,
        (key, prompt) -> {
          JsonNode answer = answers.get(key);
          if (answer != null) {
            JsonNode reference = prompt.get("reference");
            consumer.accept(
                new Text(
                    Request.of(answer),
                    answer.required("id").longValue(),
                    answer.required("outcome").stringValue(),
                    prompt.required("prompt").stringValue(),
                    reference == null ? null : reference.stringValue(),
                    answer.required("text").stringValue()));
          }
        });
  }

  /// A consumer of the prompts: level and id as `LEVEL ID`, and the line of the file.
  interface PromptConsumer {
    void accept(String key, JsonNode line);
  }

  static void prompts(Path directory, PromptConsumer consumer) {
    lines(directory.resolve(PROMPTS), line -> consumer.accept(key(line), line));
  }

  private static String key(JsonNode line) {
    return line.required("level").intValue() + " " + line.required("id").longValue();
  }

  /// Reads a file of one JSON object per line.
  ///
  /// @throws RecordException.ReadFailed if it cannot be read
  public static void lines(Path file, Consumer<JsonNode> consumer) {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      String line = lines.readLine();
      while (line != null) {
        consumer.accept(JsonMapper.shared().readTree(line));
        line = lines.readLine();
      }
    } catch (IOException e) {
      throw new RecordException.ReadFailed(file, e);
    } catch (JacksonException e) {
      throw new RecordException.ReadFailed(file, new IOException(e.getOriginalMessage(), e));
    }
  }
}
