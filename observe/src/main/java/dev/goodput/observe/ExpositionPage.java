package dev.goodput.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A parsed page in the Prometheus text format (0.0.4) or in OpenMetrics.
///
/// Comments are ignored, and with them types and help texts: the metric's name determines its
/// meaning. A line that is not a sample is counted and skipped.
///
/// @param samples the wanted samples, in the page's order
/// @param readable lines that hold a sample, wanted or not
/// @param unreadable lines that hold none
/// @param torn whether the last line has no terminator, which both formats require: the page was
///   cut, possibly in the middle of a number
record ExpositionPage(List<Sample> samples, int readable, int unreadable, boolean torn) {
  ExpositionPage {
    samples = List.copyOf(samples);
  }

  /// Parses a page.
  ///
  /// @param wanted whether to keep samples of this name
  static ExpositionPage read(String page, Predicate<String> wanted) {
    List<Sample> samples = new ArrayList<>();
    int readable = 0;
    int unreadable = 0;
    int from = 0;
    for (int end = page.indexOf('\n'); end >= 0; end = page.indexOf('\n', from)) {
      String line = page.substring(from, end).strip();
      from = end + 1;
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Sample sample = SampleLine.read(line);
      readable += sample == null ? 0 : 1;
      unreadable += sample == null ? 1 : 0;
      keep(sample, wanted, samples);
    }
    return new ExpositionPage(samples, readable, unreadable, torn(page.substring(from).strip()));
  }

  private static boolean torn(String rest) {
    return !rest.isEmpty() && !rest.equals("# EOF");
  }

  private static void keep(
      @Nullable Sample sample, Predicate<String> wanted, List<Sample> samples) {
    if (sample != null && wanted.test(sample.name())) {
      samples.add(sample);
    }
  }
}
