package dev.goodput.runner.score;

import dev.goodput.record.words.JsonErrorText;
import dev.goodput.runner.AppException;
import dev.goodput.workload.input.LineReader;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.LongNode;

/// A reader of pairs, one JSON object per line: `{"id": …, "hyp": "…", "refs": ["…"]}`. It keeps
/// one line at a time.
final class PairReader implements AutoCloseable {
  private static final int LONGEST = 40; // of a value in a message

  private final TextFile file;
  private final LineReader lines;
  private final boolean needReferences;

  /// @param needReferences whether a line without references is an error
  /// @throws AppException.Usage if there is no such file
  PairReader(Path path, boolean needReferences) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new AppException.Usage(
          path
              + (Files.exists(path) ? " is not a file" : " does not exist")
              + "; give a file of lines like {\"id\": 1, \"hyp\": …, \"refs\": […]}");
    }
    this.file = new TextFile(path);
    this.lines = new LineReader(file);
    this.needReferences = needReferences;
  }

  /// Returns the next pair, or none after the last.
  ///
  /// @throws WorkloadException.Malformed naming the line and the field
  Optional<ScoredPair> next() throws IOException {
    String line = lines.nextFilled();
    if (line == null) {
      return Optional.empty();
    }
    JsonNode object = parse(line);
    if (!object.isObject()) {
      throw malformed("the line must be a JSON object, found " + shown(object));
    }
    return Optional.of(
        new ScoredPair(id(object), question(object), answer(object), references(object)));
  }

  private JsonNode parse(String line) {
    try {
      return JsonMapper.shared().readTree(line);
    } catch (JacksonException e) {
      throw malformed("the line must be JSON: " + JsonErrorText.of(e.getOriginalMessage()));
    }
  }

  private JsonNode id(JsonNode object) {
    JsonNode id = object.get("id");
    if (id == null || id.isNull()) {
      return LongNode.valueOf(lines.number());
    }
    if (!id.isString() && !id.isNumber()) {
      throw malformed("\"id\" must be a string or a number, found " + shown(id));
    }
    return id;
  }

  private String question(JsonNode object) {
    JsonNode prompt = object.get("prompt");
    if (prompt != null && !prompt.isString()) {
      throw malformed("\"prompt\" must be a string, found " + shown(prompt));
    }
    return prompt == null ? "" : prompt.stringValue();
  }

  private String answer(JsonNode object) {
    JsonNode answer = object.get("hyp");
    if (answer == null || !answer.isString()) {
      throw malformed("\"hyp\" must be a string, found " + shown(answer));
    }
    return answer.stringValue();
  }

  private List<String> references(JsonNode object) {
    JsonNode references = object.get("refs");
    if (references == null && !needReferences) {
      return List.of();
    }
    if (references == null || !references.isArray() || references.isEmpty()) {
      throw malformed(
          "\"refs\" must be an array with at least one string, found " + shown(references));
    }
    for (JsonNode each : references.values()) {
      if (!each.isString()) {
        throw malformed("each of \"refs\" must be a string, found " + shown(each));
      }
    }
    return references.valueStream().map(JsonNode::stringValue).toList();
  }

  private WorkloadException malformed(String problem) {
    return file.malformed(lines.number(), problem);
  }

  private static String shown(@Nullable JsonNode value) {
    if (value == null) {
      return "nothing";
    }
    if (value.isObject()) {
      return "an object";
    }
    if (value.isArray()) {
      return value.isEmpty() ? "an empty array" : "an array";
    }
    String text = value.toString();
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
