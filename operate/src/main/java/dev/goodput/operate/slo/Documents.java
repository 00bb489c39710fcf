package dev.goodput.operate.slo;

import dev.goodput.gateway.config.Section;
import dev.goodput.gateway.config.YamlNode.Mapping;
import dev.goodput.gateway.config.YamlReader;
import dev.goodput.record.words.WordSuggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The OpenSLO documents of a file by kind and name, and what all kinds have in common.
final class Documents {
  private static final String VERSION = "openslo/v1";
  private static final List<String> KEYS = List.of("apiVersion", "kind", "metadata", "spec");
  private static final List<String> METADATA =
      List.of("name", "displayName", "labels", "annotations");
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  private final Map<Kind, Map<String, Section>> byKind = new LinkedHashMap<>();

  /// The kinds of documents.
  enum Kind {
    SERVICE("Service"),
    SLO("SLO"),
    SLI("SLI"),
    ALERT_POLICY("AlertPolicy"),
    ALERT_CONDITION("AlertCondition"),
    DATA_SOURCE("DataSource");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    static @Nullable Kind of(String word) {
      for (Kind kind : values()) {
        if (kind.word.equals(word)) {
          return kind;
        }
      }
      return null;
    }

    static List<String> words() {
      return List.of(values()).stream().map(kind -> kind.word).toList();
    }
  }

  Documents(String file, String text) {
    String least = "a document with apiVersion: " + VERSION + "; goodput slo init prints one";
    for (Mapping mapping : YamlReader.readAll(file, text, least)) {
      Section.Source source = new Section.Source(file, Map.of());
      add(new Section(source, "", mapping, KEYS));
    }
  }

  private void add(Section document) {
    String version = required(document, "apiVersion", VERSION);
    if (!version.equals(VERSION)) {
      throw document.error("apiVersion", "must be " + VERSION + ", found " + version);
    }
    String word = required(document, "kind", "SLO");
    Kind kind = Kind.of(word);
    if (kind == null) {
      String all = String.join(", ", Kind.words());
      String reason =
          word.equals("AlertNotificationTarget")
              ? "AlertNotificationTarget is not read: Alertmanager routes the alerts by severity;"
                  + " remove it"
              : "must be one of "
                  + all
                  + ", found "
                  + word
                  + WordSuggestion.hint(word, Kind.words());
      throw document.error("kind", reason);
    }
    String name = name(document);
    Map<String, Section> others = byKind.computeIfAbsent(kind, _ -> new LinkedHashMap<>());
    if (others.putIfAbsent(name, document) != null) {
      throw document.error("metadata.name", name + " is the name of two documents of kind " + word);
    }
  }

  /// Returns the documents of a kind, by name.
  Map<String, Section> of(Kind kind) {
    return byKind.getOrDefault(kind, Map.of());
  }

  /// Returns the document that a key refers to.
  Section referenced(Section from, String key, Kind kind) {
    String name = from.text(key);
    Section found = of(kind).get(name);
    if (found == null) {
      throw from.error(
          key,
          "names no %s of this file, found %s; it has %s%s"
              .formatted(
                  kind.word,
                  name,
                  of(kind).isEmpty() ? "none" : String.join(", ", of(kind).keySet()),
                  WordSuggestion.hint(name, of(kind).keySet())));
    }
    return found;
  }

  /// Returns the checked name of a document or of an inline part.
  static String name(Section document) {
    if (!document.has("metadata")) {
      throw document.error("metadata", "is missing; write metadata: {name: chat}");
    }
    Section metadata = document.child("metadata", METADATA);
    String name = required(metadata, "name", "chat");
    checkName(metadata, "name", name);
    return name;
  }

  /// Rejects the value of a key that is no name.
  static void checkName(Section section, String key, String name) {
    if (!NAME.matcher(name).matches()) {
      throw section.error(
          key,
          "must be up to 63 of a-z, 0-9 and -, not at an end, found \""
              + name
              + "\""
              + (NAME.matcher(name.toLowerCase(Locale.ROOT)).matches() ? "; use lower case" : ""));
    }
  }

  /// Returns the annotations of a document; null if there are none.
  static @Nullable Section annotations(Section document) {
    Section metadata = document.child("metadata", METADATA);
    return metadata.has("annotations") ? metadata.child("annotations", List.of("NAME")) : null;
  }

  /// Returns the section of a required key.
  static Section child(Section section, String key, List<String> allowed) {
    if (!section.has(key)) {
      throw section.error(key, "is missing; its keys are " + String.join(", ", allowed));
    }
    return section.child(key, allowed);
  }

  /// Returns the text of a required key.
  ///
  /// @param example for the error if it is missing
  static String required(Section section, String key, String example) {
    if (!section.has(key)) {
      throw section.error(key, "is missing; write one like " + key + ": " + example);
    }
    return section.text(key);
  }

  /// Rejects a key of OpenSLO that Goodput cannot express.
  static void refuse(Section section, String key, String reason) {
    if (section.has(key)) {
      throw section.error(key, "is not supported: " + reason);
    }
  }

  /// Rejects a value other than one.
  static void only(Section section, String key, String value, String reason) {
    if (section.has(key) && !section.text(key).equals(value)) {
      throw section.error(key, "must be " + value + ", found " + section.text(key) + ": " + reason);
    }
  }
}
