package dev.goodput.metrics.result;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The prices of one model of a metered API, and the rules by which its vendor bills.
///
/// @param model the model's name
/// @param currency the currency of all prices
/// @param source where the prices were read
/// @param date when they were read; null for prices of one's own
/// @param perMillion prices of a million tokens; with those of [Kind#INPUT] and [Kind#OUTPUT]
/// @param batchFactor price of the same request in the vendor's batch API, relative to these; null
///   if there is none
/// @param inputIncludesCached whether the server counts tokens that it read from or wrote to a
///   cache as input tokens, too
/// @param outputIncludesReasoning whether the server counts reasoning tokens as output tokens, too
public record ModelPrice(
    String model,
    String currency,
    String source,
    @Nullable LocalDate date,
    Map<Kind, Double> perMillion,
    @Nullable Double batchFactor,
    boolean inputIncludesCached,
    boolean outputIncludesReasoning)
    implements Pricing {
  private static final double MILLION = 1e6;

  /// A kind of tokens with a price.
  public enum Kind {
    /// Prompt tokens that are of no other kind.
    INPUT("input"),
    /// Prompt tokens that were read from a cache; at the price of [#INPUT] unless given.
    CACHED_INPUT("cached-input"),
    /// Prompt tokens written to a cache for five minutes; at the price of [#INPUT] unless given.
    CACHE_WRITE_5M("cache-write-5m"),
    /// Prompt tokens written to a cache for an hour; at the price of [#CACHE_WRITE_5M] unless
    /// given.
    CACHE_WRITE_1H("cache-write-1h"),
    /// Prompt tokens of audio.
    AUDIO_INPUT("audio-input"),
    /// Output tokens that are of no other kind.
    OUTPUT("output"),
    /// Reasoning tokens; at the price of [#OUTPUT] unless given.
    REASONING("reasoning"),
    /// Output tokens of audio.
    AUDIO_OUTPUT("audio-output");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    /// Returns its key in a price list.
    public String key() {
      return key;
    }

    /// Returns the kind whose price it has unless it is given one; null for none.
    private @Nullable Kind fallback() {
      return switch (this) {
        case CACHED_INPUT, CACHE_WRITE_5M -> INPUT;
        case CACHE_WRITE_1H -> CACHE_WRITE_5M;
        case REASONING -> OUTPUT;
        case INPUT, OUTPUT, AUDIO_INPUT, AUDIO_OUTPUT -> null;
      };
    }
  }

  /// Checks the prices and copies them.
  ///
  /// @throws IllegalArgumentException if a price is negative, or that of input or output is missing
  public ModelPrice {
    perMillion = Collections.unmodifiableMap(new EnumMap<>(perMillion));
    for (double price : perMillion.values()) {
      if (!(price >= 0) || Double.isInfinite(price)) {
        throw new IllegalArgumentException("a price must be at least 0, found " + price);
      }
    }
    if (!perMillion.containsKey(Kind.INPUT) || !perMillion.containsKey(Kind.OUTPUT)) {
      throw new IllegalArgumentException("a model has prices of input and output");
    }
  }

  /// Returns prices of a million tokens by the rules of OpenAI's usage: input tokens include cached
  /// ones, and output tokens include reasoning.
  public static ModelPrice of(String model, String currency, Map<Kind, Double> perMillion) {
    return new ModelPrice(model, currency, "the configuration", null, perMillion, null, true, true);
  }

  @Override
  public String basis() {
    String batch = batchFactor == null ? "" : "; as a batch × " + batchFactor;
    String when = date == null ? "" : date + ", ";
    return "%s by the prices of %s%s%s".formatted(model, when, source, batch);
  }

  /// Returns whether the server's own counts decide the price of an attempt. Without them it is an
  /// estimate.
  public static boolean byUsage(RequestRecord request) {
    return request.tokens().usageInput() > 0;
  }

  /// Returns the price of an attempt; empty if a kind of tokens has no price.
  ///
  /// An attempt without usage is priced by the best other counts if the server accepted it: if it
  /// received anything, or was sent whole and not answered with an HTTP error. So a request whose
  /// client left before the first token costs its prompt. Any other attempt is free: vendors do not
  /// bill refused requests.
  public OptionalDouble of(RequestRecord request) {
    TokenCounts tokens = request.tokens();
    if (byUsage(request)) {
      return of(tokens, request.outputTokens());
    }
    return accepted(request)
        ? of(TokenCounts.ofUsage(request.inputTokens(), 0, -1, -1, -1), request.outputTokens())
        : OptionalDouble.of(0);
  }

  private static boolean accepted(RequestRecord request) {
    Stamps stamps = request.stamps();
    boolean received = request.chunks().count() > 0 || Stamps.present(stamps.firstTokenNanos());
    boolean sent = Stamps.present(stamps.sentNanos());
    return received || (sent && !(request.outcome() instanceof Outcome.HttpError));
  }

  /// Returns the price of a usage; empty if a kind of tokens has no price.
  ///
  /// @param output output tokens, reasoning included if the server includes it
  public OptionalDouble of(TokenCounts tokens, int output) {
    TokenCounts.Priced more = tokens.priced();
    long cached = known(tokens.usageCachedInput());
    long written = known(more.cacheWrite5m()) + known(more.cacheWrite1h());
    long apart = inputIncludesCached ? cached + written : 0;
    int named = tokens.usageReasoning();
    // Some servers count hidden reasoning in the total only, others tokens of the cache.
    long unlisted = known(more.unlisted()) - (inputIncludesCached ? 0 : cached + written);
    long reasoning = outputIncludesReasoning || named >= 0 ? known(named) : Math.max(0, unlisted);
    long inside = outputIncludesReasoning ? reasoning : 0;
    Map<Kind, Long> billed = new EnumMap<>(Kind.class);
    billed.put(Kind.INPUT, known(tokens.usageInput()) - apart - known(more.audioInput()));
    billed.put(Kind.CACHED_INPUT, cached);
    billed.put(Kind.CACHE_WRITE_5M, known(more.cacheWrite5m()));
    billed.put(Kind.CACHE_WRITE_1H, known(more.cacheWrite1h()));
    billed.put(Kind.AUDIO_INPUT, known(more.audioInput()));
    billed.put(Kind.OUTPUT, output - inside - known(more.audioOutput()));
    billed.put(Kind.REASONING, reasoning);
    billed.put(Kind.AUDIO_OUTPUT, known(more.audioOutput()));
    double sum = 0;
    for (Map.Entry<Kind, Long> each : billed.entrySet()) {
      Double price = price(each.getKey());
      if (each.getValue() > 0 && price == null) {
        return OptionalDouble.empty();
      }
      sum += price == null ? 0 : Math.max(0, each.getValue()) * price;
    }
    return OptionalDouble.of(sum / MILLION);
  }

  private @Nullable Double price(Kind kind) {
    Double own = perMillion.get(kind);
    Kind other = kind.fallback();
    return own == null && other != null ? price(other) : own;
  }

  private static long known(int count) {
    return Math.max(0, count);
  }
}
