package dev.goodput.metrics.analysis;

import dev.goodput.record.FinishReason;
import dev.goodput.record.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Finish reasons of successful responses that no API documents.
final class FinishReasons {
  /// A limit, so that a server that invents finish reasons cannot fill memory or the report.
  private static final int MAX_WORDS = 5;

  private final Map<String, Long> undocumented = new TreeMap<>();
  private long others;

  void add(Outcome outcome) {
    if (!(outcome instanceof Outcome.Ok(String word)) || FinishReason.documented(word)) {
      return;
    }
    String shown = FinishReason.shown(word);
    if (undocumented.size() < MAX_WORDS || undocumented.containsKey(shown)) {
      undocumented.merge(shown, 1L, Long::sum);
    } else {
      others++;
    }
  }

  /// Returns a note with the reasons, empty if there are none.
  Optional<String> sentence() {
    String words =
        undocumented.entrySet().stream()
            .map(each -> "\"%s\" (%,d)".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "responses counted as successful ended with a finish reason that no API documents: "
                + words
                + (others > 0 ? ", other words (%,d)".formatted(others) : ""));
  }
}
