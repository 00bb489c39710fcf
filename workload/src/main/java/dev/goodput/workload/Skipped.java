package dev.goodput.workload;

/// Requests that were left out because they, or another turn of their session, cannot fit.
///
/// @param count how many
/// @param reason why, in words; empty where none was left out
/// @param example the first of them; empty where none was left out
public record Skipped(long count, String reason, String example) {
  /// Nothing was left out.
  public static final Skipped NONE = new Skipped(0, "", "");
}
