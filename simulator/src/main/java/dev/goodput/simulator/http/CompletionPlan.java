package dev.goodput.simulator.http;

import dev.goodput.record.SplitMix64;
import dev.goodput.simulator.fault.Fault;
import dev.goodput.simulator.text.BlockHashes;
import dev.goodput.simulator.text.Lexicon;
import dev.goodput.simulator.text.ResponseText;
import dev.goodput.simulator.text.SplitMix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The planned response, determined by the seed and the prompt before the engine starts.
final class CompletionPlan {
  private static final double NATURAL_MEDIAN = 180;
  private static final double NATURAL_SIGMA = 0.9;

  private final int[] entries;
  private final int visible;
  private final boolean clipped;
  private final String finishReason;
  private final int reasoning;
  private final long[] hashes;

  private CompletionPlan(
      int[] entries,
      int visible,
      boolean clipped,
      String finishReason,
      int reasoning,
      long[] hashes) {
    this.entries = entries;
    this.visible = visible;
    this.clipped = clipped;
    this.finishReason = finishReason;
    this.reasoning = reasoning;
    this.hashes = hashes;
  }

  /// Returns the lexicon entries, one per token. Callers must not modify them.
  int[] entries() {
    return entries;
  }

  /// Returns the number of characters to send: up to a stop text, else unlimited.
  int visible() {
    return visible;
  }

  /// Returns whether a stop text cut the response.
  boolean clipped() {
    return clipped;
  }

  /// Returns `stop` or `length`.
  String finishReason() {
    return finishReason;
  }

  /// Returns the number of tokens at the start that go to the reasoning channel.
  int reasoning() {
    return reasoning;
  }

  /// Returns the block hashes of prompt and response. Callers must not modify them.
  long[] hashes() {
    return hashes;
  }

  /// The usual response.
  ///
  /// @param room the largest number of output tokens
  static CompletionPlan make(CompletionRequest ask, SimulatorOptions options, int room) {
    return make(ask, options, room, null, 0);
  }

  /// @param room the largest number of output tokens
  /// @param variation what makes the text differ from the usual one; null for the usual text
  /// @param number of the request, which decides how it differs
  static CompletionPlan make(
      CompletionRequest ask,
      SimulatorOptions options,
      int room,
      @Nullable Fault variation,
      long number) {
    long seed = ask.prompt().content() * 31 + options.answers().seed() * 17 + ask.seed();
    boolean toLimit =
        ask.ignoreEos()
            || (options.answers().lengths() == OutputLengths.AS_REQUESTED && ask.maxTokens() > 0);
    int natural = Math.max(ask.minTokens(), natural(seed));
    int length = toLimit ? room : Math.min(room, natural);
    int[] entries = ResponseText.entries(seed, length);
    if (variation != null) {
      int from = variation.first() > 0 ? (int) variation.first() : length / 2;
      ResponseText.vary(entries, Math.min(from, length), SplitMix64.mix(seed + ~number));
    }
    int stopAt = ask.stop().isEmpty() ? -1 : stopAt(ask, ResponseText.text(entries, 0, length));
    if (stopAt >= 0) {
      entries = Arrays.copyOf(entries, tokensThrough(entries, stopAt));
    }
    boolean stopped = stopAt >= 0 || (!toLimit && natural <= room);
    double share = ask.chat() ? options.answers().reasoningShare() : 0;
    return new CompletionPlan(
        entries,
        stopAt >= 0 ? stopAt : Integer.MAX_VALUE,
        stopAt >= 0,
        stopped ? "stop" : "length",
        (int) Math.min(entries.length - 1, share * entries.length),
        hashes(ask.prompt(), entries));
  }

  private static int natural(long seed) {
    double normal = new SplitMix(~seed).normal();
    return Math.max(1, (int) Math.round(NATURAL_MEDIAN * Math.exp(NATURAL_SIGMA * normal)));
  }

  /// Returns where the first stop text starts; -1 if there is none.
  private static int stopAt(CompletionRequest ask, String text) {
    int first = -1;
    for (String stop : ask.stop()) {
      int at = text.indexOf(stop);
      if (at >= 0 && (first < 0 || at < first)) {
        first = at;
      }
    }
    return first;
  }

  /// Returns the number of tokens up to and including the one in which the stop text starts.
  private static int tokensThrough(int[] entries, int character) {
    int length = 0;
    for (int i = 0; i < entries.length; i++) {
      length += Lexicon.standard().text(entries[i]).length();
      if (length > character) {
        return i + 1;
      }
    }
    return entries.length;
  }

  private static long[] hashes(BlockHashes prompt, int[] entries) {
    BlockHashes all = prompt.copy();
    for (int entry : entries) {
      all.token(Lexicon.standard().token(entry));
    }
    return all.toArray();
  }
}
