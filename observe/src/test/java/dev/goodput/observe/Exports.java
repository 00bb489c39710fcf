package dev.goodput.observe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Metrics pages in the test resources.
final class Exports {
  private Exports() {}

  /// Returns a page as its exporter wrote it.
  static String page(String name) {
    try (InputStream in = Exports.class.getResourceAsStream("/exports/" + name + ".txt")) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the engine metrics of a page.
  static EngineReadings read(String page, @Nullable String model) {
    return MetricsPage.read(ExpositionPage.read(page, MetricNames::known), model);
  }
}
