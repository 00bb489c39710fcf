package dev.goodput.report.words;

import dev.goodput.metrics.result.Totals;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.observe.EngineMetricSummary.Gauged;
import dev.goodput.observe.MetricsSummary.Source;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.report.model.Fact;
import dev.goodput.report.server.ServerLevel;
import dev.goodput.report.server.ServerLevel.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the servers reported about themselves, in words.
public final class ServerText {
  private static final double GIBIBYTE = 1 << 30;

  /// Looks in a row may fail by chance; a tenth of them leaves holes in the figures.
  private static final double MANY = 0.1;

  private static final double NEARLY_ALL = 0.8;

  private ServerText() {}

  /// Each figure that is known, with its unit: `running 12.1, peak 16`.
  public static List<String> parts(ServerLevel server) {
    List<String> parts = new ArrayList<>();
    if (server.unseen() > 0) {
      int pages = server.pages().size();
      parts.add("of %d of %d pages".formatted(pages - server.unseen(), pages));
    }
    for (EngineMetric metric : EngineMetric.values()) {
      if (metric.unit() == MetricUnit.REQUESTS && metric.kind() == EngineMetric.Kind.GAUGE) {
        requests(metric.names().key(), server.gauge(metric), parts);
      }
    }
    Gauged cache = server.gauge(EngineMetric.KV_CACHE_USAGE);
    if (cache != null) {
      parts.add("KV cache peak " + Figures.share(cache.max()));
    }
    Double hits = server.prefixHitsShare();
    if (hits != null) {
      parts.add("prefix hits " + Figures.share(hits));
    }
    Long preemptions = server.preemptions();
    if (preemptions != null && preemptions > 0) {
      parts.add(Figures.counted(preemptions, "preemption"));
    }
    gpus(server, parts);
    agreement(server, parts);
    return parts;
  }

  private static void gpus(ServerLevel server, List<String> parts) {
    Gauged busy = server.gauge(EngineMetric.GPU_UTILIZATION);
    if (busy != null) {
      parts.add(gpuCount(busy) + Figures.share(busy.mean()) + " busy");
    }
    Gauged power = server.gauge(EngineMetric.GPU_POWER);
    if (power != null) {
      parts.add(Figures.number(power.mean()) + " W");
    }
  }

  private static String gpuCount(Gauged gauged) {
    int gpus = gauged.parts().size();
    return gpus == 1 ? "GPU " : "mean of " + gpus + " GPUs ";
  }

  private static void requests(String name, @Nullable Gauged gauged, List<String> parts) {
    if (gauged != null) {
      parts.add(
          gauged.max() == 0
              ? "none " + name
              : name
                  + " "
                  + Figures.number(gauged.mean())
                  + ", peak "
                  + Figures.plain(gauged.max()));
    }
  }

  /// What the GPUs did, each figure that is known.
  private static List<String> gpus(ServerLevel server) {
    List<String> parts = new ArrayList<>();
    Gauged busy = server.gauge(EngineMetric.GPU_UTILIZATION);
    if (busy != null) {
      String many = busy.parts().size() == 1 ? "" : gpuCount(busy);
      parts.add(many + Figures.share(busy.mean()) + " busy, peak " + Figures.share(busy.max()));
    }
    Gauged used = server.gauge(EngineMetric.GPU_MEMORY_USED);
    Gauged total = server.gauge(EngineMetric.GPU_MEMORY_TOTAL);
    if (used != null) {
      String of = total == null ? "" : " of " + Figures.number(total.mean() / GIBIBYTE);
      parts.add(Figures.number(used.mean() / GIBIBYTE) + of + " GiB of memory");
    }
    Gauged power = server.gauge(EngineMetric.GPU_POWER);
    if (power != null) {
      parts.add(Figures.number(power.mean()) + " W, peak " + Figures.number(power.max()) + " W");
    }
    return parts;
  }

  private static void agreement(ServerLevel server, List<String> parts) {
    List<Count> counts = server.counts();
    if (!counts.isEmpty()) {
      boolean same = counts.stream().allMatch(count -> count.difference() == 0);
      parts.add(same ? "server and client counts match" : "server and client counts differ");
    }
  }

  /// How the figures came about: pages, looks, both counts.
  public static List<Fact> facts(ServerLevel server) {
    List<Fact> facts = new ArrayList<>();
    for (Source page : server.pages()) {
      int missed = page.missed().values().stream().mapToInt(Integer::intValue).sum();
      facts.add(
          new Fact(
              "server metrics",
              SafeText.text(page.address())
                  + ": "
                  + Figures.counted(page.seen(), "scrape")
                  + ", "
                  + missed
                  + " missed"));
    }
    List<String> gpus = gpus(server);
    if (!gpus.isEmpty()) {
      facts.add(new Fact("GPUs", String.join("; ", gpus)));
    }
    List<String> counts = new ArrayList<>(counts(server));
    counts.addAll(server.notCompared());
    if (!counts.isEmpty()) {
      facts.add(new Fact("server counts", String.join("; ", counts)));
    }
    return facts;
  }

  /// Returns both counts: `153 requests, client 153`.
  private static List<String> counts(ServerLevel server) {
    return server.counts().stream()
        .map(count ->
            (count.atLeast() ? "at least " : "")
                + Figures.counted(count.server(), count.what().one())
                + ", client "
                + Figures.count(count.client()))
        .toList();
  }

