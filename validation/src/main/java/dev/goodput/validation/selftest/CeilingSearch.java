package dev.goodput.validation.selftest;

import dev.goodput.metrics.result.ClientHealth;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Steps of increasing load, up to the first step at which the client was not trusted.
///
/// @param eventsPerWrite the number of content events per write of the server
/// @param steps in increasing order, at least one
record CeilingSearch(int eventsPerWrite, List<CeilingStep> steps) {
  CeilingSearch {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("a search has at least one step");
    }
  }

  /// Returns the highest step at which the client was trusted and the server kept up.
  OptionalInt ceiling() {
    return steps.stream().filter(CeilingStep::worthMore).mapToInt(CeilingStep::requested).max();
  }

  /// Returns how the events arrive, as text.
  String name() {
    return eventsPerWrite == 1 ? "one event per write" : eventsPerWrite + " events per write";
  }

  /// Returns the highest trusted load, as text.
  String reached() {
    return ceiling().isEmpty()
        ? "not trusted at any step"
        : String.format(Locale.ROOT, "trusted up to %,d events/s", ceiling().getAsInt());
  }

  /// Returns why there is no higher step, in one line.
  String limit() {
    CeilingStep last = steps.getLast();
    if (last.worthMore()) {
      return "still trusted at the highest step";
    }
    String at = String.format(Locale.ROOT, "at %,d events/s ", last.requested());
    return last.trusted()
        ? at + "the test server on this machine could not send more; the client was still trusted"
        : at + last.health().verdict().key() + ": " + why(last.health());
  }

  /// Returns the causes only. The usual advice, to lower the load, is what the steps themselves do.
  private static String why(ClientHealth health) {
    return health.causes().stream().map(ClientHealth.Cause::what).collect(Collectors.joining("; "));
  }
}
