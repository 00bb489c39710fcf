package dev.goodput.workload;

/// The requests that were skipped because they, or another turn of their session, cannot fit.
///
/// @param count number of requests
/// @param reason the reason in words; empty if none was skipped
/// @param example the first of them; empty if none was skipped
public record SkippedRequests(long count, String reason, String example) {
  /// Nothing was skipped.
  public static final SkippedRequests NONE = new SkippedRequests(0, "", "");
}
