package dev.goodput.monitor.page;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.ReadingCount;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.Abandonment;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.metrics.traffic.Coalescing;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.Operations;
import dev.goodput.metrics.traffic.SessionFigures;
import dev.goodput.metrics.traffic.TokenSources;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficTokens;
import dev.goodput.metrics.traffic.TrafficWarning;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.metrics.traffic.Trend;
import dev.goodput.metrics.traffic.UnparsedCount;
import dev.goodput.metrics.traffic.UpstreamEnergy;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Traffic that nobody had, of any size that a page must bear.
final class InventedTraffic {
  static final long SECOND = 1_000_000_000L;
  static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\"'&";

  private TrafficPlan plan =
      TrafficPlan.DEFAULTS
          .withSlo("chat", Slo.parse("chat"))
          .withSlo("agents", Slo.parse("ttft<=3s, e2el<=30s"))
          .withPrice(
              "",
              ModelPrice.of(
                  "",
                  "USD",
                  Map.of(
                      Kind.INPUT,
                      0.2,
                      Kind.CACHED_INPUT,
                      0.05,
                      Kind.OUTPUT,
                      0.8,
                      Kind.REASONING,
                      0.8)))
          .withHourlyCost("h100-a", 3);
  private long upSeconds = 26 * 3600;
  private boolean troubled;
  private boolean powered;
  private boolean powerMissing;
  private boolean idle;
  private List<String> names = List.of("llama-3.1-8b", "qwen3-32b", "gpt-oss-20b");
  private long lost;

  InventedTraffic troubled() {
    troubled = true;
    lost = 12;
    return this;
  }

  InventedTraffic powered(boolean missing) {
    powered = true;
    powerMissing = missing;
    return this;
  }

  InventedTraffic idle(long seconds) {
    idle = true;
    upSeconds = seconds;
    return this;
  }

  InventedTraffic named(List<String> all) {
    names = all;
    return this;
  }

  InventedTraffic up(long seconds) {
    upSeconds = seconds;
    return this;
  }

  InventedTraffic plan(TrafficPlan another) {
    plan = another;
    return this;
  }

  TrafficSnapshot snapshot() {
    long now = upSeconds * SECOND + SECOND / 3;
    SortedMap<TrafficLabel, SortedMap<String, TrafficSeries>> rollups = new TreeMap<>();
    for (TrafficLabel label : TrafficLabel.values()) {
      SortedMap<String, TrafficSeries> values = new TreeMap<>();
      for (int i = 0; !idle && i < names.size(); i++) {
        values.put(names.get(i), series(40_000 / (i + 1)));
      }
      rollups.put(label, values);
    }
    InventedTrend trend = new InventedTrend(upSeconds, idle);
    return new TrafficSnapshot(
        plan,
        0,
        now,
        idle ? 0 : 182_345,
        lost,
        troubled
            ? new EdgeCounts(31, 7, 1, 4, 2, 0, 0, 0, EventCounts.NONE, EventCounts.NONE)
            : EdgeCounts.NONE,
        new TreeMap<>(troubled ? Map.of(TrafficLabel.TENANT, 812L) : Map.of()),
        series(idle ? 0 : 180_112),
        List.of(),
        rollups,
        idle
            ? List.of()
            : List.of(new InFlight("h100-a", 17, 3, 14), new InFlight("h100-b", 4, 1, 3)),
        unread(),
        coalescing(),
        new Trend(trend.seconds(), trend.minutes()),
        idle ? List.of() : InventedSlow.requests(now, names.getFirst()),
        idle ? List.of() : sessions(now),
        signs(now),
        List.of(),
        energy(),
        events(now),
        new TreeMap<>(),
        troubled ? alerts(now) : AlertFigures.NONE);
  }

  /// The power of as many upstreams as there are names; that of the last may be missing.
  private List<UpstreamEnergy> energy() {
    List<UpstreamEnergy> energy = new ArrayList<>();
    for (int i = 0; powered && i < names.size(); i++) {
      boolean away = powerMissing && i == names.size() - 1;
      energy.add(
          new UpstreamEnergy(
              names.get(i),
              8_100_000,
              300_000,
              away ? 180 : 0,
              away ? null : Double.valueOf(200),
              away ? null : Double.valueOf(190),
              away ? 0.4 : 1,
              1));
    }
    return energy;
  }

  private static AlertFigures alerts(long now) {
    return new AlertFigures(
        List.of(
            new AlertFigures.State("chat", "page", true, now - 60_000_000_000L, "412 of 640 bad"),
            new AlertFigures.State("chat", "ticket", false, 0, "")),
        List.of(new AlertFigures.Receiver("ops", 3, 1, 0)));
  }

  private SortedMap<String, UnparsedCount> unread() {
    SortedMap<String, UnparsedCount> unread = new TreeMap<>();
    if (troubled) {
      SortedMap<String, Long> statuses = new TreeMap<>(Map.of("2xx", 40L, "4xx", 2L));
      unread.put("h100-a", new UnparsedCount(42, statuses, 5_120, 88_000, 3_100_000_000L));
    }
    return unread;
  }

