package dev.goodput.observe;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Follows one sign of one page through a window, each of its parts for itself.
final class SignTrack {
  private final Sign sign;
  private final SortedMap<String, Part> parts = new TreeMap<>();

  /// Nanoseconds of the window between two looks at a gauge.
  private double coveredNanos;

  private String source = "";

  private static final class Part {
    /// Of a gauge its integral over the time covered, of a counter its increase.
    private double sum;

    private double nanos;
    private double last = Double.NaN;
  }

  SignTrack(Sign sign) {
    this.sign = sign;
  }

  /// A value that moved evenly from one look to the next. A part that only one of them has is left
  /// out.
  void gauge(Reading before, Reading now, Span span) {
    coveredNanos += span.insideNanos();
    double middle = (span.begin() + span.end()) / 2;
    now.parts()
        .forEach((key, value) -> {
          Double old = before.parts().get(key);
          if (old != null) {
            Part part = part(key);
            part.sum += (old + (value - old) * middle) * span.insideNanos();
            part.nanos += span.insideNanos();
          }
        });
  }

  /// A value that grew evenly from one look to the next: from zero where the server began anew or
  /// the value fell. Tells whether one fell. Where the page says that the same process counts as
  /// before, a smaller value is of a page that was cut, and passed over.
  ///
  /// @param firstLook whether the page was never seen before; later a value that is new grew from
  ///   zero, as many counters come to be with their first count
  boolean counter(Reading now, Span span, boolean firstLook, ServerTurns.Answering process) {
    boolean fell = false;
    for (Map.Entry<String, Double> each : now.parts().entrySet()) {
      Part part = part(each.getKey());
      double value = each.getValue();
      double old = Double.isNaN(part.last) ? first(value, firstLook) : part.last;
      if (value < old && sign.ofProcess() && process == ServerTurns.Answering.SAME) {
        continue;
      }
      boolean another = process == ServerTurns.Answering.ANOTHER && sign.ofProcess();
      double grown = value < old || another ? anew(value) : value - old;
      part.sum += grown * span.share();
      part.last = value;
      fell |= value < old;
    }
    return fell;
  }

  /// A process counts from zero; what a device counts is never set back, so that a smaller value
  /// tells nothing of how much there was.
  private double anew(double value) {
    return sign.ofProcess() ? value : 0;
  }

  private double first(double value, boolean firstLook) {
    return firstLook || !sign.ofProcess() ? value : 0;
  }

  /// The metric that it is read from.
  void from(String metric) {
    source = metric;
  }

  private Part part(String key) {
    return parts.computeIfAbsent(key, _ -> new Part());
  }

  double coveredNanos() {
    return coveredNanos;
  }

  String source() {
    return source;
  }

  /// The mean of each part over the time that it was followed, or its increase.
  SortedMap<String, Double> values() {
    SortedMap<String, Double> values = new TreeMap<>();
    parts.forEach((key, part) -> {
      switch (sign.kind()) {
        case COUNTER -> values.put(key, part.sum);
        case GAUGE -> {
          if (part.nanos > 0) {
            values.put(key, part.sum / part.nanos);
          }
        }
      }
    });
    return values;
  }
}
