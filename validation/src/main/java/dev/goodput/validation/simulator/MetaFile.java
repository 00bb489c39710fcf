package dev.goodput.validation.simulator;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A log's meta file by vLLM's option names, with notes on its contents.
///
/// The requested options (`engine_kwargs`) take precedence over what the engine made of them
/// (`resolved_config`).
final class MetaFile {
  private static final String LONGEST = "max_model_len";

  private final JsonFields fields;
  private final List<String> notes = new ArrayList<>();
  private final Set<String> assumed = new LinkedHashSet<>();

  MetaFile(JsonFields fields) {
    this.fields = fields;
  }

  /// Its values by path.
  JsonFields fields() {
    return fields;
  }

  /// Returns the path of an option: as it was requested, or as the engine resolved it.
  String requested(String option, String group) {
    return either("engine_kwargs." + option, "resolved_config." + group + "." + option);
  }

  /// The same of the KV cache, which has a section of its own that comes first.
  String cache(String option) {
    return either("kv_cache." + option, requested(option, "cache_config"));
  }

  /// The first of both paths, or the second where the first is absent or leaves its value open.
  String either(String first, String second) {
    return has(first) ? first : second;
  }

  /// Whether the path has a value that is not left open.
  boolean has(String path) {
    return fields.text(path).filter(found -> !isUnset(path, found)).isPresent();
  }

  private static boolean isUnset(String path, String value) {
    return value.equals("auto") || (value.equals("-1") && path.endsWith(LONGEST));
  }

  /// Keeps a note that two paths contradict each other.
  void noteFirstOf(String taken, String other) {
    note(
        "%s \"%s\" and %s \"%s\" differ: the first is taken"
            .formatted(taken, fields.text(taken).orElse(""), other, fields.text(other).orElse("")));
  }

  /// Keeps a note, one sentence.
  void note(String sentence) {
    notes.add(sentence);
  }

  /// Adds a note on a missing value.
  void assume(String what) {
    assumed.add(what);
  }

  /// Returns the default of an option that the file does not have.
  <T> T assume(String option, T usual) {
    assume(option + " " + usual);
    return usual;
  }

  /// All notes, last what was assumed.
  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (!assumed.isEmpty()) {
      all.add("assumed, not in its meta file: " + String.join(", ", assumed));
    }
    return all;
  }
}
