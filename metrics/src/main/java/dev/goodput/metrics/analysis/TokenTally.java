package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.record.TokenSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Token accounting of the sample's exchanges, every attempt at every request.
final class TokenTally {
  private final SortedMap<String, Long> outputByOutcome = new TreeMap<>();
  private final NamedSum reasoning = new NamedSum();
  private final NamedSum cachedInput = new NamedSum();
  private final NamedSum rejectedDraft = new NamedSum();
  private final Map<TokenSource, Long> answersBySource = new EnumMap<>(TokenSource.class);
  private boolean streamed;
  private long input;
  private long output;
  private long failedOutput;
  private long chunks;
  private long okStreamedTokens;
  private long burstTokens;
  private long usageBesideTokenizer;
  private long tokenizerBesideUsage;
  private long usageBesideChunks;
  private long chunksBesideUsage;
  private long contradicted;
  private long streamedAnswers;
  private long wholeAnswers;

  void add(RequestView view) {
    RequestRecord request = view.request();
    int tokens = request.outputTokens();
    output += tokens;
    failedOutput += request.outcome().failure() ? tokens : 0;
    if (tokens > 0 || view.ok()) {
      outputByOutcome.merge(request.outcome().key(), (long) tokens, Long::sum);
    }
    input += Stamps.present(request.stamps().sentNanos()) ? request.inputTokens() : 0;
    chunks += request.chunks().count();
    reasoning.add(request.tokens().usageReasoning());
    cachedInput.add(request.tokens().usageCachedInput());
    rejectedDraft.add(request.tokens().usageRejectedDraft());
    if (view.ok()) {
      addOk(view);
    }
  }

  private void addOk(RequestView view) {
    RequestRecord request = view.request();
    TokenSource source = request.outputSource();
    answersBySource.merge(source, 1L, Long::sum);
    contradicted += request.usageImplausible() ? 1 : 0;
    streamedAnswers += view.times().streamed() ? 1 : 0;
    wholeAnswers += view.cameWhole() ? 1 : 0;
    TokenCounts counts = request.tokens();
    if (source == TokenSource.USAGE && counts.tokenizerOutput() >= 0) {
      usageBesideTokenizer += request.streamedTokens();
      tokenizerBesideUsage += counts.tokenizerOutput();
    }
    if (view.times().streamed()) {
      streamed = true;
      okStreamedTokens += request.streamedTokens();
      burstTokens += view.chunks().burstTokens();
      if (source == TokenSource.USAGE) {
        usageBesideChunks += request.streamedTokens();
        chunksBesideUsage += request.chunks().count();
      }
    }
  }

  /// Output tokens received, all outcomes.
  long output() {
    return output;
  }

  /// `ok` answers whose tokens the tokenizer counted, as nothing better was there.
  long countedByTokenizer() {
    return answersBySource.getOrDefault(TokenSource.TOKENIZER, 0L);
  }

  /// `ok` answers whose content chunks stand for tokens.
  long countedInChunks() {
    return answersBySource.getOrDefault(TokenSource.CHUNKS, 0L);
  }

  /// `ok` answers whose usage names no token though content came.
  long contradicted() {
    return contradicted;
  }

  /// `ok` answers that came as streams.
  long streamedAnswers() {
    return streamedAnswers;
  }

  /// `ok` answers that came whole though streams were asked for.
  long wholeAnswers() {
    return wholeAnswers;
  }

  @Nullable Double errorRate() {
    return output == 0 ? null : (double) failedOutput / output;
  }

  Tokens build(@Nullable ItlSource itlSource) {
    return new Tokens(
        input,
        output,
        reasoning.sumOrNull(),
        cachedInput.sumOrNull(),
        rejectedDraft.sumOrNull(),
        new TreeMap<>(answersBySource),
        streamed && itlSource == null ? ItlSource.NONE : itlSource,
        chunks,
        okStreamedTokens == 0 ? null : (double) burstTokens / okStreamedTokens,
        outputByOutcome,
        relative(tokenizerBesideUsage, usageBesideTokenizer),
        relative(chunksBesideUsage, usageBesideChunks));
  }

  private static @Nullable Double relative(long counted, long reference) {
    return reference == 0 ? null : (double) counted / reference - 1;
  }

  /// A sum of what a server names, absent where it never does.
  private static final class NamedSum {
    private boolean named;
    private long sum;

    void add(int tokens) {
      if (tokens >= 0) {
        named = true;
        sum += tokens;
      }
    }

    @Nullable Long sumOrNull() {
      return named ? sum : null;
    }
  }
}
