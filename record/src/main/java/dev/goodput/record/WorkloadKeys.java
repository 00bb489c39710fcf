package dev.goodput.record;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The manifest's keys that tell which requests a run asked. Runs that differ in one have other
/// latencies and rates, whatever their server.
public final class WorkloadKeys {
  private static final String LEAVES = "ask.cancellation";
  private static final String AFTER = " after ";

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
          LEAVES);

  private WorkloadKeys() {}

  /// The keys by which two runs asked other requests; none where nothing is known against it.
  public static List<String> differing(Manifest one, Manifest other) {
    Stream<String> typed =
        TYPED.stream().filter(key -> !Objects.equals(one.text(key), other.text(key)));
    Stream<String> told =
        TOLD.stream()
            .filter(key -> kept(one, key).isPresent() && kept(other, key).isPresent())
            .filter(key -> !alike(key, kept(one, key).get(), kept(other, key).get()));
    return Stream.concat(typed, told).toList();
  }

  /// Of who leave: the same share, and at the same time where both tell it.
  private static boolean alike(String key, String one, String other) {
    boolean timed = one.contains(AFTER) && other.contains(AFTER);
    boolean whole = timed || !key.equals(LEAVES);
    return whole ? one.equals(other) : share(one).equals(share(other));
  }

  private static String share(String leaves) {
    return leaves.split(AFTER, 2)[0];
  }

  /// An extra body that is masked whole may be any.
  private static Optional<String> kept(Manifest run, String key) {
    return run.text(key).filter(value -> !value.equals("***"));
  }

  /// What a run told of a key; empty too where an early version told it so that nobody knows what
  /// was asked: an extra body that is masked whole, a share who leave without when they do.
  public static Optional<String> told(Manifest run, String key) {
    boolean leaves = key.equals(LEAVES);
    return kept(run, key).filter(value -> !leaves || value.equals("none") || value.contains(AFTER));
  }
}
