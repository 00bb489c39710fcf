package dev.goodput.simulator.profile;

import dev.goodput.simulator.SimulatorException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Finds things by the names people write, and the nearest one when there is none.
final class Names {
  private static final String[] NOISE = {
    "nvidia", "geforce", "amd", "metallama", "meta", "qwenqwen"
  };

  private Names() {}

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

  /// The one whose label or alias is that name.
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
    String wanted = plain(name);
    T nearest =
        Arrays.stream(all)
            .min((a, b) -> Integer.compare(distance(a, label, wanted), distance(b, label, wanted)))
            .orElseThrow();
    return new SimulatorException.UnknownName(
        "unknown %s '%s': did you mean '%s'? known: %s"
            .formatted(
                kind,
                name,
                label.apply(nearest),
                Arrays.stream(all).map(label).collect(Collectors.joining(", "))));
  }

  private static <T> int distance(T candidate, Function<T, String> label, String wanted) {
    String plain = plain(label.apply(candidate));
    // A shared beginning breaks ties: people mistype ends.
    return editDistance(plain, wanted) * 2 - (plain.startsWith(wanted) ? 1 : 0);
  }

  /// Lower case, letters and digits only, without makers' names, owner and `-instruct`.
  static String plain(String name) {
    String tail = name.substring(name.lastIndexOf('/') + 1);
    String plain = tail.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    for (String noise : NOISE) {
      plain = plain.startsWith(noise) ? plain.substring(noise.length()) : plain;
    }
    return plain.endsWith("instruct")
        ? plain.substring(0, plain.length() - "instruct".length())
        : plain;
  }

  /// Levenshtein distance.
  static int editDistance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
