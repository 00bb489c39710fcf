package dev.goodput.history;

import dev.goodput.record.SystemReason;
import dev.goodput.record.words.JsonErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// A token-by-token reader of the parts of a `result.json` that lists of runs show.
final class ResultFile {
  private static final String NAME = "result.json";
  private static final JsonFactory FACTORY = new JsonFactory();

  /// The endings of a level that was completed as planned.
  private static final Set<String> AS_PLANNED = Set.of("complete", "counted");

  /// The schemas of documents with levels; no other document is read, except a comparison's
  /// verdict.
  private static final Set<String> SCHEMAS_WITH_LEVELS =
      Set.of("goodput.result/", "goodput.search/", "goodput.saturate/");

  /// The parts that are read; the rest, most of the document, is skipped.
  private static final Set<String> WANTED =
      Set.of(
          "run",
          "search",
          "saturate",
          "saturation",
          "peak",
          "curve",
          "slo",
          "levels",
          "client",
          "ttft_ms",
          "tpot_ms",
          "goodput",
          "totals",
          "lengths",
          "repeats",
          "p95",
          "faults",
          "verification");

  /// The document's values by path, such as `levels.0.ttft_ms.p95`.
  private final Map<String, String> values = new HashMap<>();

  private final List<String> path = new ArrayList<>();
  private final List<Integer> elementCounts = new ArrayList<>();

  private ResultFile() {}

  /// @param missing returns the problem to report if there is no file
  static StoredResult read(Path run, Supplier<String> missing) {
    try {
      ResultFile file = new ResultFile();
      file.parse(Files.readAllBytes(run.resolve(NAME)));
      return file.result();
    } catch (NoSuchFileException e) {
      return StoredResult.without(missing.get());
    } catch (IOException e) {
      return StoredResult.without(NAME + " cannot be read: " + SystemReason.of(e));
    } catch (JacksonException e) {
      return StoredResult.without(
          NAME + " is damaged: " + JsonErrorText.of(e.getOriginalMessage()));
    } catch (NumberFormatException e) {
      return StoredResult.without(NAME + " is damaged: a figure is no number");
    }
  }

  private void parse(byte[] document) {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), document)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        read(token, json);
      }
    }
  }

  private void read(JsonToken token, JsonParser json) {
    boolean named = !elementCounts.isEmpty() && elementCounts.getLast() < 0;
    if (token.isStructStart() && named && !WANTED.contains(path.getLast())) {
      json.skipChildren();
      return;
    }
    switch (token) {
      case START_OBJECT -> begin(-1);
      case START_ARRAY -> begin(0);
      case END_OBJECT, END_ARRAY -> end();
      case PROPERTY_NAME -> path.set(path.size() - 1, json.currentName());
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {
        element();
        values.put(String.join(".", path), json.getString());
      }
      default -> element();
    }
  }

  /// @param count number of elements so far, −1 in an object
  private void begin(int count) {
    element();
    path.add("");
    elementCounts.add(count);
  }

  private void end() {
    path.removeLast();
    elementCounts.removeLast();
  }

  /// Handles the start of a value. In an array, its index becomes part of the path.
  private void element() {
    if (!elementCounts.isEmpty() && elementCounts.getLast() >= 0) {
      int number = elementCounts.removeLast();
      elementCounts.add(number + 1);
      path.set(path.size() - 1, Integer.toString(number));
    }
  }

  private StoredResult result() {
    String schema = values.getOrDefault("schema", "");
    if (schema.startsWith("goodput.compare/")) {
      return StoredResult.compared(
          comparison(), NAME + " belongs to a comparison; goodput report shows its result");
    }
    if (SCHEMAS_WITH_LEVELS.stream().noneMatch(schema::startsWith)) {
      return StoredResult.without(NAME + " is no result document");
    }
    List<StoredResult.Level> levels = new ArrayList<>();
    while (values.containsKey("levels." + levels.size() + ".client.verdict")) {
      levels.add(level("levels." + levels.size() + "."));
    }
    int faults = 0;
    while (values.containsKey("faults." + faults)) {
      faults++;
    }
    String name = values.get("slo.name");
    return new StoredResult(
        levels,
        name == null ? values.get("slo.expression") : name,
        flag("slo.met"),
        "true".equals(values.get("run.interrupted")),
        search(),
        saturation(),
        repeats(),
        null,
        faults,
        levels.isEmpty() ? NAME + " has no levels" : "");
  }

  /// Returns a gate's verdict, unless its runs have a worse conclusion.
  private String comparison() {
    String conclusion = values.getOrDefault("conclusion", "good");
    if ("true".equals(values.get("interrupted"))) {
      return "interrupted";
    }
    return switch (conclusion) {
      case "good", "regressed", "inconclusive" ->
          values.getOrDefault("verdict", conclusion.equals("good") ? "compared" : conclusion);
      case "client_bound" -> "client-bound";
      default -> conclusion.replace('_', ' ');
    };
  }

  private StoredResult.@Nullable Search search() {
    String ending = values.get("search.ending");
    return ending == null
        ? null
        : new StoredResult.Search(
            ending,
            number("search.claim_rps"),
            values.getOrDefault("search.unit", "requests"),
            values.getOrDefault("search.verification.verdict", ""));
  }

  private StoredResult.@Nullable Saturation saturation() {
    String ending = values.get("saturate.ending");
    return ending == null
        ? null
        : new StoredResult.Saturation(
            ending,
            number("saturate.saturation.load"),
            values.getOrDefault("saturate.axis", ""),
            Integer.parseInt(saturationLevel()));
  }

  private String saturationLevel() {
    String load = values.get("saturate.saturation.load");
    if (load == null) {
      return values.getOrDefault("saturate.peak.level", "-1");
    }
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "saturate.curve." + i)
        .takeWhile(point -> values.containsKey(point + ".load"))
        .filter(point -> load.equals(values.get(point + ".load")))
        .findFirst()
        .map(point -> values.getOrDefault(point + ".level", "-1"))
        .orElse("-1");
  }

  private StoredResult.@Nullable Repeats repeats() {
    String runs = values.get("repeats.runs");
    return runs == null
        ? null
        : new StoredResult.Repeats(
            Integer.parseInt(runs),
            number("repeats.ttft_ms.p95.value"),
            number("repeats.tpot_ms.p95.value"),
            number("repeats.slo.attainment"));
  }

  private StoredResult.Level level(String at) {
    return new StoredResult.Level(
        values.getOrDefault(at + "name", "unnamed"),
        values.getOrDefault(at + "client.verdict", ""),
        AS_PLANNED.contains(values.getOrDefault(at + "ending", "complete")),
        flag(at + "slo_met"),
        number(at + "rps"),
        number(at + "output_tps"),
        number(at + "ttft_ms.p95"),
        number(at + "tpot_ms.p95"),
        number(at + "goodput.attainment"),
        number(at + "totals.error_rate"),
        judgedRequests(at + "totals."),
        "wrong_workload".equals(values.get(at + "lengths.verdict")));
  }

  private long judgedRequests(String at) {
    long judged =
        Stream.of("ok", "failed", "cancelled_late")
            .mapToLong(count -> Long.parseLong(values.getOrDefault(at + count, "0")))
            .sum();
    return Math.max(1, judged);
  }

  private @Nullable Boolean flag(String at) {
    String text = values.get(at);
    return text == null ? null : Boolean.valueOf(text);
  }

  private @Nullable Double number(String at) {
    String text = values.get(at);
    return text == null ? null : Double.valueOf(text);
  }
}
