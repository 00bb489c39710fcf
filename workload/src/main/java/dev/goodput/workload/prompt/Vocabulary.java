package dev.goodput.workload.prompt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The word list, by part of speech.
final class Vocabulary {
  private static final String RESOURCE = "words.txt";

  private final Map<Part, List<String>> words = new EnumMap<>(Part.class);

  /// A section of the list.
  enum Part {
    PERSON,
    ANIMAL,
    THING,
    IDEA,
    VERB,
    MOTION,
    ADJECTIVE,
    ADVERB,
    PREPOSITION,
    LEAD,
    WHEN,
    DETERMINER,
    JOINER,
    NAME,
    PLACE,
    NUMBER
  }

  private Vocabulary() {}

  static Vocabulary load() {
    Vocabulary vocabulary = new Vocabulary();
    try (InputStream in = Vocabulary.class.getResourceAsStream(RESOURCE);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(in, RESOURCE), StandardCharsets.UTF_8))) {
      vocabulary.readAll(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return vocabulary;
  }

  private void readAll(BufferedReader reader) throws IOException {
    List<String> section = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith("[")) {
        section = new ArrayList<>();
        words.put(
            Part.valueOf(line.substring(1, line.length() - 1).toUpperCase(Locale.ROOT)), section);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        section.addAll(List.of(line.strip().split("\\s+")));
      }
    }
  }

  /// Returns the words of a part, in the list's order; repeated words are more likely.
  List<String> of(Part part) {
    return Objects.requireNonNull(words.get(part), part.name());
  }

  /// Returns all words that start with a small letter, each once, in the list's order.
  List<String> plainWords() {
    Set<String> all = new LinkedHashSet<>();
    for (List<String> section : words.values()) {
      for (String word : section) {
        if (Character.isLowerCase(word.charAt(0))) {
          all.add(word);
        }
      }
    }
    return List.copyOf(all);
  }
}