  private SortedMap<String, Coalescing> coalescing() {
    SortedMap<String, Coalescing> found = new TreeMap<>();
    if (!idle) {
      found.put("h100-a", new Coalescing(Coalescing.Cause.NONE, "", 1204, 3, 0, 0, 0));
      found.put(
          "h100-b",
          troubled
              ? new Coalescing(
                  Coalescing.Cause.NGINX_BUFFERING,
                  "4096 bytes a read; ITL p50 0.02 ms, TTFT up by 410 ms",
                  310,
                  302,
                  268,
                  31,
                  134)
              : new Coalescing(Coalescing.Cause.UNDECIDED, "", 2, 0, 0, 0, 0));
    }
    return found;
  }

  private List<TrafficWarning> signs(long now) {
    List<TrafficWarning> signs = new ArrayList<>();
    for (TrafficWarning.Kind kind : TrafficWarning.Kind.values()) {
      signs.add(
          switch (kind) {
            case GPU_AT_CEILING -> new TrafficWarning(kind, null, null, "no server metrics");
            case QUEUE_GROWS ->
                troubled
                    ? new TrafficWarning(
                        kind, true, now - 95 * SECOND, "3 waited on average a minute ago, 21 now")
                    : new TrafficWarning(kind, false, null, "");
            default -> new TrafficWarning(kind, false, null, "");
          });
    }
    return signs;
  }

  private List<TrafficEvent> events(long now) {
    if (!troubled) {
      return List.of();
    }
    return List.of(
        new TrafficEvent(
            now - 500 * SECOND,
            TrafficEvent.Kind.OUT_OF_MEMORY,
            "h100-b",
            "CUDA out of memory. Tried to allocate 2.5 GiB"),
        new TrafficEvent(now - 498 * SECOND, TrafficEvent.Kind.UPSTREAM_DOWN, "h100-b", ""),
        new TrafficEvent(now - 420 * SECOND, TrafficEvent.Kind.ENGINE_RESTART, "h100-b", ""),
        new TrafficEvent(now - 418 * SECOND, TrafficEvent.Kind.UPSTREAM_UP, "h100-b", ""));
  }

