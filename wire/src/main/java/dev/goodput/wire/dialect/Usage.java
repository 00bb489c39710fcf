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

  boolean isEmpty() {
    return input < 0 && output < 0;
  }

  /// Reads the members of the parser's current object.
  void read(JsonParser in) {
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      if (value == JsonToken.START_OBJECT) {
        nested(name, in);
      } else if (value.isNumeric()) {
        count(name, validCount(in.getDoubleValue()));
      } else {
        in.skipChildren();
      }
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
      read(in);
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
    return TokenCounts.ofUsage(input, output, reasoning, cachedInput, rejectedDraft);
  }
}