  /// Returns what a reader must know in addition to these figures.
  public static List<String> notes(ServerLevel server) {
    List<String> notes = new ArrayList<>();
    for (Source page : server.pages()) {
      String address = SafeText.text(page.address());
      if (page.severalServers()) {
        notes.add(
            "several servers answer at "
                + address
                + " in turn, each with counts of its own: name each one's page with"
                + " --server-metrics");
      } else {
        restarts(server, page, address, notes);
      }
      noteScrapes(page, address, notes);
    }
    server.metrics().window().sources().forEach(page -> noteStaleValues(server, page, notes));
    difference(server, true, notes);
    difference(server, false, notes);
    noteCachedPrompts(server, notes);
    return notes;
  }

  /// A cache that has nearly all prompts of single requests mostly got them from an earlier run.
  private static void noteCachedPrompts(ServerLevel server, List<String> notes) {
    Double hits = server.prefixHitsShare();
    if (hits != null && hits >= NEARLY_ALL && server.level().turns() == null) {
      notes.add(
          "the server had %s of the prompt tokens in its prefix cache, so TTFT is not that of new prompts; to measure these use --cache-bust, or another --seed where prompts are generated"
              .formatted(Figures.share(hits)));
    }
  }

  private static void restarts(
      ServerLevel server, Source page, String address, List<String> notes) {
    List<Long> restarts = page.restartedNanos();
    if (!restarts.isEmpty()) {
      double seconds = (restarts.getFirst() - server.level().window().runBeginNanos()) / 1e9;
      notes.add(
          "the server of "
              + address
              + " restarted"
              + (restarts.size() == 1
                  ? ", seen at "
                  : " " + restarts.size() + " times, first seen at ")
              + Figures.span(Math.max(0, seconds))
              + " of the level: what it had counted since the previous scrape is lost");
    }
  }

  private static void noteStaleValues(ServerLevel server, Source page, List<String> notes) {
    if (page.stoodStillNanos() > 0) {
      notes.add(
          "GPU power, energy and utilization are excluded: "
              + SafeText.text(page.address())
              + " paused for up to "
              + Figures.span(page.stoodStillNanos() / 1e9)
              + ", too long for a window of "
              + Figures.span(server.level().window().seconds())
              + "; have the exporter read its GPUs each second (dcgm-exporter -c 1000)");
    }
  }

  private static void noteScrapes(Source page, String address, List<String> notes) {
    int missed = page.missed().values().stream().mapToInt(Integer::intValue).sum();
    String last = SafeText.text(page.lastMiss());
    if (page.seen() == 0 && !last.isEmpty()) {
      notes.add("no server metrics: " + address + ": " + last);
    } else if (!page.hasMetrics() && missed == 0) {
      notes.add("no server metrics: nothing at " + address + " is of an engine or a GPU");
    } else if (missed > MANY * (page.seen() + missed)) {
      notes.add(
          "server metrics were missed "
              + missed
              + " of "
              + (page.seen() + missed)
              + " times ("
              + kinds(page.missed())
              + "), last: "
              + last);
    }
  }

  private static String kinds(Map<FailureReason, Integer> missed) {
    return missed.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> each.getValue() + " " + each.getKey().key())
        .collect(Collectors.joining(", "));
  }

  private static void difference(ServerLevel server, boolean more, List<String> notes) {
    List<Count> counts =
        server.counts().stream()
            .filter(count -> more ? count.difference() > 0 : count.difference() < 0)
            .toList();
    if (!counts.isEmpty()) {
      String named =
          counts.stream()
              .map(count -> Figures.counted(Math.abs(count.difference()), count.what().one()))
              .collect(Collectors.joining(", "));
      notes.add(
          "the server counted "
              + named
              + (more ? " more" : " fewer")
              + " than this client: "
              + (more ? more(server, counts) : fewer(server, counts)));
    }
  }

  private static String more(ServerLevel server, List<Count> counts) {
    boolean requests = has(counts, ServerLevel.What.REQUESTS);
    String left = left(server.level().totals());
    if (requests) {
      return "other clients used it meanwhile"
          + (left.isEmpty() ? "" : ", or it counts what this client left (" + left + ")");
    }
    String others =
        has(server.counts(), ServerLevel.What.REQUESTS)
            ? ""
            : "other clients used it meanwhile, or ";
    return others
        + (left.isEmpty()
            ? "it counts tokens otherwise"
            : "it worked on for responses that were not received completely (" + left + ")");
  }

  private static boolean has(List<Count> counts, ServerLevel.What what) {
    return counts.stream().anyMatch(count -> count.what() == what);
  }

  private static String fewer(ServerLevel server, List<Count> counts) {
    if (counts.stream().anyMatch(Count::atLeast)) {
      return "it restarted, and what it counted just before is lost";
    }
    String left = left(server.level().totals());
    return left.isEmpty()
        ? "other servers answered too, or it counts otherwise"
        : "it may not count responses that did not end (" + left + ")";
  }

  private static String left(Totals totals) {
    List<String> parts = new ArrayList<>();
    if (totals.failed() > 0) {
      parts.add(Figures.count(totals.failed()) + " failed");
    }
    if (totals.cancelled() > 0) {
      parts.add(Figures.count(totals.cancelled()) + " cancelled");
    }
    if (totals.retried() > 0) {
      parts.add(Figures.counted(totals.retried(), "attempt") + " retried");
    }
    return String.join(", ", parts);
  }
}