  private List<SessionFigures> sessions(long now) {
    List<SessionFigures> sessions = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long output = 48_000 / (i + 1);
      sessions.add(
          new SessionFigures(
              i == 0 ? names.getFirst() + "-session" : "s-%04x".formatted(0x3fa1 * (i + 3)),
              names.get(i % names.size()),
              120 - 9 * i,
              118 - 9 * i,
              output * 12,
              output,
              i > 5 ? 240 : 0,
              output * 3.2e-6,
              92.0 + 13 * i,
              2_400.0 + 300 * i,
              now - (900 - i) * SECOND,
              now - (i * 17 + 2) * SECOND));
    }
    return sessions;
  }

  private TrafficSeries series(long requests) {
    TrafficCounts totals = counts(requests);
    return new TrafficSeries(
        TrafficLabels.ALL,
        0,
        totals,
        Map.of(),
        Operations.NONE,
        requests == 0 ? null : Double.valueOf(0.9993),
        List.of(
            window(60, requests / 900), window(300, requests / 180), window(3600, requests / 15)));
  }

  private TrafficWindow window(long seconds, long requests) {
    TrafficCounts counts = counts(requests);
    double covered = Math.min(upSeconds * 1.0, seconds - seconds / 12.0);
    Map<LatencyMetric, Distribution> latencies = new TreeMap<>();
    if (requests > 0) {
      double slow = troubled ? 2.4 : 1;
      latencies.put(LatencyMetric.TTFT, distribution(requests, 61.2 * slow, 118.4 * slow));
      latencies.put(LatencyMetric.TPOT, distribution(requests, 9.12, 12.3));
      latencies.put(LatencyMetric.ITL, distribution(requests * 210, 8.97, 14.2));
      latencies.put(LatencyMetric.CHUNK_GAP, distribution(requests * 208, 9.01, 14.9));
      latencies.put(LatencyMetric.E2EL, distribution(requests, 1_730, 4_610));
      latencies.put(LatencyMetric.GATEWAY_WAIT, distribution(requests, 0.083, 0.21));
      latencies.put(LatencyMetric.FORWARD_DELAY, distribution(requests, 0.041, 0.087));
      latencies.put(LatencyMetric.SERVICE_TTFT, distribution(requests, 61.0, 118.1));
      latencies.put(LatencyMetric.OUTPUT_TOKENS, distribution(requests, 180, 612));
    }
    double rps = counts.ok() / covered;
    double tps = counts.tokens().output() / covered;
    return new TrafficWindow(
        seconds,
        covered,
        counts,
        latencies,
        0,
        false,
        new Rates(rps, rps * 1_100, tps * 0.98, null, tps, 105.0, null, null, null, null),
        requests == 0 ? null : Double.valueOf((double) counts.failed() / requests),
        null,
        requests == 0 ? null : Double.valueOf(1),
        goodput(requests, rps, tps),
        new TreeMap<>(),
        requests == 0 ? null : new Reading(5, 0.002, null, 0.1, 0.011, 0.004, 3, 21.0),
        null,
        new LevelResult.CostResult(
            null,
            null,
            null,
            requests == 0 ? null : Double.valueOf(0.0213),
            null,
            null,
            new Cost(6, "USD")),
        abandonment(requests));
  }

  private @Nullable Goodput goodput(long requests, double rps, double tps) {
    double share = troubled ? 0.83 : 0.971;
    return requests == 0 || plan.slos().isEmpty()
        ? null
        : new Goodput(
            rps * share,
            tps * share,
            share,
            tps * share,
            troubled ? 0 : tps,
            share,
            tps * 0.99,
            0.99,
            0,
            0,
            null);
  }

  private static Distribution distribution(long count, double p50, double p95) {
    return new Distribution(
        false,
        count,
        p50 * 1.08,
        p50 * 0.3,
        p50 * 0.4,
        p50,
        count < 10 ? null : Double.valueOf(p95 * 0.9),
        count < 20 ? null : Double.valueOf(p95),
        count < 100 ? null : Double.valueOf(p95 * 1.7),
        null,
        p95 * 2.9,
        null);
  }

  private Abandonment abandonment(long requests) {
    List<Abandonment.Band> bands = new ArrayList<>();
    long left = troubled ? requests / 20 : 0;
    long timedOut = troubled ? requests / 50 : 0;
    double gone = 0;
    long waiting = requests;
    double[] edges = {50, 100, 200, 500, 1000, 2000, 5000, 10_000, Double.POSITIVE_INFINITY};
    for (int i = 0; i < edges.length; i++) {
      double from = i == 0 ? 0 : edges[i - 1];
      long here = i > 3 && i < 8 ? Math.min(waiting, left / 4) : 0;
      long cut = i == 8 ? Math.min(waiting, timedOut) : 0;
      long staying = waiting - here - cut;
      long answered = i < 2 ? (waiting - left) / 2 : i < 8 ? (staying - timedOut) / 3 : staying;
      gone += requests == 0 ? 0 : (double) here / requests;
      bands.add(new Abandonment.Band(from, edges[i], waiting, here, cut, answered, gone));
      waiting -= here + cut + answered;
    }
    Double p95 = requests == 0 ? null : Double.valueOf(troubled ? 1_900 : 119);
    return new Abandonment(
        requests - left - timedOut, left, timedOut, 60.0, 110.0, p95, null, bands);
  }

  private TrafficCounts counts(long requests) {
    long failed = troubled ? requests / 31 : requests / 900;
    long left = requests / 40;
    long output = requests * 212;
    SortedMap<WasteCause, Waste> waste = new TreeMap<>();
    if (requests > 0) {
      waste.put(WasteCause.CLIENT_GONE, new Waste(left, left * 900, left * 80, left * 3e-4));
      waste.put(
          WasteCause.LATE, new Waste(requests / 35, requests * 20, requests * 7, requests * 1e-5));
      waste.put(WasteCause.TRUNCATED, new Waste(failed, failed * 700, failed * 30, failed * 2e-4));
    }
    return new TrafficCounts(
        requests,
        requests - failed - left,
        failed,
        left,
        0,
        0,
        requests,
        0,
        0,
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        tokens(requests, output),
        slos(requests),
        new ReadingCount(requests, failed, 0, 0, 0, 0, 0, 0, 0),
        waste,
        requests * 4e-4,
        plan.prices().isEmpty() ? 0 : requests,
        powered ? output * 1.5 : 0);
  }

  private static TrafficTokens tokens(long requests, long output) {
    return new TrafficTokens(
        requests * 1_100,
        0,
        output,
        0,
        0,
        requests * 1_100,
        output,
        0,
        output,
        output,
        output,
        0,
        0,
        new TokenSources(0, requests, 0, 0, 0, ItlSource.CHUNKS, 0));
  }

  private SortedMap<String, SloCount> slos(long requests) {
    SortedMap<String, SloCount> slos = new TreeMap<>();
    plan.slos()
        .forEach((name, slo) -> {
          long total = name.equals("agents") ? requests / 4 : requests * 3 / 4;
          boolean misses = troubled && !name.equals("agents");
          long good = misses ? total * 83 / 100 : total - total / 41;
          List<SloCount.BoundCount> held =
              slo.bounds().stream()
                  .map(_ -> new SloCount.BoundCount(total, misses ? good : total - total / 60))
                  .toList();
          slos.put(name, new SloCount(slo, total, good, good * 200, 0, 0, 0, held));
        });
    return slos;
  }
}
