package dev.goodput.load;

import dev.goodput.record.SplitMix64;

/// A plan for users who leave before their response is complete. The seed and the request's number
/// alone determine which requests are cancelled.
///
/// @param share share of the requests that are cancelled, 0 to 1
/// @param afterEvents content events after which the user leaves, 0 for no such limit
/// @param afterNanos time after dispatch at which the user leaves, 0 for no such limit
public record Cancellation(double share, int afterEvents, long afterNanos) {
  /// Nobody leaves early.
  public static final Cancellation NONE = new Cancellation(0, 0, 0);

  /// Checks the bounds.
  public Cancellation {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be from 0 to 1, found " + share);
    }
    if (share > 0 && afterEvents <= 0 && afterNanos <= 0) {
      throw new IllegalArgumentException("a cancellation needs a count of events or a time");
    }
  }

  /// Returns whether this request is cancelled.
  boolean picks(long seed, long request) {
    return share > 0 && SplitMix64.unit(SplitMix64.mix(seed ^ SplitMix64.mix(request))) < share;
  }
}
