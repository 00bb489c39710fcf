package dev.goodput.monitor.watch;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A writer of the JSON lines of a watch, `goodput.watch/1`. Their JSON Schema is
/// `docs/watch.schema.json`.
final class ProbeJson {
  private static final String SCHEMA = "goodput.watch/1";

  private ProbeJson() {}

  /// Returns the line of a finished probe.
  static String of(String server, Instant origin, Probe probe, boolean kept) {
    ObjectNode line = line("look", server);
    line.put("at", origin.plusNanos(probe.atNanos()).toString());
    line.put("look", probe.index());
    if (probe.isConclusive()) {
      line.put("slo_met", kept);
    } else {
      line.putNull("slo_met");
    }
    ArrayNode requests = line.putArray("requests");
    probe.requests().forEach(request -> request(request, requests.addObject()));
    return line.toString();
  }

  private static void request(RequestRecord request, ObjectNode to) {
    RequestView view = new RequestView(request, 1);
    to.put("outcome", request.outcome().key());
    to.put("detail", ProbeText.of(request.outcome()));
    millis(to, "ttft_ms", nanos(view.times().ttftNanos()));
    millis(to, "itl_ms", view.ok() ? view.itlNanos() : Double.NaN);
    millis(to, "tpot_ms", view.ok() ? view.times().tpotNanos() : Double.NaN);
    millis(to, "e2el_ms", nanos(view.times().e2elNanos()));
    Stamps stamps = request.stamps();
    millis(to, "lag_ms", (double) (stamps.dueNanos() - stamps.intendedNanos()));
    to.put("input_tokens", request.inputTokens());
    to.put("output_tokens", request.outputTokens());
  }

  private static double nanos(long nanos) {
    return Stamps.present(nanos) ? nanos : Double.NaN;
  }

  private static void millis(ObjectNode to, String key, double nanos) {
    if (Double.isNaN(nanos)) {
      to.putNull(key);
    } else {
      to.put(key, nanos / 1e6);
    }
  }

  /// Returns the line of a server that went down or came back.
  static String turn(String server, Instant origin, Outage outage) {
    ObjectNode line = line(outage.over() ? "back" : "down", server);
    outage(outage, origin, line);
    return line.toString();
  }

  /// Returns the summary line of one server over all probes.
  static String ended(String server, Instant origin, TargetHistory site, String slo) {
    TargetTally tally = site.tally();
    ObjectNode line = line("end", server);
    line.put("looks", tally.probes());
    line.put("looks_answered", tally.answeredProbes());
    line.put("requests", tally.requests());
    line.put("failed", tally.failed());
    line.put("late", tally.late());
    ObjectNode outcomes = line.putObject("by_outcome");
    tally.byOutcome().forEach(outcomes::put);
    share(line.putObject("availability"), tally.answeredProbes(), tally.probes());
    ObjectNode good = line.putObject("slo");
    good.put("slo", slo);
    share(good, tally.good(), tally.requests());
    distribution(line.putObject("ttft_ms"), tally.ttft());
    distribution(line.putObject("itl_ms"), tally.gaps());
    line.put("input_tokens", tally.inputTokens());
    line.put("output_tokens", tally.outputTokens());
    ArrayNode outages = line.putArray("outages");
    site.outages().forEach(outage -> outage(outage, origin, outages.addObject()));
    return line.toString();
  }

  private static void share(ObjectNode to, long good, long all) {
    to.put("good", good);
    to.put("all", all);
    if (all > 0) {
      to.put("share", (double) good / all);
      to.put("low", WatchText.low(good, all));
      to.put("high", WatchText.high(good, all));
    }
  }

  private static void distribution(ObjectNode to, @Nullable Distribution found) {
    to.put("count", found == null ? 0 : found.count());
    if (found != null) {
      to.put("p50", found.p50());
      to.put("p95", found.p95());
      to.put("max", found.max());
    }
  }

  private static void outage(Outage outage, Instant origin, ObjectNode to) {
    to.put("since", origin.plusNanos(outage.firstNanos()).toString());
    to.put("back", outage.over() ? origin.plusNanos(outage.backNanos()).toString() : null);
    to.put("least_s", outage.minSeconds());
    double most = outage.maxSeconds();
    to.put("most_s", Double.isInfinite(most) ? null : (Double) most);
    to.put("looks", outage.probes());
    to.put("why", outage.why());
  }

  private static ObjectNode line(String kind, String server) {
    ObjectNode line = JsonMapper.shared().createObjectNode();
    line.put("schema", SCHEMA);
    line.put("kind", kind);
    line.put("server", server);
    return line;
  }
}
