package dev.goodput.record;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The manifest's keys that determine which requests a run sent. Runs that differ in one have
/// different latencies and rates, whatever their server.
public final class WorkloadKeys {
  private static final String CANCELLATION = "ask.cancellation";
  private static final String AFTER = " after ";

  /// Keys of options that a user typed; an absent key means that the option was not used.
  public static final List<String> TYPED =
      List.of(
          "run.workload",
          "workload.input_tokens",
          "workload.output_tokens",
          "workload.turns",
          "workload.think_time",
          "workload.history");

  /// Keys that Goodput itself records; if a key is absent, its value is unknown.
  public static final List<String> RECORDED =
      List.of(
          "workload.summary",
          "workload.digest",
          "workload.prompts",
          "workload.written",
          "ask.ignore_eos",
          "ask.temperature",
          "ask.extra_body",
          CANCELLATION);

  private WorkloadKeys() {}

  /// Returns the keys by which two runs sent different requests; empty if no difference is known.
  public static List<String> differing(Manifest one, Manifest other) {
    Stream<String> typed =
        TYPED.stream().filter(key -> !Objects.equals(one.text(key), other.text(key)));
    Stream<String> recorded =
        RECORDED.stream()
            .filter(key -> kept(one, key).isPresent() && kept(other, key).isPresent())
            .filter(key -> !alike(key, kept(one, key).get(), kept(other, key).get()));
    return Stream.concat(typed, recorded).toList();
  }

  /// Returns whether two values agree; for cancellations, the same share, and the same time if both
  /// runs state it.
  private static boolean alike(String key, String one, String other) {
    boolean timed = one.contains(AFTER) && other.contains(AFTER);
    boolean whole = timed || !key.equals(CANCELLATION);
    return whole ? one.equals(other) : share(one).equals(share(other));
  }

  private static String share(String cancellation) {
    return cancellation.split(AFTER, 2)[0];
  }

  /// A fully masked extra body may be any.
  private static Optional<String> kept(Manifest run, String key) {
    return run.text(key).filter(value -> !value.equals("***"));
  }

  /// Returns the recorded value of a key. Empty also if an early version recorded too little to
  /// know what was sent: a fully masked extra body, or a share of cancellations without their time.
  public static Optional<String> value(Manifest run, String key) {
    boolean leaves = key.equals(CANCELLATION);
    return kept(run, key).filter(value -> !leaves || value.equals("none") || value.contains(AFTER));
  }
}
