package dev.goodput.validation.simulator;

import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/// Notes the entries of a meta file that contradict each other, and which one is used.
final class Contradictions {
  private static final List<String> MODELS =
      List.of("model", "engine_kwargs.model", "resolved_config.model_config.model");

  private Contradictions() {}

  static void noteAll(MetaFile meta) {
    compare(meta, MODELS, (one, other) -> checkpoint(one).equals(checkpoint(other)));
    compare(meta, both("tensor_parallel_size", "parallel_config"), String::equals);
    compare(meta, both("quantization", "model_config"), Contradictions::isVariant);
  }

  private static List<String> both(String option, String group) {
    return List.of("engine_kwargs." + option, "resolved_config." + group + "." + option);
  }

  /// Adds notes for values that contradict the first one.
  private static void compare(
      MetaFile meta, List<String> paths, BiPredicate<String, String> isSame) {
    List<String> known = paths.stream().filter(meta::has).toList();
    known.stream()
        .skip(1)
        .filter(other -> !isSame.test(value(meta, known.getFirst()), value(meta, other)))
        .forEach(other -> meta.noteFirstOf(known.getFirst(), other));
  }

  private static String value(MetaFile meta, String path) {
    return meta.fields().text(path).orElse("").toLowerCase(Locale.ROOT);
  }

  /// A repository and the folder it was loaded from end in the same name.
  private static String checkpoint(String repository) {
    String name = repository.replaceFirst("/+$", "");
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /// Of `awq` the engine makes `awq_marlin`.
  private static boolean isVariant(String requested, String resolved) {
    return resolved.startsWith(requested) || requested.startsWith(resolved);
  }
}
