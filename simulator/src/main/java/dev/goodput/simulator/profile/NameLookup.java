package dev.goodput.simulator.profile;

import dev.goodput.record.words.WordSuggestion;
import dev.goodput.simulator.SimulatorException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A lookup by the names that people type, which suggests the nearest name if there is no match.
final class NameLookup {
  private static final Pattern MAKER =
      Pattern.compile("^(?:nvidia)?(?:geforce)?(?:amd)?(?:metallama(?=llama)|meta|qwen(?=qwen))?");

  private NameLookup() {}

  static <T> T find(String kind, String name, T[] all, Function<T, String> label) {
    return find(kind, name, all, label, _ -> List.of());
  }

  static <T> T find(
      String kind,
      String name,
      T[] all,
      Function<T, String> label,
      Function<T, List<String>> aliases) {
    return match(name, all, label, aliases).orElseThrow(() -> unknown(kind, name, all, label));
  }

  /// Returns the candidate with this label or alias.
  static <T> Optional<T> match(
      String name, T[] all, Function<T, String> label, Function<T, List<String>> aliases) {
    String wanted = plain(name);
    return Arrays.stream(all)
        .filter(candidate ->
            plain(label.apply(candidate)).equals(wanted)
                || aliases.apply(candidate).stream().anyMatch(a -> plain(a).equals(wanted)))
        .findFirst();
  }

  private static <T> SimulatorException unknown(
      String kind, String name, T[] all, Function<T, String> label) {
    Map<String, String> known = new LinkedHashMap<>();
    Arrays.stream(all).map(label).forEach(each -> known.putIfAbsent(plain(each), each));
    String hint =
        WordSuggestion.to(plain(name), known.keySet())
            .map(near -> "did you mean \"" + known.get(near) + "\"? ")
            .orElse("");
    return new SimulatorException.UnknownName(
        "unknown %s \"%s\"; %sknown: %s"
            .formatted(kind, name, hint, String.join(", ", known.values())));
  }

  /// Returns the name in lower case, with letters and digits only, without vendor, owner and
  /// `-instruct`.
  static String plain(String name) {
    String tail = name.substring(name.lastIndexOf('/') + 1);
    String plain = tail.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    plain = MAKER.matcher(plain).replaceFirst("");
    return plain.endsWith("instruct")
        ? plain.substring(0, plain.length() - "instruct".length())
        : plain;
  }
}
