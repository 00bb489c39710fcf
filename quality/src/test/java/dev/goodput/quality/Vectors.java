package dev.goodput.quality;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Texts and the scores that sacreBLEU 2.6.0, rouge-score 0.1.2 and NLTK 3.10.4 give them.
final class Vectors {
  private Vectors() {}

  static List<JsonNode> lines(String name) {
    return text(name).lines().map(JsonMapper.shared()::readTree).toList();
  }

  static JsonNode document(String name) {
    return JsonMapper.shared().readTree(text(name));
  }

  private static String text(String name) {
    String file = name + ".gz";
    try (InputStream packed =
            Objects.requireNonNull(Vectors.class.getResourceAsStream(file), file);
        InputStream plain = new GZIPInputStream(packed)) {
      return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Adds a line to the errors unless a value equals its reference to 1e-9.
  static void compare(double found, JsonNode expected, Supplier<String> what, List<String> errors) {
    if (!(Math.abs(found - expected.asDouble()) <= 1e-9)) {
      errors.add("%s is %s, expected %s".formatted(what.get(), found, expected));
    }
  }

  /// A text to score and its references.
  record Pair(String answer, List<String> references) {
    static Pair of(JsonNode line) {
      return new Pair(line.get("hyp").asString(), strings(line.get("refs")));
    }
  }

  static List<Pair> pairs() {
    return lines("pairs.jsonl").stream().map(Pair::of).toList();
  }

  static List<String> strings(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }
}
