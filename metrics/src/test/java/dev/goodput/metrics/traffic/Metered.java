package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.RequestMaker;
import java.util.Map;
import java.util.Objects;

/// What tests of the meter meter, and how they look at it.
final class Metered {
  static final long SECOND = 1_000_000_000L;
  static final Slo CHAT = Slo.parse("ttft<=200ms");

  private Metered() {}

  /// An answer of two tokens, 10 ms apart.
  static RequestMaker answer(double atMs, double ttftMs) {
    return RequestMaker.at(atMs).chunks(atMs + ttftMs, atMs + ttftMs + 10).usage(5, 2);
  }

  /// What stands under a key that must be there.
  static <V> V in(Map<String, V> map, String key) {
    return Objects.requireNonNull(map.get(key), key);
  }
}
