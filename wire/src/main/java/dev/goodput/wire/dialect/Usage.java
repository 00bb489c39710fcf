package dev.goodput.wire.dialect;

import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// One usage object as sent by a server; -1 for missing and for invalid counts.
final class Usage {
  int input = TokenCounts.UNKNOWN;
  int output = TokenCounts.UNKNOWN;
  int reasoning = TokenCounts.UNKNOWN;
  int cachedInput = TokenCounts.UNKNOWN;
  int rejectedDraft = TokenCounts.UNKNOWN;
  int cacheWrite5m = TokenCounts.UNKNOWN;
  int cacheWrite1h = TokenCounts.UNKNOWN;
  private int audioInput = TokenCounts.UNKNOWN;
  private int cachedAudio = TokenCounts.UNKNOWN;
  private int audioOutput = TokenCounts.UNKNOWN;
  private int total = TokenCounts.UNKNOWN;

  /// What the counts of an object are of.
  private enum Part {
    /// The prompt, or all.
    PROMPT,
    /// The part of the prompt that was read from a cache.
    CACHED,
    /// The answer.
    OUTPUT
  }

  boolean isEmpty() {
    return input < 0 && output < 0;
  }

  /// Reads the members of the parser's current object.
  void read(JsonParser in) {
    read(in, Part.PROMPT);
  }

  private void read(JsonParser in, Part part) {
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      if (value == JsonToken.START_OBJECT) {
        nested(name, in);
      } else if (value.isNumeric()) {
        int count = validCount(in.getDoubleValue());
        if (name.equals("audio_tokens")) {
          audio(part, count);
        } else if (part != Part.CACHED) {
          count(name, count);
        }
      } else {
        in.skipChildren();
      }
    }
  }

  private void audio(Part part, int count) {
    switch (part) {
      case PROMPT -> audioInput = count;
      case CACHED -> cachedAudio = count;
      case OUTPUT -> audioOutput = count;
    }
  }

  /// Returns a token count, which must be a whole number from 0 to the largest int; otherwise
  /// unknown.
  private static int validCount(double value) {
    boolean count = value >= 0 && value <= Integer.MAX_VALUE && value == Math.rint(value);
    return count ? (int) value : TokenCounts.UNKNOWN;
  }

  /// Returns the parser's current value as a count, unknown if it is not valid; any other value is
  /// skipped.
  static int count(JsonParser in) {
    int count =
        in.currentToken().isNumeric() ? validCount(in.getDoubleValue()) : TokenCounts.UNKNOWN;
    in.skipChildren();
    return count;
  }

  private void nested(String name, JsonParser in) {
    if (name.endsWith("_tokens_details")) {
      boolean output = name.startsWith("completion") || name.startsWith("output");
      read(in, output ? Part.OUTPUT : name.startsWith("cached") ? Part.CACHED : Part.PROMPT);
    } else {
      in.skipChildren();
    }
  }

  private void count(String name, int value) {
    switch (name) {
      case "prompt_tokens", "input_tokens" -> input = value;
      case "completion_tokens", "output_tokens" -> output = value;
      case "reasoning_tokens" -> reasoning = value;
      case "cached_tokens", "prompt_cache_hit_tokens" -> cachedInput = value;
      case "rejected_prediction_tokens" -> rejectedDraft = value;
      case "cache_write_tokens" -> cacheWrite5m = value;
      case "total_tokens" -> total = value;
      default -> {
        // Other counts are not used.
      }
    }
  }

  /// Replaces the counts that the other object has.
  void update(Usage later) {
    input = later.input >= 0 ? later.input : input;
    output = later.output >= 0 ? later.output : output;
    reasoning = later.reasoning >= 0 ? later.reasoning : reasoning;
    cachedInput = later.cachedInput >= 0 ? later.cachedInput : cachedInput;
    rejectedDraft = later.rejectedDraft >= 0 ? later.rejectedDraft : rejectedDraft;
    cacheWrite5m = later.cacheWrite5m >= 0 ? later.cacheWrite5m : cacheWrite5m;
    cacheWrite1h = later.cacheWrite1h >= 0 ? later.cacheWrite1h : cacheWrite1h;
    audioInput = later.audioInput >= 0 ? later.audioInput : audioInput;
    cachedAudio = later.cachedAudio >= 0 ? later.cachedAudio : cachedAudio;
    audioOutput = later.audioOutput >= 0 ? later.audioOutput : audioOutput;
    total = later.total >= 0 ? later.total : total;
  }

  /// Returns the sum of both.
  Usage plus(Usage other) {
    Usage sum = new Usage();
    sum.input = sum(input, other.input);
    sum.output = sum(output, other.output);
    sum.reasoning = sum(reasoning, other.reasoning);
    sum.cachedInput = sum(cachedInput, other.cachedInput);
    sum.rejectedDraft = sum(rejectedDraft, other.rejectedDraft);
    return sum;
  }

  /// Returns the sum of both; null if neither count of the sum is known.
  static @Nullable Usage sum(@Nullable Usage one, @Nullable Usage other) {
    if (one == null || other == null) {
      return null;
    }
    Usage sum = one.plus(other);
    return sum.isEmpty() ? null : sum;
  }

  /// Returns the sum of two counts; unknown if one of them is unknown or the sum overflows.
  static int sum(int one, int other) {
    boolean known = one >= 0 && other >= 0 && one <= Integer.MAX_VALUE - other;
    return known ? one + other : TokenCounts.UNKNOWN;
  }

  TokenCounts counts() {
    return TokenCounts.ofUsage(input, output, reasoning, cachedInput, rejectedDraft)
        .with(
            new TokenCounts.Priced(
                cacheWrite5m, cacheWrite1h, newAudio(), audioOutput, unlisted()));
  }

  /// Audio from a cache is counted as cached.
  private int newAudio() {
    return audioInput < 0 ? audioInput : Math.max(0, audioInput - Math.max(0, cachedAudio));
  }

  private int unlisted() {
    boolean known = total >= 0 && input >= 0 && output >= 0;
    long rest = (long) total - input - output;
    return known && rest > 0 ? (int) rest : TokenCounts.UNKNOWN;
  }
}
