package dev.goodput.report.quality;

import dev.goodput.record.RecordException;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The scores of a run's answers, per load level.
///
/// @param settings how they were computed, for example `ignore_case`
/// @param levels the levels with at least one scored request
public record RunScores(List<String> settings, List<Level> levels) {
  /// The file's name in the run directory.
  public static final String FILE = "scores.json";

  /// The file of the scores of each request.
  public static final String ROWS = "scores.csv";

  /// The same as one JSON object per request.
  public static final String OBJECTS = "scores.jsonl";

  /// The manifest's key of the requested scores.
  public static final String KEY = "run.score";

  private static final String SCHEMA = "goodput.run-scores/1";

  /// Copies the lists.
  public RunScores {
    settings = List.copyOf(settings);
    levels = List.copyOf(levels);
  }

  /// The scores of one level.
  ///
  /// @param level its number, from 0
  /// @param scored scored requests, the failed ones included
  /// @param failed failed requests, which score 0
  /// @param withoutReference requests that were not scored because they have no reference
  /// @param scores the scores, in the order in which they were requested
  public record Level(
      int level, long scored, long failed, long withoutReference, List<Score> scores) {
    /// Copies the scores.
    public Level {
      scores = List.copyOf(scores);
    }
  }

  /// One score of all requests of a level.
  ///
  /// @param key its name in JSON
  /// @param label its name for people
  /// @param best the highest value: 1 or 100
  /// @param value the score
  /// @param low the lower end of its 95 % interval; null if it is not a mean
  /// @param high the upper end
  public record Score(
      String key,
      String label,
      int best,
      double value,
      @Nullable Double low,
      @Nullable Double high) {}

  /// Returns the scores of a run; empty if none were requested or the run ended before them.
  ///
  /// @throws RecordException.ReadFailed if the file cannot be read
  public static Optional<RunScores> of(ReportInput in) {
    Path file = in.dir().resolve(FILE);
    boolean sliced = in.fact("run.slices").isPresent();
    return sliced || in.fact(KEY).isEmpty() || Files.notExists(file)
        ? Optional.empty()
        : Optional.of(read(file));
  }

  private static RunScores read(Path file) {
    try {
      JsonNode root = JsonMapper.shared().readTree(Files.readString(file));
      List<Level> levels = root.required("levels").valueStream().map(RunScores::level).toList();
      List<String> settings =
          root.required("settings").valueStream().map(JsonNode::stringValue).toList();
      return new RunScores(settings, levels);
    } catch (IOException e) {
      throw new RecordException.ReadFailed(file, e);
    } catch (JacksonException e) {
      throw new RecordException.ReadFailed(file, new IOException(e.getOriginalMessage(), e));
    }
  }

  private static Level level(JsonNode node) {
    List<Score> scores = new ArrayList<>();
    for (JsonNode each : node.required("scores").values()) {
      scores.add(
          new Score(
              each.required("key").stringValue(),
              each.required("label").stringValue(),
              each.required("best").intValue(),
              each.required("value").doubleValue(),
              number("low_95", each),
              number("high_95", each)));
    }
    return new Level(
        node.required("level").intValue(),
        node.required("scored").longValue(),
        node.required("failed").longValue(),
        node.required("without_reference").longValue(),
        scores);
  }

  private static @Nullable Double number(String name, JsonNode from) {
    JsonNode value = from.get(name);
    return value == null ? null : Double.valueOf(value.doubleValue());
  }

  /// Writes the scores to a run directory.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public void write(Path directory) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", SCHEMA);
    root.setAll(tree());
    ReportFile.write(directory.resolve(FILE), root.toPrettyString() + System.lineSeparator());
  }

  /// Returns the `quality` part of the result document.
  public ObjectNode tree() {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    ArrayNode names = root.putArray("settings");
    settings.forEach(names::add);
    ArrayNode all = root.putArray("levels");
    for (Level level : levels) {
      ObjectNode node = all.addObject();
      node.put("level", level.level);
      node.put("scored", level.scored);
      node.put("failed", level.failed);
      node.put("without_reference", level.withoutReference);
      ArrayNode scores = node.putArray("scores");
      level.scores.forEach(score -> put(score, scores.addObject()));
    }
    return root;
  }

  private static void put(Score score, ObjectNode into) {
    into.put("key", score.key).put("label", score.label).put("best", score.best);
    into.put("value", score.value);
    if (score.low != null && score.high != null) {
      into.put("low_95", score.low).put("high_95", score.high);
    }
  }
}
