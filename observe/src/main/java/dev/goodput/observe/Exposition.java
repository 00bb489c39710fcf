package dev.goodput.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A page in the text format of Prometheus (0.0.4) or of OpenMetrics, as far as it could be read.
///
/// Comments are left aside, and with them types and helps: what a metric means is known by its
/// name. A line that is no sample is counted and left out.
///
/// @param samples those that were wanted, in the page's order
/// @param readable lines that hold a sample, wanted or not
/// @param unreadable lines that hold none
/// @param torn whether the last line has no end, which both formats ask for: the page was cut,
///   maybe in the middle of a number
record Exposition(List<Sample> samples, int readable, int unreadable, boolean torn) {
  Exposition {
    samples = List.copyOf(samples);
  }

  /// Reads a page.
  ///
  /// @param wanted whether samples of this name are kept
  static Exposition read(String page, Predicate<String> wanted) {
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
    return new Exposition(samples, readable, unreadable, torn(page.substring(from).strip()));
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
