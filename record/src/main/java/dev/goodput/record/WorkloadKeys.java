package dev.goodput.record;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The manifest's keys that tell which requests a run asked. Runs that differ in one have other
/// latencies and rates, whatever their server.
public final class WorkloadKeys {
  /// What a user typed; a key that is absent says that nothing was typed.
  public static final List<String> TYPED =
      List.of(
          "run.workload",
          "workload.input_tokens",
          "workload.output_tokens",
          "workload.turns",
          "workload.think_time",
          "workload.history");

  /// What a version of Goodput told of itself; where it is absent, nobody knows.
  public static final List<String> TOLD =
      List.of(
          "workload.summary",
          "workload.digest",
          "workload.prompts",
          "workload.written",
          "ask.ignore_eos",
          "ask.temperature",
          "ask.extra_body",
          "ask.cancellation");

  private WorkloadKeys() {}

  /// The keys by which two runs asked other requests; none where nothing is known against it.
  public static List<String> differing(Manifest one, Manifest other) {
    Stream<String> typed =
        TYPED.stream().filter(key -> !Objects.equals(one.text(key), other.text(key)));
    Stream<String> told =
        TOLD.stream()
            .filter(key -> told(one, key).isPresent() && told(other, key).isPresent())
            .filter(key -> !told(one, key).equals(told(other, key)));
    return Stream.concat(typed, told).toList();
  }

  /// What a run told of a key; empty too where an early version told it so that nobody knows what
  /// was asked: an extra body that is masked whole, a share who leave without when they do.
  public static Optional<String> told(Manifest run, String key) {
    boolean leaves = key.equals("ask.cancellation");
    return run.text(key)
        .filter(value -> !value.equals("***"))
        .filter(value -> !leaves || value.equals("none") || value.contains(" after "));
  }
}
