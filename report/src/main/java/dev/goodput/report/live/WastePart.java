package dev.goodput.report.live;

import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.report.model.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The `waste` part: the ledger since the gateway started, every cause, those without any too.
final class WastePart {
  private WastePart() {}

  static JsonObject of(TrafficSnapshot traffic) {
    TrafficCounts totals = traffic.all().totals();
    boolean priced = totals.priced() > 0;
    List<JsonObject> causes = new ArrayList<>();
    for (WasteCause cause : WasteCause.values()) {
      causes.add(cause(cause, totals.waste(), priced));
    }
    return new JsonObject()
        .whole("output_tokens", totals.tokens().output())
        .whole(
            "wasted_output_tokens",
            totals.waste().values().stream().mapToLong(Waste::outputTokens).sum())
        .number("cost", priced ? Double.valueOf(cost(totals.waste())) : null)
        .number("cost_of_all", priced ? Double.valueOf(totals.money()) : null)
        .whole("rejected_draft_tokens", totals.tokens().rejectedDraft())
        .objects("causes", causes);
  }

  private static double cost(Map<WasteCause, Waste> ledger) {
    return ledger.values().stream().mapToDouble(Waste::money).sum();
  }

  private static JsonObject cause(WasteCause cause, Map<WasteCause, Waste> ledger, boolean priced) {
    @Nullable Waste waste = ledger.get(cause);
    Waste found = waste == null ? new Waste(0, 0, 0, 0) : waste;
    return new JsonObject()
        .text("cause", cause.word())
        .text("name", words(cause))
        .whole("attempts", found.attempts())
        .whole("input_tokens", found.inputTokens())
        .whole("output_tokens", found.outputTokens())
        .number("cost", priced ? Double.valueOf(found.money()) : null);
  }

  private static String words(WasteCause cause) {
    return switch (cause) {
      case RETRIED -> "retried: nobody saw it";
      case CLIENT_GONE -> "the client left";
      case TIMED_OUT -> "timed out";
      case TRUNCATED -> "broke off";
      case ERRORED -> "failed otherwise";
      case LATE -> "too late for its SLO";
    };
  }
}
