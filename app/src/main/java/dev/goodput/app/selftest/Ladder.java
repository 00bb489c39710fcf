package dev.goodput.app.selftest;

import dev.goodput.metrics.result.ClientHealth;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Steps of rising load, up to the first at which the client could not be trusted.
///
/// @param eventsPerWrite how many content events the server puts into one write
/// @param steps in rising order, at least one
record Ladder(int eventsPerWrite, List<CeilingStep> steps) {
  Ladder {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("a ladder has at least one step");
    }
  }

  /// The highest step at which the client could be trusted and the server kept up.
  OptionalInt ceiling() {
    return steps.stream().filter(CeilingStep::worthMore).mapToInt(CeilingStep::asked).max();
  }

  /// How the events come, for people.
  String name() {
    return eventsPerWrite == 1 ? "one event per write" : eventsPerWrite + " events per write";
  }

  /// How far it went, for people.
  String reached() {
    return ceiling().isEmpty()
        ? "not trusted at any step"
        : String.format(Locale.ROOT, "trusted up to %,d events/s", ceiling().getAsInt());
  }

  /// Why there is no higher step, in one line.
  String limit() {
    CeilingStep last = steps.getLast();
    if (last.worthMore()) {
      return "still trusted at the highest step";
    }
    String at = String.format(Locale.ROOT, "at %,d events/s ", last.asked());
    return last.trusted()
        ? at + "the server on this machine ran out, not the client"
        : at + last.health().verdict().word() + ": " + why(last.health());
  }

  /// The causes alone: what a run would do about them, to ask for less, is what the ladder does.
  private static String why(ClientHealth health) {
    return health.causes().stream().map(ClientHealth.Cause::what).collect(Collectors.joining("; "));
  }
}
