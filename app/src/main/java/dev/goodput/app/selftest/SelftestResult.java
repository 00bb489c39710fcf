package dev.goodput.app.selftest;

import dev.goodput.metrics.distribution.Distribution;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a self-test found.
///
/// @param streams at once, while stamps were compared
/// @param error of the stamps
/// @param steps of the search for the ceiling, in rising order
record SelftestResult(int streams, StampError error, List<CeilingStep> steps) {
  SelftestResult {
    steps = List.copyOf(steps);
  }

  /// The highest step at which the client could be trusted and the server kept up.
  OptionalInt ceiling() {
    return steps.stream().filter(CeilingStep::worthMore).mapToInt(CeilingStep::asked).max();
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
        : at + last.health().verdict().word() + ": " + String.join("; ", last.health().reasons());
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%n stamp error   p50 %.0f µs   p99 %.0f µs   max %.0f µs   (%,d events, %d"
                + " streams)%n%n",
            error.p50Micros(),
            error.p99Micros(),
            error.maxMicros(),
            error.count(),
            streams));
    text.append(
        String.format(
            Locale.ROOT,
            " %10s  %8s  %10s  %-13s %14s  %5s%n",
            "events/s",
            "streams",
            "achieved",
            "verdict",
            "loop lag p99",
            "CPU"));
    for (CeilingStep step : steps) {
      text.append(
          String.format(
              Locale.ROOT,
              " %,10d  %,8d  %,10.0f  %-13s %14s  %5s%n",
              step.asked(),
              step.streams(),
              step.achieved(),
              step.health().verdict().word(),
              millis(step.health().loopLagMs()),
              percent(step.health().cpuShare())));
    }
    String reached =
        ceiling().isEmpty()
            ? "not trusted at any step"
            : String.format(Locale.ROOT, "trusted up to %,d events/s", ceiling().getAsInt());
    return text.append(String.format(Locale.ROOT, "%n %s; %s%n", reached, limit())).toString();
  }

  String json() {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.selftest/1");
    ObjectNode stamps = root.putObject("stamp_error_us");
    stamps.put("count", error.count());
    stamps.put("p50", error.p50Micros());
    stamps.put("p99", error.p99Micros());
    stamps.put("max", error.maxMicros());
    ceiling().ifPresent(events -> root.put("ceiling_events_per_s", events));
    root.put("limit", limit());
    ArrayNode list = root.putArray("steps");
    for (CeilingStep step : steps) {
      list.addObject()
          .put("events_per_s_asked", step.asked())
          .put("streams", step.streams())
          .put("events_per_s", step.achieved())
          .put("verdict", step.health().verdict().word());
    }
    return root.toPrettyString() + System.lineSeparator();
  }

  private static String millis(@Nullable Distribution lag) {
    Double p99 = lag == null ? null : lag.p99() == null ? lag.max() : lag.p99();
    return p99 == null ? "-" : String.format(Locale.ROOT, "%.2f ms", p99);
  }

  private static String percent(@Nullable Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%.0f %%", share * 100);
  }
}
