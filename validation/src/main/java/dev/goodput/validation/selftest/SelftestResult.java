package dev.goodput.validation.selftest;

import dev.goodput.metrics.distribution.Distribution;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The result of a self-test.
///
/// @param error the error of the stamps on an otherwise idle client
/// @param searches the steps of the search for the ceiling
public record SelftestResult(StampError error, List<CeilingSearch> searches) {
  /// Copies the list.
  public SelftestResult {
    searches = List.copyOf(searches);
  }

  /// Returns the text for people.
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%n stamp error, no load  p50 %.0f µs  p99 %.0f µs  max %.0f µs  (%,d events, %d"
                + " streams)%n",
            error.p50Micros(),
            error.p99Micros(),
            error.maxMicros(),
            error.count(),
            StampProbe.STREAMS));
    searches.forEach(search -> describe(search, text));
    return text.toString();
  }

  private static void describe(CeilingSearch search, StringBuilder text) {
    text.append(String.format(Locale.ROOT, "%n %s: %s%n", search.name(), search.reached()));
    text.append(
        String.format(
            Locale.ROOT,
            " %8s %8s %9s  %-12s %11s  %-17s %4s%n",
            "events/s",
            "streams",
            "achieved",
            "verdict",
            "loop p99",
            "stamps p50 / p99",
            "CPU"));
    for (CeilingStep step : search.steps()) {
      text.append(
          String.format(
              Locale.ROOT,
              " %,8d %,8d %,9.0f  %-12s %11s  %-17s %4s%n",
              step.requested(),
              step.streams(),
              step.achieved(),
              step.health().verdict().key(),
              millis(step.health().loopLagMs()),
              String.format(
                  Locale.ROOT,
                  "%.0f / %,.0f µs",
                  step.error().p50Micros(),
                  step.error().p99Micros()),
              percent(step.health().cpuShare())));
    }
    text.append(String.format(Locale.ROOT, " %s%n", search.limit()));
  }

  /// Returns the JSON `goodput.selftest/2`.
  public String json() {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.selftest/2");
    put(error, root.putObject("stamp_error_us"));
    ArrayNode all = root.putArray("ladders");
    searches.forEach(search -> put(search, all.addObject()));
    return root.toPrettyString() + System.lineSeparator();
  }

  private static void put(CeilingSearch search, ObjectNode into) {
    into.put("events_per_write", search.eventsPerWrite());
    search.ceiling().ifPresent(events -> into.put("ceiling_events_per_s", events));
    into.put("limit", search.limit());
    ArrayNode steps = into.putArray("steps");
    for (CeilingStep step : search.steps()) {
      ObjectNode each =
          steps
              .addObject()
              .put("events_per_s_asked", step.requested())
              .put("streams", step.streams())
              .put("events_per_s", step.achieved())
              .put("verdict", step.health().verdict().key());
      put(step.health().loopLagMs(), each);
      put(step.error(), each.putObject("stamp_error_us"));
    }
  }

  private static void put(@Nullable Distribution loopLag, ObjectNode into) {
    if (loopLag == null) {
      return;
    }
    if (loopLag.p99() != null) {
      into.put("loop_lag_p99_ms", loopLag.p99());
    }
    if (loopLag.max() != null) {
      into.put("loop_lag_max_ms", loopLag.max());
    }
  }

  private static void put(StampError error, ObjectNode into) {
    into.put("count", error.count());
    into.put("p50", error.p50Micros());
    into.put("p99", error.p99Micros());
    into.put("max", error.maxMicros());
  }

  private static String millis(@Nullable Distribution lag) {
    if (lag == null || lag.p99OrMax() == null) {
      return "-";
    }
    String format = lag.p99() == null ? "max %.2f ms" : "%.2f ms";
    return String.format(Locale.ROOT, format, lag.p99OrMax());
  }

  private static String percent(@Nullable Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%.0f %%", share * 100);
  }
}
