package dev.goodput.report.server;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Totals;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EnergyUse;
import dev.goodput.observe.EngineMetricSummary;
import dev.goodput.observe.EngineMetricSummary.Counted;
import dev.goodput.observe.EngineMetricSummary.Gauged;
import dev.goodput.observe.LevelMetrics;
import dev.goodput.observe.LevelMetrics.Point;
import dev.goodput.observe.MetricsSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the servers reported about themselves during a level.
///
/// @param metrics as they were read
/// @param level what the client measured
/// @param named whether somebody named the pages, so that one that was never seen is missing
/// @param energy what the devices used in the measurement window; null without any
public record ServerLevel(
    LevelMetrics metrics, LevelResult level, boolean named, @Nullable EnergyUse energy) {
  private static final double NEARLY_ALL = 0.99;

  /// What both the servers and the client count.
  public enum What {
    /// Requests that were answered to their end, or left.
    REQUESTS("requests", "request", EngineMetric.REQUESTS_FINISHED),
    /// Prompt tokens.
    INPUT_TOKENS("input_tokens", "input token", EngineMetric.PROMPT_TOKENS),
    /// Generated tokens.
    OUTPUT_TOKENS("output_tokens", "output token", EngineMetric.GENERATION_TOKENS);

    private final String key;
    private final String one;
    private final EngineMetric sign;

    What(String key, String one, EngineMetric sign) {
      this.key = key;
      this.one = one;
      this.sign = sign;
    }

    /// The word that programs read.
    public String key() {
      return key;
    }

    /// One of them in words.
    public String one() {
      return one;
    }

    /// The servers' counter.
    public EngineMetric sign() {
      return sign;
    }

    /// Returns whether the client's count has the server's own tokens: without usage it is a
    /// tokenizer's, or the requested number.
    private boolean comparable(Totals totals) {
      return switch (this) {
        case REQUESTS -> true;
        case INPUT_TOKENS -> totals.inputByUsage();
        case OUTPUT_TOKENS -> totals.outputByUsage();
      };
    }

    private long ofClient(Totals totals) {
      return switch (this) {
        case REQUESTS -> totals.attempts();
        case INPUT_TOKENS -> totals.inputTokens();
        case OUTPUT_TOKENS -> totals.outputTokens();
      };
    }
  }

  /// Both counts of the whole level, warm-up and drain included.
  ///
  /// @param server how many the servers counted
  /// @param client how many this client sent or received
  /// @param atLeast whether a server that counts them began anew, so that some of them are lost
  public record Count(What what, long server, long client, boolean atLeast) {
    /// By how many the servers' count is larger.
    public long difference() {
      return server - client;
    }
  }

  /// A sign that moves, over the measurement window; null where it is not known.
  public @Nullable Gauged gauge(EngineMetric sign) {
    return metrics.window().signs().get(sign) instanceof Gauged gauged ? gauged : null;
  }

  private @Nullable Counted counter(EngineMetric sign) {
    return counted(metrics.window(), sign);
  }

  /// The increase of a counter over the measurement window; null where not all of it is known.
  /// Preemptions are those of the whole level.
  public @Nullable Double count(EngineMetric metric) {
    if (metric == EngineMetric.PREEMPTIONS) {
      Counted counted = whole(metric);
      return counted == null ? null : Double.valueOf(counted.increase());
    }
    Counted counted = counter(metric);
    return counted == null || counted.covered() < NEARLY_ALL
        ? null
        : Double.valueOf(counted.increase());
  }

  private @Nullable Long rounded(EngineMetric metric) {
    Double count = count(metric);
    return count == null ? null : Long.valueOf(Math.round(count));
  }

  /// Found ÷ looked for in the prefix cache, in tokens, over the measurement window; null where
  /// that is not known, or none was looked for.
  public @Nullable Double prefixHitsShare() {
    Counted hits = counter(EngineMetric.PREFIX_CACHE_HITS);
    Counted queries = counter(EngineMetric.PREFIX_CACHE_QUERIES);
    return hits == null || queries == null || queries.increase() <= 0
        ? null
        : Double.valueOf(Math.min(1, hits.increase() / queries.increase()));
  }

  /// Of the whole level; null where it is not known.
  public @Nullable Long preemptions() {
    return rounded(EngineMetric.PREEMPTIONS);
  }

  /// Returns output tokens that the engine discarded and computed again in the measurement window;
  /// null if it does not report them, or not for all of the window.
  public @Nullable Long recomputedTokens() {
    return rounded(EngineMetric.RECOMPUTED_TOKENS);
  }

  /// What both count, where the servers' counts are those of the level and the client's are of the
  /// same tokens.
  public List<Count> counts() {
    List<Count> counts = new ArrayList<>();
    for (What what : What.values()) {
      Counted server = whole(what.sign());
      if (server != null && what.comparable(level.totals())) {
        long client = what.ofClient(level.totals());
        counts.add(new Count(what, Math.round(server.increase()), client, server.atLeast()));
      }
    }
    return counts;
  }

  /// Why some of what a server counts is not held against the client's counts, one sentence's rest
  /// each.
  public List<String> notCompared() {
    List<What> known =
        Stream.of(What.values())
            .filter(what -> counted(metrics.whole(), what.sign()) != null)
            .toList();
    if (known.isEmpty()) {
      return List.of();
    }
    if (unseen() > 0) {
      return List.of("not compared: not all pages that were named were seen");
    }
    if (!metrics.scrapedAround()) {
      return List.of("not compared: no scrape came just before the level or just after it");
    }
    return known.stream()
        .filter(what -> !what.comparable(level.totals()))
        .map(what -> what.one() + "s not compared: not every response reported its own (usage)")
        .toList();
  }

  private @Nullable Counted whole(EngineMetric sign) {
    return metrics.scrapedAround() && unseen() == 0 ? counted(metrics.whole(), sign) : null;
  }

  /// How many pages that somebody named were not seen once in the level.
  public long unseen() {
    return named ? pages().stream().filter(page -> page.seen() == 0).count() : 0;
  }

  /// The pages that were looked at, and how that went, over the whole level.
  public List<MetricsSummary.Source> pages() {
    return metrics.whole().sources();
  }

  /// Where a sign was read from, empty where it is not known.
  public Optional<String> source(EngineMetric sign) {
    EngineMetricSummary reported = metrics.whole().signs().get(sign);
    return switch (reported) {
      case Counted counted -> Optional.of(counted.source());
      case Gauged gauged -> Optional.of(gauged.source());
      case EngineMetricSummary.NotObservable _ -> Optional.empty();
      case null -> Optional.empty();
    };
  }

  /// An engine metric over the time of the level; empty if no metrics page has it.
  public List<Point> trace(EngineMetric sign) {
    return metrics.traces().getOrDefault(sign, List.of());
  }

  private static @Nullable Counted counted(MetricsSummary summary, EngineMetric sign) {
    Map<EngineMetric, EngineMetricSummary> signs = summary.signs();
    return signs.get(sign) instanceof Counted counted ? counted : null;
  }
}
