package dev.goodput.gateway.plan;

/// Retries of requests to an upstream. Each attempt is counted separately.
///
/// @param attempts the number of attempts, including the first; 1 means no retry
/// @param onConnect whether to retry after a failed connection
/// @param on503 whether to retry after a 503
public record Retries(int attempts, boolean onConnect, boolean on503) {
  /// No retry.
  public static final Retries NONE = new Retries(1, false, false);

  private static final int MOST = 10;

  /// @throws PlanException a number out of range, or retries without a condition
  public Retries {
    if (attempts < 1 || attempts > MOST) {
      throw new PlanException(
          "attempts", "must be from 1 (ask once) to " + MOST + ", found " + attempts);
    }
    if (attempts > 1 && !onConnect && !on503) {
      throw new PlanException("on", "must name when to ask again: connect, 503");
    }
  }
}
