package dev.goodput.app;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.runner.AppException;
import java.util.Arrays;
import java.util.List;

/// The names of metrics in options.
public final class MetricWords {
  private MetricWords() {}

  /// Returns the metric of that name.
  ///
  /// @param option the option that has the name
  /// @throws AppException.Usage if there is none; the message suggests one
  public static ComparedMetric named(String option, String word) {
    List<String> all = Arrays.stream(ComparedMetric.values()).map(ComparedMetric::key).toList();
    return ComparedMetric.named(word)
        .orElseThrow(() ->
            new AppException.Usage(
                "%s: no metric \"%s\"%s; there are %s"
                    .formatted(
                        option, word, WordSuggestion.hint(word, all), String.join(", ", all))));
  }
}
