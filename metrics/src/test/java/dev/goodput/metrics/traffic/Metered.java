package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.RequestMaker;
import java.util.Map;
import java.util.Objects;

/// Helpers for tests of the meter.
final class Metered {
  static final long SECOND = 1_000_000_000L;
  static final Slo CHAT = Slo.parse("ttft<=200ms");

  private Metered() {}

  /// Returns a response of two tokens, 10 ms apart.
  static RequestMaker answer(double atMs, double ttftMs) {
    return RequestMaker.at(atMs).chunks(atMs + ttftMs, atMs + ttftMs + 10).usage(5, 2);
  }

  /// Returns the value of a key that must exist.
  static <V> V in(Map<String, V> map, String key) {
    return Objects.requireNonNull(map.get(key), key);
  }
}
