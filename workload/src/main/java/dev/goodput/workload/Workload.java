package dev.goodput.workload;

import java.util.Optional;
import java.util.Set;

/// What to ask: a trace, a set of lengths, or conversations. Immutable.
public interface Workload {
  /// The members of recorded request bodies that are sent unchanged, by name.
  default Set<String> members() {
    return Set.of();
  }

  /// Whether messages hold images, audio or files.
  default boolean media() {
    return false;
  }

  /// The name or file by which it was found.
  String name();

  /// One line about what it holds.
  String summary();

  /// What of a user's file is not asked, in words; empty where all of it is.
  default String leftOut() {
    return "";
  }

  /// The SLO preset that fits it (METRICS.md §5), where one does.
  Optional<String> sloPreset();

  /// Whether it has recorded arrival times, so that it can be played as a trace.
  boolean timed();

  /// Whether requests share the beginnings of their prompts, so that a cache of prefixes matters.
  default boolean sharesPrefixes() {
    return false;
  }

  /// Whether it is traffic that a gateway wrote down, whose point are its own times.
  default boolean captured() {
    return false;
  }

  /// How much it holds before it starts over; empty where it never comes to an end.
  default Optional<Extent> extent() {
    return Optional.empty();
  }

  /// Opens it for one level or run; the same options give the same sessions in the same order.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException where the options contradict the workload
  ///   or no session fits the limits
  SessionSource open(OpenOptions options);
}
