package dev.goodput.metrics.slo;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A service level objective: a conjunction of bounds.
///
/// A request is good if it is `ok` and within every threshold, including those of percentile
/// bounds. The SLO is met if all bounds hold for the run.
public final class Slo {
  private final @Nullable String name;
  private final @Nullable String source;
  private final List<Bound> bounds;

  private Slo(@Nullable String name, @Nullable String source, List<Bound> bounds) {
    this.name = name;
    this.source = source;
    this.bounds = List.copyOf(bounds);
  }

  static Slo named(String name, String source, String expression) {
    return new Slo(
        name, source, expression.isEmpty() ? List.of() : new SloParser(expression).parse());
  }

  /// Parses a preset's name or an expression such as `p95 ttft<=200ms, tpot<=50ms, e2el<=10s`.
  ///
  /// @throws SloSyntaxException if it is neither; the message has the position and the nearest
  ///   match
  public static Slo parse(String expressionOrPreset) {
    Optional<Slo> preset = preset(expressionOrPreset);
    return preset.isPresent()
        ? preset.get()
        : new Slo(null, null, new SloParser(expressionOrPreset).parse());
  }

  /// Returns the preset with this name, if there is one.
  public static Optional<Slo> preset(String name) {
    return Optional.ofNullable(SloPresets.find(name.strip().toLowerCase(Locale.ROOT)));
  }

  /// Returns the presets' names.
  public static List<String> presetNames() {
    return List.copyOf(SloPresets.names());
  }

  /// Returns the preset's name; null for an expression.
  public @Nullable String name() {
    return name;
  }

  /// Returns the source of a preset's figures; null for an expression.
  public @Nullable String source() {
    return source;
  }

  /// Returns the bounds in the order in which they were written; none for `batch`.
  public List<Bound> bounds() {
    return bounds;
  }

  /// Returns the bounds as text for verdicts: `p95 ttft ≤ 200 ms, tpot ≤ 50 ms`. It can be parsed
  /// again, except that of `batch`, `none on latency`.
  public String expression() {
    if (bounds.isEmpty()) {
      return "none on latency";
    }
    return bounds.stream().map(Bound::expression).collect(Collectors.joining(", "));
  }

  /// Returns the smallest threshold on a metric in nanoseconds; empty if it is not bounded.
  public OptionalLong tightestNanos(LatencyMetric metric) {
    return bounds.stream()
        .filter(bound -> bound.metric() == metric)
        .mapToLong(Bound::thresholdNanos)
        .min();
  }

  /// Returns whether a bound can only be judged on a streamed response; with `--no-stream` that is
  /// a usage error.
  public boolean needsStream() {
    return bounds.stream().anyMatch(bound -> bound.metric().needsStream());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Slo that && bounds.equals(that.bounds);
  }

  @Override
  public int hashCode() {
    return bounds.hashCode();
  }

  @Override
  public String toString() {
    return expression();
  }
}
