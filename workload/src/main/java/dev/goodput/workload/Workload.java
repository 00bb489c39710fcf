package dev.goodput.workload;

import java.util.Optional;
import java.util.Set;

/// A workload: a trace, a set of lengths, or conversations. Immutable.
public interface Workload {
  /// Returns the names of the members of recorded request bodies that are sent unchanged.
  default Set<String> members() {
    return Set.of();
  }

  /// Returns whether messages contain images, audio or files.
  default boolean media() {
    return false;
  }

  /// Returns the name or file by which it was found.
  String name();

  /// Returns one line about its content.
  String summary();

  /// Returns a description of what is not sent of a user's file; empty if all of it is sent.
  default String excluded() {
    return "";
  }

  /// Returns the SLO preset that fits it (docs/explanation/metrics.md), if there is one.
  Optional<String> sloPreset();

  /// Returns whether it has recorded arrival times, so that it can be played as a trace.
  boolean timed();

  /// Returns whether requests share prefixes of their prompts, so that a prefix cache matters.
  default boolean sharesPrefixes() {
    return false;
  }

  /// Returns whether it is traffic captured by a gateway, to be replayed with its recorded times.
  default boolean captured() {
    return false;
  }

  /// Returns its size before it starts over; empty if it never ends.
  default Optional<WorkloadSize> extent() {
    return Optional.empty();
  }

  /// Opens it for one level or run; the same options give the same sessions in the same order.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException if the options contradict the workload or
  ///   no session fits the limits
  SessionSource open(OpenOptions options);
}
